// SPDX-License-Identifier: Apache-2.0
//
// LMDB: the number is the key, the label's text the value; appended in order, read in one
// transaction.
#include "peer.h"

#include <lmdb.h>
#include <stdlib.h>

struct store {
    MDB_env *environment;
    MDB_txn *transaction;
    MDB_dbi database;
};

static void check(int result, const char *what) {
    if (result != 0) give_up(what, mdb_strerror(result));
}

static struct store open_with(const char *path, size_t map_size, unsigned flags, unsigned mode) {
    struct store store;
    check(mdb_env_create(&store.environment), path);
    check(mdb_env_set_mapsize(store.environment, map_size), path);
    check(mdb_env_open(store.environment, path, MDB_NOSUBDIR | MDB_NOLOCK | flags, 0600), path);
    check(mdb_txn_begin(store.environment, NULL, mode, &store.transaction), path);
    check(mdb_dbi_open(store.transaction, NULL, MDB_INTEGERKEY, &store.database), path);
    return store;
}

static void build(const struct data *data, const char *path) {
    size_t map_size = data->count * 128 + (1 << 24);
    struct store store = open_with(path, map_size, MDB_WRITEMAP | MDB_NOSYNC, 0);
    for (size_t i = 0; i < data->count; i++) {
        uint32_t label = data->labels[i], start = data->starts[label];
        MDB_val key = {sizeof *data->numbers, (void *)(uintptr_t)&data->numbers[i]};
        MDB_val value = {
            data->starts[label + 1] - start, (void *)(uintptr_t)(data->text + start)};
        check(mdb_put(store.transaction, store.database, &key, &value, MDB_APPEND), path);
    }
    check(mdb_txn_commit(store.transaction), path);
    check(mdb_env_sync(store.environment, 1), path);
    mdb_env_close(store.environment);
}

static struct store *open_store(const char *path, bool is_cold) {
    struct store *store = malloc(sizeof *store);
    if (store == NULL) give_up(path, "no memory");
    unsigned flags = MDB_RDONLY | (is_cold ? MDB_NORDAHEAD : 0);
    *store = open_with(path, 0, flags, MDB_RDONLY);
    return store;
}

static struct outcome look_up(struct store *store, const int64_t *queries, size_t count) {
    struct outcome outcome = {0, 0};
    for (size_t i = 0; i < count; i++) {
        int64_t number = queries[i];
        MDB_val key = {sizeof number, &number}, value;
        int result = mdb_get(store->transaction, store->database, &key, &value);
        if (result == MDB_NOTFOUND) continue;
        check(result, "mdb_get");
        outcome.found++;
        outcome.label_sum += value.mv_size + *(const unsigned char *)value.mv_data;
    }
    return outcome;
}

const struct peer lmdb_peer = {"lmdb", build, open_store, look_up};
