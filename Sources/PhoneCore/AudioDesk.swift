// SPDX-License-Identifier: Apache-2.0
import CallModel

/// Who has the device's sound, and where it goes.
///
/// The system raises the audio session of one call's app at a time, or gives the sound to the
/// cellular network; each app hears `audioActivated` and `audioDeactivated` strictly in turn. A
/// call claims the sound once it may be heard (B69) and gives it up when it is held or ends; the
/// newest claim is served. An app may raise its session by itself as well, and loses it to every
/// call of others (B73).
///
/// An app's route is what its own settings make of what is connected. It is told of a change while
/// its session is up, and whenever something is connected or taken away; one that is down learns
/// the rest with its activation, just before.
struct AudioDesk: Sendable, Equatable {
    struct Claim: Sendable, Equatable {
        var call: CallKey
        var owner: AudioOwner
    }

    /// In the order in which they were made; the newest is served.
    private var claims: [Claim] = []
    /// Whom the system has given the sound.
    private(set) var active: Claim?
    /// The processes that have said hello.
    var clients = OrderedTable<SessionID, AudioClient>()
    /// In the order in which they were connected.
    var accessories: [AudioAccessory] = []
    /// The call screen's Speaker button, during a cellular call.
    var isCellularOverridden = false
    /// An alarm, or Siri, has the sound.
    var isInterrupted = false
    var isOtherAudioPlaying = false
    /// A gesture that came while no app recorded: it holds for the next that does (B96).
    var earlyMute: Bool?

    // MARK: Calls

    /// A call may be heard: its Start or Answer was fulfilled, or it was taken off hold (B69).
    mutating func claim(_ call: CallKey, by owner: AudioOwner, turn: inout Turn) {
        claims.removeAll { $0.call == call }
        claims.append(Claim(call: call, owner: owner))
        settle(turn: &turn)
    }

    /// A call was held, or has ended.
    ///
    /// `next` is whose call it was held for, where that is still being answered: another app's call
    /// interrupts (B70).
    mutating func release(_ call: CallKey, heldFor next: AudioOwner? = nil, turn: inout Turn) {
        claims.removeAll { $0.call == call }
        settle(heldFor: next, turn: &turn)
    }

    /// A call will be released in a moment: until then it is served no more.
    mutating func withdraw(_ call: CallKey) { claims.removeAll { $0.call == call } }

    /// A provider was invalidated or reset: its calls are no more.
    mutating func providerGone(_ provider: ProviderKey, turn: inout Turn) {
        claims.removeAll { $0.owner == .provider(provider) }
        settle(turn: &turn)
    }

    // MARK: Processes

    /// A process has said hello; how the sound stands for it.
    mutating func appGreeted(_ session: SessionID, bundle: BundleID) -> AudioEnvironment {
        let client = client(session, bundle)
        clients[session] = client
        return AudioEnvironment(
            route: client.route, inputs: AudioRouting.inputs(accessories),
            isOtherAudioPlaying: isOtherAudioPlaying)
    }

    /// A process has ended: it hears nothing of it, but the next one does.
    mutating func appEnded(_ session: SessionID, turn: inout Turn) {
        clients[session] = nil
        claims.removeAll { $0.owner.session == session }
        guard let gone = active, gone.owner.session == session else { return }
        active = nil
        turn.note(.audioDeactivated, bundle: gone.call.bundle, call: gone.call.id)
        giveToNewest(turn: &turn)
    }

    /// The process's share; a new one where it has none yet.
    func client(_ session: SessionID, _ bundle: BundleID) -> AudioClient {
        clients[session] ?? AudioClient(bundle: bundle, accessories)
    }

    func isRaised(_ session: SessionID) -> Bool { active?.owner.session == session }

    // MARK: Up and down

    /// Brings what is active into line with the newest claim.
    private mutating func settle(heldFor next: AudioOwner? = nil, turn: inout Turn) {
        let wanted = claims.last
        guard active?.owner != wanted?.owner else {
            active = wanted
            return
        }
        if let old = active {
            let isDisplaced = claims.contains { $0.owner == old.owner }
            lower(old, for: isDisplaced ? wanted?.owner : next, turn: &turn)
        }
        giveToNewest(turn: &turn)
    }

    private mutating func giveToNewest(turn: inout Turn) {
        if let wanted = claims.last {
            raise(wanted, turn: &turn)
        } else {
            endInterruptions(shouldResume: true, turn: &turn)
        }
    }

    mutating func raise(_ claim: Claim, turn: inout Turn) {
        let session = claim.owner.session
        for other in clients.keys where other != session { interrupt(other, turn: &turn) }
        active = claim
        let listener: TimelineParty? = claim.owner == .cellular ? nil : .app
        turn.note(
            .audioActivated, to: listener, bundle: claim.call.bundle, call: claim.call.id)
        guard case .provider(let provider) = claim.owner else { return }
        if clients[provider.session] == nil {
            clients[provider.session] = client(provider.session, claim.call.bundle)
        }
        clients.update(provider.session) {
            $0.isUp = true
            // B70: an activation stands for the end of an interruption.
            $0.isOwedEnd = false
            $0.isOverridden = false
        }
        reroute(provider.session, .categoryChange, turn: &turn)
        turn.tell(provider.session, .audioActivated(provider.id))
        tellMute(provider.session, turn: &turn)
    }

    /// Ends the activation of whoever has the sound.
    ///
    /// `successor` is who takes it over, where it is taken rather than given up. Another app's call
    /// interrupts first; nobody is told of the end of that, since nothing resumes by itself (B70,
    /// B71).
    mutating func lower(_ claim: Claim, for successor: AudioOwner? = nil, turn: inout Turn) {
        active = nil
        guard case .provider(let provider) = claim.owner else {
            isCellularOverridden = false
            turn.note(.audioDeactivated, bundle: claim.call.bundle, call: claim.call.id)
            return
        }
        if let successor, successor.session != provider.session {
            interrupt(provider.session, turn: &turn)
            clients.update(provider.session) { $0.isOwedEnd = false }
        }
        clients.update(provider.session) {
            $0.isUp = false
            $0.isOverridden = false
        }
        turn.tell(provider.session, .audioDeactivated(provider.id))
        turn.note(
            .audioDeactivated, to: .app, bundle: claim.call.bundle, call: claim.call.id)
    }

    // MARK: Interruptions

    /// Takes the sound away from an app that has it.
    mutating func interrupt(_ session: SessionID, turn: inout Turn) {
        guard let client = clients[session], client.isUp else { return }
        clients.update(session) {
            $0.isUp = false
            $0.isOwedEnd = true
        }
        turn.tell(session, .audioInterrupted(.began(reason: 0)))
        turn.note(.audioInterrupted, to: .app, bundle: client.bundle)
    }

    /// Tells each app whose way is free again.
    mutating func endInterruptions(shouldResume: Bool, turn: inout Turn) {
        guard !isInterrupted else { return }
        for session in clients.keys {
            guard let client = clients[session], client.isOwedEnd else { continue }
            let isRaised = isRaised(session)
            guard active == nil || isRaised else { continue }
            clients.update(session) {
                $0.isOwedEnd = false
                // What the system raised comes back by itself.
                $0.isUp = isRaised
            }
            turn.tell(session, .audioInterrupted(.ended(shouldResume: shouldResume)))
            turn.note(.audioInterruptionEnded, to: .app, bundle: client.bundle)
            guard isRaised else { continue }
            reroute(session, .categoryChange, turn: &turn)
            tellMute(session, turn: &turn)
        }
    }
}
