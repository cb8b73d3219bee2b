// SPDX-License-Identifier: Apache-2.0
package import CallModel
package import PhoneCore
package import PhoneHost

/// Recents in memory.
///
/// Writes are safe at once, unless the test holds or fails them.
package final class MemoryStore: CallStore {
    /// In order of their first write.
    package private(set) var calls: [RecentCall] = []
    package private(set) var pushes: [PushRecord] = []
    /// Calls that were blocked, in the order in which they came.
    package private(set) var blocked: [BlockedCall] = []
    /// What earlier runs took.
    package var earlierPushes: Set<DeliveryKey> = []
    package private(set) var waitingPushes: [ArrivedPush] = []
    package private(set) var lostPushes: [PushRecord] = []
    package private(set) var breachCounts: [BreachCount] = []
    /// What a write's completion says.
    package var isWritable = true
    /// Keeps completions back until ``release()``.
    package var isHolding = false
    private var held: [() -> Void] = []

    package init() {}

    package func record(_ call: RecentCall, completion: ((Bool) -> Void)?) {
        if isWritable { Self.put(call, into: &calls, \.record) }
        finish(completion)
    }

    package func record(_ push: PushRecord, completion: ((Bool) -> Void)?) {
        if isWritable {
            var push = push
            let isOpen = push.outcome == .pending || push.outcome == .handed
            let before = pushes.last { $0.key == push.key }?.content
            push.content = isOpen ? push.content ?? before : nil
            Self.put(push, into: &pushes, \.key)
        }
        finish(completion)
    }

    package func record(_ blocked: BlockedCall) {
        if isWritable { self.blocked.append(blocked) }
    }

    package func isFromEarlierRun(_ push: DeliveryKey) -> Bool { earlierPushes.contains(push) }

    package func recents(
        limit: Int,
        before: RecordID?,
        completion: @escaping (Result<[RecentCall], ServiceFailure>) -> Void
    ) {
        completion(.success(Self.page(of: calls, limit, before, \.record)))
    }

    package func pushes(
        limit: Int,
        before: DeliveryKey?,
        completion: @escaping (Result<[PushRecord], ServiceFailure>) -> Void
    ) {
        completion(.success(Self.page(of: pushes, limit, before, \.key)))
    }

    package func blockedCalls(
        limit: Int,
        before: RecordID?,
        completion: @escaping (Result<[BlockedCall], ServiceFailure>) -> Void
    ) {
        completion(.success(Self.page(of: blocked, limit, before, \.record)))
    }

    /// Lets the completions go that were held.
    package func release() {
        isHolding = false
        let bodies = held
        held = []
        for body in bodies { body() }
    }

    /// The phone starts anew: what it took so far it took in an earlier run.
    ///
    /// Pushes that apps had in hand are lost, as after a kill; an orderly end has settled them.
    package func beginRun() {
        held = []
        earlierPushes.formUnion(pushes.map(\.key))
        lostPushes = []
        waitingPushes = []
        breachCounts = pushes.filter { $0.outcome == .notReported }.map {
            BreachCount(bundle: $0.bundle, generation: $0.generation, count: 1)
        }
        for index in pushes.indices {
            switch pushes[index].outcome {
            case .handed:
                pushes[index].outcome = .lost
                pushes[index].content = nil
                lostPushes.append(pushes[index])
            case .pending:
                if let waiting = ArrivedPush(waiting: pushes[index]) {
                    waitingPushes.append(waiting)
                }
            default: break
            }
        }
    }

    private func finish(_ completion: ((Bool) -> Void)?) {
        guard let completion else { return }
        let isSafe = isWritable
        if isHolding {
            held.append { completion(isSafe) }
        } else {
            completion(isSafe)
        }
    }

    private static func put<Row, ID: Equatable>(
        _ row: Row,
        into rows: inout [Row],
        _ id: (Row) -> ID
    ) {
        if let index = rows.lastIndex(where: { id($0) == id(row) }) {
            rows[index] = row
        } else {
            rows.append(row)
        }
    }

    private static func page<Row, ID: Equatable>(
        of rows: [Row],
        _ limit: Int,
        _ before: ID?,
        _ id: (Row) -> ID
    ) -> [Row] {
        var older = rows[...]
        if let before {
            older = rows.prefix(rows.firstIndex { id($0) == before } ?? 0)
        }
        return older.suffix(limit).reversed()
    }
}

extension ArrivedPush {
    /// What an earlier run took, as the next one takes it up.
    fileprivate init?(waiting record: PushRecord) {
        guard let content = record.content else { return nil }
        self.init(
            id: record.id, number: record.number, bundle: record.bundle,
            payload: content.payload, accepted: content.accepted,
            expiration: content.expiration, origin: .earlierRun(received: record.received))
    }
}
