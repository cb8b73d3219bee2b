// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// An app's bundle as its files describe it.
package struct AppBundle: Hashable, Sendable {
    package var identifier: BundleID
    /// What a person reads.
    package var name: String
    /// The folder, absolute and without links.
    package var path: String
    /// The executable in it, likewise.
    package var executable: String
    package var backgroundModes: [String]
    /// The entitlement `aps-environment`; nil where there is none.
    package var environment: PushEnvironment?
    /// The major version of the SDK in `DTSDKName`, which Xcode writes; nil where it is not said.
    package var linkedSDK: Int?
    package var extensions: [NotificationExtension]
    package var directoryExtensions: [DirectoryBundle]
    /// The app groups among its entitlements, in their order.
    package var groups: [String]

    /// Reads a bundle.
    ///
    /// - Throws: The first problem for which it cannot be installed; ``BundleCheck`` names all.
    package init(path: String) throws(BundleProblem) {
        var reader = BundleReader(path: path)
        guard let bundle = reader.read() else {
            throw reader.problems.first(where: \.isFatal) ?? .notABundle(path: path)
        }
        self = bundle
    }

    init(
        identifier: BundleID,
        name: String,
        path: String,
        executable: String,
        backgroundModes: [String],
        environment: PushEnvironment?,
        linkedSDK: Int? = nil,
        extensions: [NotificationExtension] = [],
        directoryExtensions: [DirectoryBundle] = [],
        groups: [String] = []
    ) {
        self.identifier = identifier
        self.name = name
        self.path = path
        self.executable = executable
        self.backgroundModes = backgroundModes
        self.environment = environment
        self.linkedSDK = linkedSDK
        self.extensions = extensions
        self.directoryExtensions = directoryExtensions
        self.groups = groups
    }
}

/// A notification service extension of an app (B136): `PlugIns/X.appex`.
package struct NotificationExtension: Hashable, Sendable {
    /// Absolute and without links.
    package var executable: String
    /// It has the entitlement for filtering notifications.
    package var canFilter: Bool
}

/// A call directory extension of an app: `PlugIns/X.appex`.
package struct DirectoryBundle: Hashable, Sendable {
    /// Begins with the app's own and a period.
    package var identifier: ExtensionID
    /// What a person reads in the list of extensions.
    package var name: String
    /// The folder, absolute and without links.
    package var path: String
    /// The executable in it, likewise.
    package var executable: String
    /// The app groups among its entitlements, in their order.
    package var groups: [String]
}

/// Names all that a bundle lacks.
package enum BundleCheck {
    /// In the order in which to mend them; none of a bundle in order.
    package static func problems(path: String) -> [BundleProblem] {
        var reader = BundleReader(path: path)
        _ = reader.read()
        return reader.problems
    }
}
