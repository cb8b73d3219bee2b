// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Ends that may overtake the report of their call: of those that the service told of before a push
/// did, and of those that are over while a doubled push is on its way.
struct EndedCalls: Hashable, Sendable {
    struct End: Hashable, Sendable {
        let call: UUID
        let reason: CallEndReason
        let date: Date
        /// Whether the call was never known here.
        let isEarly: Bool
        fileprivate let keptUntil: Date
    }

    /// A push that is later than this is of another time; the system's own stays valid less long.
    static let patience: TimeInterval = 120
    /// More ends in that time are no person's calls.
    static let capacity = 64

    private var ends: [End] = []

    /// The end of a call, while it is kept.
    func end(of call: UUID, at now: Date) -> End? {
        ends.last { $0.call == call && $0.keptUntil > now }
    }

    /// Whether a call was here and is over; asked without a time, since nothing but politeness
    /// hangs on it.
    func wasHere(_ call: UUID) -> Bool { ends.contains { $0.call == call && !$0.isEarly } }

    mutating func keep(
        _ call: UUID, _ reason: CallEndReason, date: Date, isEarly: Bool, at now: Date
    ) {
        ends.removeAll { $0.keptUntil <= now || $0.call == call }
        if ends.count >= Self.capacity { ends.removeFirst() }
        ends.append(
            End(
                call: call, reason: reason, date: date, isEarly: isEarly,
                keptUntil: now.addingTimeInterval(Self.patience)))
    }

    mutating func forget(_ call: UUID) { ends.removeAll { $0.call == call } }
}
