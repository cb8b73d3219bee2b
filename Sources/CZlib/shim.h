/* SPDX-License-Identifier: Apache-2.0 */
#include <zlib.h>

/* inflateInit2 is a macro; Swift cannot see it. 31: a gzip header, and the largest window. */
static inline int CZlib_start_gzip(z_stream *stream) { return inflateInit2(stream, 31); }
