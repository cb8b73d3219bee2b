// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif
package import CallModel
import OCKWire

/// A person's tool's session with a phone, over its control socket: one request, one answer.
///
/// It blocks, and belongs to one thread.
package final class UserSession {
    private let path: String
    private let descriptor: Int32
    private let secondsMax: Int
    private var frames = FrameReader()
    private var lastRequest = 0

    /// Connects and says hello.
    ///
    /// - Parameters:
    ///   - path: The phone's control socket.
    ///   - secondsMax: How long each answer may take.
    /// - Throws: ``LinkError``, with words that say what to do.
    package convenience init(path: String, secondsMax: Int = 30) throws(LinkError) {
        try self.init(
            descriptor: try UnixSocket.connect(path: path),
            path: path,
            secondsMax: secondsMax
        )
    }

    /// Says hello on a socket that is connected already.
    ///
    /// - Parameters:
    ///   - descriptor: The session closes it, also when this throws.
    ///   - path: What errors call the phone.
    ///   - secondsMax: How long each answer may take.
    /// - Throws: ``LinkError``, with words that say what to do.
    package init(
        descriptor: Int32,
        path: String,
        secondsMax: Int = 30
    ) throws(LinkError) {
        self.path = path
        self.descriptor = descriptor
        self.secondsMax = secondsMax
        var time = timeval()
        time.tv_sec = secondsMax
        let length = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, length)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, length)
        UnixSocket.silence(descriptor)
        try greet()
    }

    deinit { close(descriptor) }

    /// Sends a request and waits for its answer.
    ///
    /// ``CallModel/UserReply/failed(_:)`` is an answer.
    ///
    /// - Throws: ``LinkError``. The session is of no use after it.
    package func request(_ request: UserRequest) throws(LinkError) -> UserReply {
        lastRequest += 1
        let id = RequestID(lastRequest)
        try send(UserMessage(id: id, request: request))
        while true {
            switch try receive() {
            case .reply(id, let reply): return reply
            case .reply, .welcome: continue
            case .refused(let reason): throw .refused(path: path, reason: reason)
            }
        }
    }

    private func greet() throws(LinkError) {
        try send(UserMessage(id: RequestID(0), request: .hello(version: protocolVersion)))
        while true {
            switch try receive() {
            case .welcome(protocolVersion): return
            case .welcome(let version):
                let reason =
                    "it speaks version \(version) and this command \(protocolVersion); "
                    + "use both from the same release"
                throw .refused(path: path, reason: reason)
            case .refused(let reason): throw .refused(path: path, reason: reason)
            case .reply: continue
            }
        }
    }

    private func send(_ message: UserMessage) throws(LinkError) {
        let bytes: [UInt8]
        do {
            bytes = try MessageCoder.frame(message)
        } catch {
            throw .frame(path: path, error)
        }
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                UnixSocket.send(descriptor, $0, waits: true)
            }
            if count > 0 {
                sent += count
            } else if errno != EINTR {
                throw failure(errno, "write to")
            }
        }
    }

    private func receive() throws(LinkError) -> UserNotice {
        var buffer = [UInt8](repeating: 0, count: Limits.frameByteCount)
        while true {
            do {
                if let body = try frames.next() {
                    return try MessageCoder.decode(UserNotice.self, from: body)
                }
            } catch {
                throw .frame(path: path, error)
            }
            let count = buffer.withUnsafeMutableBytes {
                recv(descriptor, $0.baseAddress, $0.count, 0)
            }
            if count > 0 {
                frames.append(buffer[..<count])
            } else if count == 0 {
                throw .ended(path: path)
            } else if errno != EINTR {
                throw failure(errno, "read from")
            }
        }
    }

    private func failure(_ code: Int32, _ operation: String) -> LinkError {
        switch code {
        case EAGAIN, EWOULDBLOCK: .noAnswer(path: path, seconds: secondsMax)
        case EPIPE, ECONNRESET: .ended(path: path)
        default: .system(path: path, operation: operation, code: code)
        }
    }
}
