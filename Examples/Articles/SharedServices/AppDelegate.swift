// SPDX-License-Identifier: Apache-2.0
import UIKit

/// The host's delegate, with our two services behind it.
@main
class AppDelegate: HostAppDelegate {
    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        CallKitService.shared.start(channel: channel)
        PushService.shared.start()
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }

    override func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([UIUserActivityRestoring]?) -> Void
    ) -> Bool {
        if CallKitService.shared.startCall(for: userActivity) { return true }
        return super.application(
            application, continue: userActivity, restorationHandler: restorationHandler)
    }
}
