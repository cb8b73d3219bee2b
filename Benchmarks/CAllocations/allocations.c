// SPDX-License-Identifier: Apache-2.0
//
// A program that links this has its own malloc, which counts and passes on to glibc's. Swift's
// objects and arrays all come from malloc; Swift reserves the name, so that this has to be C.
#include "allocations.h"

#include <stddef.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static unsigned long count;

unsigned long allocations_count(void) { return count; }

void *malloc(size_t size) {
    count++;
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count++;
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
    count++;
    return __libc_realloc(old, size);
}
