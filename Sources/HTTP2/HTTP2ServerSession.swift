// SPDX-License-Identifier: Apache-2.0
import CNghttp2
package import OCKNetworking

/// The server's side of HTTP/2 on one connection.
///
/// Loop thread only. The session and its connection hold each other until the connection has
/// closed, so that nobody else must. Requests are delivered whole and may be answered at once or
/// later, in any order. A malformed request is reset, and never delivered (``RequestCheck``).
///
/// The stream limit is ours to watch, since nghttp2 would end the connection with PROTOCOL_ERROR
/// and drop what is open, where APNs says REFUSED_STREAM and finishes: nghttp2 is told a limit that
/// nobody reaches, and the real one is written into the SETTINGS frame as it leaves.
package final class HTTP2ServerSession {
    package let connection: Connection
    /// A number of the owner's, by which it knows the session.
    package var tag: UInt64 = 0
    let context: HTTP2ServerContext
    let transport: HTTP2Transport
    let loop: EventLoop
    private let onStart: (HTTP2ServerSession) -> Void
    let onRequest: (HTTP2ServerSession, HTTP2Request) -> Void
    private let onClosed: (HTTP2ServerSession, CloseReason) -> Void
    /// Unchecked at run time, since each request changes it twice, and it calls nobody back.
    @exclusivity(unchecked) var streams = StreamList()
    /// The stream whose header block is being read, and its number; 0 for none.
    var current: Unmanaged<ServerStream>?
    var currentID: Int32 = 0
    /// The highest stream that was taken in.
    var lastAcceptedID: Int32 = 0
    /// The last stream that a GOAWAY of ours owns to.
    var lastStreamID = Int32.max
    var streamLimit: StreamLimit
    /// Whether our first SETTINGS are submitted.
    private var hasSettings = false
    var frameBudget: FrameBudget
    /// Of streams that are reset.
    var resetBudget: FrameBudget
    /// The time of the batch of bytes that is being read.
    var batchTime: Int64
    var lastFrameAt: Int64
    /// When our GOAWAY went out.
    var drainsSince: Int64?
    /// When the client must have acknowledged our settings; nil when it has.
    var settingsDue: Int64?
    /// Why we sent the client away, if we did.
    var verdict: CloseReason?
    var watchdog: LoopTimer?
    /// What the watchdog is armed for.
    var watchedDue: Int64?

    /// Answers' fields beyond this are not sent; see ``SessionMemory``.
    private static let maximumAnswerHeadByteCount = 8 * 1024
    /// GOAWAY's debug data beyond this is cut.
    private static let maximumDebugByteCount = 1024

    /// Serves a connection, also one that has not finished its handshake.
    ///
    /// `onStart` is called when the handshake is done, before the first SETTINGS leave: what the
    /// client showed is known, and ``setConcurrentStreamLimit(_:)`` and
    /// ``goAway(errorCode:debug:)`` work already. `onRequest` gets each request; answer it with one
    /// of the `respond` methods. `onClosed` is called once, last; answers that come later are
    /// dropped.
    package init(
        connection: Connection, loop: EventLoop, context: HTTP2ServerContext,
        onStart: @escaping (HTTP2ServerSession) -> Void = { _ in },
        onRequest: @escaping (HTTP2ServerSession, HTTP2Request) -> Void,
        onClosed: @escaping (HTTP2ServerSession, CloseReason) -> Void
    ) {
        self.connection = connection
        self.loop = loop
        self.context = context
        self.onStart = onStart
        self.onRequest = onRequest
        self.onClosed = onClosed
        let limits = context.limits
        let now = loop.now()
        transport = HTTP2Transport(connection: connection, loop: loop)
        transport.pausesReading = true
        streamLimit = StreamLimit(limits.maximumConcurrentStreamCount)
        frameBudget = FrameBudget(
            burstCount: limits.uselessFrameBurstCount, perSecond: limits.uselessFramesPerSecond,
            at: now)
        resetBudget = FrameBudget(
            burstCount: limits.resetBurstCount, perSecond: limits.resetsPerSecond, at: now)
        batchTime = now
        lastFrameAt = now
        connection.onBytes = { [self] bytes in
            start()
            receive(bytes)
        }
        connection.onReady = { [self] in start() }
        connection.onClosed = { [self] reason in end(reason) }
        if connection.isReady { start() }
    }

    /// Serves a connection with memory of its own, for those who have but one.
    package convenience init(
        connection: Connection, loop: EventLoop, limits: HTTP2Limits = HTTP2Limits(),
        onRequest: @escaping (HTTP2ServerSession, HTTP2Request) -> Void,
        onClosed: @escaping (HTTP2ServerSession, CloseReason) -> Void
    ) {
        self.init(
            connection: connection, loop: loop, context: HTTP2ServerContext(limits: limits),
            onRequest: onRequest, onClosed: onClosed)
    }

    /// How many requests are on their way in or await their answer.
    package var openStreamCount: Int { streams.count }

    /// Changes how many streams the client may have open.
    ///
    /// Before the start it decides the first SETTINGS; later it sends new ones. Streams that are
    /// open beyond a lowered limit live on. A stream too many is refused (RST_STREAM) until the
    /// client has acknowledged the limit; from then on it ends the connection (GOAWAY
    /// REFUSED_STREAM), when all that is open has had its answer.
    package func setConcurrentStreamLimit(_ count: Int) {
        streamLimit.want(count)
        guard hasSettings else { return }
        submitStreamLimit()
    }

    /// Ends the connection in order: no new requests, the open ones are still answered, then it
    /// closes, at the latest after ``HTTP2Limits/drainTimeout``.
    ///
    /// `debug` goes into the GOAWAY frame, as APNs does with its reason. Twice is once; before the
    /// start it closes without a word.
    package func goAway(errorCode: UInt32 = 0, debug: [UInt8] = []) {
        guard let session = transport.session else { return connection.close() }
        guard drainsSince == nil else { return }
        drainsSince = loop.now()
        lastStreamID = lastAcceptedID
        nghttp2_submit_goaway(
            session, UInt8(NGHTTP2_FLAG_NONE.rawValue), lastStreamID, errorCode, debug,
            min(debug.count, Self.maximumDebugByteCount))
        transport.scheduleFlush()
        watch(by: loop.now() + context.limits.drainTimeout.nanoseconds)
    }

    /// Breaks the connection off without any farewell, as a failing network does.
    package func drop() { connection.abort() }

    // MARK: Answers

    /// Answers a request.
    ///
    /// Dropped silently if the stream is gone or has its answer already.
    ///
    /// Header names in lower case, 8 KiB of them at most. Answers given in one turn of the loop
    /// leave in one write.
    package func respond(
        to streamID: Int32, status: Int, headers: [HTTP2Header] = [], body: [UInt8] = []
    ) {
        guard let stream = unanswered(streamID) else { return }
        let headByteCount = headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        precondition(headByteCount <= Self.maximumAnswerHeadByteCount, "an answer's head too long")
        stream.answer(nil, body: body, at: loop.now())
        var block = HeaderBlock()
        block.append(":status", String(status))
        block.append(headers)
        block.withFields { submit($0, $1, for: stream) }
    }

    /// Answers a request with what was prepared, and the values that differ.
    ///
    /// As many values as ``PreparedAnswer`` has variable fields, of at most 64 bytes each; they are
    /// copied. Dropped silently if the stream is gone or has its answer already. Allocates nothing.
    package func respond(
        to streamID: Int32, with answer: PreparedAnswer,
        _ first: UnsafeRawBufferPointer? = nil, _ second: UnsafeRawBufferPointer? = nil
    ) {
        let count = (first == nil ? 0 : 1) + (second == nil ? 0 : 1)
        precondition(count == answer.variableCount, "an answer without its values")
        guard let stream = unanswered(streamID) else { return }
        stream.answer(answer, body: [], at: batchTime)
        var field = answer.fields + (answer.fieldCount - count)
        var place = stream.values
        for value in [first, second].lazy.compactMap({ $0 }) {
            precondition(value.count <= PreparedAnswer.maximumValueByteCount, "too long a value")
            UnsafeMutableRawBufferPointer(start: place, count: value.count).copyMemory(from: value)
            field.pointee.value = place
            field.pointee.valuelen = value.count
            field += 1
            place += PreparedAnswer.maximumValueByteCount
        }
        submit(UnsafePointer(answer.fields), answer.fieldCount, for: stream)
    }

    private func unanswered(_ streamID: Int32) -> ServerStream? {
        guard let stream = stream(streamID)?.takeUnretainedValue(), !stream.isAnswered else {
            return nil
        }
        return stream
    }

    private func submit(
        _ fields: UnsafePointer<nghttp2_nv>?, _ count: Int, for stream: ServerStream
    ) {
        let outcome: Int32
        if stream.hasAnswerBody {
            var provider = nghttp2_data_provider(
                source: nghttp2_data_source(ptr: Unmanaged.passUnretained(stream).toOpaque()),
                read_callback: { _, _, buffer, capacity, flags, source, _ in
                    let stream = CallbackContext.object(
                        ServerStream.self, from: source?.pointee.ptr)
                    let (byteCount, isLast) = stream.copyAnswerBody(
                        to: UnsafeMutableRawBufferPointer(start: buffer, count: capacity))
                    if isLast { flags?.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue }
                    return byteCount
                })
            outcome = nghttp2_submit_response(
                transport.session, stream.id, fields, count, &provider)
        } else {
            outcome = nghttp2_submit_response(transport.session, stream.id, fields, count, nil)
        }
        if outcome != 0 { reset(stream.id, NGHTTP2_INTERNAL_ERROR) }
        transport.scheduleFlush()
        watch(by: stream.since + context.requestNanoseconds)
    }

    func reset(_ streamID: Int32, _ code: nghttp2_error_code) {
        nghttp2_submit_rst_stream(
            transport.session, UInt8(NGHTTP2_FLAG_NONE.rawValue), streamID, UInt32(code.rawValue))
        transport.scheduleFlush()
    }

    // MARK: Start and end

    private func start() {
        guard transport.session == nil, !connection.isClosed else { return }
        transport.start(context.makeSession(for: CallbackContext.pointer(to: self)))
        lastFrameAt = loop.now()
        batchTime = lastFrameAt
        if let timeout = context.limits.idleTimeout {
            watch(by: lastFrameAt + timeout.nanoseconds)
        }
        onStart(self)
        submitSettings()
    }

    private func receive(_ bytes: UnsafeRawBufferPointer) {
        batchTime = loop.now()
        let outcome = transport.receive(bytes)
        if !context.headers.isEmpty { keepCollectedFields() }
        if outcome != 0, verdict == nil { verdict = Self.verdict(on: outcome, bytes) }
    }

    /// A header block that has not come in whole; another session may read next.
    private func keepCollectedFields() {
        current?._withUnsafeGuaranteedRef { $0.takeFields(context) }
        context.headers.removeAll()
    }

    private func end(_ reason: CloseReason) {
        transport.stop()
        current = nil
        currentID = 0
        while let link = streams.first { context.giveBack(streams.remove(link)) }
        watchdog = nil
        onClosed(self, verdict ?? reason)
    }

    /// What a client did that nghttp2 could not go on with.
    private static func verdict(on code: Int32, _ bytes: UnsafeRawBufferPointer) -> CloseReason? {
        switch nghttp2_error(rawValue: code) {
        case NGHTTP2_ERR_BAD_CLIENT_MAGIC:
            let isText = bytes.first.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
            return .ruleBroken(
                isText ?? false
                    ? "it speaks HTTP/1.1, and this port is HTTP/2"
                    : "it sent no HTTP/2 preface (RFC 9113 §3.4)")
        case NGHTTP2_ERR_FLOODED:
            return .ruleBroken("it floods with frames whose answers it does not read")
        case NGHTTP2_ERR_CALLBACK_FAILURE:
            // The owner closed the connection, or we did, and said why.
            return nil
        default:
            return .ruleBroken(String(cString: nghttp2_strerror(code)))
        }
    }

    // MARK: Settings

    /// The settings that APNs sends; nghttp2's own stream limit is out of the way.
    private func submitSettings() {
        let limits = context.limits
        hasSettings = true
        submitSettings([
            setting(NGHTTP2_SETTINGS_HEADER_TABLE_SIZE, 4_096),
            setting(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, Int(Int32.max)),
            setting(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, 65_535),
            setting(NGHTTP2_SETTINGS_MAX_FRAME_SIZE, 16_384),
            setting(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, limits.maximumHeaderListByteCount),
        ])
        // Room for the bodies of many streams at once; each is bounded by its own window.
        nghttp2_session_set_local_window_size(
            transport.session, 0, 0, Int32(limits.connectionWindowByteCount))
    }

    /// Sends the stream limit that is wanted, unless the client has one to acknowledge first.
    func submitStreamLimit() {
        submitSettings([setting(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, Int(Int32.max))])
    }

    private func submitSettings(_ settings: [nghttp2_settings_entry]) {
        guard let count = streamLimit.takeAnnouncement() else { return }
        transport.streamLimitOnTheWire = UInt32(count)
        let flags = UInt8(NGHTTP2_FLAG_NONE.rawValue)
        nghttp2_submit_settings(transport.session, flags, settings, settings.count)
        let due = loop.now() + context.limits.prefaceTimeout.nanoseconds
        settingsDue = due
        watch(by: due)
        transport.scheduleFlush()
    }

    private func setting(_ id: nghttp2_settings_id, _ value: Int) -> nghttp2_settings_entry {
        nghttp2_settings_entry(settings_id: Int32(id.rawValue), value: UInt32(value))
    }
}
