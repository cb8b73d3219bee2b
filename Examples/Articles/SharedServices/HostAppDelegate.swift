// SPDX-License-Identifier: Apache-2.0
import UIKit

/// The app delegate of a cross-platform toolkit, such as Flutter has one: an app derives its own
/// from it, and speaks with the toolkit's side through a channel.
///
/// It has all methods that an app may want to override.
class HostAppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    let channel = HostChannel(name: "example.com/calls")

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        // The toolkit's engine would start here.
        true
    }

    func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([UIUserActivityRestoring]?) -> Void
    ) -> Bool {
        // Links would open here.
        false
    }
}
