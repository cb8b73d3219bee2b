// SPDX-License-Identifier: Apache-2.0
import OCKHTTP2
import OCKNetworking

/// The sender's side that lives on its loop: the connection, and the pushes without an answer.
///
/// A push that no server has processed goes to the next connection: one that waits here, one above
/// the last stream of a GOAWAY, one whose stream was refused. One that may have been processed is
/// never repeated: a phone would ring twice. A connection that goes away still brings the answers
/// that it owes, while the next one serves.
final class Courier {
    let endpoint: PushSender.Endpoint
    let tls: TLSContext
    let limits: SenderLimits
    let retries: PushSender.RetryPolicy
    let loop: EventLoop
    var keeper: ProviderTokenKeeper?
    var pending = PendingTable()
    var waiting = PushQueue()
    /// Given back by a connection, to be sorted in when it has told all.
    var returned: [UInt64] = []
    private var batches: [PushBatch] = []
    /// All that have not closed.
    var connections: [PushConnection] = []
    /// The one for new pushes.
    var current: PushConnection?
    private var encoder: PushEncoder

    /// Runs while no connection may be made.
    var backOff: LoopTimer?
    var failureCount = 0
    var lastWords = ""
    /// The server's word that it wants no connection, and until when it is taken at it.
    var refusal: (error: PushSenderError, until: Int64)?

    /// For the push that has waited longest.
    lazy var deadlineTimer = loop.timer { [unowned self] in deadlineCame() }
    var isDeadlineSet = false
    /// Pushes between two tries, the earliest last.
    var resting: [(due: Int64, number: UInt64)] = []
    lazy var restTimer = loop.timer { [unowned self] in restIsOver() }

    init(
        endpoint: PushSender.Endpoint, tls: TLSContext, signer: ProviderTokenKeeper.Signer?,
        retries: PushSender.RetryPolicy, limits: SenderLimits, loop: EventLoop
    ) {
        self.endpoint = endpoint
        self.tls = tls
        self.retries = retries
        self.limits = limits
        self.loop = loop
        keeper = signer.map { ProviderTokenKeeper($0) }
        encoder = PushEncoder(authority: endpoint.authority)
    }

    // MARK: Taking pushes

    /// Sends a push, which has been checked; `completion` is called once.
    func send(_ push: AddressedPush, completion: @escaping (PushOutcome) -> Void) {
        if let error = presentRefusal { return completion(.failed(error)) }
        guard pending.count < limits.maximumPendingCount else {
            return completion(.failed(.overloaded(limit: limits.maximumPendingCount)))
        }
        waiting.append(accept(push, .single(completion)).number)
        fill()
    }

    /// Sends what a batch brings.
    func send(_ batch: PushBatch) {
        if let error = presentRefusal { return batch.fail(error) }
        batches.removeAll { $0.isOver }
        batches.append(batch)
        fill()
    }

    /// Fails what has no answer, and closes.
    func shutDown() {
        backOff = nil
        for connection in connections {
            // They close later, when this is gone.
            connection.session.onAnswer = { _, _ in }
            connection.session.onFailure = { _, _ in }
            connection.session.onRoom = {}
            connection.session.connection.close()
        }
        current = nil
        failAll(.shutDown)
    }

    private func accept(
        _ push: AddressedPush, _ listener: PendingPush.Listener
    ) -> PendingPush {
        let entry = pending.add(push, listener)
        entry.deadline = loop.now() + limits.answerTimeout.nanoseconds
        entry.frameCount = current?.session.receivedFrameCount ?? 0
        if !isDeadlineSet {
            isDeadlineSet = true
            deadlineTimer.arm(at: entry.deadline)
        }
        return entry
    }

    func finish(_ entry: PendingPush, _ outcome: PushOutcome) {
        guard entry.isInUse else { return }
        let listener = entry.listener
        pending.remove(entry)
        switch listener {
        case .nobody: break
        case .single(let completion): completion(outcome)
        case .batch(let batch, let index): batch.finished(index, outcome)
        }
    }

    /// Ends all that has no answer and is not on its way.
    func failWaiting(_ error: PushSenderError) {
        for entry in pending.all {
            if case .sent = entry.place { continue }
            finish(entry, .failed(error))
        }
        failBatches(error)
    }

    func failBatches(_ error: PushSenderError) {
        let failed = batches
        batches = []
        for batch in failed { batch.fail(error) }
    }

    private func failAll(_ error: PushSenderError) {
        for entry in pending.all { finish(entry, .failed(error)) }
        failBatches(error)
    }

    // MARK: Sending

    /// Whether a connection is needed: those that were given up while they waited need none.
    private func hasWork() -> Bool {
        while let number = waiting.first, pending[number] == nil { _ = waiting.popFirst() }
        return waiting.first != nil || batches.contains { $0.hasMore }
    }

    /// Sends what the connection has room for; makes one where there is work and none.
    func fill() {
        guard backOff == nil, presentRefusal == nil, hasWork() else { return }
        guard let connection = usableConnection() else { return }
        while connection.session.room > 0, let entry = nextPush() {
            encoder.encode(
                entry.push, authorization: connection.authorization, &connection.introduced)
            let isTaken = connection.session.submit(
                encoder.fields, body: entry.push.notification.payload, number: entry.number)
            guard isTaken else {
                waiting.prepend(entry.number)
                return fillLater()
            }
            entry.place = .sent(connection)
            entry.frameCount = connection.session.receivedFrameCount
        }
    }

    /// For where a connection is in the middle of its own affairs.
    func fillLater() { loop.later { [weak self] in self?.fill() } }

    private func nextPush() -> PendingPush? {
        while let number = waiting.popFirst() {
            if let entry = pending[number] { return entry }
        }
        return nextOfBatches()
    }

    /// The batches take turns.
    private func nextOfBatches() -> PendingPush? {
        while let index = batches.firstIndex(where: { $0.hasMore }),
            pending.count < limits.maximumPendingCount
        {
            let batch = batches[index]
            let fetched = batch.fetch()
            if batches.count > 1 {
                batches.remove(at: index)
                batches.append(batch)
            }
            guard let fetched else {
                batches.removeAll { $0.isOver }
                continue
            }
            let entry = accept(fetched.push, .batch(batch, index: fetched.index))
            do {
                try fetched.push.check()
                return entry
            } catch {
                finish(entry, .failed(error))
            }
        }
        return nil
    }

    /// Counts a failed connection against the batches.
    func batchesLostConnection(_ words: String) {
        for batch in batches { batch.failedConnectionCount += 1 }
        let failed = batches.filter { $0.failedConnectionCount >= limits.maximumAttemptCount }
        batches.removeAll { $0.failedConnectionCount >= limits.maximumAttemptCount }
        for batch in failed { batch.fail(.unreachable(words)) }
    }
}
