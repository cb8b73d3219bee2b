// SPDX-License-Identifier: Apache-2.0
import CallKit
import Intents
import PushKit
import UIKit

/// An app's delegate that does all by itself, as those of calling samples do.
package class CallingDelegate: UIResponder, UIApplicationDelegate {
    class var shared: CallingDelegate? { UIApplication.shared.delegate as? CallingDelegate }

    package var window: UIWindow?
    package private(set) var called: [String] = []
    package private(set) var places: [String] = []
    package private(set) var backgroundTask = UIBackgroundTaskIdentifier.invalid
    let registry = PKPushRegistry(queue: DispatchQueue.main)
    private var observation: (any NSObjectProtocol)?

    package func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
        application.registerForRemoteNotifications()
        UIDevice.current.isProximityMonitoringEnabled = true
        return true
    }

    package func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        if launchOptions?[.userActivityDictionary] == nil { places.append("no call") }
        observation = NotificationCenter.default.addObserver(
            forName: UIApplication.didEnterBackgroundNotification, object: application,
            queue: nil
        ) { [weak self] _ in
            MainActor.assumeIsolated { self?.places.append("back") }
        }
        return true
    }

    package func applicationDidBecomeActive(_ application: UIApplication) {
        places.append(UIApplication.shared.applicationState == .active ? "active" : "?")
        application.applicationIconBadgeNumber = 0
    }

    package func applicationDidEnterBackground(_ application: UIApplication) {
        backgroundTask = application.beginBackgroundTask(withName: "call") { [weak self] in
            guard let self else { return }
            UIApplication.shared.endBackgroundTask(self.backgroundTask)
            self.backgroundTask = .invalid
        }
    }

    package func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([UIUserActivityRestoring]?) -> Void
    ) -> Bool {
        guard let interaction = userActivity.interaction,
            let intent = interaction.intent as? INStartCallIntent,
            let value = intent.contacts?.first?.personHandle?.value
        else { return false }
        called.append(value)
        return true
    }

    package func application(
        _ application: UIApplication,
        didFailToRegisterForRemoteNotificationsWithError error: Error
    ) {
        places.append("\((error as NSError).code)")
    }
}

// The mode that asks for it takes it alone; as with Apple's SDK the older one has a warning.
#if swift(>=6)
extension CallingDelegate: @preconcurrency PKPushRegistryDelegate {}
#else
extension CallingDelegate: PKPushRegistryDelegate {}
#endif

extension CallingDelegate {
    package func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) {}
}

/// A framework's delegate, which a host app inherits from.
open class HostDelegate: UIResponder, UIApplicationDelegate {
    package internal(set) var heard: [String] = []

    open func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        heard.append("framework")
        return true
    }

    open func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([UIUserActivityRestoring]?) -> Void
    ) -> Bool {
        return false
    }
}

/// The app's delegate of such a host.
package class HostedDelegate: HostDelegate {
    package override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        heard.append("app")
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }
}

/// A delegate that is no responder, and looks at no options.
package final class PlainDelegate: NSObject, UIApplicationDelegate {
    package private(set) var isLaunched = false

    package func applicationDidFinishLaunching(_ application: UIApplication) { isLaunched = true }
}
