// SPDX-License-Identifier: Apache-2.0
import UIKit

/// An app's delegate as Xcode's template has had it since scenes came.
package class TemplateDelegate: UIResponder, UIApplicationDelegate {
    package func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        return true
    }

    package func application(
        _ application: UIApplication,
        configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        return UISceneConfiguration(
            name: "Default Configuration", sessionRole: connectingSceneSession.role)
    }

    package func application(
        _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
    ) {}
}

/// The scene's delegate beside it.
package class TemplateSceneDelegate: UIResponder, UIWindowSceneDelegate {
    package var window: UIWindow?
    package private(set) var activity: NSUserActivity?

    package func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard let windowScene = (scene as? UIWindowScene) else { return }
        let window = UIWindow(windowScene: windowScene)
        window.rootViewController = UIViewController()
        self.window = window
        window.makeKeyAndVisible()
        activity = connectionOptions.userActivities.first
    }

    package func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        activity = userActivity
    }

    package func sceneDidDisconnect(_ scene: UIScene) {}

    package func sceneDidBecomeActive(_ scene: UIScene) {}

    package func sceneWillResignActive(_ scene: UIScene) {}

    package func sceneWillEnterForeground(_ scene: UIScene) {}

    package func sceneDidEnterBackground(_ scene: UIScene) {}
}
