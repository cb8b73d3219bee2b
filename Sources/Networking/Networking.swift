// SPDX-License-Identifier: Apache-2.0
// The signatures of this room; the bodies follow file by file.

package enum NetworkingError: Error, Equatable, Sendable, CustomStringConvertible {
    case system(operation: String, errno: Int32)
    case portTaken(host: String, port: UInt16)
    case permissionDenied(what: String)
    case pathTooLong(path: String, limit: Int)
    case alreadyRunning(path: String)
    case notASocket(path: String)
    case hostNotFound(host: String, reason: String)
    case badTLSMaterial(what: String, reason: String)
    package var description: String { fatalError() }
}

package final class EventLoop {
    package init() throws(NetworkingError) { fatalError() }
    package func run() { fatalError() }
    package func stop() { fatalError() }
    package var poster: LoopPoster { fatalError() }
    /// Monotonic, ns.
    package func now() -> Int64 { fatalError() }
    /// Monotonic, ns; any thread.
    package static func monotonicNanoseconds() -> Int64 { fatalError() }
    /// Since 1970, ms; any thread.
    package static func wallClockMilliseconds() -> Int64 { fatalError() }
    /// Runs once, later in this turn of the loop, never inside the caller. Loop thread only.
    package func later(_ body: @escaping () -> Void) { fatalError() }
    package func onSignal(_ number: Int32, _ body: @escaping () -> Void) -> SignalWatch { fatalError() }
    package func timer(_ body: @escaping () -> Void) -> LoopTimer { fatalError() }
    package func watch(descriptor: Int32, _ body: @escaping () -> Void) -> DescriptorWatch { fatalError() }
}

package struct LoopPoster: Sendable {
    package func post(_ body: @escaping @Sendable () -> Void) { fatalError() }
}

package final class SignalWatch { package func cancel() { fatalError() } }
package final class DescriptorWatch { package func cancel() { fatalError() } }
package final class LoopTimer {
    package func arm(at monotonicNanoseconds: Int64) { fatalError() }
    package func disarm() { fatalError() }
}

package final class WorkerThread {
    package init(loop: EventLoop, name: String) { fatalError() }
    package func run<T: Sendable>(
        _ work: @escaping @Sendable () -> T, then: @escaping (T) -> Void
    ) { fatalError() }
    /// Runs what was given before, then ends the thread. `then`s still arrive if the loop runs on.
    package func shutdown() { fatalError() }
}

/// Sendable because the value is opened on its loop's thread alone, which is checked.
package struct LoopBound<T>: @unchecked Sendable {
    package init(_ value: T, loop: EventLoop) { fatalError() }
    package var value: T { fatalError() }
}

package struct ConnectionLimits: Sendable {
    package var maximumPendingByteCount = 1 << 20
    package var handshakeTimeout: Duration = .seconds(10)
    package init() {}
}

package final class Listener {
    package static func tcp(
        host: String, port: UInt16, on loop: EventLoop, tls: TLSContext? = nil,
        limits: ConnectionLimits = ConnectionLimits(), onAccept: @escaping (Connection) -> Void
    ) throws(NetworkingError) -> Listener { fatalError() }
    package static func unix(
        path: String, on loop: EventLoop,
        limits: ConnectionLimits = ConnectionLimits(), onAccept: @escaping (Connection) -> Void
    ) throws(NetworkingError) -> Listener { fatalError() }
    package var port: UInt16 { fatalError() }
    package func close() { fatalError() }
}

package enum CloseReason: Error, Equatable, Sendable {
    case closedHere
    case peerClosed
    case tooSlow
    case connectFailed(NetworkingError)
    case handshakeFailed(String)
    case handshakeTimedOut
    case failed(NetworkingError)
}

/// Lives while someone refers to it or until it closes; the callbacks are dropped when it has closed.
package final class Connection {
    package static func connect(
        host: String, port: UInt16, on loop: EventLoop, tls: TLSContext? = nil,
        limits: ConnectionLimits = ConnectionLimits()
    ) -> Connection { fatalError() }
    package static func connect(
        unixPath: String, on loop: EventLoop, limits: ConnectionLimits = ConnectionLimits()
    ) -> Connection { fatalError() }
    /// Takes a connected stream socket over (a socket pair's end, an inherited one).
    package init(
        descriptor: Int32, on loop: EventLoop, limits: ConnectionLimits = ConnectionLimits()
    ) { fatalError() }

    package var onReady: () -> Void = {}
    package var onBytes: (UnsafeRawBufferPointer) -> Void = { _ in }
    /// Once, whoever closed it, never inside a call of `close` or `send`.
    package var onClosed: (CloseReason) -> Void = { _ in }
    /// The output has drained to nothing.
    package var onDrained: () -> Void = {}
    package var isReady: Bool { fatalError() }
    package var isClosed: Bool { fatalError() }
    package func send(_ bytes: [UInt8]) { fatalError() }
    package var pendingByteCount: Int { fatalError() }
    package func close() { fatalError() }
    package func closeAfterFlush() { fatalError() }
    /// -1 once closed or while not yet connected.
    package var descriptor: Int32 { fatalError() }
    package var alpn: String? { fatalError() }
    /// DER of the leaf.
    package var peerCertificate: [UInt8]? { fatalError() }
    package var isPeerVerified: Bool { fatalError() }
}

package final class TLSContext {
    package static func server(
        certificateChainPEM: [UInt8], privateKeyPEM: [UInt8], clientCAPEM: [UInt8]? = nil,
        alpn: [String], requiresALPN: Bool = false
    ) throws(NetworkingError) -> TLSContext { fatalError() }
    /// `caPEM` nil: the system's roots. `serverName` nil: the host that is connected to.
    package static func client(
        caPEM: [UInt8]?, certificateChainPEM: [UInt8]? = nil, privateKeyPEM: [UInt8]? = nil,
        alpn: [String], serverName: String? = nil
    ) throws(NetworkingError) -> TLSContext { fatalError() }
}
