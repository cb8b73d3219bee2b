// SPDX-License-Identifier: Apache-2.0

/// What the phone's person has set and a restart does not change.
package struct PhoneSettings: Hashable, Sendable, Codable {
    /// An extension whose app is gone while its data stands (B162).
    package struct Orphan: Hashable, Sendable, Codable {
        package var id: ExtensionID
        package var app: BundleID
        package var name: String
        /// Its data is removed at this time, unless the app is installed again.
        package var removeAt: WallTime

        package init(id: ExtensionID, app: BundleID, name: String, removeAt: WallTime) {
            self.id = id
            self.app = app
            self.name = name
            self.removeAt = removeAt
        }
    }

    /// The person's own block list, in the order in which it grew.
    package var blocked: [Handle]
    /// All extensions that were ever installed and are not forgotten, first asked first (B157).
    package var extensionOrder: [ExtensionID]
    /// Those that are switched on, in that order.
    package var enabled: [ExtensionID]
    package var orphans: [Orphan]

    package init(
        blocked: [Handle] = [],
        extensionOrder: [ExtensionID] = [],
        enabled: [ExtensionID] = [],
        orphans: [Orphan] = []
    ) {
        self.blocked = blocked
        self.extensionOrder = extensionOrder
        self.enabled = enabled
        self.orphans = orphans
    }
}
