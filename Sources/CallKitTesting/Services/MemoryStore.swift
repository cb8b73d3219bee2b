// SPDX-License-Identifier: Apache-2.0
package import CallModel
package import PhoneHost

/// Recents in memory.
///
/// Writes are safe at once, unless the test holds or fails them.
package final class MemoryStore: CallStore {
    /// In order of their first write.
    package private(set) var calls: [RecentCall] = []
    package private(set) var pushes: [PushRecord] = []
    /// What earlier runs took.
    package var earlierPushes: Set<PushID> = []
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
        if isWritable { Self.put(push, into: &pushes, \.id) }
        finish(completion)
    }

    package func isFromEarlierRun(_ push: PushID) -> Bool { earlierPushes.contains(push) }

    package func recents(
        limit: Int,
        before: RecordID?,
        completion: @escaping (Result<[RecentCall], ServiceFailure>) -> Void
    ) {
        completion(.success(Self.page(of: calls, limit, before, \.record)))
    }

    package func pushes(
        limit: Int,
        before: PushID?,
        completion: @escaping (Result<[PushRecord], ServiceFailure>) -> Void
    ) {
        completion(.success(Self.page(of: pushes, limit, before, \.id)))
    }

    /// Lets the completions go that were held.
    package func release() {
        isHolding = false
        let bodies = held
        held = []
        for body in bodies { body() }
    }

    /// The phone starts anew: what it took so far it took in an earlier run.
    package func beginRun() { earlierPushes.formUnion(pushes.map(\.id)) }

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
