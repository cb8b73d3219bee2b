// SPDX-License-Identifier: Apache-2.0
//
// SQLite, as one who cares for speed uses it: the number is the row's own key, statements are
// prepared, everything happens in one transaction, and the file is mapped. Once with the label's
// text in each row, once with texts of their own table, which is smaller and slower.
#include "peer.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

struct store {
    sqlite3 *database;
    sqlite3_stmt *statement;
};

static const char plain_schema[] =
    "CREATE TABLE entry(number INTEGER PRIMARY KEY, label TEXT NOT NULL);";
static const char shared_schema[] =
    "CREATE TABLE entry(number INTEGER PRIMARY KEY, label INTEGER NOT NULL);"
    "CREATE TABLE label(id INTEGER PRIMARY KEY, text TEXT NOT NULL);";
static const char plain_query[] = "SELECT label FROM entry WHERE number = ?1";
static const char shared_query[] =
    "SELECT text FROM entry JOIN label ON label.id = entry.label WHERE number = ?1";

static void check(struct store *store, bool is_good) {
    if (!is_good) give_up("SQLite", sqlite3_errmsg(store->database));
}

static void execute(struct store *store, const char *words) {
    check(store, sqlite3_exec(store->database, words, NULL, NULL, NULL) == SQLITE_OK);
}

static void prepare(struct store *store, const char *words) {
    int result = sqlite3_prepare_v2(store->database, words, -1, &store->statement, NULL);
    check(store, result == SQLITE_OK);
}

static void bind_label(struct store *store, const struct data *data, uint32_t label) {
    uint32_t start = data->starts[label];
    int size = (int)(data->starts[label + 1] - start);
    sqlite3_bind_text(store->statement, 2, data->text + start, size, SQLITE_STATIC);
}

static void insert(struct store *store) {
    check(store, sqlite3_step(store->statement) == SQLITE_DONE);
    sqlite3_reset(store->statement);
}

static void build(const struct data *data, const char *path, bool is_shared) {
    struct store store = {NULL, NULL};
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    check(&store, sqlite3_open_v2(path, &store.database, flags, NULL) == SQLITE_OK);
    // A file that is thrown away if the building fails needs no journal.
    execute(&store, "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-65536;");
    execute(&store, is_shared ? shared_schema : plain_schema);
    execute(&store, "BEGIN");
    prepare(&store, "INSERT INTO entry VALUES(?1, ?2)");
    for (size_t i = 0; i < data->count; i++) {
        sqlite3_bind_int64(store.statement, 1, data->numbers[i]);
        if (is_shared) sqlite3_bind_int64(store.statement, 2, data->labels[i]);
        else bind_label(&store, data, data->labels[i]);
        insert(&store);
    }
    sqlite3_finalize(store.statement);
    if (is_shared) {
        prepare(&store, "INSERT INTO label VALUES(?1, ?2)");
        for (size_t i = 0; i < data->label_count; i++) {
            sqlite3_bind_int64(store.statement, 1, (int64_t)i);
            bind_label(&store, data, (uint32_t)i);
            insert(&store);
        }
        sqlite3_finalize(store.statement);
    }
    execute(&store, "COMMIT");
    sqlite3_close(store.database);
    sync_file(path);
}

static struct store *open_with(const char *path, const char *query, bool is_cold) {
    struct store *store = calloc(1, sizeof *store);
    if (store == NULL) give_up(path, "no memory");
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX;
    check(store, sqlite3_open_v2(path, &store->database, flags, NULL) == SQLITE_OK);
    // One look-up is faster by reading pages: of a mapped file, megabytes around each are read.
    if (!is_cold) execute(store, "PRAGMA mmap_size=8589934592");
    execute(store, "BEGIN");
    prepare(store, query);
    return store;
}

static struct outcome look_up(struct store *store, const int64_t *queries, size_t count) {
    struct outcome outcome = {0, 0};
    for (size_t i = 0; i < count; i++) {
        sqlite3_bind_int64(store->statement, 1, queries[i]);
        int result = sqlite3_step(store->statement);
        if (result == SQLITE_ROW) {
            const unsigned char *text = sqlite3_column_text(store->statement, 0);
            outcome.found++;
            outcome.label_sum += (size_t)sqlite3_column_bytes(store->statement, 0) + text[0];
        } else {
            check(store, result == SQLITE_DONE);
        }
        sqlite3_reset(store->statement);
    }
    return outcome;
}

static void build_plain(const struct data *data, const char *path) { build(data, path, false); }
static void build_shared(const struct data *data, const char *path) { build(data, path, true); }

static struct store *open_plain(const char *path, bool is_cold) {
    return open_with(path, plain_query, is_cold);
}

static struct store *open_shared(const char *path, bool is_cold) {
    return open_with(path, shared_query, is_cold);
}

const struct peer sqlite_peer = {"sqlite", build_plain, open_plain, look_up};
const struct peer sqlite_shared_peer = {"sqlite-shared", build_shared, open_shared, look_up};
