// SPDX-License-Identifier: Apache-2.0
//
// Three orders of one array of numbers: rising, Eytzinger's (the middle first, as a heap), and a
// static tree whose nodes fill a line of the cache. A file holds a head, the numbers, for each the
// index of its label, where the labels start, and their text.
#define _GNU_SOURCE
#include "peer.h"

#include <stdlib.h>
#include <sys/mman.h>
#if defined(__AVX512F__)
#include <immintrin.h>
#endif

enum { head_words = 8, node_size = 8 };

/// The numbers and indices of a store, before they are written.
struct layout {
    size_t slot_count;
    int64_t *numbers;
    uint32_t *labels;
};

struct store {
    size_t slot_count;
    const int64_t *numbers;
    const uint32_t *labels;
    const uint32_t *starts;
    const char *text;
};

/// Room for slots, of which those that no number takes are above every number.
static struct layout empty(size_t slot_count) {
    struct layout layout = {.slot_count = slot_count};
    layout.numbers = aligned_alloc(64, (slot_count * sizeof(int64_t) + 63) / 64 * 64);
    layout.labels = calloc(slot_count, sizeof(uint32_t));
    if (layout.numbers == NULL || layout.labels == NULL) give_up("a layout", "no memory");
    for (size_t i = 0; i < slot_count; i++) layout.numbers[i] = INT64_MAX;
    return layout;
}

static void put(const struct data *data, const struct layout *layout, const char *path) {
    uint64_t head[head_words] = {layout->slot_count, data->label_count};
    const void *parts[] = {head, layout->numbers, layout->labels, data->starts, data->text};
    const size_t sizes[] = {
        sizeof head, layout->slot_count * sizeof(int64_t), layout->slot_count * sizeof(uint32_t),
        (data->label_count + 1) * sizeof(uint32_t), data->starts[data->label_count],
    };
    write_file(path, sizeof parts / sizeof *parts, parts, sizes);
}

static struct store *open_store(const char *path, bool is_cold) {
    size_t size;
    const uint64_t *head = map_file(path, &size);
    // Else the system reads megabytes around each page.
    if (is_cold) madvise((void *)(uintptr_t)head, size, MADV_RANDOM);
    struct store *store = malloc(sizeof *store);
    if (store == NULL) give_up(path, "no memory");
    store->slot_count = head[0];
    store->numbers = (const int64_t *)(head + head_words);
    store->labels = (const uint32_t *)(store->numbers + head[0]);
    store->starts = store->labels + head[0];
    store->text = (const char *)(store->starts + head[1] + 1);
    return store;
}

/// Reads the label of a slot, if it is the number's own.
static inline void take(
    const struct store *store, size_t slot, int64_t number, struct outcome *outcome) {
    if (slot >= store->slot_count || store->numbers[slot] != number) return;
    uint32_t label = store->labels[slot], start = store->starts[label];
    outcome->found++;
    outcome->label_sum += store->starts[label + 1] - start + (unsigned char)store->text[start];
}

// --- Rising ---------------------------------------------------------------------------------

static void build_sorted(const struct data *data, const char *path) {
    struct layout layout = {
        data->count, (int64_t *)(uintptr_t)data->numbers, (uint32_t *)(uintptr_t)data->labels};
    put(data, &layout, path);
}

/// The branches of a plain search are guessed, and memory is read ahead on the guess: without them
/// an array that no cache holds is slower.
static inline size_t search_sorted(const struct store *store, int64_t number) {
    size_t from = 0, to = store->slot_count;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        int64_t found = store->numbers[middle];
        if (found == number) return middle;
        if (found < number) from = middle + 1;
        else to = middle;
    }
    return SIZE_MAX;
}

static struct outcome look_up_sorted(struct store *store, const int64_t *queries, size_t count) {
    struct outcome outcome = {0, 0};
    for (size_t i = 0; i < count; i++)
        take(store, search_sorted(store, queries[i]), queries[i], &outcome);
    return outcome;
}

// --- Eytzinger's ----------------------------------------------------------------------------

/// Fills the subtree of a slot from the numbers that follow; slot 0 stays empty.
static size_t fill_heap(const struct data *data, struct layout *layout, size_t slot, size_t next) {
    if (slot >= layout->slot_count) return next;
    next = fill_heap(data, layout, 2 * slot, next);
    layout->numbers[slot] = data->numbers[next];
    layout->labels[slot] = data->labels[next];
    return fill_heap(data, layout, 2 * slot + 1, next + 1);
}

static void build_eytzinger(const struct data *data, const char *path) {
    struct layout layout = empty(data->count + 1);
    fill_heap(data, &layout, 1, 0);
    put(data, &layout, path);
    free(layout.numbers), free(layout.labels);
}

static inline size_t search_eytzinger(const struct store *store, int64_t number) {
    size_t slot = 1;
    while (slot < store->slot_count) {
        __builtin_prefetch(store->numbers + slot * 8);  // three steps on, in one line
        slot = 2 * slot + (store->numbers[slot] < number);
    }
    return slot >> __builtin_ffsll((long long)~slot);  // up to the last step to the left
}

static struct outcome look_up_eytzinger(
    struct store *store, const int64_t *queries, size_t count) {
    struct outcome outcome = {0, 0};
    for (size_t i = 0; i < count; i++)
        take(store, search_eytzinger(store, queries[i]), queries[i], &outcome);
    return outcome;
}

// --- A tree of nodes that fill a line -------------------------------------------------------

static inline size_t child(size_t node, size_t place) {
    return node * (node_size + 1) + place + 1;
}

static size_t fill_tree(const struct data *data, struct layout *layout, size_t node, size_t next) {
    if (node >= layout->slot_count / node_size) return next;
    for (size_t place = 0; place < node_size; place++) {
        next = fill_tree(data, layout, child(node, place), next);
        if (next >= data->count) continue;
        layout->numbers[node * node_size + place] = data->numbers[next];
        layout->labels[node * node_size + place] = data->labels[next];
        next++;
    }
    return fill_tree(data, layout, child(node, node_size), next);
}

static void build_tree(const struct data *data, const char *path) {
    struct layout layout = empty((data->count + node_size - 1) / node_size * node_size);
    fill_tree(data, &layout, 0, 0);
    put(data, &layout, path);
    free(layout.numbers), free(layout.labels);
}

/// How many numbers of a node are below a number.
static inline size_t below(const int64_t *node, int64_t number) {
#if defined(__AVX512F__)
    __m512i sought = _mm512_set1_epi64(number);
    return (size_t)__builtin_popcount(_mm512_cmplt_epi64_mask(_mm512_load_si512(node), sought));
#else
    size_t count = 0;
    for (int place = 0; place < node_size; place++) count += node[place] < number;
    return count;
#endif
}

static inline size_t search_tree(const struct store *store, int64_t number) {
    size_t node = 0, slot = SIZE_MAX, node_count = store->slot_count / node_size;
    while (node < node_count) {
        size_t place = below(store->numbers + node * node_size, number);
        if (place < node_size) slot = node * node_size + place;
        node = child(node, place);
    }
    return slot;
}

static struct outcome look_up_tree(struct store *store, const int64_t *queries, size_t count) {
    struct outcome outcome = {0, 0};
    for (size_t i = 0; i < count; i++)
        take(store, search_tree(store, queries[i]), queries[i], &outcome);
    return outcome;
}

const struct peer sorted_peer = {"sorted", build_sorted, open_store, look_up_sorted};
const struct peer eytzinger_peer = {
    "eytzinger", build_eytzinger, open_store, look_up_eytzinger};
const struct peer tree_peer = {"tree", build_tree, open_store, look_up_tree};
