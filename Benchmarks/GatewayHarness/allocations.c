// SPDX-License-Identifier: Apache-2.0
//
// Loaded before a program (LD_PRELOAD), this counts how often it asks for memory, in all its
// threads. The count is eight bytes in the file that OPENCALLKIT_ALLOCATIONS names, which another
// process may read at any time.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

/// Counts before the file is there, and for programs without one.
static _Atomic uint64_t nowhere;
static _Atomic uint64_t *count = &nowhere;

static void add_one(void) { atomic_fetch_add_explicit(count, 1, memory_order_relaxed); }

__attribute__((constructor)) static void open_file(void) {
    const char *path = getenv("OPENCALLKIT_ALLOCATIONS");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *page = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (page != MAP_FAILED) count = page;
    close(file);
}

void *malloc(size_t size) {
    add_one();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    add_one();
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
    add_one();
    return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    add_one();
    return __libc_memalign(alignment, size);
}

void *memalign(size_t alignment, size_t size) {
    add_one();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    add_one();
    *result = __libc_memalign(alignment, size);
    return *result ? 0 : ENOMEM;
}
