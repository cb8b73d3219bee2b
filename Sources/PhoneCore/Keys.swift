// SPDX-License-Identifier: Apache-2.0
import CallModel

/// A call, by its app and the UUID that the app gave it: no app reaches another's calls by
/// guessing.
struct CallKey: Hashable, Sendable, Comparable {
    var bundle: BundleID
    var id: CallID

    /// The id first: most calls that are compared are of one app.
    static func == (a: Self, b: Self) -> Bool { a.id == b.id && a.bundle == b.bundle }

    /// By the id alone: it is all but unique, and a text takes longer to hash than all else.
    func hash(into hasher: inout Hasher) { hasher.combine(id) }

    static func < (a: Self, b: Self) -> Bool { (a.bundle, a.id) < (b.bundle, b.id) }
}

/// A provider, by the process that made it.
struct ProviderKey: Hashable, Sendable, Comparable {
    var session: SessionID
    var id: ProviderID

    static func < (a: Self, b: Self) -> Bool { (a.session, a.id) < (b.session, b.id) }
}

/// An action, by the process that must perform it.
struct ActionKey: Hashable, Sendable, Comparable {
    var session: SessionID
    var id: ActionID

    static func < (a: Self, b: Self) -> Bool { (a.session, a.id) < (b.session, b.id) }
}
