// SPDX-License-Identifier: Apache-2.0
package import CallModel
package import OCKNetworking
package import PhoneCore
package import PhoneHost
package import OCKStorage

/// Recents and pushes in SQLite, written by the worker.
///
/// Writes that wait while another is under way are committed together. Made and used on the loop's
/// thread.
package final class RecentsStore: CallStore {
    /// Takes words when the store begins to fail in another way than before.
    package var onProblem: ((String) -> Void)?

    private let worker: WorkerThread
    private let database: WorkerDatabase
    package let waitingPushes: [ArrivedPush]
    package let lostPushes: [PushRecord]
    package let breachCounts: [BreachCount]
    private let earlierPushes: Set<DeliveryKey>
    private var waiting: [(write: PhoneDatabase.Write, completion: ((Bool) -> Void)?)] = []
    private var isWriting = false
    private var lastProblem: StoreError?

    /// Opens the file, on the caller's thread.
    ///
    /// Calls that a phone that died has left open end now, as failed; pushes that an app had in
    /// hand then are lost.
    package init(path: String, worker: WorkerThread, now: WallTime) throws(StoreError) {
        let database = try PhoneDatabase(path: path, now: now)
        let earlier = try database.pushes(limit: PhoneDatabase.earlierPushLimit, before: nil)
        earlierPushes = Set(earlier.map(\.key))
        lostPushes = database.lostPushes
        waitingPushes = try database.waitingPushes()
        breachCounts = try database.breachCounts()
        self.database = WorkerDatabase(database)
        self.worker = worker
    }

    package func record(_ call: RecentCall, completion: ((Bool) -> Void)?) {
        write(.call(call), completion)
    }

    package func record(_ push: PushRecord, completion: ((Bool) -> Void)?) {
        write(.push(push), completion)
    }

    package func record(_ blocked: BlockedCall) { write(.blocked(blocked), nil) }

    package func isFromEarlierRun(_ push: DeliveryKey) -> Bool { earlierPushes.contains(push) }

    /// Sees all that was recorded before the call.
    package func recents(
        limit: Int,
        before: RecordID?,
        completion: @escaping (Result<[RecentCall], ServiceFailure>) -> Void
    ) {
        read(completion) { (database) throws(StoreError) in
            try database.recents(limit: limit, before: before)
        }
    }

    /// Sees all that was recorded before the call.
    package func pushes(
        limit: Int,
        before: DeliveryKey?,
        completion: @escaping (Result<[PushRecord], ServiceFailure>) -> Void
    ) {
        read(completion) { (database) throws(StoreError) in
            try database.pushes(limit: limit, before: before)
        }
    }

    /// Sees all that was recorded before the call.
    package func blockedCalls(
        limit: Int,
        before: RecordID?,
        completion: @escaping (Result<[BlockedCall], ServiceFailure>) -> Void
    ) {
        read(completion) { (database) throws(StoreError) in
            try database.blockedCalls(limit: limit, before: before)
        }
    }

    /// Hands all that waits to the worker, whose `shutdown()` then waits for it.
    package func flush() { sendBatch() }

    private func write(_ write: PhoneDatabase.Write, _ completion: ((Bool) -> Void)?) {
        waiting.append((write, completion))
        if !isWriting { sendBatch() }
    }

    private func sendBatch() {
        guard !waiting.isEmpty else { return }
        let batch = waiting
        waiting = []
        isWriting = true
        worker.run { [database, rows = batch.map(\.write)] in
            database.attempt { (database) throws(StoreError) in try database.write(rows) }
        } then: { [self] result in
            isWriting = false
            note(result.failure)
            for entry in batch { entry.completion?(result.failure == nil) }
            if !isWriting { sendBatch() }
        }
    }

    private func read<Row: Sendable>(
        _ completion: @escaping (Result<[Row], ServiceFailure>) -> Void,
        _ body: @escaping @Sendable (PhoneDatabase) throws(StoreError) -> [Row]
    ) {
        sendBatch()
        worker.run { [database] in
            database.attempt(body)
        } then: { [weak self] result in
            self?.note(result.failure)
            completion(result.mapError { ServiceFailure("\($0)") })
        }
    }

    private func note(_ problem: StoreError?) {
        if let problem, problem != lastProblem { onProblem?("\(problem)") }
        lastProblem = problem
    }
}

/// Sendable because it is handed to the worker once, and opened there alone.
private final class WorkerDatabase: @unchecked Sendable {
    private let database: PhoneDatabase

    init(_ database: PhoneDatabase) { self.database = database }

    func attempt<Value>(
        _ body: (PhoneDatabase) throws(StoreError) -> Value
    ) -> Result<Value, StoreError> {
        do { return .success(try body(database)) } catch { return .failure(error) }
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let failure) = self { return failure }
        return nil
    }
}
