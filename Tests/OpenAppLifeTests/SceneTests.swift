// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import CallModel
import OpenAppLife
import PhoneLink
import Testing
import UIKit

/// An app with a scene manifest, as a phone leads it.
@MainActor @Suite struct SceneTests {
    private let front = AppLife(stage: .active)
    private let back = AppLife(stage: .background)
    private let wish = StartCallIntent(handle: Handle(kind: .phoneNumber, value: "+15550100"))

    private static func manifest(delegate: String?) -> SceneManifest? {
        var entry: [String: Any] = ["UISceneConfigurationName": "Default Configuration"]
        entry["UISceneDelegateClassName"] = delegate
        return SceneManifest(info: [
            "UIApplicationSceneManifest": [
                "UIApplicationSupportsMultipleScenes": false,
                "UISceneConfigurations": ["UIWindowSceneSessionRoleApplication": [entry]],
            ]
        ])
    }

    private func bench(_ notices: AppNotice...) throws -> Bench {
        try Bench { request in
            guard case .hello = request else { return FakePhone.admitting(request) }
            return FakePhone.admitting(request) + notices
        }
    }

    private func connectedScene(of bench: Bench) -> UIScene? {
        bench.make { UIApplication.shared }.connectedScenes.first
    }

    @Test("Without a manifest there is no scene, whatever the app's delegate says")
    func noManifest() async throws {
        #expect(SceneManifest(info: [:]) == nil)
        let bench = try bench(.lifeChanged(front))
        let delegate = LedDelegate()
        AppLifeCycle.start(delegate, in: bench.session, scenes: nil, launchesNow: false)
        await bench.settle()
        #expect(connectedScene(of: bench) == nil)
        #expect(delegate.history.last == "didBecomeActive, active")
    }

    @Test("B112: an app with scenes gets a cold call with its scene, and no word of it besides")
    func cold() async throws {
        let bench = try bench(.startCall(wish), .lifeChanged(front))
        let delegate = LedDelegate()
        AppLifeCycle.start(
            delegate, in: bench.session,
            scenes: Self.manifest(delegate: "$(PRODUCT_MODULE_NAME).LedSceneDelegate"),
            launchesNow: false)
        await bench.settle()
        #expect(delegate.history == ["willFinish, inactive", "didFinish, inactive"])
        #expect(delegate.options == nil)
        let scene = try #require(connectedScene(of: bench))
        let led = try #require(scene.delegate as? LedSceneDelegate)
        #expect(
            led.history == [
                "willConnect 1, inactive", "willEnterForeground, inactive",
                "didBecomeActive, active",
            ])
        #expect(led.activities.map(\.activityType) == ["INStartCallIntent"])
        #expect(scene.session.configuration.name == "Default Configuration")
        #expect(scene is UIWindowScene)
        #expect(bench.complaints.isEmpty)
    }

    @Test("B112: a scene that is there gets a warm call on its way to the front, the app's not")
    func warm() async throws {
        let bench = try bench(.lifeChanged(front), .lifeChanged(back))
        let delegate = LedDelegate()
        AppLifeCycle.start(
            delegate, in: bench.session,
            scenes: Self.manifest(delegate: NSStringFromClass(LedSceneDelegate.self)),
            launchesNow: false)
        await bench.settle()
        let scene = try #require(connectedScene(of: bench))
        let led = try #require(scene.delegate as? LedSceneDelegate)
        #expect(
            led.history.suffix(2) == [
                "willResignActive, active", "didEnterBackground, background",
            ])
        led.history = []
        bench.phone.say(.startCall(wish), .lifeChanged(front))
        await bench.settle()
        #expect(
            led.history == [
                "willEnterForeground, background", "willContinue INStartCallIntent, inactive",
                "continue INStartCallIntent, inactive", "didBecomeActive, active",
            ])
        #expect(delegate.activities.isEmpty)
        #expect(delegate.history.count == 2)
    }

    @Test("The app's delegate may name the scene's delegate itself")
    func ownConfiguration() async throws {
        final class Choosing: UIResponder, UIApplicationDelegate {
            func application(
                _ application: UIApplication,
                configurationForConnecting connectingSceneSession: UISceneSession,
                options: UIScene.ConnectionOptions
            ) -> UISceneConfiguration {
                let configuration = UISceneConfiguration(
                    name: nil, sessionRole: connectingSceneSession.role)
                configuration.delegateClass = LedSceneDelegate.self
                return configuration
            }
        }
        let bench = try bench(.lifeChanged(front))
        AppLifeCycle.start(
            Choosing(), in: bench.session, scenes: Self.manifest(delegate: nil),
            launchesNow: false)
        await bench.settle()
        #expect(connectedScene(of: bench)?.delegate is LedSceneDelegate)
    }

    @Test(
        "A scene's delegate that is not there is told of in words that say what to write",
        arguments: [
            (nil, "UISceneDelegateClassName"), ("Nowhere.SceneDelegate", "Nowhere.SceneDelegate"),
            ("Foundation.NSNumber", "UIWindowSceneDelegate"),
        ] as [(String?, String)])
    func wrongDelegate(name: String?, word: String) async throws {
        let bench = try bench(.lifeChanged(front))
        AppLifeCycle.start(
            LedDelegate(), in: bench.session, scenes: Self.manifest(delegate: name),
            launchesNow: false)
        await bench.settle()
        #expect(bench.complaints.count == 1)
        let words = bench.complaints.first ?? ""
        #expect(words.contains(word), "\(words)")
        #expect(connectedScene(of: bench) != nil)
    }

    @Test("Observers hear of a scene and of the app, in that order")
    func notifications() async throws {
        let bench = try bench()
        AppLifeCycle.start(
            LedDelegate(), in: bench.session,
            scenes: Self.manifest(delegate: "OpenAppLifeTests.LedSceneDelegate"),
            launchesNow: true)
        await bench.settle()
        let heard = History()
        let application = bench.make { UIApplication.shared }
        let names = [
            UIScene.willConnectNotification, UIScene.willEnterForegroundNotification,
            UIScene.didActivateNotification, UIScene.willDeactivateNotification,
            UIScene.didEnterBackgroundNotification,
            UIApplication.willEnterForegroundNotification,
            UIApplication.didBecomeActiveNotification,
        ]
        let observers = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { note in
                let poster = Transfer(note.object as AnyObject)
                MainActor.assumeIsolated {
                    // The process's other tests post as well.
                    let isOurs =
                        poster.value === application
                        || application.connectedScenes.contains { $0 === poster.value }
                    if isOurs { heard.note(name.rawValue) }
                }
            }
        }
        bench.phone.say(.lifeChanged(front), .lifeChanged(back))
        await bench.settle()
        observers.forEach { NotificationCenter.default.removeObserver($0) }
        #expect(
            heard.all == [
                "UISceneWillConnectNotification", "UISceneWillEnterForegroundNotification",
                "UIApplicationWillEnterForegroundNotification", "UISceneDidActivateNotification",
                "UIApplicationDidBecomeActiveNotification", "UISceneWillDeactivateNotification",
                "UISceneDidEnterBackgroundNotification",
            ])
    }
}

/// A scene's delegate that notes what it hears, and where the app was then.
final class LedSceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?
    var history: [String] = []
    var activities: [NSUserActivity] = []

    private func note(_ line: String, _ scene: UIScene) {
        let state: UIApplication.State? =
            switch scene.activationState {
            case .foregroundActive: .active
            case .foregroundInactive: .inactive
            case .background: .background
            case .unattached: nil
            }
        history.append("\(line), \(state.map { "\($0)" } ?? "nowhere")")
    }

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        note("willConnect \(connectionOptions.userActivities.count)", scene)
        activities += connectionOptions.userActivities
    }

    func sceneDidDisconnect(_ scene: UIScene) { note("didDisconnect", scene) }

    func sceneDidBecomeActive(_ scene: UIScene) { note("didBecomeActive", scene) }

    func sceneWillResignActive(_ scene: UIScene) { note("willResignActive", scene) }

    func sceneWillEnterForeground(_ scene: UIScene) { note("willEnterForeground", scene) }

    func sceneDidEnterBackground(_ scene: UIScene) { note("didEnterBackground", scene) }

    func scene(_ scene: UIScene, willContinueUserActivityWithType userActivityType: String) {
        note("willContinue \(userActivityType)", scene)
    }

    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        note("continue \(userActivity.activityType)", scene)
        activities.append(userActivity)
    }
}
