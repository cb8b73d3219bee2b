// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The device's calls as a value: what the system says in, what is worth telling out.
struct CallMonitorCore: Hashable, Sendable {
    /// Those that have not ended, in the order in which they were seen first.
    private(set) var calls: [ObservedCall] = []
    /// Those whose end was told last: a second end is no news.
    private var ended: [UUID] = []

    /// More calls than end between two events that speak of the same.
    static let endedCountMax = 32

    /// Takes what the system says of a call.
    ///
    /// - Returns: The call as it is to be told; nil for what was known.
    mutating func see(_ call: ObservedCall) -> ObservedCall? {
        let index = calls.firstIndex { $0.id == call.id }
        var call = call
        // A call that was connected once has been answered, whatever its last event says.
        if let index, calls[index].hasConnected { call.hasConnected = true }
        if call.hasEnded { return end(call, at: index) }
        if let index {
            guard calls[index] != call else { return nil }
            calls[index] = call
        } else {
            // An identifier may be used again once its call is over (B61).
            ended.removeAll { $0 == call.id }
            calls.append(call)
        }
        return call
    }

    /// Compares with the calls that the system had a while ago: what it does not have any more is
    /// over, though nobody said so, and what was missed is made good.
    ///
    /// - Parameters:
    ///   - snapshot: What the system had.
    ///   - news: Those that it has told of since then: what is known of them is newer.
    /// - Returns: What is to be told.
    mutating func compare(
        with snapshot: [ObservedCall], except news: Set<UUID>
    ) -> [ObservedCall] {
        let living = snapshot.filter { !$0.hasEnded }
        let gone = calls.filter { call in
            !news.contains(call.id) && !living.contains { $0.id == call.id }
        }
        var changes: [ObservedCall] = []
        for var call in gone {
            call.hasEnded = true
            if let change = see(call) { changes.append(change) }
        }
        for call in living where !news.contains(call.id) && !ended.contains(call.id) {
            if let change = see(call) { changes.append(change) }
        }
        return changes
    }

    private mutating func end(_ call: ObservedCall, at index: Int?) -> ObservedCall? {
        if let index {
            calls.remove(at: index)
        } else if ended.contains(call.id) {
            return nil
        }
        ended.append(call.id)
        if ended.count > Self.endedCountMax { ended.removeFirst() }
        return call
    }
}
