// SPDX-License-Identifier: Apache-2.0

/// What the phone's person has set, and what the phone has learned of apps: a restart does not
/// change it.
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

    /// The kinds of handle that an app's last provider took calls to (B112).
    package struct SupportedHandles: Hashable, Sendable, Codable {
        package var app: BundleID
        package var kinds: [Handle.Kind]

        package init(app: BundleID, kinds: [Handle.Kind]) {
            self.app = app
            self.kinds = kinds
        }
    }

    /// The person's own block list, in the order in which it grew.
    package var blocked: [Handle]
    /// All extensions that were ever installed and are not forgotten, first asked first (B157).
    package var extensionOrder: [ExtensionID]
    /// Those that are switched on, in that order.
    package var enabled: [ExtensionID]
    package var orphans: [Orphan]
    /// Of the installed apps that have had a provider, in order of their bundle identifiers.
    package var supportedHandles: [SupportedHandles]

    package init(
        blocked: [Handle] = [],
        extensionOrder: [ExtensionID] = [],
        enabled: [ExtensionID] = [],
        orphans: [Orphan] = [],
        supportedHandles: [SupportedHandles] = []
    ) {
        self.blocked = blocked
        self.extensionOrder = extensionOrder
        self.enabled = enabled
        self.orphans = orphans
        self.supportedHandles = supportedHandles
    }

    /// Settings of a phone that did not keep what handles its apps support have none.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        blocked = try fields.decode([Handle].self, forKey: .blocked)
        extensionOrder = try fields.decode([ExtensionID].self, forKey: .extensionOrder)
        enabled = try fields.decode([ExtensionID].self, forKey: .enabled)
        orphans = try fields.decode([Orphan].self, forKey: .orphans)
        supportedHandles =
            try fields.decodeIfPresent([SupportedHandles].self, forKey: .supportedHandles) ?? []
    }
}
