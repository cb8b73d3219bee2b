// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import CallModel
import PhoneLink
import Testing
import UIKit

/// Every declaration about the application and its delegate, as apps use it.
@MainActor @Suite struct DeclarationTestsApplication {
    private func application() throws -> UIApplication {
        try Bench().make { UIApplication.shared }
    }

    @Test("Launch options have Apple's names")
    func launchOptions() {
        let keys: [UIApplication.LaunchOptionsKey] = [
            .url, .sourceApplication, .remoteNotification, .location, .shortcutItem,
            .bluetoothCentrals, .userActivityDictionary, .userActivityType,
        ]
        let names = [
            "URL", "SourceApplication", "RemoteNotification", "Location", "ShortcutItem",
            "BluetoothCentrals", "UserActivityDictionary", "UserActivityType",
        ]
        #expect(keys.map(\.rawValue) == names.map { "UIApplicationLaunchOptions\($0)Key" })
        #expect(UIApplication.LaunchOptionsKey(rawValue: keys[0].rawValue) == .url)
    }

    @Test("The options of an address have Apple's names")
    func urlOptions() {
        let keys: [UIApplication.OpenURLOptionsKey] = [
            .sourceApplication, .annotation, .openInPlace,
        ]
        let names = ["SourceApplication", "Annotation", "OpenInPlace"]
        #expect(keys.map(\.rawValue) == names.map { "UIApplicationOpenURLOptions\($0)Key" })
        #expect(UIApplication.OpenURLOptionsKey(rawValue: keys[1].rawValue) == .annotation)
        let outer = UIApplication.OpenExternalURLOptionsKey.universalLinksOnly
        #expect(UIApplication.OpenExternalURLOptionsKey(rawValue: outer.rawValue) == outer)
        #expect(outer.rawValue == "UIApplicationOpenURLOptionUniversalLinksOnly")
        #expect(UIApplication.openSettingsURLString == "app-settings:")
    }

    @Test("Notifications of the application have Apple's names")
    func notifications() {
        let names = [
            UIApplication.didFinishLaunchingNotification,
            UIApplication.willEnterForegroundNotification,
            UIApplication.didBecomeActiveNotification, UIApplication.willResignActiveNotification,
            UIApplication.didEnterBackgroundNotification, UIApplication.willTerminateNotification,
            UIApplication.protectedDataWillBecomeUnavailableNotification,
            UIApplication.protectedDataDidBecomeAvailableNotification,
            UIApplication.didReceiveMemoryWarningNotification,
            UIApplication.significantTimeChangeNotification,
        ]
        let words = [
            "DidFinishLaunchingNotification", "WillEnterForegroundNotification",
            "DidBecomeActiveNotification", "WillResignActiveNotification",
            "DidEnterBackgroundNotification", "WillTerminateNotification",
            "ProtectedDataWillBecomeUnavailable", "ProtectedDataDidBecomeAvailable",
            "DidReceiveMemoryWarningNotification", "SignificantTimeChangeNotification",
        ]
        #expect(names.map(\.rawValue) == words.map { "UIApplication\($0)" })
    }

    @Test("States, fetch results and tasks have Apple's numbers")
    func numbers() {
        let states: [UIApplication.State] = [.active, .inactive, .background]
        #expect(states.map(\.rawValue) == [0, 1, 2])
        #expect(UIApplication.State(rawValue: 3) == nil)
        let results: [UIBackgroundFetchResult] = [.newData, .noData, .failed]
        #expect(results.map(\.rawValue) == [0, 1, 2])
        #expect(UIBackgroundFetchResult(rawValue: 3) == nil)
        #expect(UIBackgroundTaskIdentifier(rawValue: 7).rawValue == 7)
        #expect(UIBackgroundTaskIdentifier.invalid.rawValue == 0)
    }

    @Test("An application that nobody leads yet is in the background")
    func values() throws {
        let bench = try Bench()
        let application = bench.make { UIApplication.shared }
        #expect(application.delegate == nil)
        #expect(application.applicationState == .background)
        #expect(application.isProtectedDataAvailable)
        application.isIdleTimerDisabled = true
        application.applicationIconBadgeNumber = 3
        #expect(application.isIdleTimerDisabled && application.applicationIconBadgeNumber == 3)
        #expect(application.connectedScenes.isEmpty && application.openSessions.isEmpty)
        #expect(!application.supportsMultipleScenes)
        application.unregisterForRemoteNotifications()
        #expect(!application.isRegisteredForRemoteNotifications)
        let own = WholeDelegate()
        application.delegate = own
        #expect(application.delegate === own)
        #expect(bench.make { UIApplication() }.delegate == nil)
    }

    @Test("A delegate's methods about its life are called by their names, and have defaults")
    func life() throws {
        let application = try application()
        let whole = WholeDelegate()
        let delegates: [any UIApplicationDelegate] = [whole, PlainDelegate()]
        for delegate in delegates {
            let answers = [
                delegate.application(application, willFinishLaunchingWithOptions: nil),
                delegate.application(application, didFinishLaunchingWithOptions: [:]),
            ]
            #expect(answers == [true, true])
            delegate.applicationDidFinishLaunching(application)
            delegate.applicationWillEnterForeground(application)
            delegate.applicationDidBecomeActive(application)
            delegate.applicationWillResignActive(application)
            delegate.applicationDidEnterBackground(application)
            delegate.applicationWillTerminate(application)
            delegate.applicationProtectedDataWillBecomeUnavailable(application)
            delegate.applicationProtectedDataDidBecomeAvailable(application)
            delegate.applicationDidReceiveMemoryWarning(application)
            delegate.applicationSignificantTimeChange(application)
            delegate.window = UIWindow()
            #expect((delegate.window != nil) == (delegate === whole))
        }
        #expect(
            whole.heard == [
                "willFinish", "didFinish", "finished", "foreground", "active", "resign", "back",
                "terminate", "locked", "unlocked", "memory", "time",
            ])
    }

    @Test("A delegate's other methods are called by their names, and have defaults")
    func requests() throws {
        let application = try application()
        let activity = NSUserActivity(activityType: "a.b")
        let error = CocoaError(.userCancelled)
        let url = try #require(URL(string: "tel:1"))
        let whole = WholeDelegate()
        let delegates: [any UIApplicationDelegate] = [whole, PlainDelegate()]
        for delegate in delegates {
            var answers = [
                delegate.application(application, willContinueUserActivityWithType: "a.b"),
                delegate.application(application, continue: activity, restorationHandler: { _ in }),
            ]
            delegate.application(
                application, didFailToContinueUserActivityWithType: "a.b", error: error)
            delegate.application(application, didUpdate: activity)
            delegate.application(application, didDiscardSceneSessions: [])
            delegate.application(
                application, didRegisterForRemoteNotificationsWithDeviceToken: Data([1]))
            delegate.application(
                application, didFailToRegisterForRemoteNotificationsWithError: error)
            var results: [UIBackgroundFetchResult] = []
            delegate.application(
                application, didReceiveRemoteNotification: [:],
                fetchCompletionHandler: { results.append($0) })
            delegate.application(
                application, performFetchWithCompletionHandler: { results.append($0) })
            #expect(results == (delegate === whole ? [.newData, .failed] : [.noData, .noData]))
            var isDone = false
            delegate.application(
                application, handleEventsForBackgroundURLSession: "1",
                completionHandler: { isDone = true })
            #expect(isDone)
            answers.append(delegate.application(application, open: url, options: [:]))
            #expect(Set(answers) == [delegate === whole])
        }
        #expect(
            whole.heard == [
                "willContinue", "continue", "failed", "updated", "discarded", "token", "untold",
                "remote", "fetch", "session", "open",
            ])
    }

    @Test("A program begins with the function that main.swift has always called")
    func beginning() {
        typealias Words = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
        let begin = UIApplicationMain(_:_:_:_:)
        #expect(type(of: begin) == (@MainActor (Int32, Words, String?, String?) -> Int32).self)
    }
}

private final class PlainDelegate: NSObject, UIApplicationDelegate {}
