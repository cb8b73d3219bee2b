// SPDX-License-Identifier: Apache-2.0
import CNghttp2
package import OCKNetworking

/// The server's side of HTTP/2 on one connection.
///
/// Loop thread only. The session and its connection hold each other until the connection has
/// closed, so that nobody else must. Requests are delivered whole and may be answered at once or
/// later, in any order. nghttp2's own checks of HTTP are on: a malformed request never arrives
/// here.
package final class HTTP2ServerSession {
    package let connection: Connection
    private let transport: HTTP2Transport
    private let loop: EventLoop
    private let limits: HTTP2Limits
    private let onRequest: (HTTP2ServerSession, HTTP2Request) -> Void
    private let onClosed: (HTTP2ServerSession, CloseReason) -> Void
    private var streams: [Int32: ServerStream] = [:]
    /// The stream whose header block is being read.
    private var current: (id: Int32, stream: ServerStream)?
    private var lastFrameAt: Int64
    /// When our GOAWAY went out.
    private var drainsSince: Int64?
    /// The last stream that a GOAWAY of ours owns to.
    private var lastStreamID = Int32.max
    private var watchdog: LoopTimer?
    /// What the watchdog is armed for.
    private var watchedDue: Int64?

    /// Serves a connection, also one that has not finished its handshake.
    ///
    /// `onRequest` gets each request; answer it with ``respond(to:status:headers:body:)``.
    /// `onClosed` is called once, last; answers that come later are dropped.
    package init(
        connection: Connection, loop: EventLoop, limits: HTTP2Limits = HTTP2Limits(),
        onRequest: @escaping (HTTP2ServerSession, HTTP2Request) -> Void,
        onClosed: @escaping (HTTP2ServerSession, CloseReason) -> Void
    ) {
        self.connection = connection
        self.loop = loop
        self.limits = limits
        self.onRequest = onRequest
        self.onClosed = onClosed
        transport = HTTP2Transport(connection: connection, loop: loop)
        lastFrameAt = loop.now()
        connection.onBytes = { [self] bytes in
            start()
            transport.receive(bytes)
        }
        connection.onReady = { [self] in start() }
        connection.onClosed = { [self] reason in end(reason) }
        if connection.isReady { start() }
    }

    /// How many requests are on their way in or await their answer.
    package var openStreamCount: Int { streams.count }

    /// Answers a request.
    ///
    /// Dropped silently if the stream is gone or has its answer already.
    ///
    /// Header names in lower case. Answers given in one turn of the loop leave in one write.
    package func respond(
        to streamID: Int32, status: Int, headers: [HTTP2Header] = [], body: [UInt8] = []
    ) {
        guard let session = transport.session, let stream = streams[streamID], !stream.isAnswered
        else { return }
        stream.isAnswered = true
        stream.progress = .delivered
        var block = HeaderBlock()
        block.append(":status", String(status))
        block.append(headers)
        let outcome = block.withFields { fields, count in
            guard !body.isEmpty else {
                return nghttp2_submit_response(session, streamID, fields, count, nil)
            }
            let answer = OutgoingBody(body)
            stream.answer = answer
            var provider = answer.provider
            return nghttp2_submit_response(session, streamID, fields, count, &provider)
        }
        if outcome != 0 {
            reset(streamID, NGHTTP2_INTERNAL_ERROR)
        }
        transport.scheduleFlush()
    }

    /// Ends the connection in order: no new requests, the open ones are still answered, then it
    /// closes, at the latest after ``HTTP2Limits/drainTimeout``.
    ///
    /// `debug` goes into the GOAWAY frame, as APNs does with its reason.
    package func goAway(errorCode: UInt32 = 0, debug: [UInt8] = []) {
        guard let session = transport.session, drainsSince == nil else { return }
        drainsSince = loop.now()
        lastStreamID = nghttp2_session_get_last_proc_stream_id(session)
        nghttp2_submit_goaway(
            session, UInt8(NGHTTP2_FLAG_NONE.rawValue), lastStreamID, errorCode, debug, debug.count)
        transport.scheduleFlush()
        watch(by: loop.now() + limits.drainTimeout.nanoseconds)
    }

    // MARK: Start and end

    private func start() {
        guard transport.session == nil, !connection.isClosed else { return }
        transport.start(makeSession())
        lastFrameAt = loop.now()
        if let timeout = limits.idleTimeout { watch(by: lastFrameAt + timeout.nanoseconds) }
    }

    private func end(_ reason: CloseReason) {
        transport.stop()
        streams = [:]
        current = nil
        watchdog = nil
        onClosed(self, reason)
    }

    private func makeSession() -> OpaquePointer? {
        var callbacks: OpaquePointer?
        nghttp2_session_callbacks_new(&callbacks)
        defer { nghttp2_session_callbacks_del(callbacks) }
        setCallbacks(callbacks)

        var option: OpaquePointer?
        nghttp2_option_new(&option)
        defer { nghttp2_option_del(option) }
        nghttp2_option_set_no_closed_streams(option, 1)
        nghttp2_option_set_max_settings(option, 32)
        nghttp2_option_set_max_continuations(option, limits.maximumContinuationCount)
        nghttp2_option_set_stream_reset_rate_limit(
            option, limits.resetBurstCount, limits.resetsPerSecond)

        var session: OpaquePointer?
        nghttp2_session_server_new2(
            &session, callbacks, CallbackContext.pointer(to: self), option)
        let settings = [
            setting(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, limits.maximumConcurrentStreamCount),
            setting(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, limits.maximumHeaderListByteCount),
            // Priorities are not used, and cost memory.
            setting(NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES, 1),
        ]
        nghttp2_submit_settings(
            session, UInt8(NGHTTP2_FLAG_NONE.rawValue), settings, settings.count)
        // Room for the bodies of many streams at once; each is bounded by its own window.
        nghttp2_session_set_local_window_size(session, 0, 0, 1 << 20)
        return session
    }

    private func setting(_ id: nghttp2_settings_id, _ value: Int) -> nghttp2_settings_entry {
        nghttp2_settings_entry(settings_id: Int32(id.rawValue), value: UInt32(value))
    }

    // MARK: Frames

    private func setCallbacks(_ callbacks: OpaquePointer?) {
        nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, context in
            guard let frame else { return 0 }
            HTTP2ServerSession.session(context).headersBegan(frame)
            return 0
        }
        nghttp2_session_callbacks_set_on_header_callback(callbacks) {
            _, _, name, nameCount, value, valueCount, _, context in
            HTTP2ServerSession.session(context).headerCame(
                UnsafeBufferPointer(start: name, count: nameCount),
                UnsafeBufferPointer(start: value, count: valueCount))
            return 0
        }
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) {
            _, _, streamID, bytes, count, context in
            HTTP2ServerSession.session(context).bodyCame(
                streamID, UnsafeBufferPointer(start: bytes, count: count))
        }
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, context in
            guard let frame else { return 0 }
            return HTTP2ServerSession.session(context).frameCame(FrameHeader(frame))
        }
        nghttp2_session_callbacks_set_on_frame_send_callback(callbacks) { _, frame, context in
            guard let frame else { return 0 }
            HTTP2ServerSession.session(context).frameLeft(FrameHeader(frame))
            return 0
        }
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) {
            _, streamID, _, context in
            HTTP2ServerSession.session(context).streams[streamID] = nil
            return 0
        }
    }

    private static func session(_ context: UnsafeMutableRawPointer?) -> HTTP2ServerSession {
        CallbackContext.object(HTTP2ServerSession.self, from: context)
    }

    private func headersBegan(_ frame: UnsafePointer<nghttp2_frame>) {
        current = nil
        guard FrameHeader.category(frame) == NGHTTP2_HCAT_REQUEST else { return }
        let id = FrameHeader(frame).streamID
        // Until a GOAWAY has left, nghttp2 still takes streams that it disowns.
        guard id <= lastStreamID else { return }
        let stream = ServerStream(id: id, at: loop.now())
        streams[id] = stream
        current = (id, stream)
        watch(by: stream.startedAt + limits.requestTimeout.nanoseconds)
    }

    /// Trailers have no current stream, and are passed over.
    private func headerCame(
        _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>
    ) {
        current?.stream.append(name: name, value: value, limits)
    }

    private func bodyCame(_ streamID: Int32, _ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
        guard let stream = streams[streamID] else { return 0 }
        stream.append(body: bytes, limits)
        if stream.bodyByteCount > limits.maximumReceivedBodyByteCount {
            deliver(stream)
        }
        resetIfNeverEnding(stream, streamID)
        return goesOn
    }

    private func frameCame(_ header: FrameHeader) -> Int32 {
        lastFrameAt = loop.now()
        guard header.isHeaders || header.isData, let stream = streams[header.streamID] else {
            return 0
        }
        stream.hasRequestEnded = header.endsStream
        if stream.isHeaderListTooLarge {
            respond(to: header.streamID, status: 431)
        } else if header.endsStream {
            deliver(stream)
        }
        return goesOn
    }

    private func frameLeft(_ header: FrameHeader) {
        guard header.endsStream, let stream = streams[header.streamID] else { return }
        stream.hasAnswerLeft = true
        resetIfNeverEnding(stream, header.streamID)
    }

    /// An answer may end before its request does, whose rest is not wanted (RFC 9113 §8.1).
    ///
    /// Some clients lose the answer in a reset, so that one comes only when the rest is very long.
    private func resetIfNeverEnding(_ stream: ServerStream, _ streamID: Int32) {
        guard stream.hasAnswerLeft, !stream.hasRequestEnded,
            stream.bodyByteCount > limits.maximumDiscardedBodyByteCount
        else { return }
        stream.hasRequestEnded = true
        reset(streamID, NGHTTP2_NO_ERROR)
    }

    private func deliver(_ stream: ServerStream) {
        guard stream.progress == .receiving else { return }
        onRequest(self, stream.takeRequest(limits))
    }

    /// After a close by the owner, nghttp2 delivers no more of the same chunk.
    private var goesOn: Int32 {
        connection.isClosed ? NGHTTP2_ERR_CALLBACK_FAILURE.rawValue : 0
    }

    private func reset(_ streamID: Int32, _ code: nghttp2_error_code) {
        nghttp2_submit_rst_stream(
            transport.session, UInt8(NGHTTP2_FLAG_NONE.rawValue), streamID, UInt32(code.rawValue))
        transport.scheduleFlush()
    }

    // MARK: Time

    /// Sees to it that ``timePassed()`` comes by `due`.
    ///
    /// Times only move on while it waits, so that a busy connection arms no timer for each request.
    private func watch(by due: Int64) {
        if let watchedDue, watchedDue <= due { return }
        watchedDue = due
        if watchdog == nil { watchdog = loop.timer { [unowned self] in timePassed() } }
        watchdog?.arm(at: due)
    }

    private func timePassed() {
        watchedDue = nil
        let now = loop.now()
        if let drainsSince {
            let due = drainsSince + limits.drainTimeout.nanoseconds
            guard due > now else { return connection.closeAfterFlush() }
            watch(by: due)
        }
        endIfIdle(at: now)
        resetLateRequests(at: now)
        transport.scheduleFlush()
    }

    private func endIfIdle(at now: Int64) {
        guard let timeout = limits.idleTimeout?.nanoseconds, drainsSince == nil else { return }
        let due = (streams.isEmpty ? lastFrameAt : now) + timeout
        if due <= now { goAway(debug: Array("idle".utf8)) } else { watch(by: due) }
    }

    private func resetLateRequests(at now: Int64) {
        for (id, stream) in streams where !stream.hasRequestEnded {
            let due = stream.startedAt + limits.requestTimeout.nanoseconds
            guard due <= now else {
                watch(by: due)
                continue
            }
            stream.hasRequestEnded = true
            stream.progress = .delivered
            reset(id, NGHTTP2_CANCEL)
        }
    }
}
