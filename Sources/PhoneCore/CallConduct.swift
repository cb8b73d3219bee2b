// SPDX-License-Identifier: Apache-2.0
import CallModel

/// What apps do with their calls that is worth a remark: it remembers just enough to tell a slip
/// from a race.
struct CallConduct: Sendable, Equatable {
    /// Reported, and refused by the system.
    private var refused = Memory<CallKey>(capacity: memory)
    /// Over: what an app still says of them is a race, not a mistake.
    private var over = Memory<CallKey>(capacity: memory)
    private var loops: [Loop] = []

    /// How many calls back it remembers.
    private static let memory = 256

    /// Requests of one kind for one call, each made the moment the one before was performed.
    private struct Loop: Sendable, Equatable {
        var call: CallKey
        var isMute: Bool
        var performed: MonotonicTime
        var length = 0
    }

    /// So many in a row are no person's doing.
    private static let loopLength = 4
    /// What follows a performed action so fast, the app has asked for because of it.
    private static let echo = Interval.milliseconds(50)

    /// Not a call that is over: a repeat of its report may be refused while what the app still says
    /// of the call that was is on its way (B61).
    mutating func refused(_ key: CallKey) {
        guard !over.contains(key) else { return }
        refused.insert(key)
    }

    /// A UUID may be used again.
    mutating func began(_ key: CallKey) {
        refused.remove(key)
        over.remove(key)
    }

    mutating func ended(_ call: Call, turn: inout Turn) {
        over.insert(call.key)
        loops.removeAll { $0.call == call.key }
        guard case .dialing(let since) = call.state,
            turn.now.monotonic - since >= .seconds(60)
        else { return }
        turn.breach(
            .outgoingCallNeverConnected, call.key.bundle, call: call.key.id,
            "dialled for a minute or more and never said that the call was connected")
    }

    mutating func forget(_ bundle: BundleID) {
        refused.removeAll { $0.bundle == bundle }
        loops.removeAll { $0.call.bundle == bundle }
    }

    /// An update, an end or progress of a call that is not this provider's.
    func reportedUnknown(_ key: CallKey, _ what: String, isThere: Bool, turn: inout Turn) {
        if isThere {
            turn.breach(
                .providerForEachPush, key.bundle, call: key.id,
                "reported \(what) of a call through another provider than the one that has it")
        } else if refused.contains(key) {
            // An end of a refused call only tidies up.
            guard what != "an end" else { return }
            turn.breach(
                .refusedCallContinued, key.bundle, call: key.id,
                "reported \(what) of a call whose report had been refused")
        } else if !over.contains(key) {
            turn.breach(
                .unknownCallReported, key.bundle, call: key.id,
                "reported \(what) of a call that was never reported")
        }
    }

    /// A transaction for a call that is not there was refused.
    func requestedUnknown(_ key: CallKey, _ kind: CallAction.Kind, turn: inout Turn) {
        if refused.contains(key) {
            guard kind != .end else { return }
            turn.breach(
                .refusedCallContinued, key.bundle, call: key.id,
                "requested \(kind.name) for a call whose report had been refused")
        } else if !over.contains(key) {
            turn.breach(
                .unknownCallRequested, key.bundle, call: key.id,
                "requested \(kind.name) for a call that the phone does not know")
        }
    }

    /// A mute or a hold is being handed to an app.
    mutating func performs(_ kind: CallAction.Kind, of key: CallKey, turn: inout Turn) {
        guard let isMute = kind.isMuteNotHold else { return }
        if let index = loops.firstIndex(where: { $0.call == key && $0.isMute == isMute }) {
            loops[index].performed = turn.now.monotonic
        } else {
            loops.append(Loop(call: key, isMute: isMute, performed: turn.now.monotonic))
        }
    }

    /// An app asks for a mute or a hold: at once after one was performed, it answers itself (B47).
    mutating func requests(_ kind: CallAction.Kind, of key: CallKey, turn: inout Turn) {
        guard let isMute = kind.isMuteNotHold,
            let index = loops.firstIndex(where: { $0.call == key && $0.isMute == isMute })
        else { return }
        guard turn.now.monotonic - loops[index].performed <= Self.echo else {
            loops[index].length = 0
            return
        }
        loops[index].length += 1
        guard loops[index].length == Self.loopLength else { return }
        turn.breach(
            isMute ? .muteLoop : .holdLoop, key.bundle, call: key.id,
            "requested \(isMute ? "a mute" : "a hold") each time one was performed, "
                + "\(Self.loopLength) times in a row")
    }
}

extension CallAction.Kind {
    /// True for a mute, false for a hold, nil for all else.
    fileprivate var isMuteNotHold: Bool? {
        switch self {
        case .setMuted: true
        case .setHeld: false
        case .start, .answer, .end, .setGroup, .playDTMF, .setTranslating: nil
        }
    }
}
