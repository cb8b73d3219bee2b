// SPDX-License-Identifier: Apache-2.0
//
// The providers' side of the floor: every request is answered 200 with its own apns-id, and its
// body goes to the phone that the path names. Nothing is checked.
#include "floor.h"

#include <stdlib.h>
#include <string.h>

enum { id_bytes = 36, body_bytes = 5120, reads_per_turn = 8 };

/// An open stream.
struct request {
    struct request *next;
    uint32_t phone;
    bool has_phone;
    char id[id_bytes];
    size_t id_count;
    size_t body_count;
    uint8_t body[body_bytes];
};

static struct request *spare;

static int began(
    nghttp2_session *session, const nghttp2_frame *frame, void *context) {
    (void)context;
    if (frame->hd.type != NGHTTP2_HEADERS) return 0;
    struct request *request = spare;
    if (request) {
        spare = request->next;
    } else if (!(request = malloc(sizeof *request))) {
        give_up("out of memory");
    }
    request->has_phone = false;
    request->id_count = request->body_count = 0;
    nghttp2_session_set_stream_user_data(session, frame->hd.stream_id, request);
    return 0;
}

static uint32_t hexadecimal(const uint8_t *digits) {
    uint32_t value = 0;
    for (int index = 0; index < 8; index++) {
        uint8_t digit = digits[index];
        value = value << 4 | (digit <= '9' ? digit - '0' : (digit | 32) - 'a' + 10);
    }
    return value;
}

static int field(
    nghttp2_session *session, const nghttp2_frame *frame, const uint8_t *name, size_t name_count,
    const uint8_t *value, size_t value_count, uint8_t flags, void *context) {
    (void)flags, (void)context;
    bool is_path = name_count == 5 && memcmp(name, ":path", 5) == 0;
    bool is_id = name_count == 7 && memcmp(name, "apns-id", 7) == 0;
    if (!is_path && !is_id) return 0;
    struct request *request =
        nghttp2_session_get_stream_user_data(session, frame->hd.stream_id);
    if (!request) return 0;
    if (is_id && value_count <= id_bytes) {
        memcpy(request->id, value, value_count);
        request->id_count = value_count;
    } else if (is_path && value_count >= 19) {  // "/3/device/" and eight digits
        request->phone = hexadecimal(value + 10);
        request->has_phone = has_phone(request->phone);
    }
    return 0;
}

static int chunk(
    nghttp2_session *session, uint8_t flags, int32_t stream, const uint8_t *bytes, size_t count,
    void *context) {
    (void)flags, (void)context;
    struct request *request = nghttp2_session_get_stream_user_data(session, stream);
    if (request && request->has_phone && request->body_count + count <= body_bytes) {
        memcpy(request->body + request->body_count, bytes, count);
        request->body_count += count;
    }
    return 0;
}

static int came(nghttp2_session *session, const nghttp2_frame *frame, void *context) {
    (void)context;
    bool is_part = frame->hd.type == NGHTTP2_DATA || frame->hd.type == NGHTTP2_HEADERS;
    if (!is_part || !(frame->hd.flags & NGHTTP2_FLAG_END_STREAM)) return 0;
    struct request *request =
        nghttp2_session_get_stream_user_data(session, frame->hd.stream_id);
    if (!request) return 0;
    const uint8_t copies_nothing = NGHTTP2_NV_FLAG_NO_COPY_NAME | NGHTTP2_NV_FLAG_NO_COPY_VALUE;
    nghttp2_nv fields[2] = {
        {(uint8_t *)":status", (uint8_t *)"200", 7, 3, copies_nothing},
        {(uint8_t *)"apns-id", (uint8_t *)request->id, 7, request->id_count,
            copies_nothing | NGHTTP2_NV_FLAG_NO_INDEX},
    };
    size_t count = request->id_count > 0 ? 2 : 1;
    if (nghttp2_submit_response(session, frame->hd.stream_id, fields, count, NULL) != 0) return 0;
    if (request->has_phone) deliver(request->phone, request->body, request->body_count);
    return 0;
}

static int closed(nghttp2_session *session, int32_t stream, uint32_t error, void *context) {
    (void)error, (void)context;
    struct request *request = nghttp2_session_get_stream_user_data(session, stream);
    if (!request) return 0;
    request->next = spare;
    spare = request;
    return 0;
}

void provider_open(struct provider *provider) {
    static nghttp2_session_callbacks *callbacks;
    static nghttp2_option *option;
    if (!callbacks) {
        nghttp2_session_callbacks_new(&callbacks);
        nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, began);
        nghttp2_session_callbacks_set_on_header_callback(callbacks, field);
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, chunk);
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, came);
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, closed);
        nghttp2_option_new(&option);
        nghttp2_option_set_no_closed_streams(option, 1);
    }
    nghttp2_settings_entry settings[] = {{NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, 1000}};
    if (nghttp2_session_server_new2(&provider->session, callbacks, provider, option) != 0
        || nghttp2_submit_settings(provider->session, NGHTTP2_FLAG_NONE, settings, 1) != 0) {
        give_up("nghttp2 makes no session");
    }
    nghttp2_session_set_local_window_size(provider->session, NGHTTP2_FLAG_NONE, 0, 1 << 24);
}

/// Gathers frames into whole records, and writes until nothing is left or the socket is full.
static bool write_out(struct provider *provider) {
    for (;;) {
        while (provider->output_count < record_bytes) {
            const uint8_t *bytes;
            ssize_t count = nghttp2_session_mem_send(provider->session, &bytes);
            if (count < 0) return false;
            if (count == 0) break;
            if (provider->output_count + (size_t)count > sizeof provider->output) return false;
            memcpy(provider->output + provider->output_count, bytes, (size_t)count);
            provider->output_count += (size_t)count;
        }
        size_t count = provider->output_count;
        if (count > record_bytes) count = record_bytes;
        int written = count == 0 ? 0 : SSL_write(provider->peer.ssl, provider->output, (int)count);
        bool is_full =
            count > 0 && written <= 0
            && SSL_get_error(provider->peer.ssl, written) == SSL_ERROR_WANT_WRITE;
        if (is_full != provider->waits_for_room) {
            provider->waits_for_room = is_full;
            watch(&provider->peer, is_full);
        }
        if (count == 0 || is_full) return true;
        if (written <= 0) return false;
        provider->output_count -= (size_t)written;
        memmove(provider->output, provider->output + written, provider->output_count);
    }
}

bool provider_ready(struct provider *provider) {
    static uint8_t bytes[record_bytes];
    // What OpenSSL has read ahead wakes nobody: it must be taken now.
    for (int turn = 0; turn < reads_per_turn || SSL_has_pending(provider->peer.ssl); turn++) {
        int count = SSL_read(provider->peer.ssl, bytes, sizeof bytes);
        if (count > 0) {
            if (nghttp2_session_mem_recv(provider->session, bytes, (size_t)count) < 0) return false;
            continue;
        }
        if (SSL_get_error(provider->peer.ssl, count) != SSL_ERROR_WANT_READ) return false;
        break;
    }
    return write_out(provider)
           && (nghttp2_session_want_read(provider->session)
               || nghttp2_session_want_write(provider->session));
}
