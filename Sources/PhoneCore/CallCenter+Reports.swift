// SPDX-License-Identifier: Apache-2.0
import CallModel

/// What apps report of their calls.
extension CallCenter {
    /// A new incoming call (B15).
    ///
    /// Answered once its row is safe, or refused at once.
    mutating func report(
        _ report: IncomingCallReport,
        by session: SessionID,
        app: App,
        device: Device,
        turn: inout Turn
    ) {
        let bundle = app.installed.bundle
        let key = CallKey(bundle: bundle, id: report.call)
        let provider = ProviderKey(session: session, id: report.provider)
        let update = report.update.withCleanTexts
        if let error = refusal(
            of: key, update.remoteHandle, provider: provider, app: app, device: device,
            rules: turn.rules)
        {
            turn.answer(session, report.request, .incomingCall(error))
            turn.note(
                .callRefused, to: .app, bundle: bundle, call: report.call, push: report.push,
                "\(error)")
            if error == .filteredByBlockList, device.reportsRefused == nil {
                recordBlocked(key, update, .own, turn: &turn)
            }
            turn.post(.reported(bundle, push: report.push, .refused(error)))
            if error != .callUUIDAlreadyExists { conduct.refused(key) }
            return
        }
        let isRecorded = providers[provider]?.configuration.includesCallsInRecents ?? true
        let isAsked =
            turn.rules.directoryCoversReportedCalls
            && ask(about: key, report.request, update.remoteHandle, device, turn: &turn)
        let call = Call(
            key: key,
            provider: provider,
            isOutgoing: false,
            state: isAsked ? .identifying : .preparing(report.request),
            update: update,
            began: turn.now.wall,
            record: isRecorded ? turn.random.identifier() : nil,
            group: makeGroup()
        )
        calls.append(call)
        conduct.began(key)
        turn.note(
            .callReported, by: .app, to: .phone, bundle: bundle, call: report.call,
            push: report.push)
        if isAsked {
            turn.post(.reportUnderWay(key, push: report.push))
        } else {
            turn.post(.reported(bundle, push: report.push, .rang(report.call)))
            prepare(call, turn: &turn)
        }
    }

    /// A reported call may ring, once its row is written.
    mutating func prepare(_ call: Call, turn: inout Turn) {
        if let row = call.recent(label: lookUps.label(of: call.key)) {
            turn.effects.append(.recordCall(turn.tickets.issue(for: .newCall(call.key)), row))
            turn.set(.record(call.key), after: turn.rules.recordDeadline)
        } else {
            ring(call.key, turn: &turn)
        }
    }

    /// What is wrong with the app comes first, then with the call, then what its person wishes.
    private func refusal(
        of key: CallKey,
        _ handle: Handle?,
        provider: ProviderKey,
        app: App,
        device: Device,
        rules: SystemRules
    ) -> IncomingCallError? {
        guard app.installed.hasVoIPBackgroundMode else { return .unentitled }
        if rules.hasProtectedApps, device.protected.contains(key.bundle) { return .callIsProtected }
        guard let configuration = providers[provider]?.configuration else { return .unknown }
        guard index(of: key) == nil else { return .callUUIDAlreadyExists }
        if let fault = device.reportsRefused { return fault }
        if let filter = device.filter(handle, rules: rules) { return filter }
        guard calls.count(where: { $0.key.bundle == key.bundle }) < Limits.callsPerApp else {
            return .unknown
        }
        if groupCount(of: provider) >= configuration.maximumCallGroups,
            let error = rules.errorOverCallLimit
        {
            return IncomingCallError(rawValue: error) ?? .unknown
        }
        return nil
    }

    /// The row is safe, or will not be in time, or none is kept: the call rings.
    mutating func ring(_ key: CallKey, turn: inout Turn) {
        guard let index = index(of: key), case .preparing(let request) = calls[index].state,
            let provider = calls[index].provider
        else { return }
        turn.deadlines.remove(.record(key))
        // Its app has asked for its end meanwhile: nobody is to hear it.
        guard !calls[index].isEnding else {
            calls[index].state = .ringing(isSilent: true)
            turn.answer(provider.session, request, nil)
            announce(calls[index], turn: &turn)
            return
        }
        calls[index].state = .ringing(isSilent: false)
        turn.answer(provider.session, request, nil)
        turn.effects.append(
            .startRinging(
                key.id,
                key.bundle,
                ringtone: providers[provider]?.configuration.ringtoneSound
            )
        )
        announce(calls[index], turn: &turn)
        turn.note(.callRinging, to: .user, bundle: key.bundle, call: key.id)
        if let limit = turn.rules.ringLimit { turn.set(.ring(key), after: limit) }
    }

    /// Merges what changed (B99); a call that is not there has no error channel (B104).
    mutating func update(
        _ key: CallKey, by provider: ProviderKey, _ update: CallUpdate, turn: inout Turn
    ) {
        guard let index = own(key, provider, "an update", turn: &turn) else { return }
        let update = update.withCleanTexts
        if let handle = update.remoteHandle, handle != calls[index].update.remoteHandle {
            lookUps.handleChanged(of: key)
            if !turn.consulted.isEmpty { turn.post(.labelWanted(key)) }
        }
        calls[index].update.merge(update)
        calls[index].isDescribed = true
        turn.note(.callUpdated, by: .app, to: .phone, bundle: key.bundle, call: key.id)
    }

    /// The app says that its call has ended (B22–B24).
    mutating func reportEnded(
        _ key: CallKey,
        by provider: ProviderKey,
        at time: WallTime?,
        _ reason: EndedReason,
        turn: inout Turn
    ) {
        guard let index = own(key, provider, "an end", turn: &turn) else { return }
        if calls[index].isPreparing, !turn.rules.keepsEarlyEnds { return }
        let outcome: CallOutcome =
            switch reason {
            case .failed: .failed
            case .remoteEnded: .remoteEnded
            case .unanswered: .unanswered
            case .answeredElsewhere: .answeredElsewhere
            case .declinedElsewhere: .declinedElsewhere
            }
        end(key, outcome, at: time, turn: &turn)
    }

    /// The outgoing call is on its way to the other side.
    ///
    /// Nobody else sees this step: a call is connected or it is not (B107, B108).
    mutating func reportStartedConnecting(
        _ key: CallKey, by provider: ProviderKey, turn: inout Turn
    ) {
        guard own(key, provider, "progress", turn: &turn) != nil else { return }
        turn.note(.callConnecting, by: .app, to: .phone, bundle: key.bundle, call: key.id)
    }

    /// The outgoing call is connected; nil is now (B33).
    ///
    /// An app that says so before it fulfils the Start is taken at its word when it does.
    mutating func reportConnected(
        _ key: CallKey,
        by provider: ProviderKey,
        at time: WallTime?,
        turn: inout Turn
    ) {
        guard let index = own(key, provider, "progress", turn: &turn) else { return }
        switch calls[index].state {
        case .dialing: connectOutgoing(key, at: time, turn: &turn)
        case .starting:
            calls[index].earlyConnection = calls[index].time(time, at: turn.now.wall)
        case .identifying, .preparing, .ringing, .connecting, .connected: break
        }
    }

    mutating func connectOutgoing(_ key: CallKey, at time: WallTime?, turn: inout Turn) {
        connect(
            key, at: time, prefersHold: !turn.rules.secondOutgoingEndsFirst, turn: &turn)
        guard turn.rules.unmutesOnConnect, let call = index(of: key).map({ calls[$0] }),
            !call.isEnding, let provider = call.provider
        else { return }
        let action = makeAction(.setMuted(false), for: key, turn: &turn)
        perform([(key, action)], by: provider, turn: &turn)
    }

    /// A call of this very provider (B5); a report of any other is of no effect, and remarked on.
    private mutating func own(
        _ key: CallKey, _ provider: ProviderKey, _ what: String, turn: inout Turn
    ) -> Int? {
        if let index = index(of: key), calls[index].provider == provider { return index }
        conduct.reportedUnknown(key, what, isThere: index(of: key) != nil, turn: &turn)
        return nil
    }
}
