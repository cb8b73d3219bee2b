// SPDX-License-Identifier: Apache-2.0
import Intents
import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    let calls = CallManager()
    lazy var pushes = PushManager(calls: calls)

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        pushes.register()
        return true
    }

    func application(
        _ application: UIApplication,
        continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([UIUserActivityRestoring]?) -> Void
    ) -> Bool {
        let intent = userActivity.interaction?.intent as? INStartCallIntent
        guard let number = intent?.contacts?.first?.personHandle?.value else { return false }
        calls.call(number)
        return true
    }
}
