// SPDX-License-Identifier: Apache-2.0
import CNghttp2
import OCKNetworking

/// An nghttp2 session on a connection: carries bytes between the two, a batch at a time.
///
/// What nghttp2 wants to send is gathered into one write per received chunk, and per turn of the
/// loop for what is submitted in between. While the peer reads slowly it stays in nghttp2, where
/// the number of streams bounds it.
final class HTTP2Transport {
    let connection: Connection
    let loop: EventLoop
    /// nil before the start and after the end.
    private(set) var session: OpaquePointer?
    /// What the next SETTINGS frame shall say as MAX_CONCURRENT_STREAMS, in place of what nghttp2
    /// was told; see ``HTTP2ServerSession``.
    var streamLimitOnTheWire: UInt32?
    /// Whether a peer that does not read is not read either, so that what it asks for cannot pile
    /// up.
    ///
    /// For one side alone, or two that send much could wait for each other.
    var pausesReading = false
    private var isReceiving = false
    private var isFlushScheduled = false

    /// One TLS record's worth.
    private static let chunkByteCount = 16 * 1024
    /// With so much waiting for the peer, no more is fetched until it has drained.
    private static let highWaterByteCount = 128 * 1024

    init(connection: Connection, loop: EventLoop) {
        self.connection = connection
        self.loop = loop
    }

    deinit { stop() }

    /// Takes a new session over and sends its first frames, soon.
    func start(_ session: OpaquePointer?) {
        precondition(session != nil, "nghttp2 is out of memory")
        self.session = session
        // Unowned, here and below in this room, since a weak reference would slow each retain of an
        // object for good; the session holds the transport as long as its connection calls back.
        connection.onDrained = { [unowned self] in flush() }
        scheduleFlush()
    }

    /// Frees the session.
    ///
    /// Never inside one of its callbacks.
    func stop() {
        guard let session else { return }
        nghttp2_session_del(session)
        self.session = nil
    }

    /// Feeds what came.
    ///
    /// A peer that speaks no HTTP/2, or breaks its rules, is sent away.
    /// - Returns: nghttp2's error for such a peer; 0 for all others.
    @discardableResult
    func receive(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        guard let session else { return 0 }
        isReceiving = true
        let consumed = nghttp2_session_mem_recv(
            session, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
        isReceiving = false
        flush()
        guard consumed < 0 else { return 0 }
        connection.closeAfterFlush()
        return Int32(consumed)
    }

    /// Sends what has been submitted, soon.
    func scheduleFlush() {
        guard !isReceiving, !isFlushScheduled else { return }
        isFlushScheduled = true
        loop.later { [self] in
            isFlushScheduled = false
            flush()
        }
    }

    private func flush() {
        guard let session, !connection.isClosed else { return }
        var pendingByteCount = connection.pendingByteCount
        while pendingByteCount < Self.highWaterByteCount {
            let byteCount = fillOutput(from: session)
            guard byteCount > 0 else { break }
            connection.send(UnsafeRawBufferPointer(rebasing: loop.writeBuffer[..<byteCount]))
            pendingByteCount = connection.pendingByteCount
        }
        if pausesReading {
            connection.isReadingPaused = pendingByteCount >= Self.highWaterByteCount
        }
        if nghttp2_session_want_read(session) == 0, nghttp2_session_want_write(session) == 0 {
            connection.closeAfterFlush()
        }
    }

    /// Gathers frames in the loop's buffer, and says how many bytes.
    ///
    /// Each frame is copied before the next thing happens: sessions share nghttp2's own buffer.
    private func fillOutput(from session: OpaquePointer) -> Int {
        var byteCount = 0
        while byteCount < Self.chunkByteCount {
            var bytes: UnsafePointer<UInt8>?
            let count = nghttp2_session_mem_send(session, &bytes)
            guard count > 0, let bytes else { break }
            let frame = UnsafeMutableRawBufferPointer(
                rebasing: loop.writeBuffer[byteCount..<byteCount + count])
            frame.copyMemory(from: UnsafeRawBufferPointer(start: bytes, count: count))
            if streamLimitOnTheWire != nil { writeStreamLimit(into: frame) }
            byteCount += count
        }
        return byteCount
    }

    /// Puts our number into a SETTINGS frame that is no acknowledgement (RFC 9113 §6.5).
    private func writeStreamLimit(into frame: UnsafeMutableRawBufferPointer) {
        let (headerByteCount, entryByteCount) = (9, 6)
        guard let limit = streamLimitOnTheWire, frame.count > headerByteCount,
            frame[3] == UInt8(NGHTTP2_SETTINGS.rawValue), frame[4] == 0
        else { return }
        streamLimitOnTheWire = nil
        for start in stride(from: headerByteCount, to: frame.count, by: entryByteCount)
        where frame[start + 1] == UInt8(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS.rawValue) {
            frame.storeBytes(of: limit.bigEndian, toByteOffset: start + 2, as: UInt32.self)
        }
    }
}
