// SPDX-License-Identifier: Apache-2.0
import CallModel

/// Tokens (B117–B119), and what reaches an app through its notification service extension (B136).
extension Phone {
    /// The types of push that an app's registries desire together.
    mutating func desire(_ types: [PushType], _ app: App, turn: inout Turn) {
        let bundle = app.installed.bundle
        let desires = types.contains(voipPushType)
        apps.update(bundle) { $0.desiresVoIPPushes = desires }
        guard desires else {
            if app.desiresVoIPPushes { dropToken(of: app, turn: &turn) }
            return
        }
        guard let session = app.session else { return }
        if let refusal = app.tokenRefusal {
            refuseToken(refusal, app, session, turn: &turn)
        } else if let token = app.pushToken {
            turn.tell(session, .pushToken(voipPushType, token))
        } else {
            turn.effects.append(.requestToken(bundle))
        }
        pushes.offer(to: app, turn: &turn)
    }

    /// The app was not asked to, but it gives its token back.
    private mutating func dropToken(of app: App, turn: inout Turn) {
        guard app.tokenRefusal == nil else { return }
        apps.update(app.installed.bundle) { $0.pushToken = nil }
        turn.effects.append(.releaseToken(app.installed.bundle))
    }

    private func refuseToken(
        _ refusal: PushTokenRefusal, _ app: App, _ session: SessionID, turn: inout Turn
    ) {
        turn.tell(session, .pushTokenRefused(refusal))
        switch refusal {
        case .backgroundMode:
            turn.breach(
                .noPushBackgroundMode, app.installed.bundle,
                "asked for VoIP pushes without the background mode")
        case .entitlement:
            turn.breach(
                .noPushEntitlement, app.installed.bundle,
                "asked for VoIP pushes without the entitlement aps-environment")
        }
    }

    mutating func tokenIssued(_ bundle: BundleID, _ token: Bytes, turn: inout Turn) {
        guard let app = apps[bundle], app.tokenRefusal == nil, app.pushToken != token else {
            return
        }
        apps.update(bundle) { $0.pushToken = token }
        turn.note(.pushRegistered, bundle: bundle)
        guard app.desiresVoIPPushes, let session = app.session else { return }
        // A token that takes the place of another: the old one is invalidated as well (B118).
        if app.pushToken != nil { turn.tell(session, .pushTokenInvalidated(voipPushType)) }
        turn.tell(session, .pushToken(voipPushType, token))
    }

    mutating func tokenInvalidated(_ bundle: BundleID, turn: inout Turn) {
        guard let app = apps[bundle], app.pushToken != nil else { return }
        apps.update(bundle) { $0.pushToken = nil }
        turn.note(.tokenInvalidated, bundle: bundle)
        guard app.desiresVoIPPushes, let session = app.session else { return }
        turn.tell(session, .pushTokenInvalidated(voipPushType))
    }

    // MARK: Notification service extensions

    /// What an extension's process says.
    ///
    /// It has no calls: what an app may ask for, it may not.
    mutating func handle(
        _ request: AppRequest, from session: SessionID, of member: AppExtension,
        turn: inout Turn
    ) {
        switch request {
        case .hello(let version):
            apps.greetExtension(session, version: version, turn: &turn)
        case _ where !member.isGreeted:
            turn.effects.append(.refuse(session, "the first message must be a hello"))
        case .ping(let number): turn.tell(session, .pong(number))
        case .observeCalls: turn.tell(session, .calls([]))
        case .reportPushPayload(let id, let payload):
            let error = pass(payload, from: member, turn: &turn)
            turn.answer(session, id, error.map(RequestError.notificationService))
        case .reportIncomingCall(let report):
            turn.answer(session, report.request, .incomingCall(.unentitled))
        case .requestTransaction(let id, _): turn.answer(session, id, .transaction(.unentitled))
        case .reloadDirectory, .directoryStatus, .openDirectorySettings:
            handleDirectory(request, of: member.bundle, session, turn: &turn)
        case .setAudioSessionActive(let id, _), .overrideAudioPort(let id, _),
            .setPreferredInput(let id, _):
            turn.answer(session, id, .audioSession(.insufficientPriority))
        case .registerProvider, .configureProvider, .invalidateProvider, .updateCall, .reportEnded,
            .reportStartedConnecting, .reportConnected, .completeAction, .desirePushTypes,
            .pushReceived, .pushHandled, .setAudioSession, .setInputMuted, .misused, .settled,
            .beganLaunching, .finishedLaunching, .finishedClosing:
            break
        }
    }

    /// Passes a payload on to the extension's app (B136); nil is done.
    private mutating func pass(
        _ payload: Bytes, from member: AppExtension, turn: inout Turn
    ) -> NotificationServiceError? {
        guard member.canFilter else { return .missingNotificationFilteringEntitlement }
        guard let app = apps[member.bundle],
            !pushes.haveStopped(for: member.bundle, rules: turn.rules)
        else { return .unknown }
        let push = ArrivedPush(
            id: turn.random.identifier(), bundle: member.bundle, payload: payload,
            origin: .notificationExtension)
        pushes.arrived(push, app: app, isHeldBack: holdsPushesBack, turn: &turn)
        return nil
    }
}

extension App {
    /// Why it gets no token, nil where it may have one.
    var tokenRefusal: PushTokenRefusal? {
        if !installed.hasVoIPBackgroundMode { return .backgroundMode }
        return installed.pushEnvironment == nil ? .entitlement : nil
    }
}
