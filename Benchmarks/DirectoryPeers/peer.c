// SPDX-License-Identifier: Apache-2.0
//
// Measures one way to keep a directory of numbers. It reads orders and answers each with a line:
//
//     peer KIND DATA STORE        KIND: sorted, eytzinger, tree, lmdb, sqlite or sqlite-shared
//
//     build        seconds from the first number to the file on the disk, and its bytes
//     hit, miss    nanoseconds a look-up, how many were found, and a sum of their labels
//     cold INDEX   microseconds from opening a file that is not cached to the label of one number,
//                  how many of its pages were cached all the same, and the label's sum
#include "peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct peer *const peers[] = {
    &sorted_peer, &eytzinger_peer, &tree_peer, &lmdb_peer, &sqlite_peer, &sqlite_shared_peer,
};

static const struct peer *named(const char *name) {
    for (size_t i = 0; i < sizeof peers / sizeof *peers; i++)
        if (strcmp(peers[i]->name, name) == 0) return peers[i];
    give_up(name, "there is no such peer");
}

static void build(const struct peer *peer, const struct data *data, const char *path) {
    unlink(path);
    double start = wall_seconds();
    peer->build(data, path);
    printf("%.6f %zu\n", wall_seconds() - start, file_size(path));
}

static void look_up(
    const struct peer *peer, struct store **store, const char *path, const int64_t *queries) {
    if (*store == NULL) {
        *store = peer->open(path, false);
        peer->look_up(*store, queries, query_count);  // for warmth
    }
    double start = thread_seconds();
    struct outcome outcome = peer->look_up(*store, queries, query_count);
    double each = (thread_seconds() - start) / query_count * 1e9;
    printf("%.2f %zu %zu\n", each, outcome.found, outcome.label_sum);
}

static void look_up_cold(const struct peer *peer, const char *path, const int64_t *query) {
    size_t cached = evict(path);
    double start = wall_seconds();
    struct outcome outcome = peer->look_up(peer->open(path, true), query, 1);
    double time = (wall_seconds() - start) * 1e6;
    if (outcome.found != 1) give_up(path, "a number that is there was not found");
    printf("%.1f %zu %zu\n", time, cached, outcome.label_sum);
}

int main(int argument_count, char **arguments) {
    if (argument_count != 4) give_up("usage", "peer KIND DATA STORE");
    const struct peer *peer = named(arguments[1]);
    struct data data = data_open(arguments[2]);
    const char *path = arguments[3];
    struct store *store = NULL;
    char order[64];
    size_t index;
    setvbuf(stdout, NULL, _IOLBF, 0);
    puts("ready");
    while (fgets(order, sizeof order, stdin) != NULL) {
        if (strcmp(order, "build\n") == 0) build(peer, &data, path);
        else if (strcmp(order, "hit\n") == 0) look_up(peer, &store, path, data.hits);
        else if (strcmp(order, "miss\n") == 0) look_up(peer, &store, path, data.misses);
        else if (sscanf(order, "cold %zu", &index) == 1)
            look_up_cold(peer, path, data.hits + index % query_count);
        else give_up(order, "there is no such order");
    }
    return EXIT_SUCCESS;
}
