// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore

/// A phone with two apps that run, and what each of them hears of sound.
extension PhoneDriver {
    static let other = SessionID(2)
    static let otherBundle = "com.example.other"

    static func withTwoApps(rules: SystemRules = SystemRules()) -> PhoneDriver {
        var driver = PhoneDriver(
            rules: rules,
            installed: [
                InstalledApp(bundle: bundle, name: "Hotline"),
                InstalledApp(bundle: otherBundle, name: "Other"),
            ])
        driver.start()
        driver.start(bundle: otherBundle, session: other)
        return driver
    }

    /// What an app heard of sound and hold, in words and in order.
    func sound(_ session: SessionID = session) -> [String] {
        notices(to: session).flatMap { notice -> [String] in
            switch notice {
            case .perform(_, let transaction):
                transaction.actions.compactMap { action in
                    if case .setHeld(let isHeld) = action.kind {
                        isHeld ? "hold" : "resume"
                    } else {
                        nil
                    }
                }
            case .audioActivated: ["on"]
            case .audioDeactivated: ["off"]
            case .audioInterrupted(.began): ["began"]
            case .audioInterrupted(.ended(let shouldResume)):
                [shouldResume ? "ended, resume" : "ended"]
            case .audioRouteChanged(let route, let reason): ["\(route.words) (\(reason))"]
            case .audioInputsChanged(let inputs): ["inputs: \(inputs.map(\.type))"]
            case .mediaServicesLost: ["lost"]
            case .mediaServicesReset: ["reset"]
            case .inputMuted(let isMuted): [isMuted ? "muted" : "unmuted"]
            case .otherAudioPlaying(let isPlaying): [isPlaying ? "music" : "no music"]
            default: []
            }
        }
    }

    /// What an app heard but for its routes.
    func turns(_ session: SessionID = session) -> [String] {
        sound(session).filter { !$0.contains("(") }
    }

    mutating func setCategory(
        _ category: String, mode: String = "Default", options: UInt = 0,
        session: SessionID = session
    ) {
        app(
            .setAudioSession(
                AudioSessionSettings(
                    category: "AVAudioSessionCategory\(category)",
                    mode: "AVAudioSessionMode\(mode)", options: options)),
            session: session)
    }

    /// Nil is yes.
    mutating func ask(
        session: SessionID = session, _ request: (RequestID) -> AppRequest
    ) -> AudioSessionError? {
        let id = RequestID(1_000_000 + effects.count)
        app(request(id), session: session)
        guard case .audioSession(let error)?? = answer(to: id) else { return nil }
        return error
    }

    mutating func setActive(
        _ isActive: Bool, session: SessionID = session
    ) -> AudioSessionError? {
        ask(session: session) { .setAudioSessionActive($0, isActive) }
    }

    mutating func override(
        toSpeaker: Bool, session: SessionID = session
    ) -> AudioSessionError? {
        ask(session: session) { .overrideAudioPort($0, toSpeaker: toSpeaker) }
    }

    /// Fulfils what one app was told and has not completed.
    mutating func fulfilAll() {
        fulfilAll(session: Self.session)
        fulfilAll(session: Self.other)
    }

    var breaches: [RuleBreach.Rule] {
        effects.compactMap { if case .breach(let breach) = $0 { breach.rule } else { nil } }
    }
}

extension AudioRoute {
    /// "MicrophoneBuiltIn > Receiver".
    var words: String {
        inputs.map(\.type).joined(separator: "+") + ">" + outputs.map(\.type).joined(separator: "+")
    }
}
