// SPDX-License-Identifier: Apache-2.0
import CNghttp2
package import OCKNetworking

/// The client's side of HTTP/2 on one connection.
///
/// Loop thread only. The session and its connection hold each other until the connection has
/// closed. Nothing is sent before the server has told how many streams it allows, and nothing
/// beyond that number, which may change at any time, as APNs does.
///
/// There are two ways to ask. ``request(method:path:headers:body:completion:)`` waits here for a
/// stream. ``submit(_:body:number:)`` takes only what ``room`` allows and tells its end by number,
/// so that many requests cost no object each; ``onRoom`` says when there is room again.
package final class HTTP2ClientSession {
    package let connection: Connection
    /// The answer to a request that was submitted; it lies in buffers that are used again.
    package var onAnswer: (_ number: UInt64, borrowing HTTP2Answer) -> Void = { _, _ in }
    /// A request that was submitted gets no answer.
    package var onFailure: (_ number: UInt64, HTTP2Error) -> Void = { _, _ in }
    /// There is room for a request, perhaps.
    package var onRoom: () -> Void = {}

    /// How many frames have come: the server lives while this grows.
    package internal(set) var receivedFrameCount = 0
    /// What nghttp2 had to say about a server that breaks the rules; nil for most.
    package internal(set) var complaint: String?

    let transport: HTTP2Transport
    let loop: EventLoop
    let limits: HTTP2ClientLimits
    let onGoAway: (_ errorCode: UInt32, _ debug: [UInt8]) -> Void
    private let authority: String
    private let onClosed: (CloseReason) -> Void
    private var waiting = RequestQueue()
    /// Those on their way; each knows its index.
    private var streams: [ClientStream] = []
    /// Those that have ended, for the next requests.
    private var free: [ClientStream] = []
    /// The stream whose header block is being read.
    var current: ClientStream?
    private var hasServerSettings = false
    private var streamLimit = 0
    private var isGoingAway = false
    private var isRetiring = false
    private var keepAlive: LoopTimer?
    private var frameCountAtPing: Int?

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
            let outcome = transport.receive(bytes)
            if outcome != 0 { complain(of: outcome) }
        }
        connection.onReady = { [self] in start() }
        connection.onClosed = { [self] reason in end(reason) }
        if connection.isReady { start() }
    }

    // MARK: Asking

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
        var fields = HTTP2RequestFields()
        fields.append(":method", method.utf8)
        fields.append(":scheme", "https")
        fields.append(":authority", authority.utf8)
        fields.append(":path", path.utf8)
        for header in headers { fields.append(header) }
        let stream = freeStream()
        stream.begin(.completion(completion), body: body)
        stream.fields = fields
        waiting.append(stream)
        submitWaiting()
    }

    /// How many requests can be submitted now.
    ///
    /// 0 before the server has told its settings, and once this connection takes no more.
    package var room: Int {
        guard hasServerSettings, !isGoingAway, transport.session != nil else { return 0 }
        return max(0, streamLimit - openStreamCount)
    }

    /// Sends a request at once, if there is ``room``.
    ///
    /// `onAnswer` or `onFailure` is called once with the number, never inside this call. What is
    /// submitted in one turn of the loop leaves in one write.
    ///
    /// - Returns: Whether it was taken; if not, nobody hears of it.
    package func submit(
        _ fields: borrowing HTTP2RequestFields, body: [UInt8], number: UInt64
    ) -> Bool {
        guard room > 0 else { return false }
        let stream = freeStream()
        stream.begin(.owner(number), body: body)
        guard start(stream, fields) else { return false }
        transport.scheduleFlush()
        return true
    }

    /// Gives a request up that was submitted: nobody hears of its answer.
    package func cancel(_ number: UInt64) {
        for stream in streams {
            guard case .owner(number) = stream.listener else { continue }
            stream.listener = .completion { _ in }
            nghttp2_submit_rst_stream(
                transport.session, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream.id,
                UInt32(NGHTTP2_CANCEL.rawValue))
            return transport.scheduleFlush()
        }
    }

    /// Whether new requests can go out on this connection; if not, make another.
    package var isAccepting: Bool { !isGoingAway && !connection.isClosed }

    /// Requests without an answer, waiting or on their way.
    package var pendingRequestCount: Int { waiting.count + openStreamCount }

    /// Requests on their way.
    package var openStreamCount: Int { streams.count }

    /// Says farewell and closes.
    ///
    /// What has no answer fails.
    package func close() {
        guard let session = transport.session else { return connection.close() }
        isGoingAway = true
        nghttp2_session_terminate_session(session, UInt32(NGHTTP2_NO_ERROR.rawValue))
        transport.scheduleFlush()
    }

    /// Takes no more requests, and closes when those on their way have their answers.
    package func retire() {
        isGoingAway = true
        isRetiring = true
        refuseWaiting()
        if openStreamCount == 0 { close() }
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
        let lost = streams.sorted { $0.id < $1.id }
        for stream in lost { finish(stream, .connectionClosed(reason)) }
        refuseWaiting()
        onClosed(reason)
        onAnswer = { _, _ in }
        onFailure = { _, _ in }
        onRoom = {}
    }

    private func refuseWaiting() {
        while let stream = waiting.popFirst() { finish(stream, .refused) }
    }

    private func makeSession() -> OpaquePointer? {
        var callbacks: OpaquePointer?
        nghttp2_session_callbacks_new(&callbacks)
        defer { nghttp2_session_callbacks_del(callbacks) }
        Self.setCallbacks(callbacks)

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

    // MARK: Streams

    private func freeStream() -> ClientStream { free.popLast() ?? ClientStream() }

    private func submitWaiting() {
        guard waiting.count > 0 else { return }
        while room > 0, let stream = waiting.popFirst() {
            guard let fields = stream.fields else { continue }
            stream.fields = nil
            if !start(stream, fields) { refuseWaiting() }
        }
        transport.scheduleFlush()
    }

    /// Gives the request to nghttp2, with the stream as its context.
    private func start(_ stream: ClientStream, _ fields: borrowing HTTP2RequestFields) -> Bool {
        let context = CallbackContext.pointer(to: stream)
        let id = fields.withFields { fields, count in
            guard stream.hasBody else {
                return nghttp2_submit_request(
                    transport.session, nil, fields, count, nil, context)
            }
            var provider = stream.provider
            return nghttp2_submit_request(
                transport.session, nil, fields, count, &provider, context)
        }
        guard id > 0 else {
            // The numbers of streams have run out: this connection has done its work.
            isGoingAway = true
            if case .completion = stream.listener {
                finish(stream, .refused)
            } else {
                recycle(stream)
            }
            return false
        }
        stream.id = id
        stream.index = streams.count
        streams.append(stream)
        return true
    }

    private func finish(_ stream: ClientStream, _ error: HTTP2Error?) {
        if stream.id > 0 { remove(stream) }
        switch (stream.listener, error) {
        case (.owner(let number), nil): onAnswer(number, stream.answer)
        case (.owner(let number), let error?): onFailure(number, error)
        case (.completion(let body), nil): body(.success(stream.answer.response))
        case (.completion(let body), let error?): body(.failure(error))
        }
        recycle(stream)
    }

    private func remove(_ stream: ClientStream) {
        stream.id = 0
        let last = streams.removeLast()
        guard last !== stream else { return }
        streams[stream.index] = last
        last.index = stream.index
    }

    private func recycle(_ stream: ClientStream) {
        stream.end()
        if free.count < limits.maximumConcurrentStreamCount { free.append(stream) }
    }

    // MARK: What the server says

    func settingsCame() {
        hasServerSettings = true
        let allowed = nghttp2_session_get_remote_settings(
            transport.session, NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS)
        streamLimit = min(Int(allowed), limits.maximumConcurrentStreamCount)
        submitWaiting()
        onRoom()
    }

    func goAwayCame(_ errorCode: UInt32, _ debug: [UInt8]) {
        isGoingAway = true
        refuseWaiting()
        onGoAway(errorCode, debug)
    }

    func streamClosed(_ stream: ClientStream, _ errorCode: UInt32) {
        guard stream.id > 0 else { return }
        if current === stream { current = nil }
        finish(stream, stream.failure(errorCode))
        submitWaiting()
        if isRetiring, openStreamCount == 0 { close() } else { onRoom() }
    }

    /// Keeps the words for what the server did wrong, unless nghttp2 gave some.
    func complain(of code: Int32) {
        if complaint == nil { complaint = String(cString: nghttp2_strerror(code)) }
    }

    // MARK: Signs of life

    private func armKeepAlive() {
        guard let interval = limits.keepAliveInterval else { return }
        if keepAlive == nil { keepAlive = loop.timer { [unowned self] in ping() } }
        keepAlive?.arm(after: interval)
    }

    /// Any frame since the last ping is a sign of life.
    private func ping() {
        guard let session = transport.session else { return }
        guard frameCountAtPing != receivedFrameCount else { return connection.close() }
        frameCountAtPing = receivedFrameCount
        nghttp2_submit_ping(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), nil)
        transport.scheduleFlush()
        armKeepAlive()
    }
}
