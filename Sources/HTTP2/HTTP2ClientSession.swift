// SPDX-License-Identifier: Apache-2.0
import CNghttp2
package import OCKNetworking

/// The client's side of HTTP/2 on one connection.
///
/// Loop thread only. The session and its connection hold each other until the connection has
/// closed. Requests wait here until the server has told how many streams it allows, and while it
/// allows no more; that number may change at any time, as APNs does.
package final class HTTP2ClientSession {
    package let connection: Connection
    private let transport: HTTP2Transport
    private let loop: EventLoop
    private let authority: String
    private let limits: HTTP2ClientLimits
    private let onGoAway: (_ errorCode: UInt32, _ debug: [UInt8]) -> Void
    private let onClosed: (CloseReason) -> Void
    private var waiting = RequestQueue()
    private var streams: [Int32: ClientStream] = [:]
    /// The stream whose header block is being read.
    private var current: ClientStream?
    private var hasServerSettings = false
    private var isGoingAway = false
    private var keepAlive: LoopTimer?
    private var isPingUnanswered = false

    /// Speaks HTTP/2 on a connection, also one that is not ready yet.
    ///
    /// `authority` is the server's name and port for `:authority`. `onGoAway` brings the server's
    /// reason for leaving; requests it did not process fail as ``HTTP2Error/refused``. `onClosed`
    /// is called once, after all completions.
    package init(
        connection: Connection, loop: EventLoop, authority: String,
        limits: HTTP2ClientLimits = HTTP2ClientLimits(),
        onGoAway: @escaping (_ errorCode: UInt32, _ debug: [UInt8]) -> Void = { _, _ in },
        onClosed: @escaping (CloseReason) -> Void = { _ in }
    ) {
        self.connection = connection
        self.loop = loop
        self.authority = authority
        self.limits = limits
        self.onGoAway = onGoAway
        self.onClosed = onClosed
        transport = HTTP2Transport(connection: connection, loop: loop)
        connection.onBytes = { [self] bytes in
            start()
            transport.receive(bytes)
        }
        connection.onReady = { [self] in start() }
        connection.onClosed = { [self] reason in end(reason) }
        if connection.isReady { start() }
    }

    /// Sends a request as soon as the server allows a stream.
    ///
    /// Header names in lower case.
    ///
    /// `completion` is called once, on the loop, never inside this call.
    package func request(
        method: String, path: String, headers: [HTTP2Header] = [], body: [UInt8] = [],
        completion: @escaping (Result<HTTP2Response, HTTP2Error>) -> Void
    ) {
        guard isAccepting else { return loop.later { completion(.failure(.refused)) } }
        guard waiting.count < limits.maximumQueuedRequestCount else {
            let limit = limits.maximumQueuedRequestCount
            return loop.later { completion(.failure(.tooManyRequests(limit: limit))) }
        }
        var block = HeaderBlock()
        block.append(":method", method)
        block.append(":scheme", "https")
        block.append(":authority", authority)
        block.append(":path", path)
        block.append(headers)
        waiting.append(ClientStream(headers: block, body: body, completion: completion))
        submitWaiting()
    }

    /// Whether new requests can go out on this connection; if not, make another.
    package var isAccepting: Bool { !isGoingAway && !connection.isClosed }

    /// Requests without an answer, waiting or on their way.
    package var pendingRequestCount: Int { waiting.count + streams.count }

    /// Says farewell and closes.
    ///
    /// What has no answer fails.
    package func close() {
        guard let session = transport.session else { return connection.close() }
        isGoingAway = true
        nghttp2_session_terminate_session(session, UInt32(NGHTTP2_NO_ERROR.rawValue))
        transport.scheduleFlush()
    }

    // MARK: Start and end

    private func start() {
        guard transport.session == nil, !connection.isClosed else { return }
        transport.start(makeSession())
        armKeepAlive()
    }

    private func end(_ reason: CloseReason) {
        transport.stop()
        keepAlive = nil
        current = nil
        let lost = streams.sorted { $0.key < $1.key }
        streams = [:]
        for (_, stream) in lost { stream.finish(.connectionClosed(reason)) }
        refuseWaiting()
        onClosed(reason)
    }

    private func refuseWaiting() {
        while let stream = waiting.popFirst() { stream.finish(.refused) }
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

        var session: OpaquePointer?
        nghttp2_session_client_new2(
            &session, callbacks, CallbackContext.pointer(to: self), option)
        let settings = [
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_ENABLE_PUSH.rawValue), value: 0)
        ]
        nghttp2_submit_settings(
            session, UInt8(NGHTTP2_FLAG_NONE.rawValue), settings, settings.count)
        return session
    }

    // MARK: Sending

    private func submitWaiting() {
        guard let session = transport.session, hasServerSettings, !isGoingAway else { return }
        let limit = nghttp2_session_get_remote_settings(
            session, NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS)
        while streams.count < Int(limit), let stream = waiting.popFirst() {
            submit(stream, session)
        }
        transport.scheduleFlush()
    }

    private func submit(_ stream: ClientStream, _ session: OpaquePointer) {
        let streamID = stream.headers.withFields { fields, count in
            guard let body = stream.body else {
                return nghttp2_submit_request(session, nil, fields, count, nil, nil)
            }
            var provider = body.provider
            return nghttp2_submit_request(session, nil, fields, count, &provider, nil)
        }
        guard streamID > 0 else {
            // The numbers of streams have run out: this connection has done its work.
            isGoingAway = true
            stream.finish(.refused)
            return refuseWaiting()
        }
        streams[streamID] = stream
    }

    // MARK: Frames

    private func setCallbacks(_ callbacks: OpaquePointer?) {
        nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, context in
            guard let frame else { return 0 }
            HTTP2ClientSession.session(context).headersBegan(frame)
            return 0
        }
        nghttp2_session_callbacks_set_on_header_callback(callbacks) {
            _, _, name, nameCount, value, valueCount, _, context in
            let session = HTTP2ClientSession.session(context)
            session.current?.append(
                name: UnsafeBufferPointer(start: name, count: nameCount),
                value: UnsafeBufferPointer(start: value, count: valueCount), session.limits)
            return 0
        }
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) {
            _, _, streamID, bytes, count, context in
            HTTP2ClientSession.session(context).bodyCame(
                streamID, UnsafeBufferPointer(start: bytes, count: count))
            return 0
        }
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, context in
            guard let frame else { return 0 }
            HTTP2ClientSession.session(context).frameCame(frame)
            return 0
        }
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) {
            _, streamID, errorCode, context in
            HTTP2ClientSession.session(context).streamClosed(streamID, errorCode)
            return 0
        }
    }

    private static func session(_ context: UnsafeMutableRawPointer?) -> HTTP2ClientSession {
        CallbackContext.object(HTTP2ClientSession.self, from: context)
    }

    private func headersBegan(_ frame: UnsafePointer<nghttp2_frame>) {
        current = nil
        guard let stream = streams[FrameHeader(frame).streamID] else { return }
        // A block after the first is trailers, or the real answer after an interim one.
        if FrameHeader.category(frame) == NGHTTP2_HCAT_RESPONSE || stream.isInterim {
            stream.headersBegan()
            current = stream
        }
    }

    private func bodyCame(_ streamID: Int32, _ bytes: UnsafeBufferPointer<UInt8>) {
        guard let stream = streams[streamID], !stream.isAnswerTooLarge else { return }
        stream.append(body: bytes, limits)
        giveUpIfTooLarge(stream, streamID)
    }

    private func frameCame(_ frame: UnsafePointer<nghttp2_frame>) {
        let header = FrameHeader(frame)
        // Any frame is a sign of life.
        isPingUnanswered = false
        if header.isSettings, !header.isAck {
            hasServerSettings = true
            submitWaiting()
        } else if header.isGoAway {
            goAwayCame(frame)
        } else if let stream = streams[header.streamID] {
            if header.isHeaders { giveUpIfTooLarge(stream, header.streamID) }
            if header.endsStream { stream.isAnswerComplete = true }
        }
    }

    private func giveUpIfTooLarge(_ stream: ClientStream, _ streamID: Int32) {
        guard stream.isAnswerTooLarge else { return }
        nghttp2_submit_rst_stream(
            transport.session, UInt8(NGHTTP2_FLAG_NONE.rawValue), streamID,
            UInt32(NGHTTP2_CANCEL.rawValue))
    }

    private func goAwayCame(_ frame: UnsafePointer<nghttp2_frame>) {
        let goAway = UnsafeRawPointer(frame).load(as: nghttp2_goaway.self)
        let debug = UnsafeBufferPointer(
            start: goAway.opaque_data, count: goAway.opaque_data_len)
        isGoingAway = true
        refuseWaiting()
        onGoAway(goAway.error_code, Array(debug))
    }

    private func streamClosed(_ streamID: Int32, _ errorCode: UInt32) {
        guard let stream = streams.removeValue(forKey: streamID) else { return }
        if current === stream { current = nil }
        stream.close(
            errorCode: errorCode, refused: errorCode == UInt32(NGHTTP2_REFUSED_STREAM.rawValue))
        submitWaiting()
    }

    // MARK: Signs of life

    private func armKeepAlive() {
        guard let interval = limits.keepAliveInterval else { return }
        if keepAlive == nil { keepAlive = loop.timer { [unowned self] in ping() } }
        keepAlive?.arm(after: interval)
    }

    private func ping() {
        guard let session = transport.session else { return }
        guard !isPingUnanswered else { return connection.close() }
        isPingUnanswered = true
        nghttp2_submit_ping(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), nil)
        transport.scheduleFlush()
        armKeepAlive()
    }
}
