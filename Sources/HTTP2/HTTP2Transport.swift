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
    private var output: [UInt8] = []
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

    /// Takes a new session over and sends its first frames.
    func start(_ session: OpaquePointer?) {
        precondition(session != nil, "nghttp2 is out of memory")
        self.session = session
        // Unowned, here and below in this room, since a weak reference would slow each retain of an
        // object for good; the session holds the transport as long as its connection calls back.
        connection.onDrained = { [unowned self] in flush() }
        flush()
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
    func receive(_ bytes: UnsafeRawBufferPointer) {
        guard let session else { return }
        isReceiving = true
        let consumed = nghttp2_session_mem_recv(
            session, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
        isReceiving = false
        flush()
        if consumed < 0 { connection.closeAfterFlush() }
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
        while connection.pendingByteCount < Self.highWaterByteCount {
            fillOutput(from: session)
            guard !output.isEmpty else { break }
            connection.send(output)
            output.removeAll(keepingCapacity: true)
        }
        if nghttp2_session_want_read(session) == 0, nghttp2_session_want_write(session) == 0 {
            connection.closeAfterFlush()
        }
    }

    private func fillOutput(from session: OpaquePointer) {
        while output.count < Self.chunkByteCount {
            var bytes: UnsafePointer<UInt8>?
            let count = nghttp2_session_mem_send(session, &bytes)
            guard count > 0, let bytes else { return }
            output.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
        }
    }
}
