// SPDX-License-Identifier: Apache-2.0

/// That something is being watched: keep it for as long as you watch.
@MainActor public class CallObservation {
    fileprivate init() {}

    /// Stops it: nothing more is told.
    ///
    /// To let go of the observation does the same.
    public func cancel() {}
}

private final class Observation<Value>: CallObservation {
    private var body: (@MainActor (Value) -> Void)?

    init(_ body: @escaping @MainActor (Value) -> Void) { self.body = body }

    override func cancel() { body = nil }

    var isCancelled: Bool { body == nil }

    func tell(_ value: Value) { body?(value) }
}

/// Who watches something, in the order in which they began.
///
/// The observations own the closures, so that what a closure holds goes with whoever watched.
@MainActor struct CallObservers<Value> {
    private struct Entry {
        weak var observation: Observation<Value>?
    }

    private var entries: [Entry] = []

    /// Nobody watches yet.
    init() {}

    /// Has it told of all that follows.
    mutating func add(_ body: @escaping @MainActor (Value) -> Void) -> CallObservation {
        entries.removeAll { $0.observation?.isCancelled ?? true }
        let observation = Observation(body)
        entries.append(Entry(observation: observation))
        return observation
    }

    /// Tells all who watch when this is called; who is added or cancelled meanwhile is heeded.
    func tell(_ value: Value) {
        for entry in entries { entry.observation?.tell(value) }
    }
}
