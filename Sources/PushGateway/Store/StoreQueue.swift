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
        var nanoseconds: Int64
    }

    private let storage: any GatewayStorage
    private let worker: WorkerThread
    private let report: (GatewayEvent) -> Void
    private var waiting: [(ticket: StoreTicket, changes: [StoredChange])] = []
    private var isBusy = false
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
        let changes = batch.flatMap(\.changes)
        let storage = storage
        worker.run {
            let start = EventLoop.monotonicNanoseconds()
            var failure: String?
            do throws(GatewayError) {
                try storage.commit(changes)
            } catch {
                failure = error.description
            }
            return Outcome(
                failure: failure, nanoseconds: EventLoop.monotonicNanoseconds() - start)
        } then: { [self] (outcome: Outcome) in
            let failure = outcome.failure
            latency.add(nanoseconds: outcome.nanoseconds)
            isBusy = false
            guard !isStopped else { return }
            // The next batch goes out before the answers are worked through.
            start()
            for ticket in tickets {
                report(failure.map { .storeFailed(ticket, $0) } ?? .stored(ticket))
            }
        }
    }
}
