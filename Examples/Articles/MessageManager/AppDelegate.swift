// SPDX-License-Identifier: Apache-2.0
import Intents
import PushKit
import UIKit

/// Starts the message manager, and brings it what the system has for it: pushes, and people to
/// call.
@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    let messageManager = MessageManager()

    /// Tells our server where this phone can be reached.
    var uploadToken: (String) -> Void = { TokenService.upload($0) }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        registerForVoIPPushes()
        return true
    }

    /// Asks for VoIP pushes.
    ///
    /// To be done at every launch: a push may have started the app, and comes once the registry is
    /// there. Nobody has to keep the registry.
    private func registerForVoIPPushes() {
        let registry = PKPushRegistry(queue: DispatchQueue.main)
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
    }

    // MARK: Calls from Recents and Contacts

    func application(
        _ application: UIApplication,
        continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([UIUserActivityRestoring]?) -> Void
    ) -> Bool {
        guard let request = StartCallRequest(userActivity) else { return false }
        messageManager.startCall(to: request.handle, hasVideo: request.hasVideo)
        return true
    }
}

extension AppDelegate: @preconcurrency PKPushRegistryDelegate {
    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) {
        // The bytes, not the description of the Data, which is not made for this.
        uploadToken(pushCredentials.token.map { String(format: "%02x", $0) }.joined())
    }

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType, completion: @escaping () -> Void
    ) {
        guard type == .voIP else {
            completion()
            return
        }
        // Whatever it says: a VoIP push that leads to no call is the end of the app.
        messageManager.receive(IncomingMessage(payload.dictionaryPayload)) { error in
            if let error { print("The call is not shown: \(error.localizedDescription)") }
        }
        completion()
    }

    func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) {
        uploadToken("")
    }
}
