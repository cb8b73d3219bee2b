// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import CallModel
import Dispatch
import Glibc
import PhoneLink
import Testing
import OCKWire

/// What one end took, and when it ended.
private final class Ear: Sendable {
    private struct State {
        var frames: [[UInt8]] = []
        var ends = 0
        var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var endWaiters: [CheckedContinuation<Void, Never>] = []
    }
    private let state = Locked(State())

    init(_ transport: any Transport) {
        transport.start(
            onFrame: { [self] frame in
                let due = state.withLock { state in
                    state.frames.append(frame)
                    let due = state.waiters.filter { $0.count <= state.frames.count }
                    state.waiters.removeAll { $0.count <= state.frames.count }
                    return due.map(\.continuation)
                }
                due.forEach { $0.resume() }
            },
            onEnd: { [self] in
                let due = state.withLock { state in
                    state.ends += 1
                    defer { state.endWaiters = [] }
                    return state.endWaiters
                }
                due.forEach { $0.resume() }
            }
        )
    }

    var frames: [[UInt8]] { state.withLock { $0.frames } }
    var ends: Int { state.withLock { $0.ends } }

    func frames(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isDue = state.withLock { state in
                if state.frames.count >= count { return true }
                state.waiters.append((count, continuation))
                return false
            }
            if isDue { continuation.resume() }
        }
    }

    func end() async {
        await withCheckedContinuation { continuation in
            let isDue = state.withLock { state in
                if state.ends > 0 { return true }
                state.endWaiters.append(continuation)
                return false
            }
            if isDue { continuation.resume() }
        }
    }
}

@Suite struct TransportTests {
    private func pair(_ link: FakeLink) throws -> (any Transport, any Transport) {
        switch link {
        case .inProcess:
            let pair = InProcessTransport.pair(
                appQueue: DispatchQueue(label: "a"),
                phoneQueue: DispatchQueue(label: "b")
            )
            return (pair.app, pair.phone)
        case .socket:
            let pair = try UnixSocket.pair()
            return (
                SocketTransport(descriptor: pair.0), SocketTransport(descriptor: pair.1)
            )
        }
    }

    @Test(
        "Frames come in order, also those sent before the other end listens",
        arguments: FakeLink.allCases)
    func order(link: FakeLink) async throws {
        let (a, b) = try pair(link)
        try a.send([1])
        try a.send([2])
        let ear = Ear(b)
        _ = Ear(a)
        try a.send([3])
        await ear.frames(3)
        #expect(ear.frames == [[1], [2], [3]])
        a.close()
    }

    @Test(
        "Frames sent before the close arrive; then both ends hear of the end, once",
        arguments: FakeLink.allCases)
    func close(link: FakeLink) async throws {
        let (a, b) = try pair(link)
        let (earA, earB) = (Ear(a), Ear(b))
        try a.send([1])
        a.flush()
        a.close()
        a.close()
        await earB.end()
        await earA.end()
        #expect(earB.frames == [[1]])
        try a.send([2])
        try b.send([3])
        #expect(earA.ends == 1)
        #expect(earB.ends == 1)
        #expect(earA.frames == [])
    }

    @Test(
        "A frame over 64 KiB and an empty one are refused, and the link lives",
        arguments: FakeLink.allCases)
    func limits(link: FakeLink) async throws {
        let (a, b) = try pair(link)
        let ear = Ear(b)
        _ = Ear(a)
        let limit = Limits.frameByteCount
        #expect(throws: FrameError.tooLong(limit + 1, limit: limit)) {
            try a.send([UInt8](repeating: 0, count: limit + 1))
        }
        #expect(throws: FrameError.empty) { try a.send([]) }
        try a.send([UInt8](repeating: 7, count: limit))
        await ear.frames(1)
        #expect(ear.frames.map(\.count) == [limit])
        a.close()
    }

    @Test("Many large frames pass a socket whose buffer holds few, in order")
    func drain() async throws {
        let (a, b) = try pair(.socket)
        for number in 0..<40 {
            try a.send([UInt8](repeating: UInt8(number), count: 50_000))
        }
        let ear = Ear(b)
        _ = Ear(a)
        await ear.frames(40)
        #expect(ear.frames.map { $0[0] } == Array(0..<40))
        a.close()
    }

    @Test("A peer that lets too much pile up loses the link")
    func pileUp() async throws {
        let (a, b) = try pair(.socket)
        let ear = Ear(a)
        for _ in 0..<80 { try a.send([UInt8](repeating: 0, count: Limits.frameByteCount)) }
        await ear.end()
        withExtendedLifetime(b) {}
    }

    @Test("A peer that breaks the framing loses the link")
    func framing() async throws {
        let descriptors = try UnixSocket.pair()
        let ear = Ear(SocketTransport(descriptor: descriptors.0))
        let bytes: [UInt8] = [0, 0, 0, 1, 9, 255, 255, 255, 255]
        #expect(write(descriptors.1, bytes, bytes.count) == bytes.count)
        await ear.end()
        #expect(ear.frames == [[9]])
        Glibc.close(descriptors.1)
    }

    @Test("The handlers of one end never run inside a send, nor two at once")
    func notReentrant() async throws {
        let (a, b) = try pair(.inProcess)
        let isSending = Locked(false)
        let wasInside = Locked(false)
        let ear = Ear(a)
        b.start(
            onFrame: { frame in
                wasInside.withLock { $0 = $0 || isSending.withLock { $0 } }
                isSending.withLock { $0 = true }
                try? b.send(frame)
                isSending.withLock { $0 = false }
            },
            onEnd: {}
        )
        for number in 0..<100 { try a.send([UInt8(number)]) }
        await ear.frames(100)
        #expect(!wasInside.withLock { $0 })
        #expect(ear.frames.map { $0[0] } == Array(0..<100))
        a.close()
    }

    @Test("A socket path over 107 bytes is refused in words")
    func longPath() {
        let path = "/tmp/" + String(repeating: "x", count: 103)
        #expect(UnixSocket.pathByteCount == 107)
        #expect(throws: LinkError.pathTooLong(path, limit: 107)) {
            try UnixSocket.connect(path: path)
        }
        let words = String(describing: LinkError.pathTooLong(path, limit: 107))
        #expect(words.contains("108 bytes") && words.contains("107"))
    }

    @Test("Where nothing listens, the error says how to start a phone")
    func noPhone() {
        let path = "/nonexistent/opencallkit/app.sock"
        #expect(throws: LinkError.noPhone(path: path)) { try UnixSocket.connect(path: path) }
        #expect(
            String(describing: LinkError.noPhone(path: path)).contains("opencallkit phone run")
        )
    }
}
