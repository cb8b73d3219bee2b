// SPDX-License-Identifier: Apache-2.0
import CallModel

/// What the person does on the screen of calls that are connected.
extension CallCenter {
    /// The call that is meant: the named one, else the first that a condition holds for.
    private func find(
        _ id: CallID?, _ words: String, where isMeant: (Call) -> Bool
    ) throws(ScreenFailure) -> Call {
        let open = calls.lazy.filter { !$0.isEnding && !$0.isPreparing }
        if let id {
            guard let call = open.first(where: { $0.key.id == id }) else {
                throw ScreenFailure("there is no call \(id); see: opencallkit call list")
            }
            guard isMeant(call) else { throw ScreenFailure("the call \(id) is not \(words)") }
            return try withApp(call)
        }
        guard let call = open.first(where: isMeant) else {
            throw ScreenFailure("no call is \(words)")
        }
        return try withApp(call)
    }

    /// A call whose process has died can only be ended (B31), until another process takes it over.
    private func withApp(_ call: Call) throws(ScreenFailure) -> Call {
        guard call.isCellular || call.provider != nil else {
            throw ScreenFailure(
                "\(call.key.bundle), the app of the call \(call.key.id), is not running; open it, "
                    + "or end the call")
        }
        try checkHands(of: call)
        return call
    }

    /// An app that completes nothing is not given ever more to do; only an answer and an end always
    /// are.
    private func checkHands(of call: Call) throws(ScreenFailure) {
        guard let session = call.provider?.session else { return }
        let count = openActionCount(of: session)
        guard count < Limits.openActionsPerProcess else {
            throw ScreenFailure(
                "\(call.key.bundle) has \(count) actions in hand that it has not completed; wait "
                    + "until they time out")
        }
    }

    private func mustOffer(
        _ offer: CallOffers, _ call: Call, _ words: String, turn: Turn
    ) throws(ScreenFailure) {
        guard offers(call, rules: turn.rules).contains(offer) else {
            throw ScreenFailure(
                "the call \(call.key.id) \(words): its app does not say that it supports it "
                    + "(B100, B101)")
        }
    }

    // MARK: Hold, swap

    mutating func hold(_ id: CallID?, turn: inout Turn) throws(ScreenFailure) {
        let call = try find(id, "connected", where: \.isLive)
        // A conference is held as a whole.
        let meant = id == nil ? members(of: call.group).filter(\.isLive) : [call]
        for member in meant { try mustOffer(.holding, member, "cannot be held", turn: turn) }
        carryOut(meant.map { Step($0.key, .setHeld(true)) }, turn: &turn)
    }

    mutating func resume(_ id: CallID?, turn: inout Turn) throws(ScreenFailure) {
        let call = try find(id, "held", where: \.isHeld)
        let meant = id == nil ? members(of: call.group).filter(\.isHeld) : [call]
        let heard = calls.filter { $0.isLive && $0.group != call.group }
        for other in heard { try mustOffer(.holding, other, "cannot be held", turn: turn) }
        carryOut(
            heard.map { Step($0.key, .setHeld(true)) }
                + meant.map { Step($0.key, .setHeld(false)) },
            turn: &turn)
    }

    /// What is heard and what is held change places (B84).
    mutating func swap(turn: inout Turn) throws(ScreenFailure) {
        let live = groups { $0.isLive }
        let held = groups { $0.isHeld && !$0.isEnding }.filter { !live.contains($0) }
        guard let group = live.first, let other = held.first else {
            throw ScreenFailure("there are no two calls to swap")
        }
        let heard = members(of: group).filter(\.isLive)
        for call in heard { try checkHands(of: call) }
        for call in heard { try mustOffer(.holding, call, "cannot be held", turn: turn) }
        let waiting = members(of: other).filter { $0.isHeld && !$0.isEnding }
        carryOut(
            heard.map { Step($0.key, .setHeld(true)) }
                + waiting.map { Step($0.key, .setHeld(false)) },
            turn: &turn)
    }

    // MARK: Conferences

    /// Takes what is held off hold, then joins it with what is heard (B86).
    mutating func merge(turn: inout Turn) throws(ScreenFailure) {
        guard let group = groups(where: \.isLive).first,
            let kept = members(of: group).first(where: \.isLive)
        else { throw ScreenFailure("no call is connected") }
        try checkHands(of: kept)
        let joining = calls.filter { $0.isHeld && !$0.isEnding && $0.group != group }
        guard !joining.isEmpty else { throw ScreenFailure("there is no second call to merge with") }
        for call in joining + [kept] {
            guard call.provider == kept.provider, call.isCellular == kept.isCellular else {
                throw ScreenFailure("calls of different apps cannot be merged")
            }
            let isSingle = members(of: call.group).count == 1
            if isSingle { try mustOffer(.grouping, call, "cannot be merged", turn: turn) }
        }
        let limit = kept.provider.flatMap { providers[$0]?.configuration.maximumCallsPerCallGroup }
        guard members(of: group).count + joining.count <= limit ?? 5 else {
            throw ScreenFailure("the app allows \(limit ?? 5) calls in a group")
        }
        let resumed = joining.map { Step($0.key, .setHeld(false)) }
        let joined = joining.map { Step($0.key, .setGroup(with: kept.key.id)) }
        // What the network does at once must not put the other call aside in between.
        carryOut(kept.isCellular ? joined + resumed : resumed + joined, turn: &turn)
    }

    /// Takes a call out of its conference; the others are held once it is out.
    mutating func split(_ id: CallID, turn: inout Turn) throws(ScreenFailure) {
        let call = try find(id, "connected", where: \.isConnected)
        guard members(of: call.group).count > 1 else {
            throw ScreenFailure("the call \(id) is in no conference")
        }
        try mustOffer(.ungrouping, call, "cannot be taken out of its conference", turn: turn)
        if let provider = call.provider, let limits = providers[provider]?.configuration,
            groupCount(of: provider) >= limits.maximumCallGroups
        {
            throw ScreenFailure("the app allows \(limits.maximumCallGroups) groups of calls")
        }
        carryOut([Step(call.key, .setGroup(with: nil))], turn: &turn)
    }

    // MARK: Mute, digits, translation

    mutating func mute(_ id: CallID?, _ isMuted: Bool, turn: inout Turn) throws(ScreenFailure) {
        let call = try find(id, "on its way or connected", where: \.engagesApp)
        let heard = id == nil && call.isLive
        let meant = heard ? members(of: call.group).filter(\.isLive) : [call]
        carryOut(meant.map { Step($0.key, .setMuted(isMuted)) }, turn: &turn)
    }

    /// One action for each key (B97).
    mutating func keypad(_ id: CallID?, _ keys: String, turn: inout Turn) throws(ScreenFailure) {
        let call = try find(id, "connected", where: \.isLive)
        try mustOffer(.dtmf, call, "takes no digits", turn: turn)
        guard !keys.isEmpty, keys.count <= Limits.actionsPerTransaction,
            keys.allSatisfy(Call.PausedDigits.isTone)
        else {
            let shown = String(keys.prefix(80)).withoutControls
            throw ScreenFailure(
                "\"\(shown)\" is not 1 to \(Limits.actionsPerTransaction) keys of a keypad: "
                    + "0 to 9, *, #, A to D")
        }
        for key in keys {
            carryOut(
                [Step(call.key, .playDTMF(digits: String(key), .singleTone))], turn: &turn)
        }
    }

    /// The person confirms what stands behind a hard pause.
    mutating func sendPausedDigits(_ id: CallID?, turn: inout Turn) throws(ScreenFailure) {
        let call = try find(id, "waiting to send digits") {
            $0.isConnected && $0.pausedDigits.first?.kind == .hardPause
        }
        guard let index = index(of: call.key) else { return }
        playPausedDigits(of: index, turn: &turn)
    }

    /// What the dialled text goes on with: behind a soft pause by itself, two seconds for each;
    /// behind a hard one at the person's word.
    mutating func sendNextDigits(of index: Int, turn: inout Turn) {
        guard let next = calls[index].pausedDigits.first, next.kind == .softPause,
            calls[index].isConnected
        else { return }
        turn.set(.digits(calls[index].key), after: .seconds(Int64(min(next.pauses, 60)) * 2))
    }

    mutating func digitsDue(_ key: CallKey, turn: inout Turn) {
        guard let index = index(of: key) else { return }
        playPausedDigits(of: index, turn: &turn)
    }

    private mutating func playPausedDigits(of index: Int, turn: inout Turn) {
        guard calls[index].isConnected, !calls[index].isEnding,
            !calls[index].pausedDigits.isEmpty
        else { return }
        let next = calls[index].pausedDigits.removeFirst()
        carryOut(
            [Step(calls[index].key, .playDTMF(digits: next.digits, next.kind))], turn: &turn)
    }

    mutating func translate(
        _ id: CallID?, _ translation: CallAction.Translation, turn: inout Turn
    ) throws(ScreenFailure) {
        guard turn.rules.hasTranslation else {
            throw ScreenFailure("this system does not translate calls; iOS 26 does")
        }
        guard translation.localLanguage.utf8.count <= Limits.nameByteCount,
            translation.remoteLanguage.utf8.count <= Limits.nameByteCount
        else {
            throw ScreenFailure("a language's name has at most \(Limits.nameByteCount) bytes")
        }
        let call = try find(id, "connected", where: \.isLive)
        try mustOffer(.translation, call, "is not translated", turn: turn)
        carryOut([Step(call.key, .setTranslating(translation))], turn: &turn)
    }

    // MARK: Showing

    func summaries(device: Device, rules: SystemRules) -> [CallSummary] {
        calls.compactMap { call in
            guard let state = call.shownState else { return nil }
            let label = lookUps.label(of: call.key)
            return CallSummary(
                id: call.key.id,
                bundle: call.key.bundle,
                state: state,
                isOutgoing: call.isOutgoing,
                handle: call.update.remoteHandle,
                name: call.update.localizedCallerName
                    ?? device.name(of: call.update.remoteHandle) ?? label?.text,
                label: label,
                hasVideo: call.update.hasVideo ?? false,
                began: call.began,
                connected: call.connected,
                isMuted: call.isMuted,
                group: call.group,
                offers: offers(call, rules: rules)
            )
        }
    }
}

/// Why the person cannot do that now, in words that say what could be done.
struct ScreenFailure: Error {
    let words: String
    init(_ words: String) { self.words = words }
}

extension Call {
    fileprivate var shownState: CallSummary.State? {
        // A call that is not admitted yet is not there, also while it is being ended.
        if isEnding { return isPreparing ? nil : .ending }
        return switch state {
        case .identifying, .preparing: nil
        case .ringing: .ringing
        case .connecting, .starting, .dialing: .connecting
        case .connected(let isHeld): isHeld ? .held : .connected
        }
    }
}
