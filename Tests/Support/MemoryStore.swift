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
        if isWritable {
            if let index = calls.firstIndex(where: { $0.record == call.record }) {
                calls[index] = call
            } else {
                calls.append(call)
            }
        }
        finish(completion)
    }

    package func record(_ push: PushRecord, completion: ((Bool) -> Void)?) {
        if isWritable {
            if let index = pushes.firstIndex(where: { $0.id == push.id }) {
                pushes[index] = push
            } else {
                pushes.append(push)
            }
        }
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

    private func finish(_ completion: ((Bool) -> Void)?) {
        guard let completion else { return }
        let isSafe = isWritable
        if isHolding {
            held.append { completion(isSafe) }
        } else {
            completion(isSafe)
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
