// SPDX-License-Identifier: Apache-2.0
import Glibc
import LoopTesting
import OCKNetworking
import Testing

@Suite struct ConnectionTests {
    /// Two connected ends on one loop.
    private func pair(
        _ loop: EventLoop, limits: ConnectionLimits = ConnectionLimits()
    ) -> (Connection, Connection) {
        var ends: [Int32] = [0, 0]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        return (
            Connection(descriptor: ends[0], on: loop, limits: limits),
            Connection(descriptor: ends[1], on: loop, limits: limits)
        )
    }

    @Test("Bytes arrive in order, and the end comes after them")
    func bytesAndEnd() throws {
        let test = try TestLoop()
        let (left, right) = pair(test.loop)
        let sent = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var received: [UInt8] = []
        right.onBytes = { received += $0 }
        right.onClosed = { reason in
            #expect(reason == .peerClosed)
            test.stop()
        }
        left.onReady = {
            for start in stride(from: 0, to: sent.count, by: 50_000) {
                left.send(Array(sent[start..<start + 50_000]))
            }
            left.closeAfterFlush()
        }
        try test.run()
        #expect(received == sent)
    }

    @Test("The end is told once, last, and never inside a call")
    func closedOnce() throws {
        let test = try TestLoop()
        let (left, right) = pair(test.loop)
        var log: [String] = []
        left.onReady = {
            left.close()
            left.close()
            left.send([1])
            log.append("called")
        }
        left.onBytes = { _ in log.append("bytes") }
        left.onClosed = { reason in
            #expect(reason == .closedHere)
            #expect(left.descriptor == -1)
            log.append("closed")
        }
        right.onClosed = { _ in test.loop.later { test.stop() } }
        try test.run()
        #expect(log == ["called", "closed"])
    }

    @Test("A connection may be closed and dropped by its own callbacks")
    func dropInsideCallback() throws {
        let test = try TestLoop()
        let (left, right) = pair(test.loop)
        let box = Box<Connection?>(right)
        weak let gone = right
        right.onBytes = { _ in
            box.content?.close()
            box.content = nil
        }
        left.onReady = { left.send([1, 2, 3]) }
        left.onClosed = { _ in test.loop.later { test.stop() } }
        try test.run()
        #expect(box.content == nil)
        _ = gone
    }

    @Test("A peer that reads nothing while more than the limit waits is cut off")
    func slowReader() throws {
        let test = try TestLoop()
        let (left, right) = pair(
            test.loop, limits: ConnectionLimits(maximumPendingByteCount: 100_000))
        let box = Box<Connection?>(right)
        var reason: CloseReason?
        left.onReady = {
            for _ in 0..<100 { left.send([UInt8](repeating: 0, count: 10_000)) }
            #expect(left.isClosed)
        }
        left.onClosed = {
            reason = $0
            test.stop()
        }
        try test.run()
        box.content = nil
        #expect(reason == .tooSlow)
    }

    @Test("A peer that takes nothing for long is cut off, though little waits")
    func stalledReader() throws {
        let test = try TestLoop()
        var ends: [Int32] = [0, 0]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { close(ends[1]) }
        let left = Connection(
            descriptor: ends[0], on: test.loop,
            limits: ConnectionLimits(
                maximumPendingByteCount: 10 << 20, writeTimeout: .milliseconds(30)))
        var reason: CloseReason?
        left.onReady = { left.send([UInt8](repeating: 0, count: 4 << 20)) }
        left.onClosed = {
            reason = $0
            test.stop()
        }
        try test.run()
        #expect(reason == .tooSlow)
    }

    @Test("A TCP client and listener on port 0 find each other; nobody there is an error in words")
    func tcp() throws {
        let test = try TestLoop()
        var accepted: [Connection] = []
        let listener = try Listener.tcp(host: "127.0.0.1", port: 0, on: test.loop) { connection in
            connection.onBytes = { [unowned connection] in connection.send(Array($0)) }
            accepted.append(connection)
        }
        #expect(listener.port != 0)
        let client = Connection.connect(host: "localhost", port: listener.port, on: test.loop)
        var echoed: [UInt8] = []
        client.send(Array("early, ".utf8))
        client.onReady = { client.send(Array("then late".utf8)) }
        client.onBytes = {
            echoed += $0
            if echoed.count == 16 { test.stop() }
        }
        try test.run()
        #expect(String(decoding: echoed, as: UTF8.self) == "early, then late")

        let port = listener.port
        listener.close()
        let refused = Connection.connect(host: "127.0.0.1", port: port, on: test.loop)
        var reason: CloseReason?
        refused.onClosed = {
            reason = $0
            test.stop()
        }
        try test.run()
        guard case .connectFailed(.unreachable(let what, _)) = reason else {
            Issue.record("\(String(describing: reason))")
            return
        }
        #expect(what == "127.0.0.1 port \(port)")
    }

    @Test("A host without an address is an error in words, found off the loop")
    func unknownHost() throws {
        let test = try TestLoop()
        // A label of a name has 63 bytes at most: no name server is asked.
        let host = String(repeating: "x", count: 64) + ".invalid"
        let client = Connection.connect(host: host, port: 1, on: test.loop)
        var reason: CloseReason?
        client.onClosed = {
            reason = $0
            test.stop()
        }
        try test.run()
        guard case .connectFailed(.hostNotFound(host, _)) = reason else {
            Issue.record("\(String(describing: reason))")
            return
        }
    }
}
