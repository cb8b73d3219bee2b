// SPDX-License-Identifier: Apache-2.0
import LoopTesting
import OCKNetworking
import Synchronization

/// A server that shows each HTTP/2 frame to a script, which sends frames of its own choice.
///
/// For what a server does that keeps no rule, or breaks off in the middle (RFC 9113 §4.1).
final class FrameServer: Sendable {
    /// A frame that came.
    struct Frame: Sendable {
        let type: UInt8
        let flags: UInt8
        let stream: UInt32
        let payload: [UInt8]

        var isHeaders: Bool { type == 1 }
        var isSettingsAck: Bool { type == 4 && flags == 1 }
        var isPingAck: Bool { type == 6 && flags == 1 }
    }

    /// One connection, on the server's thread.
    final class Peer {
        /// From 0, in the order in which they came.
        let number: Int
        fileprivate let connection: Connection
        fileprivate var rest: [UInt8] = []
        fileprivate var hasPreface = false

        fileprivate init(_ connection: Connection, number: Int) {
            self.connection = connection
            self.number = number
        }

        func send(type: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, _ payload: [UInt8] = []) {
            let count = UInt32(payload.count)
            connection.send(
                [
                    UInt8(count >> 16 & 255), UInt8(count >> 8 & 255), UInt8(count & 255), type,
                    flags,
                ]
                    + withUnsafeBytes(of: stream.bigEndian, Array.init) + payload)
        }

        func sendBytes(_ bytes: [UInt8]) { connection.send(bytes) }

        /// SETTINGS with a number of streams.
        func allow(_ streamCount: UInt32) {
            send(type: 4, [0, 3] + withUnsafeBytes(of: streamCount.bigEndian, Array.init))
        }

        /// An answer of status 200 without a body: the static table's entry 8 (RFC 7541 A).
        func accept(_ stream: UInt32) { send(type: 1, flags: 5, stream: stream, [0x88]) }

        func ping() { send(type: 6, [UInt8](repeating: 1, count: 8)) }

        func reset(_ stream: UInt32, code: UInt32) {
            send(type: 3, stream: stream, withUnsafeBytes(of: code.bigEndian, Array.init))
        }

        func goAway(last: UInt32, code: UInt32 = 0, _ debug: String = "") {
            send(
                type: 7,
                withUnsafeBytes(of: last.bigEndian, Array.init)
                    + withUnsafeBytes(of: code.bigEndian, Array.init) + Array(debug.utf8))
        }

        func close() { connection.closeAfterFlush() }

        /// Takes the frames out of what came, as far as they are whole.
        fileprivate func frames(adding bytes: UnsafeRawBufferPointer) -> [Frame] {
            rest += bytes
            if !hasPreface {
                guard rest.count >= 24 else { return [] }
                rest.removeFirst(24)
                hasPreface = true
            }
            var frames: [Frame] = []
            while rest.count >= 9 {
                let count = Int(rest[0]) << 16 | Int(rest[1]) << 8 | Int(rest[2])
                guard rest.count >= 9 + count else { break }
                let stream = rest[5..<9].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                frames.append(
                    Frame(
                        type: rest[3], flags: rest[4], stream: stream,
                        payload: Array(rest[9..<9 + count])))
                rest.removeFirst(9 + count)
                // What came is taken: room for as much again (RFC 9113 §6.9).
                if frames.last?.type == 0, count > 0 {
                    send(type: 8, withUnsafeBytes(of: UInt32(count).bigEndian, Array.init))
                }
            }
            return frames
        }
    }

    let port: UInt16
    private let thread: LoopThread
    private let state: State

    var connectionCount: Int { state.count.withLock { $0 } }

    /// Starts a server; both closures run on its thread.
    ///
    /// `onConnection` sends the first frames: SETTINGS, for one that keeps the rules. `onFrame`
    /// gets each frame that comes.
    static func start(
        onConnection: @escaping @Sendable (Peer) -> Void = { $0.allow(100) },
        onFrame: @escaping @Sendable (Peer, Frame) -> Void
    ) async throws -> FrameServer {
        let material = try TestMaterial.shared.get()
        let state = State()
        let (started, continuation) = AsyncStream.makeStream(of: UInt16.self)
        let thread = try LoopThread(name: "frame-server") { loop in
            state.listen(on: loop, material, onConnection, onFrame)
            continuation.yield(state.port)
        }
        var ports = started.makeAsyncIterator()
        return FrameServer(port: await ports.next() ?? 0, thread: thread, state: state)
    }

    private init(port: UInt16, thread: LoopThread, state: State) {
        self.port = port
        self.thread = thread
        self.state = state
    }

    deinit {
        thread.poster.post { [state] in state.stop() }
        thread.stop()
    }

    /// Sendable because the count is locked, and the rest is touched on the server's thread alone.
    private final class State: @unchecked Sendable {
        let count = Mutex(0)
        private var listener: Listener?
        private var peers: [Peer] = []

        var port: UInt16 { listener?.port ?? 0 }

        func stop() {
            listener = nil
            for peer in peers { peer.connection.close() }
            peers = []
        }

        func listen(
            on loop: EventLoop, _ material: TestMaterial,
            _ onConnection: @escaping @Sendable (Peer) -> Void,
            _ onFrame: @escaping @Sendable (Peer, Frame) -> Void
        ) {
            let tls = try? TLSContext.server(
                certificateChainPEM: material.server.chain, privateKeyPEM: material.server.key,
                alpn: ["h2"])
            listener = try? Listener.tcp(host: "127.0.0.1", port: 0, on: loop, tls: tls) {
                [unowned self] connection in
                let peer = Peer(connection, number: peers.count)
                peers.append(peer)
                count.withLock { $0 += 1 }
                connection.onReady = { onConnection(peer) }
                connection.onBytes = { bytes in
                    for frame in peer.frames(adding: bytes) { onFrame(peer, frame) }
                }
            }
        }
    }
}
