// SPDX-License-Identifier: Apache-2.0
import CallModel

/// One call of the phone.
///
/// ```
/// incoming:  preparing ──► ringing ──► connecting ──► connected
/// outgoing:  starting ───► dialing ─────────────────► connected
/// ```
/// Any state may end; an ended call is no longer there. What a state needs, it carries.
struct Call: Sendable, Equatable {
    enum State: Sendable, Equatable {
        /// Admitted; its row in Recents is being written. The app's report has not been answered
        /// yet.
        case preparing(RequestID)
        /// Silent once the person has declined it or the system has given up, while the app's End
        /// is pending.
        case ringing(isSilent: Bool)
        /// The answer is pending (B17).
        case connecting
        /// The start is pending.
        case starting
        /// The start was fulfilled: the invitation is on its way (B33).
        case dialing
        case connected(isHeld: Bool)
    }

    let key: CallKey
    /// Nil once its process has died, under ``SystemRules/CallsOfDeadApp/stay``.
    var provider: ProviderKey?
    let isOutgoing: Bool
    var state: State
    var update: CallUpdate
    let began: WallTime
    var connected: WallTime?
    /// Nil where the provider keeps its calls out of Recents (B111).
    let record: RecordID?

    var isConnected: Bool {
        if case .connected = state { true } else { false }
    }

    var isRinging: Bool {
        if case .ringing = state { true } else { false }
    }

    var isHeld: Bool { state == .connected(isHeld: true) }

    /// Heard by its person now.
    var isLive: Bool { state == .connected(isHeld: false) }

    /// Its app counts as being on a call (B125): answered or dialled, not merely ringing.
    var engagesApp: Bool {
        switch state {
        case .preparing, .ringing: false
        case .connecting, .starting, .dialing, .connected: true
        }
    }

    var observed: ObservedCall {
        ObservedCall(
            id: key.id,
            isOutgoing: isOutgoing,
            isOnHold: isHeld,
            hasConnected: isConnected
        )
    }

    /// When something happened to this call, as its app says; nil is now.
    ///
    /// An app may be late with it, but time does not go back, and what has not come yet is a lie
    /// and counts as now: who reads the row must be able to reckon with it.
    func time(_ said: WallTime?, at now: WallTime) -> WallTime {
        max(connected ?? began, min(said ?? now, now))
    }

    func recent(ended: WallTime? = nil, outcome: CallOutcome? = nil) -> RecentCall? {
        record.map {
            RecentCall(
                record: $0,
                call: key.id,
                bundle: key.bundle,
                handle: update.remoteHandle,
                name: update.localizedCallerName,
                isOutgoing: isOutgoing,
                hasVideo: update.hasVideo ?? false,
                began: began,
                connected: connected,
                ended: ended,
                outcome: outcome
            )
        }
    }

    func summary(isEnding: Bool) -> CallSummary? {
        let shown: CallSummary.State
        switch state {
        case .preparing: return nil
        case .ringing: shown = .ringing
        case .connecting, .starting, .dialing: shown = .connecting
        case .connected(let isHeld): shown = isHeld ? .held : .connected
        }
        return CallSummary(
            id: key.id,
            bundle: key.bundle,
            state: isEnding ? .ending : shown,
            isOutgoing: isOutgoing,
            handle: update.remoteHandle,
            name: update.localizedCallerName,
            hasVideo: update.hasVideo ?? false,
            began: began,
            connected: connected
        )
    }
}
