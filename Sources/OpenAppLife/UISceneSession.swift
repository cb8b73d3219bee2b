// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// What the system knows of a scene, also while it is not connected.
@preconcurrency @MainActor open class UISceneSession: NSObject {
    /// What a scene is for.
    public struct Role: RawRepresentable, Hashable, Sendable {
        /// The role's name, as it stands in a manifest.
        public let rawValue: String

        /// The role of that name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The app's windows.
        public static let windowApplication = Role(
            rawValue: "UIWindowSceneSessionRoleApplication")
    }

    /// The scene, while it is connected.
    open internal(set) weak var scene: UIScene?

    /// What the scene is for.
    open internal(set) var role: UISceneSession.Role

    /// How the scene is set up: the manifest's first configuration for the role, until the app's
    /// delegate has said otherwise.
    open internal(set) var configuration: UISceneConfiguration

    /// One for each session.
    open internal(set) var persistentIdentifier: String

    /// Whatever the app keeps with it.
    open var userInfo: [String: Any]?

    /// What the app would want restored; nothing is kept beyond the process.
    open var stateRestorationActivity: NSUserActivity?

    init(role: UISceneSession.Role, configuration: UISceneConfiguration) {
        self.role = role
        self.configuration = configuration
        persistentIdentifier = UUID().uuidString
    }
}

/// How a scene is set up.
@preconcurrency @MainActor open class UISceneConfiguration: NSObject {
    /// Its name in the manifest.
    open internal(set) var name: String?

    /// What the scene is for.
    open internal(set) var role: UISceneSession.Role

    /// The scene's class; nil is `UIWindowScene`.
    open var sceneClass: AnyClass?

    /// The class of the scene's delegate; nil is the one that the manifest has for the name.
    open var delegateClass: AnyClass?

    /// Set up as the manifest of the app's Info.plist says under that name, as far as nothing else
    /// is set.
    public init(name: String?, sessionRole: UISceneSession.Role) {
        self.name = name
        role = sessionRole
    }
}
