// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// One of the places where an app shows itself: here there is one at most, and nothing is drawn.
///
/// An app whose Info.plist has a `UIApplicationSceneManifest` hears of front and back through its
/// scene's delegate, and no longer through the app's (`UIApplicationDelegate`).
@preconcurrency @MainActor open class UIScene: UIResponder {
    /// Where a scene is.
    public enum ActivationState: Int, Sendable {
        /// Not connected.
        case unattached = -1
        /// In front, and the person deals with it.
        case foregroundActive = 0
        /// In front, but something lies over it.
        case foregroundInactive = 1
        /// In the back.
        case background = 2
    }

    /// What a scene is connected for.
    open class ConnectionOptions: NSObject {
        /// What the person wants done with it: calls chosen in Recents or Contacts (B112).
        ///
        /// They are not told by `scene(_:continue:)` as well.
        open internal(set) var userActivities: Set<NSUserActivity>
        /// Empty: no app here opens an address of another.
        open var urlContexts: Set<UIOpenURLContext> { [] }
        /// Nil.
        open var sourceApplication: String? { nil }
        /// The type of an activity that is about to come from another device: nil.
        open var handoffUserActivityType: String? { nil }

        init(userActivities: Set<NSUserActivity> = []) { self.userActivities = userActivities }
    }

    /// What the system knows of it while it is not connected as well.
    open internal(set) var session: UISceneSession

    /// Who is told of its life; made by the system, and kept alive by the scene.
    open var delegate: (any UISceneDelegate)?

    /// Where it is.
    open internal(set) var activationState = ActivationState.unattached

    /// Its name for the person, where several are shown; only kept.
    open var title: String?

    /// Connected by the system.
    public required init(session: UISceneSession, connectionOptions: UIScene.ConnectionOptions) {
        self.session = session
        super.init()
    }

    /// Opens an address with another app: none is there, so the answer is no.
    open func open(
        _ url: URL, options: UIScene.OpenExternalURLOptions?,
        completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        UIApplication.shared.open(url, completionHandler: completion)
    }

    /// How another app is to open an address.
    open class OpenExternalURLOptions: NSObject {
        /// Only where an app is there that has claimed the address.
        open var universalLinksOnly = false
    }

    // MARK: Notifications

    /// The scene has been connected.
    public nonisolated static let willConnectNotification = NSNotification.Name(
        "UISceneWillConnectNotification")

    /// The scene is gone.
    public nonisolated static let didDisconnectNotification = NSNotification.Name(
        "UISceneDidDisconnectNotification")

    /// The person deals with it.
    public nonisolated static let didActivateNotification = NSNotification.Name(
        "UISceneDidActivateNotification")

    /// Something comes over it, or it goes to the back.
    public nonisolated static let willDeactivateNotification = NSNotification.Name(
        "UISceneWillDeactivateNotification")

    /// It is on its way to the front.
    public nonisolated static let willEnterForegroundNotification = NSNotification.Name(
        "UISceneWillEnterForegroundNotification")

    /// It is in the back.
    public nonisolated static let didEnterBackgroundNotification = NSNotification.Name(
        "UISceneDidEnterBackgroundNotification")
}

/// A scene with windows: what an app's scene is.
@preconcurrency @MainActor open class UIWindowScene: UIScene {
    /// None: nothing is drawn.
    open var windows: [UIWindow] { [] }
}

/// An address that an app is asked to open: never here.
@preconcurrency @MainActor open class UIOpenURLContext: NSObject {
    /// The address.
    open internal(set) var url: URL

    init(url: URL) { self.url = url }
}
