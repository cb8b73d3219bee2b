// SPDX-License-Identifier: Apache-2.0
import CallModel
import Dispatch
import OpenFoundation
import PhoneCore
import PhoneHost
import PhoneLink
import Testing

extension SimulatedPhone {
    /// More rounds than any app needs that comes to rest.
    private static let roundCountMax = 250

    /// Returns when the phone, its links, and the queues of all delegates and completions, the main
    /// queue included, have stayed empty for two rounds.
    ///
    /// Work that an app moved to queues, tasks, timers or sockets of its own is not seen; wait for
    /// that with `settle(until:)`.
    ///
    /// - Parameters:
    ///   - fileID: Where failures are shown that became known meanwhile.
    ///   - filePath: Likewise.
    ///   - line: Likewise.
    ///   - column: Likewise.
    /// - Throws: ``PhoneError`` where the phone is closed, or does not come to rest: an app keeps
    ///   answering itself, or has blocked a queue for 10 s of real time.
    public func settle(
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) async throws {
        try await Self.settle(
            [self], fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// Returns when all of these phones are quiet, which matters where apps on one talk to apps on
    /// another.
    ///
    /// - Parameters:
    ///   - phones: The phones.
    ///   - fileID: Where failures are shown that became known meanwhile.
    ///   - filePath: Likewise.
    ///   - line: Likewise.
    ///   - column: Likewise.
    /// - Throws: ``PhoneError`` as `settle()`.
    public static func settle(
        _ phones: [SimulatedPhone],
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) async throws {
        let place = SourceLocation(
            fileID: fileID, filePath: filePath, line: line, column: column)
        defer { for phone in phones { phone.reportFailures(at: place) } }
        var quietRounds = 0
        var rounds = 0
        while quietRounds < 2 {
            if let closed = phones.first(where: \.isClosed) {
                throw PhoneError("\(closed.name) is closed; make another phone")
            }
            guard rounds < roundCountMax else {
                throw PhoneError(
                    "the apps do not come to rest: something answers itself without end, such as "
                        + "a mute that is requested for each mute that is performed (B47); "
                        + "phone.timeline shows it")
            }
            rounds += 1
            let before = phones.map(\.activity)
            for phone in phones { try await phone.drainAll() }
            quietRounds = phones.map(\.activity) == before ? quietRounds + 1 : 0
        }
        for phone in phones {
            phone.reportFailures(at: place)
            try phone.throwFailures()
        }
    }

    /// Settles until the condition holds, for an app that works on queues, tasks or sockets of its
    /// own.
    ///
    /// The phone's clock stands still meanwhile.
    ///
    /// - Parameters:
    ///   - condition: What is waited for; it may look at the phone.
    ///   - fileID: Where failures are shown that became known meanwhile.
    ///   - filePath: Likewise.
    ///   - line: Likewise.
    ///   - column: Likewise.
    /// - Throws: ``PhoneError`` after 5 s of real time, with all that is outstanding.
    public func settle(
        until condition: @escaping @Sendable () -> Bool,
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) async throws {
        try await settle(
            until: condition, within: .seconds(5), fileID: fileID, filePath: filePath, line: line,
            column: column)
    }

    /// `settle(until:)` with another limit, of real time.
    package func settle(
        until condition: @escaping @Sendable () -> Bool,
        within limit: Duration,
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) async throws {
        let end = ContinuousClock.now + limit
        while true {
            try await settle(
                fileID: fileID, filePath: filePath, line: line, column: column)
            if condition() { return }
            guard ContinuousClock.now < end else {
                throw PhoneError("not so within \(limit); outstanding: \(outstanding)")
            }
            await Self.pause()
        }
    }

    /// Lets time pass, and stops at each deadline on the way to settle.
    ///
    /// Nothing waits in truth: the phone's clock is moved.
    ///
    /// - Parameters:
    ///   - duration: How long, not negative.
    ///   - fileID: Where failures are shown that became known meanwhile.
    ///   - filePath: Likewise.
    ///   - line: Likewise.
    ///   - column: Likewise.
    /// - Throws: ``PhoneError`` as `settle()`.
    public func advance(
        by duration: Duration,
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) async throws {
        try await settle(
            fileID: fileID, filePath: filePath, line: line, column: column)
        guard duration >= .zero else {
            throw PhoneError(
                "time cannot pass by \(duration); give a duration that is not negative")
        }
        let end = time.now().monotonic + Interval(duration)
        while true {
            let hasFired = withStage { $0.time.step(to: end) }
            try await settle(
                fileID: fileID, filePath: filePath, line: line, column: column)
            let isMore = withStage { $0.time.next.map { $0 <= end } ?? false }
            if !hasFired && !isMore { return }
        }
    }

    // MARK: One round

    private func drainAll() async throws {
        let patience = patience
        try await Self.drain(queue, patience)
        try await drainDirectory(patience)
        try await Self.drain(.main, patience)
        for process in apps.compactMap(\.process) where process.isRunning {
            try await process.drain(patience)
        }
        try await Self.drain(.main, patience)
        try await Self.drain(queue, patience)
    }

    /// What moves whenever something happens.
    private var activity: [Int] {
        let (apps, lines, work) = shared.withLock {
            ($0.apps, $0.timeline.count, $0.workCount)
        }
        let processes = apps.flatMap(\.processes)
        let directory = withStage { $0.directories.activity }
        return [lines, work, processes.count, directory] + processes.flatMap(\.activity)
    }

    /// Returns when the handler of a call directory has done what it does on its queue.
    ///
    /// One that goes on giving entries has all the time it needs.
    private func drainDirectory(_ patience: Duration) async throws {
        for queue in withStage({ $0.directories.queues }) {
            while true {
                let before = withStage { $0.directories.activity }
                do throws(PhoneError) {
                    try await Self.drain(queue, patience)
                    break
                } catch {
                    if withStage({ $0.directories.activity }) == before { throw error }
                }
            }
        }
    }

    /// Returns when what lies on a queue is done; of a concurrent one that the app made, too.
    static func drain(_ queue: DispatchQueue, _ patience: Duration) async throws(PhoneError) {
        let isDone = await Patience.shared.wait(patience) { done in
            if MainQueue.is(queue) { return MainQueue.drain(done) }
            queue.async(flags: .barrier, execute: done)
        }
        guard !isDone else { return }
        let name = MainQueue.is(queue) ? "the main queue" : "the queue \"\(queue.label)\""
        throw PhoneError(
            "\(name) is blocked: what runs on it has not ended within \(patience). Code that "
                + "waits there for an answer of the phone's keeps that answer from coming; let it "
                + "return, and go on in the completion. An observer of notifications with "
                + "queue: .main waits for that queue too, where a task of the main actor or a "
                + "block of DispatchQueue.main posts; write queue: nil")
    }

    /// Lets the test's other threads go on for a moment of real time.
    static func pause() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) {
                continuation.resume()
            }
        }
    }

    // MARK: What is outstanding

    private var outstanding: String {
        let parts = openActions + openPushes
        return parts.isEmpty ? "nothing that the phone knows of" : parts.joined(separator: "; ")
    }

    private var openActions: [String] {
        let now = time.now().wall
        return withStage { $0.host.openActions }.map { action in
            let left = (Double(action.timeout.milliseconds) - Double(now.milliseconds)) / 1000
            return
                "\(action.bundle) has not completed \(action.name) of call \(action.call), which "
                + "counts as failed in \(left) s"
        }
    }

    private var openPushes: [String] {
        withStage { $0.store.pushes }.filter { $0.outcome == .pending }.map { push in
            "\(push.bundle) has not answered push \(push.id): its handler has not returned, or its "
                + "registry has not asked for pushes"
        }
    }
}
