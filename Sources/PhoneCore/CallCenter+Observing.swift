// SPDX-License-Identifier: Apache-2.0
import CallModel

/// What the observers of apps see.
extension CallCenter {
    /// What an app's observers see: a call that is not admitted yet is not there.
    func observed(by bundle: BundleID) -> [ObservedCall] {
        calls.indices.compactMap { index in
            let call = calls[index]
            guard !call.isPreparing else { return nil }
            let twins = twins(of: call.key, olderThan: index)
            return isHidden(call.key, from: bundle, by: twins) ? nil : call.observed
        }
    }

    /// The apps that have another call of that UUID, and those whose call is the older one.
    private func twins(
        of key: CallKey, olderThan index: Int
    ) -> (all: [BundleID], older: [BundleID]) {
        var found: (all: [BundleID], older: [BundleID]) = ([], [])
        for (place, call) in calls.enumerated()
        where call.key.id == key.id && call.key.bundle != key.bundle && !call.isPreparing {
            found.all.append(call.key.bundle)
            if place < index { found.older.append(call.key.bundle) }
        }
        return found
    }

    /// Observers know calls by their UUIDs alone, and two apps may use the same one: each app sees
    /// its own call then, and all others the older.
    private func isHidden(
        _ key: CallKey, from bundle: BundleID, by twins: (all: [BundleID], older: [BundleID])
    ) -> Bool {
        key.bundle != bundle && (!twins.older.isEmpty || twins.all.contains(bundle))
    }

    /// Tells all observers how a call stands now.
    func announce(_ call: Call, turn: inout Turn) {
        guard let index = index(of: call.key) else { return }
        tellObservers(call.observed, of: call.key, at: index, turn: &turn)
    }

    /// `index` is the call's place, or was.
    func tellObservers(
        _ observed: ObservedCall, of key: CallKey, at index: Int, turn: inout Turn
    ) {
        let twins = twins(of: key, olderThan: index)
        for observer in turn.observers where !isHidden(key, from: observer.bundle, by: twins) {
            turn.tell(observer.session, .callChanged(observed))
        }
    }
}
