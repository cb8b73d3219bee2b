// SPDX-License-Identifier: Apache-2.0
import OCKNetworking
import OCKWire

/// What becomes of the frames of many links; each call names the link by its number.
///
/// One for all links of a door: an idle link holds no closures of its own.
final class FrameLinkHandler {
    /// A whole frame's body.
    var onBody: (UInt64, [UInt8]) -> Void = { _, _ in }
    /// The peer breaks the rules of framing; nothing more is read of it.
    var onBroken: (UInt64, FrameError) -> Void = { _, _ in }
    /// Bytes can flow.
    var onReady: (UInt64) -> Void = { _ in }
    /// Called once, last.
    var onClosed: (UInt64, CloseReason) -> Void = { _, _ in }
}

/// A connection that carries frames.
///
/// It and its connection hold each other until the connection has closed.
final class FrameLink {
    let connection: Connection
    let number: UInt64
    private let handler: FrameLinkHandler
    private var reader: FrameReader

    /// Reads frames of at most `limit` bytes.
    init(_ connection: Connection, number: UInt64, limit: Int, handler: FrameLinkHandler) {
        self.connection = connection
        self.number = number
        self.handler = handler
        reader = FrameReader(limit: limit)
        // Closures that hold this object and nothing else need no memory of their own.
        connection.onBytes = { [self] in take($0) }
        connection.onReady = { [self] in handlerIsReady() }
        connection.onClosed = { [self] in handlerIsClosed($0) }
    }

    private func take(_ bytes: UnsafeRawBufferPointer) {
        reader.append(bytes)
        do throws(FrameError) {
            while !connection.isClosed, let body = try reader.next() {
                handler.onBody(number, body)
            }
        } catch {
            handler.onBroken(number, error)
            connection.closeAfterFlush()
        }
    }

    private func handlerIsReady() { handler.onReady(number) }

    private func handlerIsClosed(_ reason: CloseReason) { handler.onClosed(number, reason) }

    func send(_ message: some Encodable) {
        do {
            connection.send(try MessageCoder.frame(message))
        } catch {
            // Our own messages are bounded below a frame's limit; without this one the peer would
            // wait for ever.
            connection.close()
        }
    }
}
