// SPDX-License-Identifier: Apache-2.0
import CallKit
import Intents
import UIKit
import os

/// The app around the calls: makes them at launch, and starts those of Contacts and Recents.
package final class AppDelegate: UIResponder, UIApplicationDelegate {
    package private(set) var caller: Caller?
    private let logger = Logger(subsystem: "com.example.caller", category: "app")

    package func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        caller = Caller()
        return true
    }

    package func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool {
        guard
            let intent = userActivity.interaction?.intent as? INStartCallIntent,
            let number = intent.contacts?.first?.personHandle?.value
        else { return false }
        let call = CXStartCallAction(
            call: UUID(), handle: CXHandle(type: .phoneNumber, value: number))
        call.isVideo = intent.callCapability == .videoCall
        let logger = logger
        caller?.controller.request(CXTransaction(action: call)) { error in
            if let error { logger.error("no call: \(error.localizedDescription)") }
        }
        return true
    }
}
