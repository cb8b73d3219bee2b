// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import UIKit

/// An app's delegate that notes what it hears, and where the app was then.
final class LedDelegate: UIResponder, UIApplicationDelegate {
    var history: [String] = []
    var activities: [NSUserActivity] = []
    var options: [UIApplication.LaunchOptionsKey: Any]?
    var takesLaunch = true
    var restores: [any UIUserActivityRestoring]?
    var errors: [NSError] = []

    private func note(_ line: String, _ application: UIApplication) {
        history.append("\(line), \(application.applicationState)")
    }

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        note("willFinish", application)
        return true
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        note("didFinish", application)
        options = launchOptions
        return takesLaunch
    }

    func applicationWillEnterForeground(_ application: UIApplication) {
        note("willEnterForeground", application)
    }

    func applicationDidBecomeActive(_ application: UIApplication) {
        note("didBecomeActive", application)
    }

    func applicationWillResignActive(_ application: UIApplication) {
        note("willResignActive", application)
    }

    func applicationDidEnterBackground(_ application: UIApplication) {
        note("didEnterBackground", application)
    }

    func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {
        note("dataGoes \(application.isProtectedDataAvailable)", application)
    }

    func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {
        note("dataIsThere \(application.isProtectedDataAvailable)", application)
    }

    func application(
        _ application: UIApplication, willContinueUserActivityWithType userActivityType: String
    ) -> Bool {
        note("willContinue \(userActivityType)", application)
        return true
    }

    func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool {
        note("continue \(userActivity.activityType)", application)
        activities.append(userActivity)
        restorationHandler(restores)
        return true
    }

    func application(
        _ application: UIApplication,
        didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
        errors.append(error as NSError)
    }
}
