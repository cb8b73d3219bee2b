// SPDX-License-Identifier: Apache-2.0

extension CallManager {
    /// What happens to the calls, beginning with `added` for each that there is.
    ///
    /// Each stream is another, with all changes from then on; it ends with the task that reads it.
    /// Changes that nobody reads are kept, so read it to the end of the task or let go of it.
    public var changes: AsyncStream<CallChange> {
        observers.stream(first: calls.map { .added($0) })
    }

    /// Tells of what happens to the calls, beginning with `added` for each that there is, before it
    /// returns.
    ///
    /// - Parameter body: Called on the main actor, as a change happens and before anything else
    ///   does. It may ask and report.
    /// - Returns: What ends it: by `cancel()`, or when it is let go of.
    public func observe(_ body: @escaping @MainActor (CallChange) -> Void) -> CallObservation {
        observers.add(first: calls.map { .added($0) }, body)
    }

    /// Notes a change, and tells all who watch.
    func tell(_ change: CallChange) {
        let index = calls.firstIndex { $0.id == change.call.id }
        switch change {
        case .added(let call):
            if let index { calls[index] = call } else { calls.append(call) }
        case .updated(let call):
            if let index { calls[index] = call }
        case .ended:
            if let index { calls.remove(at: index) }
        }
        audio?.callsChanged(calls)
        observers.tell(change)
    }
}
