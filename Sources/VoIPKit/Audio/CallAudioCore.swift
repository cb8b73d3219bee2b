// SPDX-License-Identifier: Apache-2.0

/// What happens to the sound, for a ``CallAudioCore``.
enum CallAudioEvent: Hashable, Sendable {
    /// A call is about to be started or answered.
    case prepared(hasVideo: Bool)
    /// The session is active, by whom.
    case activated(CallAudioCore.Owner)
    /// It is not any more, by whom.
    case deactivated(CallAudioCore.Owner)
    case interruptionBegan
    case interruptionEnded(shouldResume: Bool)
    case routeChanged(CallAudioCore.RouteCause, CallAudioRoute)
    case servicesLost
    case servicesReset
    case engineFailed
    case speakerAsked(Bool)
    case ringbackAsked(Bool)
    /// Whether a call that is not on hold has video; nil where there is no such call.
    case callsChanged(hasVideo: Bool?)
    /// The last call is over.
    case callsEnded
}

/// What is to be done about it, in this order.
enum CallAudioEffect: Hashable, Sendable {
    /// Category and mode, unless they are so (B80).
    case configure(hasVideo: Bool)
    /// Answered by `.activated(.app)`, or not at all.
    case activate
    case overrideSpeaker(Bool)
    case rebuildEngine
    /// Where it fails, what follows in the same list is not to be done, and `.engineFailed` is due.
    case startEngine
    case stopEngine
    case setRingback(Bool)
    case tellRoute(CallAudioRoute)
}

/// The sound of an app's calls as a value: events in, effects out.
struct CallAudioCore: Hashable, Sendable {
    /// Who raised the session.
    enum Owner: Hashable, Sendable {
        /// CallKit, which lowers it too (B68).
        case system
        /// The app, since its calls are not CallKit's.
        case app
    }

    /// Why the route changed, as far as it matters here.
    enum RouteCause: Hashable, Sendable {
        /// An override began or ended, by the app or by the system's button (B80).
        case override
        /// Category, options or mode were set, which ends an override (B79).
        case category
        /// Something was connected or is gone, which ends an override (B79).
        case device
        case other
    }

    private var owner: Owner?
    private var isInterrupted = false
    private var areServicesLost = false
    private var isEngineRunning = false
    /// Not tried again until the next activation.
    private var hasEngineFailed = false
    private var wantsRingback = false
    private var isRingingBack = false
    /// Whether calls have video; nil before the first was prepared.
    private var hasVideo: Bool?
    /// Whether an override to the loudspeaker is to stand.
    private var wantsSpeaker = false
    /// Whether the person wants a video call at the ear.
    private var wantsReceiver = false
    private var route: CallAudioRoute

    init(route: CallAudioRoute) { self.route = route }

    /// Whether sound may flow.
    private var isActive: Bool { owner != nil && !isInterrupted && !areServicesLost }

    var state: CallAudioState {
        let willSpeak = wantsSpeaker || (hasVideo == true && !wantsReceiver)
        return CallAudioState(
            isActive: isActive, isInterrupted: isInterrupted, isRunning: isEngineRunning,
            isRingingBack: isRingingBack, isSpeaker: isActive ? route.isSpeaker : willSpeak,
            route: route)
    }

    /// Whether the app may raise the session: it is not the system's.
    var isForApp: Bool { owner != .system }

    /// Whether the app has raised it, and nothing interrupts it.
    var isActiveByApp: Bool { owner == .app && isActive }

    /// Whether the app has raised it, interrupted or not.
    var isRaisedByApp: Bool { owner == .app }

    /// Takes an event; gives what to do, in order.
    mutating func handle(_ event: CallAudioEvent) -> [CallAudioEffect] {
        let wasActive = isActive
        var effects = change(event)
        if isActive, !wasActive || isRenewal(event) {
            hasEngineFailed = false
            // An activation ends overrides, like all that changes the route (B79).
            if wantsSpeaker { effects.append(.overrideSpeaker(true)) }
        }
        settle(into: &effects)
        return effects
    }

    /// Whether it makes an active session active again, as a second activation does.
    private func isRenewal(_ event: CallAudioEvent) -> Bool {
        switch event {
        case .activated(let newOwner): newOwner == owner
        case .servicesReset: true
        default: false
        }
    }

    /// Brings engine and ringback to where they belong.
    private mutating func settle(into effects: inout [CallAudioEffect]) {
        let runs = isActive && !hasEngineFailed
        let rings = runs && wantsRingback
        if isRingingBack && !rings { effects.append(.setRingback(false)) }
        if isEngineRunning && !runs { effects.append(.stopEngine) }
        if !isEngineRunning && runs { effects.append(.startEngine) }
        if !isRingingBack && rings { effects.append(.setRingback(true)) }
        isEngineRunning = runs
        isRingingBack = rings
    }

    private mutating func change(_ event: CallAudioEvent) -> [CallAudioEffect] {
        switch event {
        case .prepared(let hasVideo):
            setVideo(hasVideo)
            return configuration
        case .activated(let newOwner):
            // What the app has raised is its own to lower, whatever a call system says.
            guard owner != .app || newOwner == .app else { return [] }
            owner = newOwner
            isInterrupted = false
            return []
        case .deactivated(let oldOwner):
            guard owner == oldOwner else { return [] }
            owner = nil
            // CallKit tells no end of an interruption, but activates again (B70).
            isInterrupted = false
            return []
        case .interruptionBegan:
            isInterrupted = owner != nil
            return []
        case .interruptionEnded(let shouldResume): return endInterruption(shouldResume)
        case .routeChanged(let cause, let route): return changeRoute(to: route, cause)
        case .servicesLost:
            areServicesLost = true
            return []
        case .servicesReset: return resetServices()
        case .engineFailed:
            // It was counted as running when it was asked to start; nothing is there to stop.
            hasEngineFailed = true
            isEngineRunning = false
            isRingingBack = false
            return []
        case .speakerAsked(let isOn): return askSpeaker(isOn)
        case .ringbackAsked(let isOn):
            wantsRingback = isOn
            return []
        case .callsChanged(let hasVideo):
            guard let hasVideo, self.hasVideo != nil, hasVideo != self.hasVideo else { return [] }
            setVideo(hasVideo)
            return configuration
        case .callsEnded:
            (wantsSpeaker, wantsReceiver, wantsRingback) = (false, false, false)
            return []
        }
    }
}

// MARK: - What takes more than a line

extension CallAudioCore {
    /// What the session is to be set to: a video call's mode sends sound to the loudspeaker (B78).
    private var configuration: [CallAudioEffect] {
        hasVideo.map { [.configure(hasVideo: $0 && !wantsReceiver)] } ?? []
    }

    /// A call at the ear is one thing, the same with video another: what was wished for the one
    /// does not hold for the other.
    private mutating func setVideo(_ hasVideo: Bool) {
        if hasVideo != self.hasVideo { wantsReceiver = false }
        self.hasVideo = hasVideo
    }

    /// What CallKit raised comes back by itself; what the app raised, it raises again if it may.
    private mutating func endInterruption(_ shouldResume: Bool) -> [CallAudioEffect] {
        guard isInterrupted else { return [] }
        switch owner {
        case .system?: isInterrupted = false
        case .app? where shouldResume: return [.activate]
        case .app?, nil: break
        }
        return []
    }

    private mutating func changeRoute(
        to route: CallAudioRoute, _ cause: RouteCause
    ) -> [CallAudioEffect] {
        let hasChanged = route != self.route
        self.route = route
        var effects: [CallAudioEffect] = hasChanged ? [.tellRoute(route)] : []
        guard isActive else { return effects }
        switch cause {
        case .override:
            // The person's choice on the system's screen, or the app's own coming back.
            wantsSpeaker = route.isSpeaker
            if route.isSpeaker { wantsReceiver = false }
        case .device: wantsSpeaker = wantsSpeaker && route.isSpeaker
        case .category:
            if wantsSpeaker, !route.isSpeaker { effects.append(.overrideSpeaker(true)) }
        case .other: break
        }
        return effects
    }

    private mutating func askSpeaker(_ isOn: Bool) -> [CallAudioEffect] {
        let wanted = configuration
        (wantsSpeaker, wantsReceiver) = (isOn, !isOn && hasVideo == true)
        // A video call's mode knows no receiver: only another mode brings the sound there.
        var effects = configuration == wanted ? [] : configuration
        if isActive { effects.append(.overrideSpeaker(isOn)) }
        return effects
    }

    /// All that was set is forgotten, and every audio object is dead.
    private mutating func resetServices() -> [CallAudioEffect] {
        areServicesLost = false
        var effects: [CallAudioEffect] = []
        if isRingingBack { effects.append(.setRingback(false)) }
        if isEngineRunning { effects.append(.stopEngine) }
        (isRingingBack, isEngineRunning, hasEngineFailed) = (false, false, false)
        effects.append(.rebuildEngine)
        effects += configuration
        guard owner == .app else { return effects }
        // Down until the activation is answered.
        if !isInterrupted { effects.append(.activate) }
        isInterrupted = true
        return effects
    }
}
