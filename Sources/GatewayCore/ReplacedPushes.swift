// SPDX-License-Identifier: Apache-2.0
import CallModel

/// Which older pushes of its device a push takes the place of, decided when it is asked for.
///
/// It is stored in the push's own row: what it replaces is removed by a later commit, and a process
/// that is killed in between finds both rows and knows which one counts. If the store fails, the
/// claim goes with its push, and the older one stays.
package struct ReplacedPushes: Hashable, Sendable {
    /// Those of its bundle that have this key or a later one; nil for a push that was asked for
    /// while the device was there.
    package var bundleFrom: PushKey?
    /// Those of its app and its collapse id that have this key or a later one.
    package var collapseFrom: PushKey?

    package init(bundleFrom: PushKey? = nil, collapseFrom: PushKey? = nil) {
        self.bundleFrom = bundleFrom
        self.collapseFrom = collapseFrom
    }
}

extension StoredState {
    private struct Claimed: Hashable {
        var device: DeviceID
        var bundle: BundleID
        /// With its app's; nil for the claims on a bundle.
        var collapse: CollapseKey?
    }

    /// The pushes in it whose place another one in it has taken.
    var replacedPushes: Set<PushKey> {
        var found: Set<PushKey> = []
        // Of all newer pushes, the first key that one of them replaces.
        var claims: [Claimed: PushKey] = [:]
        for push in pushes.sorted(by: { $0.key > $1.key }) {
            let bundle = Claimed(device: push.device, bundle: push.app.bundle)
            var owners = [(bundle, push.replaces.bundleFrom)]
            if let key = CollapseKey(push) {
                let owner = Claimed(device: push.device, bundle: push.app.bundle, collapse: key)
                owners.append((owner, push.replaces.collapseFrom))
            }
            for (owner, from) in owners {
                if let claim = claims[owner], claim <= push.key { found.insert(push.key) }
                if let from { claims[owner] = min(claims[owner] ?? from, from) }
            }
        }
        return found
    }
}

/// Pushes that are one for the user: of one app, with one `apns-collapse-id`.
struct CollapseKey: Hashable {
    var app: AppKey
    var id: String

    /// Nil for a push without one.
    init?(_ push: StoredPush) {
        guard let id = push.collapseID else { return nil }
        app = push.app
        self.id = id
    }
}
