// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// What an app hears of its life, on the main queue.
///
/// An app with a scene manifest in its Info.plist hears of front and back, and of activities,
/// through its scene's delegate instead (`UISceneDelegate`).
///
/// All of it may be left out. A method that only a subclass of the conforming class adds is not
/// found: declare it in the conforming class. Outside Objective-C there are no optional methods, so
/// calls with `?` after the name do not compile: leave the mark out.
@preconcurrency @MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
    /// The window in which an older app shows itself; nothing is drawn here.
    var window: UIWindow? { get set }

    // MARK: Launching

    /// The app has been launched, for apps that do not look at the options.
    func applicationDidFinishLaunching(_ application: UIApplication)

    /// The app is being launched.
    ///
    /// - Returns: False where the app will not go on with the activity among the options.
    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    /// The app has been launched: register for VoIP pushes here, at every launch (B117, B120).
    ///
    /// It must return soon: the phone ends an app that does not (0x8badf00d). The options are nil
    /// where a push has started the app (B120).
    ///
    /// - Returns: False where the app will not go on with the activity among the options.
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    // MARK: Front and back

    /// The app is on its way to the front.
    func applicationWillEnterForeground(_ application: UIApplication)

    /// The app is in front, and the person deals with it.
    func applicationDidBecomeActive(_ application: UIApplication)

    /// Something comes over the app, or it goes to the back.
    func applicationWillResignActive(_ application: UIApplication)

    /// The app is in the back.
    func applicationDidEnterBackground(_ application: UIApplication)

    /// The process is about to end.
    func applicationWillTerminate(_ application: UIApplication)

    /// The phone is being locked.
    func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication)

    /// The phone has been unlocked.
    func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication)

    /// Never called: no process is short of memory here.
    func applicationDidReceiveMemoryWarning(_ application: UIApplication)

    /// Never called.
    func applicationSignificantTimeChange(_ application: UIApplication)

    // MARK: Activities

    /// An activity is about to come.
    ///
    /// - Returns: Whether the app tells the person so; it changes nothing here.
    func application(
        _ application: UIApplication, willContinueUserActivityWithType userActivityType: String
    ) -> Bool

    /// The person wants the app to go on with something: to call someone chosen in Recents or
    /// Contacts (B112).
    ///
    /// It comes once for each wish, before the app becomes active.
    ///
    /// The handler may be called, once, with objects that are then given the activity on the main
    /// queue.
    ///
    /// - Returns: Whether the app has taken it on.
    func application(
        _ application: UIApplication,
        continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool

    /// Never called: an activity always follows its announcement here.
    func application(
        _ application: UIApplication,
        didFailToContinueUserActivityWithType userActivityType: String, error: any Error
    )

    /// Never called: no activity of the app's own is sent elsewhere.
    func application(_ application: UIApplication, didUpdate userActivity: NSUserActivity)

    // MARK: Scenes

    /// The app's scene is about to be connected: only for an app with a scene manifest.
    ///
    /// - Returns: How it is set up, with the role of the session.
    func application(
        _ application: UIApplication, configurationForConnecting session: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration

    /// Never called: there is no list of scenes from which the person could remove one.
    func application(
        _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
    )

    // MARK: Pushes that are shown, and fetches

    /// Never called: alert pushes do not reach apps here.
    func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    )

    /// The answer to each `registerForRemoteNotifications()`.
    func application(
        _ application: UIApplication,
        didFailToRegisterForRemoteNotificationsWithError error: any Error
    )

    /// Never called: alert pushes do not reach apps here.
    func application(
        _ application: UIApplication,
        didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    )

    /// Never called: no time for fetches is given here.
    func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler:
            @escaping (UIBackgroundFetchResult) ->
            Void
    )

    /// Never called: no transfer goes on without the process here.
    func application(
        _ application: UIApplication,
        handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void
    )

    /// Never called: no app here opens an address of another.
    func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool
}

/// What a method that is left out does.
extension UIApplicationDelegate {
    /// None; setting it keeps nothing.
    public var window: UIWindow? {
        get { nil }
        set {}
    }

    /// Nothing.
    public func applicationDidFinishLaunching(_ application: UIApplication) {}

    /// True.
    public func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }

    /// Calls `applicationDidFinishLaunching(_:)`, and is true.
    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        applicationDidFinishLaunching(application)
        return true
    }

    /// Nothing.
    public func applicationWillEnterForeground(_ application: UIApplication) {}

    /// Nothing.
    public func applicationDidBecomeActive(_ application: UIApplication) {}

    /// Nothing.
    public func applicationWillResignActive(_ application: UIApplication) {}

    /// Nothing.
    public func applicationDidEnterBackground(_ application: UIApplication) {}

    /// Nothing.
    public func applicationWillTerminate(_ application: UIApplication) {}

    /// Nothing.
    public func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {}

    /// Nothing.
    public func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {}

    /// Nothing.
    public func applicationDidReceiveMemoryWarning(_ application: UIApplication) {}

    /// Nothing.
    public func applicationSignificantTimeChange(_ application: UIApplication) {}

    /// False.
    public func application(
        _ application: UIApplication, willContinueUserActivityWithType userActivityType: String
    ) -> Bool { false }

    /// False.
    public func application(
        _ application: UIApplication,
        continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool { false }

    /// Nothing.
    public func application(
        _ application: UIApplication,
        didFailToContinueUserActivityWithType userActivityType: String, error: any Error
    ) {}

    /// Nothing.
    public func application(_ application: UIApplication, didUpdate userActivity: NSUserActivity) {}

    /// As the manifest says.
    public func application(
        _ application: UIApplication, configurationForConnecting session: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration { session.configuration }

    /// Nothing.
    public func application(
        _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
    ) {}

    /// Nothing.
    public func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {}

    /// Nothing.
    public func application(
        _ application: UIApplication,
        didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {}

    /// Says that nothing was found.
    public func application(
        _ application: UIApplication,
        didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) { completionHandler(.noData) }

    /// Says that nothing was found.
    public func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler:
            @escaping (UIBackgroundFetchResult) ->
            Void
    ) { completionHandler(.noData) }

    /// Says that it is done.
    public func application(
        _ application: UIApplication,
        handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void
    ) { completionHandler() }

    /// False.
    public func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool { false }
}
