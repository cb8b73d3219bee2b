// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import CallModel
import PhoneLink
import Testing
import UIKit

@testable import OpenAppLife

/// Every declaration about scenes, windows and responders, as apps use it.
@MainActor @Suite struct DeclarationTestsScenes {
    /// What an app's scene is made with: only the system makes it.
    private final class MadeScene: UIWindowScene {
        private(set) var options: UIScene.ConnectionOptions?

        required init(session: UISceneSession, connectionOptions: UIScene.ConnectionOptions) {
            options = connectionOptions
            super.init(session: session, connectionOptions: connectionOptions)
        }
    }

    private final class SceneMaker: UIResponder, UIApplicationDelegate {
        func application(
            _ application: UIApplication, configurationForConnecting session: UISceneSession,
            options: UIScene.ConnectionOptions
        ) -> UISceneConfiguration {
            let configuration = UISceneConfiguration(name: "Own", sessionRole: session.role)
            configuration.sceneClass = MadeScene.self
            configuration.delegateClass = NotingScene.self
            return configuration
        }
    }

    private final class NotingScene: UIResponder, UIWindowSceneDelegate {
        var window: UIWindow?
    }

    private func scene() async throws -> MadeScene { try await connected().scene }

    private func connected() async throws -> (bench: Bench, scene: MadeScene) {
        let bench = try Bench { request in
            guard case .hello = request else { return FakePhone.admitting(request) }
            return [.welcome(FakePhone.welcome), .lifeChanged(AppLife(stage: .active))]
        }
        let manifest = SceneManifest(info: ["UIApplicationSceneManifest": [String: Any]()])
        AppLifeCycle.start(
            bench.make { SceneMaker() }, in: bench.session, scenes: manifest, launchesNow: false)
        await bench.settle()
        let scene = bench.make { UIApplication.shared }.connectedScenes.first
        return (bench, try #require(scene as? MadeScene))
    }

    @Test("A scene, its session and its options are what they were connected with")
    func scenes() async throws {
        let made = try await scene()
        let scene: UIWindowScene = made
        #expect(scene.activationState == .foregroundActive && scene.delegate is NotingScene)
        scene.title = "Calls"
        #expect(scene.title == "Calls" && scene.windows.isEmpty)
        let session: UISceneSession = scene.session
        #expect(session.scene === scene && session.role == .windowApplication)
        #expect(!session.persistentIdentifier.isEmpty)
        session.userInfo = ["a": 1]
        session.stateRestorationActivity = NSUserActivity(activityType: "a.b")
        #expect(session.userInfo?["a"] as? Int == 1)
        #expect(session.stateRestorationActivity?.activityType == "a.b")
        let configuration: UISceneConfiguration = session.configuration
        #expect(configuration.name == "Own" && configuration.role == .windowApplication)
        #expect(configuration.sceneClass == MadeScene.self)
        #expect(configuration.delegateClass == NotingScene.self)
        let options: UIScene.ConnectionOptions = try #require(made.options)
        #expect(options.userActivities.isEmpty && options.urlContexts.isEmpty)
        #expect(options.sourceApplication == nil && options.handoffUserActivityType == nil)
        #expect(options.urlContexts.map { (context: UIOpenURLContext) in context.url } == [])
        let again = UIScene(session: session, connectionOptions: options)
        #expect(again.activationState == .unattached && again.session === session)
    }

    @Test("Roles, states and notifications of scenes have Apple's names")
    func names() {
        #expect(UISceneSession.Role.windowApplication.rawValue.hasSuffix("SessionRoleApplication"))
        #expect(UISceneSession.Role(rawValue: "a").rawValue == "a")
        let states: [UIScene.ActivationState] = [
            .unattached, .foregroundActive, .foregroundInactive, .background,
        ]
        #expect(states.map(\.rawValue) == [-1, 0, 1, 2])
        #expect(UIScene.ActivationState(rawValue: 3) == nil)
        let names = [
            UIScene.willConnectNotification, UIScene.didDisconnectNotification,
            UIScene.didActivateNotification, UIScene.willDeactivateNotification,
            UIScene.willEnterForegroundNotification, UIScene.didEnterBackgroundNotification,
        ]
        let words = [
            "WillConnect", "DidDisconnect", "DidActivate", "WillDeactivate", "WillEnterForeground",
            "DidEnterBackground",
        ]
        #expect(names.map(\.rawValue) == words.map { "UIScene\($0)Notification" })
    }

    @Test("A scene opens no address, as the application does not")
    func opening() async throws {
        let (bench, scene) = try await connected()
        let options = UIScene.OpenExternalURLOptions()
        options.universalLinksOnly = true
        #expect(options.universalLinksOnly)
        let url = try #require(URL(string: "tel:1"))
        let answers = History()
        bench.make { scene.open(url, options: options) { answers.note("\($0)") } }
        await drain(.main)
        #expect(answers.all == ["false"])
    }

    @Test("Each method of a scene's delegate has a default")
    func defaults() async throws {
        let scene = try await scene()
        let delegate: any UIWindowSceneDelegate = NotingScene()
        let activity = NSUserActivity(activityType: "a.b")
        let options = try #require(scene.options)
        let plain: any UISceneDelegate = delegate
        plain.scene(scene, willConnectTo: scene.session, options: options)
        plain.sceneDidDisconnect(scene)
        plain.sceneDidBecomeActive(scene)
        plain.sceneWillResignActive(scene)
        plain.sceneWillEnterForeground(scene)
        plain.sceneDidEnterBackground(scene)
        plain.scene(scene, openURLContexts: [])
        plain.scene(scene, willContinueUserActivityWithType: "a.b")
        plain.scene(scene, continue: activity)
        plain.scene(
            scene, didFailToContinueUserActivityWithType: "a.b", error: CocoaError(.userCancelled))
        plain.scene(scene, didUpdate: activity)
        #expect(plain.stateRestorationActivity(for: scene) == nil)
        delegate.window = UIWindow(windowScene: scene)
        #expect(delegate.window?.windowScene === scene)
    }

    @Test("A window, a controller and a responder hold what they are given")
    func responders() {
        let window = UIWindow()
        let controller = UIViewController()
        window.rootViewController = controller
        window.makeKeyAndVisible()
        #expect(window.rootViewController === controller && window.windowScene == nil)
        let responder = UIResponder()
        let activity = NSUserActivity(activityType: "a.b")
        responder.userActivity = activity
        #expect(responder.userActivity === activity && responder.next == nil)
        let restoring = Restoring()
        let some: any UIUserActivityRestoring = restoring
        some.restoreUserActivityState(activity)
        #expect(restoring.restored === activity)
        responder.restoreUserActivityState(activity)
    }

    private final class Restoring: UIResponder {
        private(set) var restored: NSUserActivity?

        override func restoreUserActivityState(_ activity: NSUserActivity) { restored = activity }
    }
}
