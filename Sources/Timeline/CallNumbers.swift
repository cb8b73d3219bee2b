// SPDX-License-Identifier: Apache-2.0
import CallModel

/// The calls of a timeline, numbered from 1 in the order in which they come: nobody reads a UUID.
///
/// Two apps may use one call's id; theirs are two calls.
struct CallNumbers {
    struct Name: Hashable {
        var call: CallID
        /// Nil where no entry tells.
        var bundle: BundleID?
    }

    /// By number, less 1.
    private(set) var names: [Name] = []
    private var byName: [Name: Int] = [:]
    private var firstOfCall: [CallID: Int] = [:]
    private var ofPush: [PushID: Int] = [:]

    init(_ entries: [TimelineEntry]) {
        for entry in entries {
            guard let call = entry.call else { continue }
            let number = add(Name(call: call, bundle: entry.bundle))
            if let push = entry.push, ofPush[push] == nil { ofPush[push] = number }
        }
    }

    /// The call that an entry is about, or that its push led to.
    func number(of entry: TimelineEntry) -> Int? {
        guard let call = entry.call else { return entry.push.flatMap { ofPush[$0] } }
        return byName[Name(call: call, bundle: entry.bundle)] ?? firstOfCall[call]
    }

    private mutating func add(_ name: Name) -> Int {
        if let known = byName[name] { return known }
        if let first = firstOfCall[name.call] {
            // An entry that names no app means the call that is known.
            if name.bundle == nil { return first }
            if names[first - 1].bundle == nil {
                names[first - 1].bundle = name.bundle
                byName[name] = first
                return first
            }
        }
        names.append(name)
        byName[name] = names.count
        if firstOfCall[name.call] == nil { firstOfCall[name.call] = names.count }
        return names.count
    }
}
