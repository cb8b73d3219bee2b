// SPDX-License-Identifier: Apache-2.0
import CallModel
import Foundation
import OpenFoundation
package import PhoneLink

/// Leads an app's delegate through its life, as the phone tells it.
///
/// All of it happens on the main queue, with the session bound, in order.
@MainActor package final class AppLifeCycle {
    let application: UIApplication
    /// Kept alive: the application does not do it.
    private let delegate: any UIApplicationDelegate
    private nonisolated let session: Weak
    private var steps: LifeSteps
    /// Nil for an app without scenes.
    let manifest: SceneManifest?
    /// The one that there is, once it is connected.
    var scene: UIScene?
    /// The one among the launch options.
    private var launchActivity: NSUserActivity?
    private var takesLaunchActivity = true

    private init(
        _ delegate: any UIApplicationDelegate, in session: AppSession, scenes: SceneManifest?
    ) {
        self.delegate = delegate
        self.session = Weak(session)
        application = .shared(of: session)
        application.delegate = delegate
        manifest = scenes
        steps = LifeSteps(hasScenes: scenes != nil)
    }

    /// Makes `delegate` the app's delegate, and leads it from now on; once in a session.
    ///
    /// - Parameters:
    ///   - delegate: Kept alive until the session closes.
    ///   - session: The app's link to its phone, which is made here.
    ///   - scenes: What the app's Info.plist says of scenes; nil leads an app without them.
    ///   - launchesNow: Whether the app has been launched, in the background, when this returns;
    ///     else it is when the phone has first said where the app is, or that there is no phone.
    package static func start(
        _ delegate: any UIApplicationDelegate, in session: AppSession,
        scenes: SceneManifest? = .ofProcess(), launchesNow: Bool
    ) {
        session.bind {
            let cycle = AppLifeCycle(delegate, in: session, scenes: scenes)
            session.use(.main, for: cycle)
            session.attachLife(cycle)
            if launchesNow { cycle.take(.launch) }
        }
    }

    private func take(_ event: LifeSteps.Event) {
        for step in steps.take(event) { perform(step) }
    }

    private func perform(_ step: LifeSteps.Step) {
        switch step {
        case .place(let life):
            application.life.withLock { $0 = life }
            scene?.activationState = UIScene.ActivationState(life.stage)
        case .launch(let intent): launch(for: intent)
        case .connectScene(let intents): connectScene(for: intents.map { StartCallActivity($0) })
        case .continue(let intent, let isOfLaunch):
            guard isOfLaunch else { return hand(StartCallActivity(intent)) }
            guard takesLaunchActivity, let launchActivity else { return }
            hand(launchActivity)
        case .willEnterForeground, .didBecomeActive, .willResignActive, .didEnterBackground:
            move(step)
        case .protectedDataWillBecomeUnavailable:
            current?.applicationProtectedDataWillBecomeUnavailable(application)
            post(UIApplication.protectedDataWillBecomeUnavailableNotification)
        case .protectedDataDidBecomeAvailable:
            current?.applicationProtectedDataDidBecomeAvailable(application)
            post(UIApplication.protectedDataDidBecomeAvailableNotification)
        case .willTerminate:
            disconnectScene()
            current?.applicationWillTerminate(application)
            post(UIApplication.willTerminateNotification)
        }
    }

    /// Tells the scene's delegate, or the app's where there is no scene; then all who observe.
    private func move(_ step: LifeSteps.Step) {
        if let scene {
            move(scene, step)
        } else {
            switch step {
            case .willEnterForeground: current?.applicationWillEnterForeground(application)
            case .didBecomeActive: current?.applicationDidBecomeActive(application)
            case .willResignActive: current?.applicationWillResignActive(application)
            case .didEnterBackground: current?.applicationDidEnterBackground(application)
            default: break
            }
        }
        switch step {
        case .willEnterForeground: post(UIApplication.willEnterForegroundNotification)
        case .didBecomeActive: post(UIApplication.didBecomeActiveNotification)
        case .willResignActive: post(UIApplication.willResignActiveNotification)
        case .didEnterBackground: post(UIApplication.didEnterBackgroundNotification)
        default: break
        }
    }

    /// The app may have put another in its place.
    var current: (any UIApplicationDelegate)? { application.delegate }

    private func post(_ name: Notification.Name, _ userInfo: [AnyHashable: Any]? = nil) {
        NotificationCenter.default.post(name: name, object: application, userInfo: userInfo)
    }

    /// Tells the person who runs the app.
    func complain(_ words: String) { (session.object as? AppSession)?.complainOnce(words) }

    // MARK: Launching

    private func launch(for intent: StartCallIntent?) {
        let activity = intent.map { StartCallActivity($0) }
        launchActivity = activity
        let options = activity.map { UIApplication.launchOptions(with: $0) }
        let isWilling =
            current?.application(application, willFinishLaunchingWithOptions: options) ?? true
        let isDone =
            current?.application(application, didFinishLaunchingWithOptions: options) ?? true
        takesLaunchActivity = isWilling && isDone
        post(
            UIApplication.didFinishLaunchingNotification,
            options.map { Dictionary(uniqueKeysWithValues: $0.map { ($0.rawValue, $1) }) })
        (session.object as? AppSession)?.finishedLaunching()
    }

    // MARK: Activities

    private func hand(_ activity: NSUserActivity) {
        if let scene { return hand(activity, to: scene) }
        guard let current else { return }
        _ = current.application(
            application, willContinueUserActivityWithType: activity.activityType)
        _ = current.application(
            application, continue: activity,
            restorationHandler: { restore($0, from: activity) })
    }
}

extension AppLifeCycle: LifeReceiver {
    package nonisolated func receive(_ event: LifeEvent) {
        guard let session = session.object as? AppSession else { return }
        session.deliver(on: .main) { [self] in
            MainActor.assumeIsolated {
                switch event {
                case .lifeChanged(let life): take(.lifeChanged(life))
                case .startCall(let intent): take(.startCall(intent))
                case .linkLost: take(.linkLost)
                case .closing:
                    take(.closing)
                    session.finishedClosing()
                }
            }
        }
    }
}

/// Gives the activity to what the app says restores it, on the main queue, where the app may have
/// left it meanwhile.
private func restore(_ objects: [any UIUserActivityRestoring]?, from activity: NSUserActivity) {
    guard let objects, !objects.isEmpty else { return }
    let work = Transfer((objects, activity))
    MainQueue.async {
        let (objects, activity) = work.value
        for object in objects { object.restoreUserActivityState(activity) }
    }
}
