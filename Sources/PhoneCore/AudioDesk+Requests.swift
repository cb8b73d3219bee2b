// SPDX-License-Identifier: Apache-2.0
import CallModel

/// What apps ask of their sound.
extension AudioDesk {
    /// Takes a request about sound; any other changes nothing.
    ///
    /// `isOnCall` says whether the app has a call of its own that was answered or dialled.
    mutating func handle(
        _ request: AppRequest,
        from session: SessionID,
        app: App,
        isOnCall: Bool,
        turn: inout Turn
    ) {
        clients[session] = client(session, app.installed.bundle)
        switch request {
        case .setAudioSession(let settings): configure(session, settings, turn: &turn)
        case .setAudioSessionActive(let id, true):
            let error = activate(session, isOnCall: isOnCall, turn: &turn)
            turn.answer(session, id, error.map { .audioSession($0) })
        case .setAudioSessionActive(let id, false):
            let error = deactivate(session, rules: turn.rules)
            turn.answer(session, id, error.map { .audioSession($0) })
        case .overrideAudioPort(let id, let toSpeaker):
            let error = override(session, toSpeaker: toSpeaker, turn: &turn)
            turn.answer(session, id, error.map { .audioSession($0) })
        case .setPreferredInput(let id, let uid):
            let error = prefer(session, uid, turn: &turn)
            turn.answer(session, id, error.map { .audioSession($0) })
        case .setInputMuted(let isMuted):
            guard turn.rules.hasInputMute else { return }
            mute(session, isMuted, turn: &turn)
        default: break
        }
    }

    /// Any setting undoes an override, also one that changes nothing (B79, B80).
    private mutating func configure(
        _ session: SessionID, _ settings: AudioSessionSettings, turn: inout Turn
    ) {
        clients.update(session) {
            $0.settings = settings
            $0.isOverridden = false
        }
        guard clients[session]?.isUp == true else { return }
        reroute(session, .categoryChange, turn: &turn)
        tellMute(session, turn: &turn)
    }

    /// An app raises its session by itself.
    ///
    /// While a call of others has the sound it may play but not record (B72, B76), and while an
    /// alarm or Siri has it, neither. Its own call's session is the system's to raise (B68).
    private mutating func activate(
        _ session: SessionID, isOnCall: Bool, turn: inout Turn
    ) -> AudioSessionError? {
        guard let client = clients[session] else { return .unspecified }
        if isOnCall, !isRaised(session) {
            turn.breach(
                .audioActivatedByHand, client.bundle,
                "activated its audio session before the system did")
        }
        if isInterrupted { return .insufficientPriority }
        if active != nil, !isRaised(session), client.settings.hasInput {
            return .insufficientPriority
        }
        clients.update(session) {
            $0.isUp = true
            $0.isOwedEnd = false
            $0.isOverridden = false
        }
        reroute(session, .categoryChange, turn: &turn)
        tellMute(session, turn: &turn)
        return nil
    }

    /// An app lowers its session.
    ///
    /// One that the system raised goes down as well, and older systems complain (B77); the call
    /// keeps its claim, and `audioDeactivated` comes when it is over.
    private mutating func deactivate(
        _ session: SessionID, rules: SystemRules
    ) -> AudioSessionError? {
        let wasUp = clients[session]?.isUp == true
        clients.update(session) {
            $0.isUp = false
            $0.isOverridden = false
        }
        let isBusy = wasUp && isRaised(session) && rules.deactivationThrowsWhileRunning
        return isBusy ? .isBusy : nil
    }

    private mutating func override(
        _ session: SessionID, toSpeaker: Bool, turn: inout Turn
    ) -> AudioSessionError? {
        guard let client = clients[session] else { return .unspecified }
        guard client.settings.isPlayAndRecord || !toSpeaker else { return .badParam }
        clients.update(session) { $0.isOverridden = toSpeaker }
        if client.isUp { reroute(session, .override, turn: &turn) }
        return nil
    }

    private mutating func prefer(
        _ session: SessionID, _ uid: String?, turn: inout Turn
    ) -> AudioSessionError? {
        guard let client = clients[session] else { return .unspecified }
        let choosable = client.settings.choosable(of: AudioRouting.inputs(accessories))
        guard uid == nil || choosable.contains(where: { $0.uid == uid }) else { return .badParam }
        clients.update(session) { $0.preferredInput = uid }
        if client.isUp { reroute(session, .override, turn: &turn) }
        return nil
    }

    // MARK: Mute

    mutating func mute(_ session: SessionID, _ isMuted: Bool, turn: inout Turn) {
        clients.update(session) { $0.isInputMuted = isMuted }
        tellMute(session, turn: &turn)
    }

    /// Tells a mute that has not been told, once the app records (B96).
    mutating func tellMute(_ session: SessionID, turn: inout Turn) {
        guard let client = clients[session], client.isRecording else { return }
        let isMuted = earlyMute ?? client.isInputMuted
        earlyMute = nil
        clients.update(session) {
            $0.isInputMuted = isMuted
            $0.toldInputMuted = isMuted
        }
        if client.toldInputMuted != isMuted { turn.tell(session, .inputMuted(isMuted)) }
    }

    // MARK: Routes

    /// Tells an app its route where that has changed.
    mutating func reroute(
        _ session: SessionID, _ reason: AudioRouteChangeReason, turn: inout Turn
    ) {
        guard let client = clients[session] else { return }
        let route = client.wantedRoute(accessories, isOverridden: client.isOverridden)
        guard route != client.route else { return }
        clients.update(session) { $0.route = route }
        turn.tell(session, .audioRouteChanged(route, reason))
        let places = (route.outputs.isEmpty ? route.inputs : route.outputs).map(\.type)
        turn.note(
            .audioRouteChanged, to: .app, bundle: client.bundle, places.joined(separator: ", "))
    }
}
