// SPDX-License-Identifier: Apache-2.0
import CallModel

/// What apps and persons ask of a phone, and which desk it goes to.
extension Phone {
    mutating func handle(_ request: AppRequest, from session: SessionID, turn: inout Turn) {
        if case .hello(let version) = request {
            _ = apps.greet(session, version: version, turn: &turn)
            return
        }
        guard let app = apps.greeted(session) else {
            turn.effects.append(.refuse(session, "the first message must be a hello"))
            return
        }
        if let breach = request.limitBreach {
            turn.effects.append(.refuse(session, breach))
            return
        }
        switch request {
        case .hello: break
        case .ping(let number): turn.tell(session, .pong(number))
        case .observeCalls:
            apps.update(app.installed.bundle) { $0.observesCalls = true }
            turn.tell(session, .calls(center.observed))
        case .setAudioSession(let settings): audio.configure(session, settings)
        case .setAudioSessionActive(let id, let isActive):
            turn.answer(session, id, audio.activate(session, isActive).map { .audioSession($0) })
        case .reportPushPayload(let id, _):
            turn.answer(session, id, .notificationService(.invalidClientProcess))
        case .overrideAudioPort, .setPreferredInput, .setInputMuted, .misused, .settled: break
        case .desirePushTypes, .pushReceived, .pushHandled:
            handlePush(request, of: app, session, turn: &turn)
        case .registerProvider, .configureProvider, .invalidateProvider, .reportIncomingCall,
            .updateCall, .reportEnded, .reportStartedConnecting, .reportConnected,
            .requestTransaction, .completeAction:
            handleCall(request, of: app, session, turn: &turn)
        }
    }

    private mutating func handlePush(
        _ request: AppRequest, of app: App, _ session: SessionID, turn: inout Turn
    ) {
        let bundle = app.installed.bundle
        switch request {
        case .desirePushTypes(let types): desire(types, app, turn: &turn)
        case .pushReceived(let id, let time):
            pushes.received(id, at: time, bundle: bundle, turn: &turn)
        case .pushHandled(let id, let isReported):
            pushes.handled(
                id, isReported: isReported, by: session, isExempt: isExempt(bundle), turn: &turn)
        case .hello, .ping, .observeCalls, .setAudioSession, .setAudioSessionActive,
            .reportPushPayload, .overrideAudioPort, .setPreferredInput, .setInputMuted, .misused,
            .settled,
            .registerProvider, .configureProvider, .invalidateProvider, .reportIncomingCall,
            .updateCall, .reportEnded, .reportStartedConnecting, .reportConnected,
            .requestTransaction, .completeAction:
            break
        }
    }

    private mutating func handleCall(
        _ request: AppRequest, of app: App, _ session: SessionID, turn: inout Turn
    ) {
        let observers = apps.observers
        func provider(_ id: ProviderID) -> ProviderKey { ProviderKey(session: session, id: id) }
        func call(_ id: CallID) -> CallKey { CallKey(bundle: app.installed.bundle, id: id) }
        switch request {
        case .registerProvider(let id, let configuration):
            center.register(provider(id), configuration, app: app, turn: &turn)
        case .configureProvider(let id, let configuration):
            center.configure(provider(id), configuration)
        case .invalidateProvider(let id):
            center.invalidate(provider(id), observers: observers, turn: &turn)
        case .reportIncomingCall(let report):
            center.report(report, by: session, app: app, observers: observers, turn: &turn)
        case .updateCall(let id, let reported, let update):
            center.update(call(reported), by: provider(id), update)
        case .reportEnded(let id, let reported, let time, let reason):
            center.reportEnded(
                call(reported), by: provider(id), at: time, reason, observers: observers,
                turn: &turn)
        case .reportConnected(let id, let reported, let time):
            center.reportConnected(
                call(reported), by: provider(id), at: time, observers: observers, turn: &turn)
        case .requestTransaction(let id, let transaction):
            center.request(
                transaction, id, by: session, app: app, observers: observers, turn: &turn)
        case .completeAction(let id, let outcome):
            center.complete(
                ActionKey(session: session, id: id), outcome, observers: observers, turn: &turn)
        case .reportStartedConnecting:
            // Nobody sees this step: a call is connected or it is not (B107, B108).
            break
        case .hello, .ping, .observeCalls, .setAudioSession, .setAudioSessionActive,
            .reportPushPayload, .overrideAudioPort, .setPreferredInput, .setInputMuted, .misused,
            .settled,
            .desirePushTypes, .pushReceived, .pushHandled:
            break
        }
    }

    mutating func handle(_ action: UserAction, turn: inout Turn) -> UserAnswer {
        let observers = apps.observers
        switch action {
        case .answer(let id):
            return center.answer(id, others: .holdOrEnd, observers: observers, turn: &turn)
        case .endAndAnswer(let id):
            return center.answer(id, others: .end, observers: observers, turn: &turn)
        case .holdAndAnswer(let id):
            return center.answer(id, others: .hold, observers: observers, turn: &turn)
        case .end(let id): return center.end(id, observers: observers, turn: &turn)
        case .endHeldAndAnswer, .setHeld, .swap, .merge, .split, .setMuted, .keypad,
            .sendPausedDigits, .setTranslating, .setSpeaker, .headset, .muteInput, .startCall,
            .openCallApp, .goHome, .lock, .unlock, .setDoNotDisturb, .setBlocked, .setProtected,
            .setContacts, .setIncomingCallStyle:
            return .failed("this phone cannot do that yet")
        case .openApp(let bundle):
            guard apps[bundle] != nil else { return .failed(notInstalled(bundle)) }
            apps.update(bundle) { $0.isForeground = true }
            apps.launch(bundle, turn: &turn)
            return .done
        case .closeApp(let bundle):
            guard let app = apps[bundle] else { return .failed(notInstalled(bundle)) }
            guard let session = app.session else { return .failed("\(bundle) is not running") }
            turn.effects.append(.terminate(session, .closedByUser))
            return .done
        }
    }

    private func notInstalled(_ bundle: BundleID) -> String {
        "\(bundle) is not installed; see: opencallkit app list"
    }
}
