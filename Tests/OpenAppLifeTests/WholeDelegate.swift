// SPDX-License-Identifier: Apache-2.0
import UIKit

/// A delegate that has each of the methods, and notes which were called.
@MainActor final class WholeDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    private(set) var heard: [String] = []

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        heard.append("willFinish")
        return true
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        heard.append("didFinish")
        return true
    }

    func applicationDidFinishLaunching(_ application: UIApplication) { heard.append("finished") }

    func applicationWillEnterForeground(_ application: UIApplication) { heard.append("foreground") }

    func applicationDidBecomeActive(_ application: UIApplication) { heard.append("active") }

    func applicationWillResignActive(_ application: UIApplication) { heard.append("resign") }

    func applicationDidEnterBackground(_ application: UIApplication) { heard.append("back") }

    func applicationWillTerminate(_ application: UIApplication) { heard.append("terminate") }

    func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {
        heard.append("locked")
    }

    func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {
        heard.append("unlocked")
    }

    func applicationDidReceiveMemoryWarning(_ application: UIApplication) {
        heard.append("memory")
    }

    func applicationSignificantTimeChange(_ application: UIApplication) { heard.append("time") }

    func application(
        _ application: UIApplication, willContinueUserActivityWithType userActivityType: String
    ) -> Bool {
        heard.append("willContinue")
        return true
    }

    func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool {
        heard.append("continue")
        return true
    }

    func application(
        _ application: UIApplication,
        didFailToContinueUserActivityWithType userActivityType: String, error: any Error
    ) { heard.append("failed") }

    func application(_ application: UIApplication, didUpdate userActivity: NSUserActivity) {
        heard.append("updated")
    }

    func application(
        _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
    ) { heard.append("discarded") }

    func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) { heard.append("token") }

    func application(
        _ application: UIApplication,
        didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) { heard.append("untold") }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        heard.append("remote")
        completionHandler(.newData)
    }

    func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler:
            @escaping (UIBackgroundFetchResult) -> Void
    ) {
        heard.append("fetch")
        completionHandler(.failed)
    }

    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void
    ) {
        heard.append("session")
        completionHandler()
    }

    func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool {
        heard.append("open")
        return true
    }
}
