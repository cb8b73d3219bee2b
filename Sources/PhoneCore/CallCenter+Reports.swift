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
        observers: [SessionID],
        turn: inout Turn
    ) {
        let bundle = app.installed.bundle
        let key = CallKey(bundle: bundle, id: report.call)
        let provider = ProviderKey(session: session, id: report.provider)
        if let error = refusal(of: key, provider: provider, app: app, rules: turn.rules) {
            turn.answer(session, report.request, .incomingCall(error))
            turn.note(
                .callRefused,
                bundle: bundle,
                call: report.call,
                push: report.push,
                "\(error)"
            )
            turn.post(.reported(bundle, push: report.push, .refused(error)))
            return
        }
        let isRecorded = providers[provider]?.configuration.includesCallsInRecents ?? true
        let call = Call(
            key: key,
            provider: provider,
            isOutgoing: false,
            state: .preparing(report.request),
            update: report.update.withCleanTexts,
            began: turn.now.wall,
            record: isRecorded ? turn.random.identifier() : nil
        )
        calls.append(call)
        turn.note(.callReported, by: .app, bundle: bundle, call: report.call, push: report.push)
        turn.post(.reported(bundle, push: report.push, .rang(report.call)))
        if let row = call.recent() {
            turn.effects.append(.recordCall(turn.tickets.issue(for: .newCall(key)), row))
            turn.set(.record(key), after: turn.rules.recordDeadline)
        } else {
            ring(key, observers: observers, turn: &turn)
        }
    }

    private func refusal(
        of key: CallKey,
        provider: ProviderKey,
        app: App,
        rules: SystemRules
    ) -> IncomingCallError? {
        guard app.installed.hasVoIPBackgroundMode else { return .unentitled }
        guard let configuration = providers[provider]?.configuration else { return .unknown }
        guard index(of: key) == nil else { return .callUUIDAlreadyExists }
        let own = calls.count { $0.key.bundle == key.bundle }
        guard groupCount(of: provider) < configuration.maximumCallGroups, own < Limits.callsPerApp
        else {
            return rules.errorOverCallLimit.map { IncomingCallError(rawValue: $0) ?? .unknown }
        }
        return nil
    }

    /// The row is safe, or will not be in time, or none is kept: the call rings.
    mutating func ring(_ key: CallKey, observers: [SessionID], turn: inout Turn) {
        guard let index = index(of: key), case .preparing(let request) = calls[index].state,
            let provider = calls[index].provider
        else { return }
        turn.deadlines.remove(.record(key))
        calls[index].state = .ringing(isSilent: false)
        turn.answer(provider.session, request, nil)
        turn.effects.append(
            .startRinging(
                key.id,
                key.bundle,
                ringtone: providers[provider]?.configuration.ringtoneSound
            )
        )
        announce(calls[index], observers: observers, turn: &turn)
        turn.note(.callRinging, bundle: key.bundle, call: key.id)
        if let limit = turn.rules.ringLimit { turn.set(.ring(key), after: limit) }
    }

    /// Merges what changed (B99); a call that is not there has no error channel (B104).
    mutating func update(_ key: CallKey, by provider: ProviderKey, _ update: CallUpdate) {
        guard let index = index(of: key), calls[index].provider == provider else { return }
        calls[index].update.merge(update.withCleanTexts)
    }

    /// The app says that its call has ended (B22–B24).
    mutating func reportEnded(
        _ key: CallKey,
        by provider: ProviderKey,
        at time: WallTime?,
        _ reason: EndedReason,
        observers: [SessionID],
        turn: inout Turn
    ) {
        guard let index = index(of: key), calls[index].provider == provider else { return }
        let outcome: CallOutcome =
            switch reason {
            case .failed: .failed
            case .remoteEnded: .remoteEnded
            case .unanswered: .unanswered
            case .answeredElsewhere: .answeredElsewhere
            case .declinedElsewhere: .declinedElsewhere
            }
        end(key, outcome, at: time, observers: observers, turn: &turn)
    }

    /// The outgoing call is connected; nil is now (B33).
    mutating func reportConnected(
        _ key: CallKey,
        by provider: ProviderKey,
        at time: WallTime?,
        observers: [SessionID],
        turn: inout Turn
    ) {
        guard let index = index(of: key), calls[index].provider == provider,
            calls[index].state == .dialing
        else { return }
        connect(index, at: time, observers: observers, turn: &turn)
    }

    /// From now on both sides can speak.
    mutating func connect(
        _ index: Int,
        at time: WallTime?,
        observers: [SessionID],
        turn: inout Turn
    ) {
        calls[index].state = .connected(isHeld: false)
        calls[index].connected = calls[index].time(time, at: turn.now.wall)
        announce(calls[index], observers: observers, turn: &turn)
        if let row = calls[index].recent() { turn.effects.append(.recordCall(nil, row)) }
        turn.note(.callConnected, bundle: calls[index].key.bundle, call: calls[index].key.id)
    }
}
