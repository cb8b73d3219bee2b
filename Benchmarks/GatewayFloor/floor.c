// SPDX-License-Identifier: Apache-2.0
//
// The floor under the gateway: one thread, epoll, OpenSSL and nghttp2 in C. It does what the
// gateway cannot do without (TLS, HTTP/2, one write to a phone and one read from it for each push)
// and nothing else: it checks nothing, stores nothing and writes no log.
//
//     floor CERTIFICATE KEY        two PEM files; the ports are chosen by the system
//
// It prints `ready PROVIDERS-PORT PHONES-PORT`, and works until it is killed. A phone says its
// number first: a frame of eight hexadecimal digits. A push for `/3/device/` and those digits goes
// to it in one frame, and it answers with another.
#define _GNU_SOURCE
#include "floor.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

enum { phone_count_max = 65536, frame_header_bytes = 4, hello_bytes = 12 };

static int loop;
static SSL_CTX *context;
static struct peer *phones[phone_count_max];

void give_up(const char *words) {
    fprintf(stderr, "floor: %s\n", words);
    exit(EXIT_FAILURE);
}

void watch(struct peer *peer, bool wants_room) {
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = peer};
    if (wants_room) event.events |= EPOLLOUT;
    if (epoll_ctl(loop, EPOLL_CTL_MOD, peer->descriptor, &event) != 0) give_up("epoll_ctl failed");
}

static void watch_first(struct peer *peer) {
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = peer};
    if (epoll_ctl(loop, EPOLL_CTL_ADD, peer->descriptor, &event) != 0) give_up("epoll_ctl failed");
}

// --- TLS ------------------------------------------------------------------------------------

/// Takes the first protocol that the client offers: the port says which it is.
static int choose(
    SSL *ssl, const unsigned char **chosen, unsigned char *chosen_count,
    const unsigned char *offered, unsigned offered_count, void *unused) {
    (void)ssl, (void)unused;
    if (offered_count < 2) return SSL_TLSEXT_ERR_ALERT_FATAL;
    *chosen = offered + 1;
    *chosen_count = offered[0];
    return SSL_TLSEXT_ERR_OK;
}

/// The gateway's own options: no tickets, no session cache, no buffers while nothing comes.
static void make_context(const char *certificate, const char *key) {
    context = SSL_CTX_new(TLS_server_method());
    if (!context || SSL_CTX_use_certificate_chain_file(context, certificate) != 1
        || SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) != 1) {
        give_up("OpenSSL does not take the certificate and its key");
    }
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_options(context, SSL_OP_NO_TICKET | SSL_OP_NO_COMPRESSION);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_num_tickets(context, 0);
    SSL_CTX_set_read_ahead(context, 1);
    SSL_CTX_set_alpn_select_cb(context, choose, NULL);
}

// --- Phones ---------------------------------------------------------------------------------

bool has_phone(uint32_t number) { return number < phone_count_max && phones[number]; }

void deliver(uint32_t number, const uint8_t *body, size_t count) {
    static uint8_t frame[record_bytes];
    frame[0] = frame[1] = 0;
    frame[2] = (uint8_t)(count >> 8);
    frame[3] = (uint8_t)count;
    memcpy(frame + frame_header_bytes, body, count);
    int total = (int)(frame_header_bytes + count);
    if (SSL_write(phones[number]->ssl, frame, total) != total) {
        give_up("a phone takes no more: too many pushes on their way");
    }
}

/// Reads a phone's number, or an acknowledgement. False: the connection is over.
static bool phone_ready(struct peer *peer) {
    static char bytes[record_bytes + 1];
    do {
        int count = SSL_read(peer->ssl, bytes, record_bytes);
        if (count <= 0) return SSL_get_error(peer->ssl, count) == SSL_ERROR_WANT_READ;
        if (!peer->is_open && count >= hello_bytes) {
            bytes[hello_bytes] = 0;
            unsigned long number = strtoul(bytes + frame_header_bytes, NULL, 16);
            if (number >= phone_count_max) return false;
            peer->number = (uint32_t)number;
            peer->is_open = true;
            phones[number] = peer;
        }
    } while (SSL_has_pending(peer->ssl));
    return true;
}

// --- The loop -------------------------------------------------------------------------------

static struct peer *listen_at_any_port(enum kind kind, int *port) {
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    struct peer *door = calloc(1, sizeof *door);
    if (!door) give_up("out of memory");
    door->kind = kind;
    door->descriptor = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (bind(door->descriptor, (struct sockaddr *)&address, size) != 0
        || listen(door->descriptor, 4096) != 0
        || getsockname(door->descriptor, (struct sockaddr *)&address, &size) != 0) {
        give_up("cannot listen on the loopback");
    }
    *port = ntohs(address.sin_port);
    watch_first(door);
    return door;
}

static void take_in(const struct peer *door) {
    const int flags = SOCK_NONBLOCK | SOCK_CLOEXEC, one = 1;
    int descriptor;
    while ((descriptor = accept4(door->descriptor, NULL, NULL, flags)) >= 0) {
        bool is_provider = door->kind == kind_provider_door;
        struct peer *peer = calloc(1, is_provider ? sizeof(struct provider) : sizeof *peer);
        if (!peer) give_up("out of memory");
        setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        peer->kind = is_provider ? kind_provider : kind_phone;
        peer->descriptor = descriptor;
        peer->ssl = SSL_new(context);
        SSL_set_fd(peer->ssl, descriptor);
        SSL_set_accept_state(peer->ssl);
        watch_first(peer);
    }
}

static void let_go(struct peer *peer) {
    if (peer->is_open && peer->kind == kind_phone && phones[peer->number] == peer) {
        phones[peer->number] = NULL;
    } else if (peer->is_open && peer->kind == kind_provider) {
        nghttp2_session_del(((struct provider *)peer)->session);
    }
    SSL_free(peer->ssl);
    close(peer->descriptor);
    free(peer);
}

/// False: the connection is over.
static bool ready(struct peer *peer) {
    if (peer->kind == kind_phone) return phone_ready(peer);
    struct provider *provider = (struct provider *)peer;
    if (!peer->is_open) {
        int outcome = SSL_do_handshake(peer->ssl);
        if (outcome != 1) return SSL_get_error(peer->ssl, outcome) == SSL_ERROR_WANT_READ;
        peer->is_open = true;
        provider_open(provider);
    }
    return provider_ready(provider);
}

int main(int count, char **words) {
    if (count != 3) give_up("usage: floor CERTIFICATE KEY");
    signal(SIGPIPE, SIG_IGN);
    make_context(words[1], words[2]);
    loop = epoll_create1(EPOLL_CLOEXEC);
    int provider_port, phone_port;
    listen_at_any_port(kind_provider_door, &provider_port);
    listen_at_any_port(kind_phone_door, &phone_port);
    printf("ready %d %d\n", provider_port, phone_port);
    fflush(stdout);
    for (;;) {
        struct epoll_event events[64];
        int event_count = epoll_wait(loop, events, 64, -1);
        for (int index = 0; index < event_count; index++) {
            struct peer *peer = events[index].data.ptr;
            if (peer->kind == kind_provider_door || peer->kind == kind_phone_door) {
                take_in(peer);
            } else if (!ready(peer)) {
                let_go(peer);
            }
        }
    }
}
