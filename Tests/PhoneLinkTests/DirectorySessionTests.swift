// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import CallModel
import Dispatch
import PhoneLink
import Testing
import OCKWire

/// A session with a fake phone, and what became of it.
private final class Load: Sendable {
    private struct State {
        var outcome: DirectorySession.Outcome?
        var waiters: [CheckedContinuation<Void, Never>] = []
        var complaints: [String] = []
    }

    let phone: FakeDirectoryPhone
    let session: DirectorySession
    private let state: Locked<State>

    init(
        _ link: FakeLink,
        script: @escaping FakeDirectoryPhone.Script = FakeDirectoryPhone.loading
    ) throws {
        let state = Locked(State())
        self.state = state
        phone = try FakeDirectoryPhone(link, script: script)
        session = DirectorySession(channel: phone.channel, name: "test") { line in
            state.withLock { $0.complaints.append(line) }
        }
    }

    /// Returns when the load has begun, or ended before.
    func begin() async -> DirectoryWelcome? {
        await withCheckedContinuation { continuation in
            let once = Locked<CheckedContinuation<DirectoryWelcome?, Never>?>(continuation)
            @Sendable func resume(_ welcome: DirectoryWelcome?) {
                let due = once.withLock { once in
                    defer { once = nil }
                    return once
                }
                due?.resume(returning: welcome)
            }
            session.start(
                onWelcome: { resume($0) },
                onOver: { [state] outcome in
                    let waiters = state.withLock { state in
                        state.outcome = outcome
                        defer { state.waiters = [] }
                        return state.waiters
                    }
                    waiters.forEach { $0.resume() }
                    resume(nil)
                })
        }
    }

    func over() async -> DirectorySession.Outcome? {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.outcome == nil { state.waiters.append(continuation) }
                return state.outcome != nil
            }
            if isOver { continuation.resume() }
        }
        return state.withLock { $0.outcome }
    }

    var complaints: [String] { state.withLock { $0.complaints } }
}

@Suite struct DirectorySessionTests {
    private static let incremental = FakeDirectoryPhone.answers(isIncremental: true)

    @Test("A load is a hello, the entries in order, and a completion", arguments: FakeLink.allCases)
    func load(link: FakeLink) async throws {
        let load = try Load(link)
        let welcome = await load.begin()
        #expect(welcome?.extensionID == "com.example.test.directory")
        #expect(!load.session.askIncremental())
        load.session.addBlocking(14_085_550_100)
        load.session.addIdentification(442_079_460_000, label: "Bäcker")
        load.session.removeAllIdentification()
        load.session.removeBlocking(1)
        load.session.removeIdentification(2)
        load.session.removeAllBlocking()
        #expect(load.session.complete())
        #expect(await load.over() == .completed)
        #expect(load.phone.requests == [.hello(version: protocolVersion), .complete])
        #expect(
            load.phone.lines == [
                "block 14085550100", "identify 442079460000 Bäcker", "forget all", "unblock 1",
                "forget 2", "unblock all",
            ])
        #expect(load.complaints.isEmpty)
    }

    @Test("Entries go out as batches fill, and no batch is empty", arguments: FakeLink.allCases)
    func batches(link: FakeLink) async throws {
        let load = try Load(link)
        _ = await load.begin()
        for number in 1...100_000 as ClosedRange<Int64> { load.session.addBlocking(number << 30) }
        load.session.complete()
        #expect(await load.over() == .completed)
        #expect(load.phone.lines.count == 100_000)
        #expect(load.phone.lines.last == "block \(Int64(100_000) << 30)")
        #expect((7...10).contains(load.phone.batchCount))
    }

    @Test("A load without entries sends no batch")
    func empty() async throws {
        let load = try Load(.inProcess)
        _ = await load.begin()
        load.session.complete()
        #expect(await load.over() == .completed)
        #expect(load.phone.batchCount == 0)
    }

    @Test(
        "Changes are promised by asking before the first entry, once", arguments: FakeLink.allCases)
    func incremental(link: FakeLink) async throws {
        let load = try Load(link, script: Self.incremental)
        _ = await load.begin()
        #expect(load.session.askIncremental())
        load.session.removeBlocking(7)
        #expect(load.session.askIncremental())
        load.session.complete()
        #expect(await load.over() == .completed)
        #expect(
            load.phone.requests == [
                .hello(version: protocolVersion), .confirmIncremental, .complete,
            ])
    }

    @Test("Asked after the first entry, the load is a whole one, and that is said once")
    func incrementalLate() async throws {
        let load = try Load(.inProcess, script: Self.incremental)
        _ = await load.begin()
        load.session.addBlocking(7)
        #expect(!load.session.askIncremental())
        #expect(!load.session.askIncremental())
        load.session.complete()
        #expect(await load.over() == .completed)
        #expect(!load.phone.requests.contains(.confirmIncremental))
        #expect(load.complaints.count == 1)
    }

    @Test("After the phone's verdict nothing more is sent", arguments: FakeLink.allCases)
    func failed(link: FakeLink) async throws {
        let load = try Load(link)
        load.phone.afterBatch { $0 == 2 ? [.failed(code: 3, words: "out of order")] : [] }
        _ = await load.begin()
        var number: Int64 = 0
        while load.session.outcome == nil {
            number += 1
            load.session.addBlocking(number << 30)
        }
        #expect(await load.over() == .failed(code: 3, words: "out of order"))
        await load.phone.closed()
        let count = load.phone.batchCount
        for _ in 0..<100_000 { load.session.addBlocking(1) }
        #expect(!load.session.complete())
        #expect(load.phone.batchCount == count)
        #expect(!load.phone.requests.contains(.complete))
        #expect(load.complaints.isEmpty)
    }

    @Test("A phone that takes nothing and then fails the load wakes an extension that waits")
    func wakes() async throws {
        let pair = try UnixSocket.pair()
        let phone = SocketTransport(descriptor: pair.1)
        let session = DirectorySession(channel: DirectorySocket(descriptor: pair.0))
        let (outcomes, outcome) = AsyncStream.makeStream(of: DirectorySession.Outcome.self)
        session.start(
            onWelcome: { _ in
                DispatchQueue(label: "extension").async {
                    for number in 0..<1_000_000 as Range<Int64> {
                        session.addBlocking(number << 30)
                    }
                    outcome.finish()
                }
            },
            onOver: { outcome.yield($0) })
        // Nothing is read here, so the socket fills.
        try phone.send(encoded(.welcome(DirectoryWelcome(extensionID: "x", isIncremental: false))))
        try phone.send(encoded(.failed(code: 2, words: "too slow")))
        var seen: [DirectorySession.Outcome] = []
        for await outcome in outcomes { seen.append(outcome) }
        #expect(seen == [.failed(code: 2, words: "too slow")])
        phone.close()
    }

    @Test("A phone that goes away in a load has interrupted it", arguments: FakeLink.allCases)
    func lost(link: FakeLink) async throws {
        let load = try Load(link)
        _ = await load.begin()
        load.session.addBlocking(1)
        load.phone.hangUp()
        guard case .failed(2, let words) = await load.over() else {
            Issue.record("another outcome")
            return
        }
        #expect(words.contains("ended the connection"))
    }

    @Test("A refusal, another version and noise each end the session before a load")
    func refused() async throws {
        let scripts: [FakeDirectoryPhone.Script] = [
            { _ in [.refused("not installed")] },
            { _ in
                [.welcome(DirectoryWelcome(version: 99, extensionID: "x", isIncremental: false))]
            },
            { _ in [.completed, .refused("no")] },
        ]
        let words = ["not installed", "speaks version 99", "refused this process: no"]
        for (script, words) in zip(scripts, words) {
            let load = try Load(.inProcess, script: script)
            #expect(await load.begin() == nil)
            guard case .refused(let reason) = await load.over() else {
                Issue.record("no refusal")
                continue
            }
            #expect(reason.contains(words))
            load.session.addBlocking(1)
            #expect(load.phone.batchCount == 0)
        }
    }

    @Test("What is done after the completion is ignored, with a line each for the person")
    func afterCompletion() async throws {
        let load = try Load(
            .inProcess,
            script: { _ in
                [.welcome(DirectoryWelcome(extensionID: "x", isIncremental: false))]
            })
        _ = await load.begin()
        #expect(load.session.complete())
        load.session.addBlocking(1)
        load.session.addBlocking(2)
        #expect(!load.session.complete())
        #expect(load.phone.batchCount == 0)
        #expect(load.complaints.count == 2)
        load.phone.hangUp()
        guard case .failed(2, _) = await load.over() else {
            Issue.record("another outcome")
            return
        }
    }

    @Test(
        "An extension that gives up says why, and that is its outcome", arguments: FakeLink.allCases
    )
    func cancelled(link: FakeLink) async throws {
        let load = try Load(link)
        _ = await load.begin()
        load.session.addBlocking(1)
        load.session.cancel("no list " + String(repeating: "ü", count: 1_000))
        #expect(await load.over() == .cancelled)
        #expect(!load.session.complete())
        if link == .inProcess {
            let words = "no list " + String(repeating: "ü", count: (1_024 - 8) / 2)
            #expect(load.phone.requests.last == .cancel(words))
        }
    }

    @Test("A label over 1 KiB is cut at a character, which is said once")
    func labels() async throws {
        let load = try Load(.inProcess)
        _ = await load.begin()
        let long = String(repeating: "é", count: 600)
        load.session.addIdentification(1, label: "x" + long)
        load.session.addIdentification(2, label: long)
        load.session.complete()
        #expect(await load.over() == .completed)
        let cut = String(repeating: "é", count: 511)
        #expect(load.phone.lines == ["identify 1 x\(cut)", "identify 2 \(cut)é"])
        #expect(load.complaints.count == 1)
        #expect(load.complaints.first?.contains("label of 1 has 1201 bytes") == true)
    }

    @Test("Entries of several threads all arrive, whole", arguments: FakeLink.allCases)
    func threads(link: FakeLink) async throws {
        let load = try Load(link)
        _ = await load.begin()
        await withTaskGroup { group in
            for task in 0..<4 as Range<Int64> {
                group.addTask {
                    for number in 0..<5_000 as Range<Int64> {
                        load.session.addIdentification(task << 40 | number, label: "\(task)")
                    }
                }
            }
        }
        load.session.complete()
        #expect(await load.over() == .completed)
        #expect(Set(load.phone.lines).count == 20_000)
    }
}

private func encoded(_ notice: DirectoryNotice) throws -> [UInt8] {
    try MessageCoder.encode(notice)
}
