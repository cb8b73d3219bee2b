// SPDX-License-Identifier: Apache-2.0
import CallKit
import Intents
import UIKit

/// A helper from before there were actors: it calls UIKit on none, and sees to the main thread
/// itself.
///
/// The Swift 6 mode warns of it, as it does with Apple's SDK.
package final class OldHelper: NSObject {
    package static let shared = OldHelper()

    private var task = UIBackgroundTaskIdentifier.invalid

    package var isActive: Bool { UIApplication.shared.applicationState == .active }

    package var delegate: CallingDelegate? { UIApplication.shared.delegate as? CallingDelegate }

    package func badge(_ count: Int) {
        UIApplication.shared.applicationIconBadgeNumber = count
        UIApplication.shared.isIdleTimerDisabled = count > 0
    }

    func near(_ isOn: Bool) {
        let device = UIDevice.current
        if device.isProximityMonitoringEnabled != isOn {
            device.isProximityMonitoringEnabled = isOn
        }
    }

    func begin() {
        task = UIApplication.shared.beginBackgroundTask(withName: "call") { self.end() }
    }

    func end() {
        UIApplication.shared.endBackgroundTask(task)
        task = .invalid
    }

    func openLater(_ url: URL) {
        DispatchQueue.global().async {
            DispatchQueue.main.async {
                UIApplication.shared.open(url, options: [:], completionHandler: nil)
            }
        }
    }

    package func window(of application: UIApplication) -> UIWindow? {
        let scenes = application.connectedScenes.compactMap { $0 as? UIWindowScene }
        guard let scene = scenes.first else { return nil }
        let window = UIWindow(windowScene: scene)
        window.rootViewController = UIViewController()
        window.makeKeyAndVisible()
        return window
    }
}

/// What a class that is of no actor asks of the app's delegate, in the delegate's own extension.
protocol CallShowing: AnyObject {
    func show(_ handle: CXHandle)
}

extension CallingDelegate: CallShowing {
    func show(_ handle: CXHandle) { window?.rootViewController = nil }
}
