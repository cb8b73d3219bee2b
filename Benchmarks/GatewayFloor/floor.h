// SPDX-License-Identifier: Apache-2.0
#ifndef FLOOR_H
#define FLOOR_H

#include <nghttp2/nghttp2.h>
#include <openssl/ssl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The bytes that one TLS record carries.
enum { record_bytes = 16384 };

enum kind { kind_provider_door, kind_phone_door, kind_provider, kind_phone };

/// A socket of the loop; a provider's has more behind it.
struct peer {
    int descriptor;
    enum kind kind;
    bool is_open;
    /// A phone's, once it is open.
    uint32_t number;
    SSL *ssl;
};

/// A provider's connection: HTTP/2, and what waits to be written.
struct provider {
    struct peer peer;
    nghttp2_session *session;
    bool waits_for_room;
    size_t output_count;
    uint8_t output[2 * record_bytes];
};

/// Ends the program with words for a person.
void give_up(const char *words) __attribute__((noreturn));

/// Asks the loop for room to write, besides bytes to read.
void watch(struct peer *peer, bool wants_room);

/// Sends a push to the phone of this number, if it is there.
void deliver(uint32_t number, const uint8_t *body, size_t count);

/// Whether a phone of this number is there.
bool has_phone(uint32_t number);

/// Makes the HTTP/2 session once the handshake is done.
void provider_open(struct provider *provider);

/// Reads what has come and answers it. False: the connection is over.
bool provider_ready(struct provider *provider);

#endif
