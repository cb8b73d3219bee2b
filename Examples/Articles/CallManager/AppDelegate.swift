// SPDX-License-Identifier: Apache-2.0
import PushKit
import UIKit
import os

/// Puts the parts of the app together.
@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    static let logger = Logger(subsystem: "com.example.callmanager", category: "app")

    var window: UIWindow?

    let callManager = CallManager()
    let callWatcher = CallWatcher()
    /// Who carries the sound; here nobody, who always says yes.
    var network: CallNetwork = LoopbackNetwork()
    /// Where the phone is used: what decides whether CallKit may be.
    var region = Locale.current.region?.identifier
    /// The newest push token, as our server wants it.
    private(set) var pushToken: String?

    /// Nil where CallKit may not be used.
    private(set) var providerDelegate: ProviderDelegate?
    private(set) lazy var callScreen = AppCallScreen(callManager: callManager, network: network)

    private let pushRegistry = PKPushRegistry(queue: .main)

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        callWatcher.start()
        guard CallKitPolicy.allowsCallKit(in: region) else {
            // Without CallKit there can be no VoIP pushes: each would have to report a call to it.
            Self.logger.notice("CallKit stays off in this region")
            application.registerForRemoteNotifications()
            return true
        }
        providerDelegate = ProviderDelegate(callManager: callManager, network: network)
        pushRegistry.delegate = self
        pushRegistry.desiredPushTypes = [.voIP]
        return true
    }

    func application(
        _ application: UIApplication,
        didFailToRegisterForRemoteNotificationsWithError error: Error
    ) {
        Self.logger.error("No alerts: \(error.localizedDescription, privacy: .public)")
    }

    /// Somebody is to be called, from Recents, Contacts or Siri.
    func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([UIUserActivityRestoring]?) -> Void
    ) -> Bool {
        guard let handle = userActivity.startCallHandle else {
            Self.logger.error("No handle in \(userActivity.activityType, privacy: .public)")
            return false
        }
        startCall(handle: handle, video: userActivity.isVideo ?? false)
        return true
    }

    /// Calls somebody, by whichever screen the app may use.
    func startCall(handle: String, video: Bool = false) {
        guard providerDelegate != nil else {
            callScreen.startCall(handle: handle)
            return
        }
        callManager.startCall(handle: handle, video: video)
    }
}

extension AppDelegate: @preconcurrency PKPushRegistryDelegate {
    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate credentials: PKPushCredentials, for type: PKPushType
    ) {
        pushToken = credentials.token.map { String(format: "%02x", $0) }.joined()
        Self.logger.info("Push token \(self.pushToken ?? "", privacy: .private)")
    }

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType, completion: @escaping () -> Void
    ) {
        let fields = payload.dictionaryPayload
        let uuid = (fields["UUID"] as? String).flatMap { UUID(uuidString: $0) }
        // A call is reported also where the push does not say who it is.
        providerDelegate?.reportIncomingCall(
            uuid: uuid ?? UUID(), handle: fields["handle"] as? String ?? "Unknown",
            hasVideo: fields["hasVideo"] as? Bool ?? false)
        completion()
    }

    func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) {
        pushToken = nil
    }
}
