// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// What an app hears of its scene's life, on the main queue.
///
/// All of it may be left out. A method that only a subclass of the conforming class adds is not
/// found: declare it in the conforming class.
@preconcurrency @MainActor public protocol UISceneDelegate: NSObjectProtocol {
    /// The scene has been connected, before it comes to the front for the first time.
    ///
    /// The calls that the person has chosen in Recents or Contacts until now are among the options
    /// (B112).
    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    )

    /// The scene is gone: the process is about to end.
    func sceneDidDisconnect(_ scene: UIScene)

    /// The scene is in front, and the person deals with it.
    func sceneDidBecomeActive(_ scene: UIScene)

    /// Something comes over the scene, or it goes to the back.
    func sceneWillResignActive(_ scene: UIScene)

    /// The scene is on its way to the front, the first time as well.
    func sceneWillEnterForeground(_ scene: UIScene)

    /// The scene is in the back.
    func sceneDidEnterBackground(_ scene: UIScene)

    /// Never called: no app here opens an address of another.
    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)

    /// Never called: nothing is kept beyond the process.
    func stateRestorationActivity(for scene: UIScene) -> NSUserActivity?

    /// An activity is about to come.
    func scene(_ scene: UIScene, willContinueUserActivityWithType userActivityType: String)

    /// The person wants the app to go on with something: to call someone chosen in Recents or
    /// Contacts (B112).
    ///
    /// It comes once for each wish that did not come with the connection, before the scene becomes
    /// active.
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity)

    /// Never called: an activity always follows its announcement here.
    func scene(
        _ scene: UIScene, didFailToContinueUserActivityWithType userActivityType: String,
        error: any Error
    )

    /// Never called: no activity of the app's own is sent elsewhere.
    func scene(_ scene: UIScene, didUpdate userActivity: NSUserActivity)
}

/// What a method that is left out does.
extension UISceneDelegate {
    /// Nothing.
    public func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {}

    /// Nothing.
    public func sceneDidDisconnect(_ scene: UIScene) {}

    /// Nothing.
    public func sceneDidBecomeActive(_ scene: UIScene) {}

    /// Nothing.
    public func sceneWillResignActive(_ scene: UIScene) {}

    /// Nothing.
    public func sceneWillEnterForeground(_ scene: UIScene) {}

    /// Nothing.
    public func sceneDidEnterBackground(_ scene: UIScene) {}

    /// Nothing.
    public func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {}

    /// Nil.
    public func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? { nil }

    /// Nothing.
    public func scene(_ scene: UIScene, willContinueUserActivityWithType userActivityType: String) {
    }

    /// Nothing.
    public func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {}

    /// Nothing.
    public func scene(
        _ scene: UIScene, didFailToContinueUserActivityWithType userActivityType: String,
        error: any Error
    ) {}

    /// Nothing.
    public func scene(_ scene: UIScene, didUpdate userActivity: NSUserActivity) {}
}

/// What an app hears of a scene with windows.
@preconcurrency @MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {
    /// The window in which the app shows itself; nothing is drawn here.
    var window: UIWindow? { get set }
}

/// What a property that is left out does.
extension UIWindowSceneDelegate {
    /// None; setting it keeps nothing.
    public var window: UIWindow? {
        get { nil }
        set {}
    }
}
