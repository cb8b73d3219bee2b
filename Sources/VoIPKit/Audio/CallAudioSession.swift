// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import Foundation

/// The audio session as ``CallAudio`` needs it: Apple's, or one of a test.
@MainActor protocol CallAudioSession: AnyObject {
    /// Told on the main actor of interruptions, routes and resets; set once.
    var onEvent: (@MainActor (CallAudioEvent) -> Void)? { get set }

    /// Where sound comes from and goes to now.
    var route: CallAudioRoute { get }
    /// The inputs that may be preferred.
    var availableInputs: [CallAudioRoute.Port] { get }

    /// Whether category and mode are those of such a call.
    func isConfigured(hasVideo: Bool) -> Bool
    func configure(hasVideo: Bool) throws
    func setActive(_ isActive: Bool) throws
    func overrideSpeaker(_ isOn: Bool) throws
    /// Nil leaves it to the system.
    func preferInput(id: String?) throws
}

/// The app's `AVAudioSession`.
@MainActor final class SystemAudioSession: CallAudioSession {
    private let session: AVAudioSession
    private var observations: NotificationTokens?
    var onEvent: (@MainActor (CallAudioEvent) -> Void)?

    init(_ session: AVAudioSession = .sharedInstance()) {
        self.session = session
        observations = NotificationTokens([
            observe(AVAudioSession.interruptionNotification) { Self.interruption($0) },
            observe(AVAudioSession.routeChangeNotification) { note in
                let reason = note.userInfo?[AVAudioSessionRouteChangeReasonKey] as? NSNumber
                return .routeChanged(Self.cause(of: reason?.uintValue))
            },
            observe(AVAudioSession.mediaServicesWereLostNotification) { _ in .servicesLost },
            observe(AVAudioSession.mediaServicesWereResetNotification) { _ in .servicesReset },
        ])
    }

    var route: CallAudioRoute { CallAudioRoute(session.currentRoute) }

    var availableInputs: [CallAudioRoute.Port] {
        (session.availableInputs ?? []).map { CallAudioRoute.Port($0) }
    }

    func isConfigured(hasVideo: Bool) -> Bool {
        session.category == .playAndRecord && session.mode == Self.mode(hasVideo: hasVideo)
    }

    /// No options: both modes bring Bluetooth's hands-free profile by themselves (B78), and
    /// `defaultToSpeaker` would make the system's button flip back (B80).
    func configure(hasVideo: Bool) throws {
        try session.setCategory(.playAndRecord, mode: Self.mode(hasVideo: hasVideo), options: [])
    }

    func setActive(_ isActive: Bool) throws {
        try session.setActive(isActive, options: isActive ? [] : .notifyOthersOnDeactivation)
    }

    func overrideSpeaker(_ isOn: Bool) throws {
        try session.overrideOutputAudioPort(isOn ? .speaker : .none)
    }

    func preferInput(id: String?) throws {
        let port = session.availableInputs?.first { $0.uid == id }
        guard id == nil || port != nil else {
            let code = AVAudioSession.ErrorCode.badParam.rawValue
            throw NSError(domain: NSOSStatusErrorDomain, code: code)
        }
        try session.setPreferredInput(port)
    }

    private static func mode(hasVideo: Bool) -> AVAudioSession.Mode {
        hasVideo ? .videoChat : .voiceChat
    }
}

// MARK: - Notifications

extension SystemAudioSession {
    /// What a notification says, without the route, which is asked for where it is used: it may
    /// have changed again meanwhile.
    private enum News: Sendable {
        case interruptionBegan
        case interruptionEnded(shouldResume: Bool)
        case routeChanged(CallAudioCore.RouteCause)
        case servicesLost
        case servicesReset
    }

    /// Apple posts interruptions on the main thread and routes on another: all go to the main
    /// actor, those that are there already without a detour.
    private func observe(
        _ name: Notification.Name, _ read: @escaping @Sendable (Notification) -> News?
    ) -> any NSObjectProtocol {
        NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) {
            [weak self] note in
            guard let news = read(note) else { return }
            if Self.isOnMainQueue {
                MainActor.assumeIsolated { self?.receive(news) }
            } else {
                DispatchQueue.main.async { [weak self] in self?.receive(news) }
            }
        }
    }

    /// Where the main queue has no thread of its own, as in a process that waits in
    /// `dispatchMain()` on Linux, `Thread.isMainThread` does not tell.
    private nonisolated static var isOnMainQueue: Bool {
        Thread.isMainThread || DispatchQueue.getSpecific(key: mainQueueKey) != nil
    }

    private nonisolated static let mainQueueKey: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    private func receive(_ news: News) {
        let event: CallAudioEvent =
            switch news {
            case .interruptionBegan: .interruptionBegan
            case .interruptionEnded(let shouldResume):
                .interruptionEnded(shouldResume: shouldResume)
            case .routeChanged(let cause): .routeChanged(cause, route)
            case .servicesLost: .servicesLost
            case .servicesReset: .servicesReset
            }
        onEvent?(event)
    }

    private nonisolated static func interruption(_ note: Notification) -> News? {
        let raw = note.userInfo?[AVAudioSessionInterruptionTypeKey] as? NSNumber
        switch (raw?.uintValue).flatMap(AVAudioSession.InterruptionType.init) {
        case .began: return .interruptionBegan
        case .ended:
            let options = note.userInfo?[AVAudioSessionInterruptionOptionKey] as? NSNumber
            return .interruptionEnded(
                shouldResume: AVAudioSession.InterruptionOptions(rawValue: options?.uintValue ?? 0)
                    .contains(.shouldResume))
        case nil: return nil
        @unknown default: return nil
        }
    }

    private nonisolated static func cause(of reason: UInt?) -> CallAudioCore.RouteCause {
        switch reason.flatMap(AVAudioSession.RouteChangeReason.init) {
        case .override: .override
        case .categoryChange: .category
        case .newDeviceAvailable, .oldDeviceUnavailable: .device
        default: .other
        }
    }
}

/// Ends its observations when it is let go of.
private final class NotificationTokens {
    private let tokens: [any NSObjectProtocol]

    init(_ tokens: [any NSObjectProtocol]) { self.tokens = tokens }

    deinit { tokens.forEach(NotificationCenter.default.removeObserver) }
}
