/* SPDX-License-Identifier: Apache-2.0 */
/* What the programs beside NumberTable share: the data, clocks, and files that are not cached. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { query_count = 1000000 };

/// A folder of data, mapped: as `make` writes it.
struct data {
    size_t count;             ///< of numbers
    const int64_t *numbers;   ///< rising
    const uint32_t *labels;   ///< for each number, the index of its label
    size_t label_count;
    const uint32_t *starts;   ///< where each label starts in `text`; one more than there are labels
    const char *text;
    const int64_t *hits;      ///< `query_count` numbers that are there, in no order
    const int64_t *misses;    ///< as many that are not
};

struct data data_open(const char *folder);

/// Says why there is no measurement, and ends.
_Noreturn void give_up(const char *what, const char *why);

/// Maps a whole file to be read; one that is missing or empty ends the program.
const void *map_file(const char *path, size_t *size);

/// Writes parts one after another into a new file, and sees them on the disk.
void write_file(const char *path, size_t count, const void *const parts[], const size_t sizes[]);

size_t file_size(const char *path);

/// Sees a file on the disk.
void sync_file(const char *path);

/// Drops a file from the page cache and gives how many of its pages are there all the same.
size_t evict(const char *path);

double wall_seconds(void);

/// Of this thread on a processor: what else the machine does hardly counts.
double thread_seconds(void);

/// Memory of this process that no file stands behind, in bytes.
size_t anonymous_bytes(void);
