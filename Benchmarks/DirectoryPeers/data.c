// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "data.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

_Noreturn void give_up(const char *what, const char *why) {
    fprintf(stderr, "directory peer: %s: %s\n", what, why);
    exit(EXIT_FAILURE);
}

const void *map_file(const char *path, size_t *size) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) give_up(path, strerror(errno));
    void *start = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_SHARED, file, 0);
    if (start == MAP_FAILED) give_up(path, strerror(errno));
    close(file);
    *size = (size_t)status.st_size;
    return start;
}

static const void *map_in(const char *folder, const char *name, size_t *size) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return map_file(path, size);
}

struct data data_open(const char *folder) {
    struct data data;
    size_t size;
    data.numbers = map_in(folder, "numbers", &size);
    data.count = size / sizeof *data.numbers;
    data.labels = map_in(folder, "labels", &size);
    data.starts = map_in(folder, "starts", &size);
    data.label_count = size / sizeof *data.starts - 1;
    data.text = map_in(folder, "text", &size);
    data.hits = map_in(folder, "hits", &size);
    data.misses = map_in(folder, "misses", &size);
    return data;
}

void write_file(const char *path, size_t count, const void *const parts[], const size_t sizes[]) {
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0) give_up(path, strerror(errno));
    for (size_t part = 0; part < count; part++) {
        const char *next = parts[part];
        for (size_t left = sizes[part]; left > 0;) {
            ssize_t written = write(file, next, left);
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) give_up(path, strerror(errno));
            next += written, left -= (size_t)written;
        }
    }
    if (fsync(file) != 0 || close(file) != 0) give_up(path, strerror(errno));
}

size_t file_size(const char *path) {
    struct stat status;
    if (stat(path, &status) != 0) give_up(path, strerror(errno));
    // LMDB's file has holes.
    size_t taken = (size_t)status.st_blocks * 512, size = (size_t)status.st_size;
    return taken < size ? taken : size;
}

void sync_file(const char *path) {
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0 || fsync(file) != 0) give_up(path, strerror(errno));
    close(file);
}

size_t evict(const char *path) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) give_up(path, strerror(errno));
    fsync(file);  // what is dirty cannot be dropped
    posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
    size_t page = (size_t)sysconf(_SC_PAGESIZE), size = (size_t)status.st_size;
    size_t pages = (size + page - 1) / page, cached = 0;
    unsigned char *is_there = malloc(pages);
    void *start = mmap(NULL, size, PROT_READ, MAP_SHARED, file, 0);
    if (start == MAP_FAILED || is_there == NULL || mincore(start, size, is_there) != 0)
        give_up(path, strerror(errno));
    for (size_t i = 0; i < pages; i++) cached += is_there[i] & 1;
    munmap(start, size);
    free(is_there);
    close(file);
    return cached;
}

static double seconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

double wall_seconds(void) { return seconds(CLOCK_MONOTONIC); }
double thread_seconds(void) { return seconds(CLOCK_THREAD_CPUTIME_ID); }

size_t anonymous_bytes(void) {
    FILE *file = fopen("/proc/self/status", "r");
    if (file == NULL) give_up("/proc/self/status", strerror(errno));
    char line[256];
    size_t kilobytes = 0;
    while (fgets(line, sizeof line, file) != NULL) sscanf(line, "RssAnon: %zu", &kilobytes);
    fclose(file);
    return kilobytes * 1024;
}
