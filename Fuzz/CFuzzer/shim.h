/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CFUZZER_SHIM_H
#define CFUZZER_SHIM_H

#include <stddef.h>
#include <stdint.h>

/* libFuzzer as a library; the compiler brings it and no header of it. */
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *, size_t));

#endif
