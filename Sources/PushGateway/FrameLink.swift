// SPDX-License-Identifier: Apache-2.0
import OCKNetworking
import OCKWire

/// A connection that carries frames.
///
/// It and its connection hold each other until the connection has closed.
final class FrameLink {
    let connection: Connection
    private var reader: FrameReader

    /// Reads frames of at most `limit` bytes.
    ///
    /// `onBody` gets each frame's body. After `onBroken` nothing more is read.
    init(
        _ connection: Connection,
        limit: Int,
        onBody: @escaping ([UInt8]) -> Void,
        onBroken: @escaping (FrameError) -> Void
    ) {
        self.connection = connection
        reader = FrameReader(limit: limit)
        connection.onBytes = { [self] bytes in
            reader.append(bytes)
            do throws(FrameError) {
                while !connection.isClosed, let body = try reader.next() { onBody(body) }
            } catch {
                onBroken(error)
                connection.closeAfterFlush()
            }
        }
    }

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
