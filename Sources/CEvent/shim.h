/* SPDX-License-Identifier: Apache-2.0 */
/* As in the other C modules: <sys/select.h> has another fd_set without it, and Swift refuses to see two. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <event2/event.h>
#include <event2/listener.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/bufferevent_ssl.h>
