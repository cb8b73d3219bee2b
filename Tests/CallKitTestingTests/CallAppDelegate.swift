// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation
import Intents
import PushKit
import UIKit

/// An app delegate as VoIP apps have it, which writes down what it is told, and where it stands
/// then.
///
/// Its registry is a local variable: as on a device it lives for as long as it desires a type.
final class CallAppDelegate: UIResponder, UIApplicationDelegate {
    private(set) var events: [String] = []
    private(set) var provider: CXProvider?
    private let controller = CXCallController()
    /// What it does within `didFinishLaunching`, last of all.
    private let whileLaunching: @MainActor () -> Void
    /// What it does within `applicationWillTerminate`, with what it was told until then.
    var onTermination: @MainActor ([String]) -> Void = { _ in }

    init(whileLaunching: @escaping @MainActor () -> Void = {}) {
        self.whileLaunching = whileLaunching
        super.init()
    }

    /// What it was told since the last time.
    func take() -> [String] {
        defer { events = [] }
        return events
    }

    func report(_ caller: String = "+491111111") {
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .phoneNumber, value: caller)
        provider?.reportNewIncomingCall(with: UUID(), update: update) { _ in }
    }

    private func log(_ event: String, _ application: UIApplication) {
        let state =
            switch application.applicationState {
            case .active: "active"
            case .inactive: "inactive"
            case .background: "background"
            @unknown default: "?"
            }
        events.append("\(event): \(state)")
    }

    // MARK: UIApplicationDelegate

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let isShared = application === UIApplication.shared && application.delegate === self
        let options = launchOptions.map { $0.isEmpty ? " empty" : " options" } ?? ""
        log("launched\(options)\(isShared ? "" : " apart")", application)
        let configuration = CXProviderConfiguration()
        configuration.supportedHandleTypes = [.phoneNumber]
        let provider = CXProvider(configuration: configuration)
        provider.setDelegate(self, queue: nil)
        self.provider = provider
        let registry = PKPushRegistry(queue: .main)
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
        whileLaunching()
        return true
    }

    func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool {
        let intent = userActivity.interaction?.intent as? INStartCallIntent
        guard let person = intent?.contacts?.first, let value = person.personHandle?.value else {
            return false
        }
        let kind = intent?.callCapability == .videoCall ? "video" : "audio"
        log("continue \(kind) \(person.displayName) \(value)", application)
        let handle = CXHandle(type: .phoneNumber, value: value)
        let start = CXStartCallAction(call: UUID(), handle: handle)
        controller.request(CXTransaction(action: start)) { _ in }
        return true
    }

    func applicationWillEnterForeground(_ application: UIApplication) {
        log("willEnterForeground", application)
    }

    func applicationDidBecomeActive(_ application: UIApplication) {
        log("didBecomeActive", application)
    }

    func applicationWillResignActive(_ application: UIApplication) {
        log("willResignActive", application)
    }

    func applicationDidEnterBackground(_ application: UIApplication) {
        log("didEnterBackground", application)
    }

    func applicationWillTerminate(_ application: UIApplication) {
        log("willTerminate", application)
        onTermination(events)
    }
}

extension CallAppDelegate: @preconcurrency CXProviderDelegate {
    func providerDidReset(_ provider: CXProvider) {}

    func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        events.append("start \(action.handle.value)")
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        events.append("answer")
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXEndCallAction) { action.fulfill() }
}

extension CallAppDelegate: @preconcurrency PKPushRegistryDelegate {
    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) {}

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType, completion: @escaping @Sendable () -> Void
    ) {
        events.append("push")
        report(payload.dictionaryPayload["caller"] as? String ?? "+490000000")
        completion()
    }
}
