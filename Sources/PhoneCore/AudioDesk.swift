// SPDX-License-Identifier: Apache-2.0
import CallModel

/// Whose audio session the system has raised.
///
/// One provider at a time; activated and deactivated strictly in turn. A call claims audio once it
/// may be heard (B69) and gives it up when it is held or ends.
struct AudioDesk: Sendable, Equatable {
    private struct Claim: Sendable, Equatable {
        var call: CallKey
        var provider: ProviderKey
    }

    /// In the order in which they were made; the newest is served.
    private var claims: [Claim] = []
    private var active: Claim?
    private var settings = OrderedTable<SessionID, AudioSessionSettings>()

    mutating func claim(_ call: CallKey, by provider: ProviderKey, turn: inout Turn) {
        claims.removeAll { $0.call == call }
        claims.append(Claim(call: call, provider: provider))
        settle(turn: &turn)
    }

    mutating func release(_ call: CallKey, turn: inout Turn) {
        claims.removeAll { $0.call == call }
        settle(turn: &turn)
    }

    /// A process has ended: it hears nothing of it, but the next one does.
    mutating func appEnded(_ session: SessionID, turn: inout Turn) {
        claims.removeAll { $0.provider.session == session }
        settings[session] = nil
        if let gone = active, gone.provider.session == session {
            active = nil
            noteDeactivation(of: gone, turn: &turn)
        }
        settle(turn: &turn)
    }

    mutating func configure(_ session: SessionID, _ new: AudioSessionSettings) {
        settings[session] = new
    }

    /// An app raises or lowers its session by itself (B72, B76).
    func activate(_ session: SessionID, _ isActive: Bool) -> AudioSessionError? {
        guard isActive, let active, active.provider.session != session else { return nil }
        let records = [
            "AVAudioSessionCategoryPlayAndRecord", "AVAudioSessionCategoryRecord",
        ]
        let category = settings[session]?.category ?? AudioSessionSettings().category
        return records.contains(category) ? .insufficientPriority : nil
    }

    /// Brings what is active into line with the newest claim.
    private mutating func settle(turn: inout Turn) {
        let wanted = claims.last
        guard active?.provider != wanted?.provider else {
            active = wanted
            return
        }
        if let old = active {
            turn.tell(old.provider.session, .audioDeactivated(old.provider.id))
            noteDeactivation(of: old, turn: &turn)
        }
        active = wanted
        if let new = wanted {
            turn.tell(new.provider.session, .audioActivated(new.provider.id))
            turn.note(.audioActivated, bundle: new.call.bundle, call: new.call.id)
        }
    }

    private func noteDeactivation(of claim: Claim, turn: inout Turn) {
        turn.note(.audioDeactivated, bundle: claim.call.bundle, call: claim.call.id)
    }
}
