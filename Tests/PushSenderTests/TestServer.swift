// SPDX-License-Identifier: Apache-2.0
import OCKHTTP2
import LoopTesting
import OCKNetworking
import Synchronization

/// A server on a thread of its own that answers as the test says.
final class TestServer: Sendable {
    /// What it has seen.
    struct Log: Sendable {
        var connectionCount = 0
        var requests: [HTTP2Request] = []
        var mostStreams = 0
    }

    let port: UInt16
    private let thread: LoopThread
    private let state: State

    var seen: Log { state.log.withLock { $0 } }

    /// Starts a server; `answer` runs on its thread, with how many requests came before.
    static func start(
        limits: HTTP2Limits = HTTP2Limits(),
        answer: @escaping @Sendable (HTTP2ServerSession, HTTP2Request, Int) -> Void
    ) async throws -> TestServer {
        let material = try TestMaterial.shared.get()
        let state = State()
        let (started, continuation) = AsyncStream.makeStream(of: UInt16.self)
        let thread = try LoopThread(name: "test-server") { loop in
            state.listen(on: loop, material, limits, answer)
            continuation.yield(state.port)
        }
        var ports = started.makeAsyncIterator()
        return TestServer(port: await ports.next() ?? 0, thread: thread, state: state)
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

    /// Sendable because the log is locked, and the rest is touched on the server's thread alone.
    private final class State: @unchecked Sendable {
        let log = Mutex(Log())
        private var listener: Listener?
        private var connections: [Connection] = []

        var port: UInt16 { listener?.port ?? 0 }

        func stop() {
            listener = nil
            for connection in connections { connection.close() }
            connections = []
        }

        func listen(
            on loop: EventLoop, _ material: TestMaterial, _ limits: HTTP2Limits,
            _ answer: @escaping @Sendable (HTTP2ServerSession, HTTP2Request, Int) -> Void
        ) {
            let tls = try? TLSContext.server(
                certificateChainPEM: material.server.chain, privateKeyPEM: material.server.key,
                clientCAPEM: material.authorityPEM, alpn: ["h2"])
            listener = try? Listener.tcp(host: "127.0.0.1", port: 0, on: loop, tls: tls) {
                [unowned self] connection in
                log.withLock { $0.connectionCount += 1 }
                connections.append(connection)
                _ = HTTP2ServerSession(
                    connection: connection, loop: loop, limits: limits,
                    onRequest: { [unowned self] session, request in
                        answer(session, request, note(request, session.openStreamCount))
                    },
                    onClosed: { _, _ in })
            }
        }

        private func note(_ request: HTTP2Request, _ streamCount: Int) -> Int {
            log.withLock { log in
                log.requests.append(request)
                log.mostStreams = max(log.mostStreams, streamCount)
                return log.requests.count - 1
            }
        }
    }
}
