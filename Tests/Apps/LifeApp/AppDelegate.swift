// SPDX-License-Identifier: Apache-2.0
import CallKit
import Dispatch
import Intents
import PushKit
import UIKit

/// An app as Xcode's template begins it: an app delegate, and nothing that runs a loop.
///
/// It reports each push as a call of `Pushed`, in the state that its application is in, and calls
/// whom its activities name. Started with the argument `blocks`, it never finishes launching.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    private var provider: CXProvider?
    private let controller = CXCallController()

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        if CommandLine.arguments.contains("blocks") { DispatchSemaphore(value: 0).wait() }
        let configuration = CXProviderConfiguration()
        configuration.supportedHandleTypes = [.phoneNumber]
        let provider = CXProvider(configuration: configuration)
        provider.setDelegate(self, queue: nil)
        self.provider = provider
        let registry = PKPushRegistry(queue: .main)
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
        return true
    }

    func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool {
        guard let intent = userActivity.interaction?.intent as? INStartCallIntent,
            let value = intent.contacts?.first?.personHandle?.value
        else { return false }
        let handle = CXHandle(type: .phoneNumber, value: value)
        let start = CXStartCallAction(call: UUID(), handle: handle)
        start.isVideo = intent.callCapability == .videoCall
        controller.request(CXTransaction(action: start)) { _ in }
        return true
    }
}

extension AppDelegate: @preconcurrency CXProviderDelegate {
    func providerDidReset(_ provider: CXProvider) {}

    func provider(_ provider: CXProvider, perform action: CXStartCallAction) { action.fulfill() }

    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) { action.fulfill() }

    func provider(_ provider: CXProvider, perform action: CXEndCallAction) { action.fulfill() }
}

extension AppDelegate: @preconcurrency PKPushRegistryDelegate {
    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) {}

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType, completion: @escaping @Sendable () -> Void
    ) {
        let update = CXCallUpdate()
        let isInBack = UIApplication.shared.applicationState == .background
        update.localizedCallerName = isInBack ? "Pushed to the back" : "Pushed to the front"
        update.remoteHandle = CXHandle(type: .phoneNumber, value: "+491111111")
        provider?.reportNewIncomingCall(with: UUID(), update: update) { _ in completion() }
    }
}
