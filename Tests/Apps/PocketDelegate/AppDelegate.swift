// SPDX-License-Identifier: Apache-2.0
import UIKit

/// An app that prints what its delegate hears, in the shape of Xcode's template.
@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    private var heard = 0

    override init() {
        super.init()
        heard = 1
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        say("launched, \(launchOptions?.count ?? 0) options", application)
        _ = Timer.scheduledTimer(withTimeInterval: 0.001, repeats: false) { _ in
            PocketDelegate.say("a timer")
        }
        return true
    }

    func applicationDidBecomeActive(_ application: UIApplication) { say("active", application) }

    func applicationDidEnterBackground(_ application: UIApplication) {
        say("in the back", application)
    }

    func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool {
        say("continues \(userActivity.activityType)", application)
        return true
    }

    private func say(_ words: String, _ application: UIApplication) {
        PocketDelegate.say("\(heard) \(words), state \(application.applicationState.rawValue)")
        heard += 1
    }
}

private func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}
