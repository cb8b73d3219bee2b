/* SPDX-License-Identifier: Apache-2.0 */
/* As in the other C modules: <sys/select.h> has another fd_set without it, and Swift refuses to see two. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <nghttp2/nghttp2.h>
