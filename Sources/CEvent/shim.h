/* SPDX-License-Identifier: Apache-2.0 */
/* First, since libevent's configuration defines _GNU_SOURCE: with it, fd_set has other members than
   in Swift's Glibc module, and the compiler refuses to see two. */
#include <sys/types.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <event2/buffer.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>
