// SPDX-License-Identifier: Apache-2.0
import CallModel

/// What apps and persons ask of a phone, and which desk it goes to.
extension Phone {
    mutating func handle(_ request: AppRequest, from session: SessionID, turn: inout Turn) {
        if let member = apps.extensions[session] {
            handle(request, from: session, of: member, turn: &turn)
            return
        }
        if case .hello(let version) = request {
            _ = apps.greet(
                session, version: version, audio: { audio.appGreeted(session, bundle: $0) },
                screen: screen, turn: &turn)
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
            apps.observe(session)
            turn.observers = apps.observers
            // What one message does not hold comes as changes behind it.
            let seen = center.observed(by: app.installed.bundle)
            turn.tell(session, .calls(Array(seen.prefix(Limits.callsPerNotice))))
            for call in seen.dropFirst(Limits.callsPerNotice) {
                turn.tell(session, .callChanged(call))
            }
        case .setAudioSession, .setAudioSessionActive, .overrideAudioPort, .setPreferredInput,
            .setInputMuted:
            let isOnCall = center.isOnCall(app.installed.bundle)
            audio.handle(request, from: session, app: app, isOnCall: isOnCall, turn: &turn)
        case .reportPushPayload(let id, _):
            // Only a notification service extension may (B136), and this is an app.
            turn.answer(session, id, .notificationService(.invalidClientProcess))
        case .reloadDirectory, .directoryStatus, .openDirectorySettings:
            handleDirectory(request, of: app.installed.bundle, session, turn: &turn)
        case .misused(let misuse): remark(on: misuse, of: app.installed.bundle, turn: &turn)
        case .settled: break
        case .beganLaunching: apps.beganLaunching(session, turn: &turn)
        case .finishedLaunching: apps.finishedLaunching(session, turn: &turn)
        case .finishedClosing: apps.finishedClosing(session, turn: &turn)
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
            pushes.received(id, at: time, by: session, bundle: bundle, turn: &turn)
        case .pushHandled(let id, let isReported):
            pushes.handled(
                id, isReported: isReported, by: session, app: app, isExempt: isExempt(bundle),
                turn: &turn)
        case .hello, .ping, .observeCalls, .setAudioSession, .setAudioSessionActive,
            .reportPushPayload, .overrideAudioPort, .setPreferredInput, .setInputMuted, .misused,
            .settled, .beganLaunching, .finishedLaunching, .finishedClosing, .reloadDirectory,
            .directoryStatus, .openDirectorySettings,
            .registerProvider, .configureProvider, .invalidateProvider, .reportIncomingCall,
            .updateCall, .reportEnded, .reportStartedConnecting, .reportConnected,
            .requestTransaction, .completeAction:
            break
        }
    }

    private mutating func handleCall(
        _ request: AppRequest, of app: App, _ session: SessionID, turn: inout Turn
    ) {
        func provider(_ id: ProviderID) -> ProviderKey { ProviderKey(session: session, id: id) }
        func call(_ id: CallID) -> CallKey { CallKey(bundle: app.installed.bundle, id: id) }
        switch request {
        case .registerProvider(let id, let configuration):
            apps.learn(
                configuration.supportedHandleKinds, of: app.installed.bundle, turn: &turn)
            let bundle = app.installed.bundle
            center.register(
                provider(id), configuration.playable(by: app.installed), app: app,
                isHandlingPush: pushes.isHandling(bundle),
                region: device.region, turn: &turn)
        case .configureProvider(let id, let configuration):
            apps.learn(
                configuration.supportedHandleKinds, of: app.installed.bundle, turn: &turn)
            center.configure(provider(id), configuration.playable(by: app.installed))
        case .invalidateProvider(let id):
            center.invalidate(provider(id), turn: &turn)
            audio.providerGone(provider(id), turn: &turn)
        case .reportIncomingCall(let report):
            center.report(report, by: session, app: app, device: device, turn: &turn)
        case .updateCall(let id, let reported, let update):
            center.update(call(reported), by: provider(id), update, turn: &turn)
        case .reportEnded(let id, let reported, let time, let reason):
            center.reportEnded(
                call(reported), by: provider(id), at: time, reason, turn: &turn)
        case .reportConnected(let id, let reported, let time):
            center.reportConnected(call(reported), by: provider(id), at: time, turn: &turn)
        case .requestTransaction(let id, let transaction):
            center.request(
                transaction, id, by: session, app: app, device: device, turn: &turn)
        case .completeAction(let id, let outcome):
            center.complete(ActionKey(session: session, id: id), outcome, turn: &turn)
        case .reportStartedConnecting(let id, let reported, _):
            center.reportStartedConnecting(call(reported), by: provider(id), turn: &turn)
        case .hello, .ping, .observeCalls, .setAudioSession, .setAudioSessionActive,
            .reportPushPayload, .overrideAudioPort, .setPreferredInput, .setInputMuted, .misused,
            .settled, .beganLaunching, .finishedLaunching, .finishedClosing, .reloadDirectory,
            .directoryStatus, .openDirectorySettings,
            .desirePushTypes, .pushReceived, .pushHandled:
            break
        }
    }

    /// What the app's side saw the app do wrong.
    private func remark(on misuse: AppMisuse, of bundle: BundleID, turn: inout Turn) {
        switch misuse {
        case .completedTwice(let call, _):
            turn.breach(
                .actionCompletedTwice, bundle, call: call,
                "completed an action that it had completed before")
        case .completedAfterTimeout(let call, _):
            turn.breach(
                .actionCompletedAfterTimeout, bundle, call: call,
                "completed an action that had timed out")
        case .overLimit(let words):
            turn.breach(.overLimit, bundle, String(words.prefix(200)).withoutControls)
        }
    }
}

extension ProviderConfiguration {
    /// A ring tone that is not in the app's bundle counts as none: the system's rings (B115).
    fileprivate func playable(by app: InstalledApp) -> ProviderConfiguration {
        guard let sounds = app.sounds, let ringtoneSound, !sounds.contains(ringtoneSound) else {
            return self
        }
        var configuration = self
        configuration.ringtoneSound = nil
        return configuration
    }
}
