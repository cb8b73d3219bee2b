// SPDX-License-Identifier: Apache-2.0
#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

/// How often this program has called malloc, calloc and realloc. Made for programs of one thread.
unsigned long allocations_count(void);

#endif
