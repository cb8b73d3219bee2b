// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// One phone: its apps, calls, pushes and audio, as a value.
///
/// The desks do not know each other. What one of them has to tell the others it posts as a ``DeskEvent``, and
/// ``pass(_:turn:)`` hands it on: that function is the whole map of who hears of what.
package struct Phone: Sendable, Equatable {
    private let rules: SystemRules
    private var apps = AppTable()
    private var center = CallCenter()
    private var pushes = PushDesk()
    private var audio = AudioDesk()
    private var deadlines = DeadlineTable()
    private var tickets = RecordTickets()
    private var random: SplitMix64

    package init(rules: SystemRules, seed: UInt64) {
        self.rules = rules
        random = SplitMix64(seed: seed)
    }

    /// Takes one event and appends what must be done, in order; it never blocks and never fails.
    ///
    /// - Parameters:
    ///   - event: What happened. Late, repeated and unknown ones are legal and change nothing.
    ///   - now: The time of the event; its monotonic part must not go back.
    ///   - effects: Where the consequences go.
    package mutating func apply(
        _ event: PhoneEvent,
        at now: Moment,
        into effects: inout [PhoneEffect]
    ) {
        var turn = Turn(
            now: now,
            rules: rules,
            effects: effects,
            deadlines: deadlines,
            random: random,
            tickets: tickets
        )
        // The turn owns them for now; without this, each change would copy them first.
        deadlines = DeadlineTable()
        tickets = RecordTickets()
        effects = []
        handle(event, turn: &turn)
        drain(&turn)
        while case .timePassed = event, let due = turn.deadlines.takeDue(at: now.monotonic) {
            handle(due, turn: &turn)
            drain(&turn)
        }
        deadlines = turn.deadlines
        tickets = turn.tickets
        random = turn.random
        effects = turn.effects
    }

    /// When ``PhoneEvent/timePassed`` is next due; nil when nothing waits.
    package var nextDeadline: MonotonicTime? { deadlines.next }

    /// The calls that have not ended, in the order in which they began.
    package var calls: [CallSummary] { center.summaries }

    /// Which installed apps have a process that is connected, in order of their names.
    package var runningApps: [BundleID] { apps.running }

    /// The app's VoIP token, nil until the push service has issued one.
    package func pushToken(of bundle: BundleID) -> Bytes? { apps[bundle]?.pushToken }

    // MARK: Events

    private mutating func handle(_ event: PhoneEvent, turn: inout Turn) {
        switch event {
        case .appsInstalled(let installed):
            let changes = apps.install(installed)
            for bundle in changes.removed + changes.renewed { pushes.forgetBreaches(of: bundle) }
        case .appConnected(let session, let bundle): apps.connect(session, bundle, turn: &turn)
        case .appDisconnected(let session): appEnded(session, turn: &turn)
        case .app(let session, let request): handle(request, from: session, turn: &turn)
        case .user(let ticket, let action):
            let answer = handle(action, turn: &turn)
            turn.effects.append(.answerUser(ticket, answer))
        case .push(let push):
            pushes.arrived(
                push,
                app: apps[push.bundle],
                isExempt: isExempt(push.bundle),
                turn: &turn
            )
        case .launched(let launch, let outcome): apps.launched(launch, outcome, turn: &turn)
        case .recorded(let ticket, let isStored): recorded(ticket, isStored, turn: &turn)
        case .tokenIssued(let bundle, let token): tokenIssued(bundle, token, turn: &turn)
        case .tokenInvalidated(let bundle): tokenInvalidated(bundle, turn: &turn)
        case .timePassed: break
        }
    }

    private mutating func handle(_ deadline: Deadline, turn: inout Turn) {
        switch deadline {
        case .record(let call): center.ring(call, observers: apps.observers, turn: &turn)
        case .ring(let call): center.ringTimedOut(call, turn: &turn)
        case .action(let action):
            center.actionTimedOut(action, observers: apps.observers, turn: &turn)
        case .report(let push):
            let bundle = pushes.bundle(of: push)
            pushes.reportTimedOut(
                push,
                app: bundle.flatMap { apps[$0] },
                isExempt: bundle.map(isExempt) ?? false,
                turn: &turn
            )
        case .launch(let launch): apps.launchTimedOut(launch, turn: &turn)
        }
    }

    private func isExempt(_ bundle: BundleID) -> Bool {
        apps[bundle]?.isForeground ?? false || center.isOnCall(bundle)
    }

    // MARK: Between the desks

    private mutating func drain(_ turn: inout Turn) {
        while !turn.events.isEmpty {
            let event = turn.events.removeFirst()
            pass(event, turn: &turn)
        }
    }

    private mutating func pass(_ event: DeskEvent, turn: inout Turn) {
        switch event {
        case .reported(let bundle, let push, let outcome):
            pushes.reported(bundle, push: push, outcome, turn: &turn)
        case .audioWanted(let call, let provider): audio.claim(call, by: provider, turn: &turn)
        case .audioUnwanted(let call): audio.release(call, turn: &turn)
        case .appNeeded(let bundle): apps.launch(bundle, turn: &turn)
        case .launchFailed(let bundle): pushes.launchFailed(bundle, turn: &turn)
        }
    }

    private mutating func appEnded(_ session: SessionID, turn: inout Turn) {
        guard let bundle = apps.disconnect(session) else { return }
        turn.note(.appEnded, by: .app, bundle: bundle)
        center.appEnded(session, bundle, observers: apps.observers, turn: &turn)
        audio.appEnded(session, turn: &turn)
        pushes.appEnded(session, bundle, turn: &turn)
    }

    private mutating func recorded(_ ticket: RecordTicket, _ isStored: Bool, turn: inout Turn) {
        switch turn.tickets.redeem(ticket) {
        case .newCall(let call): center.ring(call, observers: apps.observers, turn: &turn)
        case .endedCall(let call):
            guard isStored else { return }
            turn.note(.recentsRecorded, bundle: call.bundle, call: call.id)
        case .push(let push):
            // Not safe here: the push service keeps it and delivers it again.
            if isStored { turn.effects.append(.acknowledgePush(push)) }
        case nil: break
        }
    }

    // MARK: Tokens

    private mutating func tokenIssued(_ bundle: BundleID, _ token: Bytes, turn: inout Turn) {
        guard let app = apps[bundle], app.pushToken != token else { return }
        apps.update(bundle) { $0.pushToken = token }
        turn.note(.pushRegistered, bundle: bundle)
        guard app.desiresVoIPPushes, let session = app.session else { return }
        // A token that takes the place of another: the old one is invalidated as well (B118).
        if app.pushToken != nil { turn.tell(session, .pushTokenInvalidated(voipPushType)) }
        turn.tell(session, .pushToken(voipPushType, token))
    }

    private mutating func tokenInvalidated(_ bundle: BundleID, turn: inout Turn) {
        guard let app = apps[bundle], app.pushToken != nil else { return }
        apps.update(bundle) { $0.pushToken = nil }
        guard app.desiresVoIPPushes, let session = app.session else { return }
        turn.tell(session, .pushTokenInvalidated(voipPushType))
    }

    private mutating func desire(_ types: [PushType], _ app: App, turn: inout Turn) {
        let bundle = app.installed.bundle
        let desires = types.contains(voipPushType)
        apps.update(bundle) { $0.desiresVoIPPushes = desires }
        guard desires, let session = app.session else { return }
        if let token = app.pushToken {
            turn.tell(session, .pushToken(voipPushType, token))
        } else {
            turn.effects.append(.requestToken(bundle))
        }
        pushes.offer(to: app, isExempt: isExempt(bundle), turn: &turn)
    }
}

// MARK: - Apps and persons

extension Phone {
    private mutating func handle(_ request: AppRequest, from session: SessionID, turn: inout Turn) {
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
        let bundle = app.installed.bundle
        let observers = apps.observers
        func provider(_ id: ProviderID) -> ProviderKey { ProviderKey(session: session, id: id) }
        func call(_ id: CallID) -> CallKey { CallKey(bundle: bundle, id: id) }
        switch request {
        case .hello: break
        case .ping(let number): turn.tell(session, .pong(number))
        case .registerProvider(let id, let configuration):
            center.register(provider(id), configuration, app: app, turn: &turn)
        case .configureProvider(let id, let configuration):
            center.configure(provider(id), configuration)
        case .invalidateProvider(let id):
            center.invalidate(provider(id), observers: observers, turn: &turn)
        case .reportIncomingCall(let report):
            center.report(report, by: session, app: app, observers: observers, turn: &turn)
        case .updateCall(let id, let call_, let update):
            center.update(call(call_), by: provider(id), update)
        case .reportEnded(let id, let call_, let time, let reason):
            center.reportEnded(
                call(call_),
                by: provider(id),
                at: time,
                reason,
                observers: observers,
                turn: &turn
            )
        case .reportStartedConnecting: break
        case .reportConnected(let id, let call_, let time):
            center.reportConnected(
                call(call_),
                by: provider(id),
                at: time,
                observers: observers,
                turn: &turn
            )
        case .requestTransaction(let id, let transaction):
            center.request(
                transaction,
                id,
                by: session,
                app: app,
                observers: observers,
                turn: &turn
            )
        case .completeAction(let id, let outcome):
            center.complete(
                ActionKey(session: session, id: id),
                outcome,
                observers: observers,
                turn: &turn
            )
        case .observeCalls:
            apps.update(bundle) { $0.observesCalls = true }
            turn.tell(session, .calls(center.observed))
        case .desirePushTypes(let types): desire(types, app, turn: &turn)
        case .pushReceived(let id, let time):
            pushes.received(id, at: time, bundle: bundle, turn: &turn)
        case .pushHandled(let id, let isReported):
            pushes.handled(
                id,
                isReported: isReported,
                by: session,
                isExempt: isExempt(bundle),
                turn: &turn
            )
        case .setAudioSession(let settings): audio.configure(session, settings)
        case .setAudioSessionActive(let id, let isActive):
            turn.answer(session, id, audio.activate(session, isActive).map { .audioSession($0) })
        }
    }

    private mutating func handle(_ action: UserAction, turn: inout Turn) -> UserAnswer {
        let observers = apps.observers
        switch action {
        case .answer(let id):
            return center.answer(id, others: .holdOrEnd, observers: observers, turn: &turn)
        case .endAndAnswer(let id):
            return center.answer(id, others: .end, observers: observers, turn: &turn)
        case .holdAndAnswer(let id):
            return center.answer(id, others: .hold, observers: observers, turn: &turn)
        case .end(let id): return center.end(id, observers: observers, turn: &turn)
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
