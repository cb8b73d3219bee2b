// SPDX-License-Identifier: Apache-2.0
import CallModel
import Foundation
import PhoneLink

/// The life of the one scene that an app with a manifest has.
extension AppLifeCycle {
    /// Makes the scene and its delegate, as the app's delegate or else the manifest says.
    func connectScene(for activities: [NSUserActivity]) {
        let role = UISceneSession.Role.windowApplication
        let session = UISceneSession(
            role: role,
            configuration: UISceneConfiguration(
                name: manifest?.configurations.first?.name, sessionRole: role))
        let options = UIScene.ConnectionOptions(userActivities: Set(activities))
        if let current {
            session.configuration = current.application(
                application, configurationForConnecting: session, options: options)
        }
        let type = session.configuration.sceneClass as? UIScene.Type ?? UIWindowScene.self
        let scene = type.init(session: session, connectionOptions: options)
        session.scene = scene
        scene.delegate = sceneDelegate(for: session.configuration)
        scene.activationState = UIScene.ActivationState(application.life.withLock { $0.stage })
        self.scene = scene
        application.connectedScenes = [scene]
        scene.delegate?.scene(scene, willConnectTo: session, options: options)
        post(UIScene.willConnectNotification, of: scene)
    }

    func disconnectScene() {
        guard let scene else { return }
        scene.delegate?.sceneDidDisconnect(scene)
        scene.activationState = .unattached
        post(UIScene.didDisconnectNotification, of: scene)
        application.connectedScenes = []
        self.scene = nil
    }

    func move(_ scene: UIScene, _ step: LifeSteps.Step) {
        switch step {
        case .willEnterForeground:
            scene.delegate?.sceneWillEnterForeground(scene)
            post(UIScene.willEnterForegroundNotification, of: scene)
        case .didBecomeActive:
            scene.delegate?.sceneDidBecomeActive(scene)
            post(UIScene.didActivateNotification, of: scene)
        case .willResignActive:
            scene.delegate?.sceneWillResignActive(scene)
            post(UIScene.willDeactivateNotification, of: scene)
        case .didEnterBackground:
            scene.delegate?.sceneDidEnterBackground(scene)
            post(UIScene.didEnterBackgroundNotification, of: scene)
        default: break
        }
    }

    func hand(_ activity: NSUserActivity, to scene: UIScene) {
        scene.delegate?.scene(
            scene, willContinueUserActivityWithType: activity.activityType)
        scene.delegate?.scene(scene, continue: activity)
    }

    private func post(_ name: Notification.Name, of scene: UIScene) {
        NotificationCenter.default.post(name: name, object: scene)
    }

    private func sceneDelegate(for configuration: UISceneConfiguration) -> (any UISceneDelegate)? {
        if let type = configuration.delegateClass { return delegate(of: type) }
        let module = current.map { String(reflecting: Swift.type(of: $0)).prefix { $0 != "." } }
        let name = manifest?.delegateClass(
            named: configuration.name, module: String(module ?? ""))
        guard let name else {
            complain(
                "the scene has no delegate: set delegateClass of the UISceneConfiguration, or "
                    + "UISceneDelegateClassName in the Info.plist's UIApplicationSceneManifest")
            return nil
        }
        guard let type = NSClassFromString(name) else {
            complain(
                "there is no class \(name), which the Info.plist names as the scene's delegate; "
                    + "write $(PRODUCT_MODULE_NAME).SceneDelegate with the class's own name")
            return nil
        }
        return delegate(of: type)
    }

    private func delegate(of type: AnyClass) -> (any UISceneDelegate)? {
        let delegate = (type as? NSObject.Type).flatMap { made($0) as? any UISceneDelegate }
        if delegate == nil {
            complain(
                "\(type) cannot be the scene's delegate; declare it as a subclass of UIResponder "
                    + "that conforms to UIWindowSceneDelegate")
        }
        return delegate
    }
}

extension UIScene.ActivationState {
    init(_ stage: AppLife.Stage) {
        switch stage {
        case .active: self = .foregroundActive
        case .inactive: self = .foregroundInactive
        case .background: self = .background
        }
    }
}
