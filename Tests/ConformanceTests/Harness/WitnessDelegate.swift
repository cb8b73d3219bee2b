// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation
import Intents
import PhoneLink
import UIKit

/// A ``WitnessApp`` behind an app delegate, which writes down its life in the same history.
///
/// It makes its provider and registry while it launches, and calls whom an activity names. A line
/// of its life ends in the state that the application has then: `didBecomeActive active`.
final class WitnessDelegate: UIResponder, UIApplicationDelegate {
    private nonisolated let history = Locked<[String]>([])
    private nonisolated let made = Locked<WitnessApp?>(nil)
    private let pushes: Bool
    private let configure: (CXProviderConfiguration) -> Void

    init(
        pushes: Bool = false,
        configure: @escaping (CXProviderConfiguration) -> Void = { _ in }
    ) {
        self.pushes = pushes
        self.configure = configure
        super.init()
    }

    /// What it made while it launched, nil before.
    nonisolated var app: WitnessApp? { made.withLock { $0 } }

    /// What was told since the last time.
    nonisolated func take() -> [String] {
        if let app { return app.take() }
        return history.withLock { events in
            defer { events = [] }
            return events
        }
    }

    /// The same, of its life and of activities alone.
    nonisolated func takeLife() -> [String] {
        take().filter { line in
            ["launched", "continue", "will", "did", "protected"].contains { line.hasPrefix($0) }
                && !line.hasSuffix("tivate")
        }
    }

    private func log(_ event: String, _ application: UIApplication) {
        let state =
            switch application.applicationState {
            case .active: "active"
            case .inactive: "inactive"
            case .background: "background"
            @unknown default: "?"
            }
        history.withLock { $0.append("\(event) \(state)") }
    }

    // MARK: UIApplicationDelegate

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let activity = launchOptions?[.userActivityDictionary] == nil ? "" : " for an activity"
        log("launched\(launchOptions == nil ? " nil" : activity)", application)
        let app = WitnessApp(pushes: pushes, history: history, configure: configure)
        made.withLock { $0 = app }
        return true
    }

    func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool {
        guard let wish = Wish(userActivity) else { return false }
        log("continue \(userActivity.activityType) \(wish.words)", application)
        app?.start("b", to: wish.value)
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

    func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {
        log("protectedDataWillBecomeUnavailable", application)
    }

    func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {
        log("protectedDataDidBecomeAvailable", application)
    }
}

/// Whom the person wants called, as an app reads it from an activity of any of the three types.
private struct Wish {
    var value: String
    var words: String

    init?(_ activity: NSUserActivity) {
        let (people, kind): ([INPerson]?, String) =
            switch activity.interaction?.intent {
            case let intent as INStartCallIntent:
                (intent.contacts, intent.callCapability == .videoCall ? "video" : "audio")
            case let intent as any StartCallOfOldSystems: (intent.contacts, intent.words)
            default: (nil, "")
            }
        guard let person = people?.first, let handle = person.personHandle,
            let value = handle.value
        else { return nil }
        let type =
            switch handle.type {
            case .phoneNumber: "phoneNumber"
            case .emailAddress: "emailAddress"
            case .unknown: "unknown"
            @unknown default: "?"
            }
        self.value = value
        words = "\(kind) \(type) \(value) \(person.displayName)"
    }
}

/// What apps write to read the intents of systems before iOS 13.
private protocol StartCallOfOldSystems {
    var contacts: [INPerson]? { get }
    var words: String { get }
}

@available(*, deprecated)
extension INStartAudioCallIntent: StartCallOfOldSystems {
    var words: String { "audio" }
}

@available(*, deprecated)
extension INStartVideoCallIntent: StartCallOfOldSystems {
    var words: String { "video" }
}
