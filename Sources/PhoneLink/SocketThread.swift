// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif
import CallModel
import OCKWire

extension UnixSocket {
    /// Reads frames until the peer ends, closes or breaks the framing.
    ///
    /// It blocks.
    static func readFrames(
        _ descriptor: Int32, limit: Int = Limits.frameByteCount, _ onFrame: ([UInt8]) -> Void
    ) {
        var frames = FrameReader(limit: limit)
        var buffer = [UInt8](repeating: 0, count: Limits.frameByteCount)
        while true {
            let count = buffer.withUnsafeMutableBytes {
                recv(descriptor, $0.baseAddress, $0.count, 0)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return }
            frames.append(buffer[..<count])
            do {
                while let body = try frames.next() { onFrame(body) }
            } catch {
                return
            }
        }
    }

    static func close(_ descriptor: Int32) { _ = systemClose(descriptor) }
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

/// Runs `body` on a thread of its own: it blocks for as long as the link lives, and a thread of the
/// dispatch pool that blocks is one that the app lacks.
func startThread(_ body: @escaping @Sendable () -> Void) {
    final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    let pointer = Unmanaged.passRetained(Body(body)).toOpaque()
    #if canImport(Glibc)
    var thread = pthread_t()
    let code = pthread_create(
        &thread, nil,
        { argument in
            if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
            return nil
        }, pointer)
    #else
    var thread: pthread_t?
    let code = pthread_create(
        &thread, nil,
        { argument in
            Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
            return nil
        }, pointer)
    #endif
    precondition(code == 0, "the system gives no thread for the link: \(systemMessage(code))")
    #if canImport(Glibc)
    pthread_detach(thread)
    #else
    if let thread { pthread_detach(thread) }
    #endif
}
