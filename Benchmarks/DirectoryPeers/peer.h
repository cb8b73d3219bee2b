/* SPDX-License-Identifier: Apache-2.0 */
/* A way to keep numbers and labels, which peer.c measures. */
#pragma once
#include "data.h"

struct store;

/// What a look-up loop has seen; its sums keep the compiler from leaving work out.
struct outcome {
    size_t found;
    size_t label_sum;  ///< of each found label its length and its first byte
};

struct peer {
    const char *name;
    /// Writes a store; its bytes are on the disk when this returns.
    void (*build)(const struct data *data, const char *path);
    /// For one look-up in a file that is not cached, a store may be opened in another way.
    struct store *(*open)(const char *path, bool is_cold);
    /// Looks numbers up one after another, and reads the labels of those that are there.
    struct outcome (*look_up)(struct store *store, const int64_t *queries, size_t count);
};

extern const struct peer sorted_peer, eytzinger_peer, tree_peer;
extern const struct peer lmdb_peer, sqlite_peer, sqlite_shared_peer;
