// SPDX-License-Identifier: Apache-2.0
import CallModel

/// One call of the phone.
///
/// ```
/// incoming:  (identifying ──►) preparing ──► ringing ──► connecting ──► connected
/// outgoing:  starting ───► dialing ───────────────────────────────► connected
/// ```
/// Any state may end; an ended call is no longer there. What a state needs, it carries. A call of
/// the cellular network goes from ringing or dialing to connected, since nothing is asked of an
/// app.
struct Call: Sendable, Equatable {
    enum State: Sendable, Equatable {
        /// Its number is being looked up in call directories, and nobody knows of it yet.
        case identifying
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
        case dialing(since: MonotonicTime)
        case connected(isHeld: Bool)
    }

    let key: CallKey
    /// Nil for a cellular call, and once its process has died, under
    /// ``SystemRules/CallsOfDeadApp/stay``.
    var provider: ProviderKey?
    let isOutgoing: Bool
    var state: State
    var update: CallUpdate
    let began: WallTime
    var connected: WallTime?
    /// When the other side answered, as the app said before it fulfilled the Start: it counts once
    /// that is done.
    var earlyConnection: WallTime?
    /// Nil where the provider keeps its calls out of Recents (B111).
    let record: RecordID?
    /// Every call is in a group; a single call is a group of one (B89).
    var group: Int
    var isMuted = false
    var isTranslating = false
    /// An End is with its app, or waits for its app to start.
    var isEnding = false
    /// Counts as held because another call took its place, before its app has fulfilled the hold.
    var isHeldByForce = false
    /// Its app has sent an update: its report, or a later one.
    var isDescribed = true
    /// Has asked for the audio session, and not given it back.
    var hasAudio = false
    /// Digits of the dialled text that are to be sent once it is connected, in order (B97).
    var pausedDigits: [PausedDigits] = []

    struct PausedDigits: Sendable, Equatable {
        var kind: CallAction.DTMFKind
        var digits: String
        /// How many pauses stand before the digits.
        var pauses: Int
    }

    var isCellular: Bool { key.bundle == cellularBundle }

    var isConnected: Bool {
        if case .connected = state { true } else { false }
    }

    var isRinging: Bool {
        if case .ringing = state { true } else { false }
    }

    /// Not there yet for anybody but its app.
    var isPreparing: Bool {
        switch state {
        case .identifying, .preparing: true
        case .ringing, .connecting, .starting, .dialing, .connected: false
        }
    }

    var isDialing: Bool {
        if case .dialing = state { true } else { false }
    }

    var isHeld: Bool {
        if case .connected(isHeld: true) = state { true } else { false }
    }

    /// Heard by its person now; one that is being ended is so no longer.
    var isLive: Bool {
        if case .connected(isHeld: false) = state { !isEnding } else { false }
    }

    /// On its way to be heard, and not there yet.
    var isUnderWay: Bool {
        switch state {
        case .connecting, .starting, .dialing: true
        case .identifying, .preparing, .ringing, .connected: false
        }
    }

    /// Its app counts as being on a call (B125): answered or dialled, not merely ringing.
    var engagesApp: Bool { isUnderWay || isConnected }

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

    /// Its row of Recents, under the label where its app has named nobody; nil where none is kept.
    func recent(
        ended: WallTime? = nil, outcome: CallOutcome? = nil, label: CallerLabel?
    ) -> RecentCall? {
        record.map {
            RecentCall(
                record: $0,
                call: key.id,
                bundle: key.bundle,
                handle: update.remoteHandle,
                name: update.localizedCallerName ?? label?.text,
                isOutgoing: isOutgoing,
                hasVideo: update.hasVideo ?? false,
                began: began,
                connected: connected,
                ended: ended,
                outcome: outcome
            )
        }
    }

    /// What an End means for the record, by where the call stood (B20).
    var outcomeOfEnd: CallOutcome {
        engagesApp ? .ended : .declined
    }
}

extension Call.PausedDigits {
    /// What stands behind the first pause of a dialled text: `,` is a soft pause, `;` a hard one.
    static func all(in text: String) -> [Self] {
        var found: [Self] = []
        for character in text {
            let kind: CallAction.DTMFKind? =
                switch character {
                case ",": .softPause
                case ";": .hardPause
                default: nil
                }
            if let kind {
                if let last = found.last, last.kind == kind, last.digits.isEmpty {
                    found[found.count - 1].pauses += 1
                } else {
                    found.append(Self(kind: kind, digits: "", pauses: 1))
                }
            } else if !found.isEmpty, isTone(character) {
                found[found.count - 1].digits.append(character)
            }
        }
        return found.filter { !$0.digits.isEmpty }
    }

    /// The keys of a keypad that give a tone.
    static func isTone(_ character: Character) -> Bool {
        "0123456789*#ABCD".contains(character)
    }
}
