// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Where ``CallManager`` keeps which calls the system has of it, beyond the process's life.
///
/// A call that was alive when the process ended goes on counting against the configuration's limit
/// until it is reported as ended, which the next life does at its launch (B13).
@MainActor public protocol LiveCallStore: AnyObject {
    /// The identifiers, oldest first. What is set must be there when the process has died.
    var ids: [UUID] { get set }
}

/// Keeps them in the app's `UserDefaults`, under a key of VoIPKit's.
@MainActor public final class UserDefaultsCallStore: LiveCallStore {
    /// A system has no more calls of an app at once than this, by far.
    static let countMax = 64
    static let key = "VoIPKit.liveCalls"

    private let defaults: SharedDefaults

    /// Makes a store.
    ///
    /// - Parameter defaults: Where it keeps them. Not a suite that the app shares with its
    ///   extensions or other apps: their calls are not this process's.
    nonisolated public init(defaults: UserDefaults = .standard) {
        self.defaults = SharedDefaults(defaults)
    }

    /// The identifiers, oldest first; of more than 64 the newest.
    ///
    /// What is in the defaults and is no identifier is left out.
    public var ids: [UUID] {
        get {
            let texts = defaults.value.array(forKey: Self.key) ?? []
            return texts.suffix(Self.countMax).compactMap { ($0 as? String).flatMap(UUID.init) }
        }
        set {
            let texts = newValue.suffix(Self.countMax).map(\.uuidString)
            if texts.isEmpty {
                defaults.value.removeObject(forKey: Self.key)
            } else {
                defaults.value.set(texts, forKey: Self.key)
            }
            // Linux's Foundation writes it now or never; Apple's takes care by itself.
            defaults.value.synchronize()
        }
    }
}
