// SPDX-License-Identifier: Apache-2.0
import GatewayCore
import OCKNetworking

/// Hands changes to the worker, many in one commit: while one is on its way to the disk, the next
/// ones gather.
final class StoreQueue {
    /// Keeps one commit, and so the wait for the disk, short.
    private static let batchCountMax = 4096

    private struct Outcome: Sendable {
        var failure: String?
        /// Removals that the store still owes.
        var owed: [StoredChange] = []
        var nanoseconds: Int64
    }

    private let storage: any GatewayStorage
    private let worker: WorkerThread
    private let report: (GatewayEvent) -> Void
    private var waiting: [(ticket: StoreTicket, changes: [StoredChange])] = []
    private var isBusy = false
    /// Removals of pushes that failed, to be tried again with the next commit: nobody waits for
    /// them, and what stays in the store would come again after the next start.
    private var owed: [StoredChange] = []
    /// How long commits took.
    private(set) var latency = LatencyHistogram()
    private var isStopped = false
    /// Called once when nothing waits any more.
    private var onIdle: (() -> Void)?

    /// `report` gets an answer for each ticket, in their order.
    init(
        storage: any GatewayStorage,
        worker: WorkerThread,
        report: @escaping (GatewayEvent) -> Void
    ) {
        self.storage = storage
        self.worker = worker
        self.report = report
    }

    func add(_ ticket: StoreTicket, _ changes: [StoredChange]) {
        waiting.append((ticket, changes))
        start()
    }

    func whenIdle(_ body: @escaping () -> Void) {
        guard isBusy || !waiting.isEmpty else { return body() }
        onIdle = body
    }

    /// Drops what waits; the worker is about to go.
    func stop() {
        isStopped = true
        waiting = []
        onIdle = nil
    }

    private func start() {
        guard !isBusy, !isStopped else { return }
        guard !waiting.isEmpty else {
            let body = onIdle
            onIdle = nil
            body?()
            return
        }
        isBusy = true
        let batch = Array(waiting.prefix(Self.batchCountMax))
        waiting.removeFirst(batch.count)
        let tickets = batch.map(\.ticket)
        let changes = owed + batch.flatMap(\.changes)
        let removals = owed + batch.filter { $0.changes.allSatisfy(\.isRemoval) }.flatMap(\.changes)
        let storage = storage
        worker.run {
            Self.commit(changes, orAlone: removals, to: storage)
        } then: { [self] (outcome: Outcome) in
            let failure = outcome.failure
            latency.add(nanoseconds: outcome.nanoseconds)
            owed = outcome.owed
            isBusy = false
            guard !isStopped else { return }
            // The next batch goes out before the answers are worked through.
            start()
            for ticket in tickets {
                report(failure.map { .storeFailed(ticket, $0) } ?? .stored(ticket))
            }
        }
    }

    /// Commits all changes, or else the removals alone, which may work on a disk that is full.
    private static func commit(
        _ changes: [StoredChange], orAlone removals: [StoredChange], to storage: any GatewayStorage
    ) -> Outcome {
        let start = EventLoop.monotonicNanoseconds()
        var outcome = Outcome(nanoseconds: 0)
        do throws(GatewayError) {
            try storage.commit(changes)
        } catch {
            outcome.failure = error.description
            if !removals.isEmpty { outcome.owed = left(of: removals, in: storage) }
        }
        outcome.nanoseconds = EventLoop.monotonicNanoseconds() - start
        return outcome
    }

    private static func left(
        of removals: [StoredChange], in storage: any GatewayStorage
    ) -> [StoredChange] {
        do throws(GatewayError) {
            try storage.commit(removals)
            return []
        } catch {
            return removals
        }
    }
}

extension StoredChange {
    /// Whether it forgets a push, which may be done at any later time.
    fileprivate var isRemoval: Bool {
        if case .removePush = self { true } else { false }
    }
}
