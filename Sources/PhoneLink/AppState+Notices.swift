// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// What the phone says.
extension AppState {
    /// Takes one notice.
    ///
    /// What it says of a provider, request or action that is no longer there is legal and changes
    /// nothing: the two sides' messages cross on the way.
    package mutating func apply(_ notice: AppNotice, into effects: inout [AppEffect]) {
        switch notice {
        case .welcome(let welcome): admit(welcome, into: &effects)
        case .refused(let reason): refuse(reason, into: &effects)
        case .pong(let number): effects.append(.pong(number))
        case .answered(let id, let error):
            guard outstanding.removeValue(forKey: id) != nil else { return }
            audioAnswered(id, error)
            effects.append(.answer(id, error))
        case .directoryStatus(let id, let status): statusKnown(id, status, into: &effects)

        case .providerBegan(let provider): tell(provider, .began, into: &effects)
        case .providerReset(let provider):
            pending.removeAll { $0.provider == provider }
            tell(provider, .reset, into: &effects)
        case .perform(let provider, let transaction):
            guard isKnown(provider) else { return }
            pending.append(
                PendingTransaction(
                    provider: provider,
                    id: transaction.id,
                    actions: transaction.actions
                )
            )
            tell(provider, .perform(transaction), into: &effects)
        case .timedOut(let provider, let action):
            guard let failed = removePending(action) else { return }
            remember(failed.id, of: failed.call, hasTimedOut: true)
            tell(provider, .timedOut(failed), into: &effects)

        case .audioActivated(let provider):
            applyAudio(notice, into: &effects)
            tell(provider, .audioActivated, into: &effects)
        case .audioDeactivated(let provider):
            applyAudio(notice, into: &effects)
            tell(provider, .audioDeactivated, into: &effects)

        case .calls(let all): takeSnapshot(all, into: &effects)
        case .callChanged(let call): change(call, into: &effects)

        case .pushToken, .pushTokenInvalidated, .pushTokenRefused, .push:
            applyPush(notice, into: &effects)
        case .audioInterrupted, .audioRouteChanged, .audioInputsChanged, .mediaServicesLost,
            .mediaServicesReset, .inputMuted, .otherAudioPlaying:
            applyAudio(notice, into: &effects)

        case .startCall(let intent): effects.append(.startCall(intent))
        case .lifeChanged(let new):
            life = new
            effects.append(.lifeChanged(new))
        case .closing: effects.append(.closing)
        case .settle(let number, let now):
            if let now { virtualNow = now }
            effects.append(.settle(number))

        case .terminate(let reason): effects.append(.terminate(reason))
        }
    }

    private mutating func admit(_ welcome: AppWelcome, into effects: inout [AppEffect]) {
        guard link == .greeting else { return }
        guard welcome.version == protocolVersion else {
            let reason =
                "the phone speaks version \(welcome.version) and this app \(protocolVersion); "
                + "build both from the same release"
            refuse(reason, into: &effects)
            return
        }
        link = .admitted(welcome)
        takeAudio(welcome.audio)
    }

    private mutating func refuse(_ reason: String, into effects: inout [AppEffect]) {
        guard isLinked else { return }
        link = .refused
        effects.append(.refused(reason))
        failAll(into: &effects)
    }

    private func isKnown(_ provider: ProviderID) -> Bool {
        providers.contains { $0.id == provider }
    }

    private func tell(
        _ provider: ProviderID,
        _ event: ProviderEvent,
        into effects: inout [AppEffect]
    ) {
        guard isKnown(provider) else { return }
        effects.append(.provider(provider, event))
    }

    /// The first snapshot only informs; a later one tells what it changed.
    private mutating func takeSnapshot(_ all: [ObservedCall], into effects: inout [AppEffect]) {
        let living = all.filter { !$0.hasEnded }
        if areCallsKnown {
            for call in calls where !living.contains(where: { $0.id == call.id }) {
                var ended = call
                ended.hasEnded = true
                effects.append(.callChanged(ended))
            }
            for call in living where !calls.contains(call) { effects.append(.callChanged(call)) }
        }
        calls = living
        areCallsKnown = true
        effects.append(.callsKnown)
    }

    /// An ended call is told once and is then gone (B109).
    ///
    /// Which changes there are is the phone's decision: one is told that has the flags of the one
    /// before (B110).
    private mutating func change(_ call: ObservedCall, into effects: inout [AppEffect]) {
        let index = calls.firstIndex { $0.id == call.id }
        switch (index, call.hasEnded) {
        case (nil, true): return
        case (nil, false): calls.append(call)
        case (let index?, true): calls.remove(at: index)
        case (let index?, false): calls[index] = call
        }
        effects.append(.callChanged(call))
    }
}
