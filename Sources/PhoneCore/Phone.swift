// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// One phone: its apps, calls, pushes and audio, as a value.
///
/// The desks do not know each other. What one of them has to tell the others it posts as a
/// ``DeskEvent``, and ``pass(_:turn:)`` hands it on: that function is the whole map of who hears of
/// what.
package struct Phone: Sendable, Equatable {
    let rules: SystemRules
    var apps = AppTable()
    var center = CallCenter()
    var pushes = PushDesk()
    var audio = AudioDesk()
    var directories = DirectoryDesk()
    var device = Device()
    private var deadlines = DeadlineTable<Deadline>()
    private var tickets = RecordTickets()
    /// Empty between turns, and kept for the room that it has.
    private var events: [DeskEvent] = []
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
            now: now, rules: rules, observers: apps.observers, consulted: directories.consulted,
            random: random)
        // The turn has them for now; were they shared, each change would copy them first.
        swap(&turn.effects, &effects)
        exchange(with: &turn)
        handle(event, turn: &turn)
        settle(&turn)
        while case .timePassed = event, let due = turn.deadlines.popDue(at: now.monotonic) {
            handle(due, turn: &turn)
            settle(&turn)
        }
        if turn.hasChangedSettings { turn.effects.append(.recordSettings(settings)) }
        random = turn.random
        exchange(with: &turn)
        swap(&turn.effects, &effects)
    }

    private mutating func exchange(with turn: inout Turn) {
        swap(&turn.deadlines, &deadlines)
        swap(&turn.tickets, &tickets)
        swap(&turn.events, &events)
    }

    /// When ``PhoneEvent/timePassed`` is next due; nil when nothing waits.
    package var nextDeadline: MonotonicTime? { deadlines.first }

    /// The calls that have not ended, in the order in which they began.
    package var calls: [CallSummary] { center.summaries(device: device, rules: rules) }

    /// The buttons of the screen of a ringing call; empty where it does not ring.
    package func answerChoices(for call: CallID) -> [AnswerChoice] {
        guard let ringing = center.calls.first(where: { $0.key.id == call && $0.isRinging }) else {
            return []
        }
        return center.answerChoices(for: ringing, rules: rules)
    }

    /// The call that the screen shows as ringing (B27).
    package var shownRinging: CallID? { center.shownRinging?.key.id }

    /// How that is shown (B29).
    package var incomingCallStyle: IncomingCallStyle { device.style(rules: rules) }

    /// What the call screen calls an app: its own name, or on early systems the deprecated one of
    /// its provider's configuration.
    package func shownName(of bundle: BundleID) -> String? {
        let own = apps[bundle]?.installed.name
        guard rules.usesConfiguredName else { return own }
        let configured = zip(center.providers.keys, center.providers.values)
            .filter { $0.1.bundle == bundle }.last?.1.configuration.localizedName
        return configured?.withoutControls ?? own
    }

    /// The kinds of handles for which an app is offered in Recents and Contacts, as its last
    /// provider said (B112); none before it had one.
    package func handleKinds(of bundle: BundleID) -> [Handle.Kind] {
        apps.handleKinds[bundle] ?? []
    }

    package var isLocked: Bool { device.isLocked }

    /// The app that its person looks at.
    package var frontApp: BundleID? { apps.front }

    /// What apps have in hand and have not completed, with when each counts as failed.
    package var openActions: [OpenAction] {
        center.pending.values.map {
            OpenAction(
                bundle: $0.call.bundle, call: $0.call.id, action: $0.action.id,
                name: $0.action.kind.name, timeout: $0.action.timeout)
        }
    }

    /// Where an app stands, as its process was told last; nil while none has been welcomed.
    package func life(of bundle: BundleID) -> AppLife? { apps[bundle]?.life }

    /// Which installed apps have a process that is connected, in order of their names.
    package var runningApps: [BundleID] { apps.running }

    /// The app's VoIP token, nil until the push service has issued one.
    package func pushToken(of bundle: BundleID) -> Bytes? { apps[bundle]?.pushToken }

    // MARK: Events

    private mutating func handle(_ event: PhoneEvent, turn: inout Turn) {
        switch event {
        case .appsInstalled(let installed):
            let changes = apps.install(installed, turn: &turn)
            directories.install(installed, turn: &turn)
            guard rules.reinstallForgivesBreaches else { break }
            for bundle in changes.removed + changes.renewed { pushes.forgetBreaches(of: bundle) }
        case .appConnected(let session, let bundle): apps.connect(session, bundle, turn: &turn)
        case .extensionConnected(let session, let bundle, let canFilter):
            apps.connectExtension(session, bundle, canFilter: canFilter, turn: &turn)
        case .appDisconnected(let session): appEnded(session, turn: &turn)
        case .app(let session, let request): handle(request, from: session, turn: &turn)
        case .user(let ticket, let action):
            let answer = handle(action, turn: &turn)
            turn.effects.append(.answerUser(ticket, answer))
        case .breachesCounted(let counts):
            pushes.takeUp(counts, app: { apps[$0] }, rules: rules)
        case .push(let push):
            pushes.arrived(
                push, app: apps[push.bundle], isHeldBack: holdsPushesBack, turn: &turn)
        case .launched(let launch, let outcome): apps.launched(launch, outcome, turn: &turn)
        case .recorded(let ticket, let isStored): recorded(ticket, isStored, turn: &turn)
        case .tokenIssued(let bundle, let token): tokenIssued(bundle, token, turn: &turn)
        case .tokenInvalidated(let bundle): tokenInvalidated(bundle, turn: &turn)
        case .settingsKnown, .directoriesStood, .directoryLost, .directoryProgress,
            .directoryLoaded, .identified:
            handleDirectories(event, turn: &turn)
        case .contactsKnown(let contacts): device.setContacts(contacts)
        case .world(let event): handle(event, turn: &turn)
        case .timePassed: break
        }
    }

    private mutating func handle(_ deadline: Deadline, turn: inout Turn) {
        switch deadline {
        case .record(let call): center.ring(call, turn: &turn)
        case .ring(let call): center.ringTimedOut(call, turn: &turn)
        case .waitingEnd(let call): center.waitingEndTimedOut(call, turn: &turn)
        case .digits(let call): center.digitsDue(call, turn: &turn)
        case .registration(let provider): center.registered(provider, turn: &turn)
        case .action(let action): center.actionTimedOut(action, turn: &turn)
        case .report(let push):
            let bundle = pushes.bundle(of: push)
            pushes.reportTimedOut(
                push,
                app: bundle.flatMap { apps[$0] },
                isExempt: bundle.map(isExempt) ?? false,
                turn: &turn
            )
        case .identification(let ticket):
            center.identified(ticket, CallerIdentification(), device: device, turn: &turn)
        case .directoryLoad(let load): directories.loadTimedOut(load, turn: &turn)
        case .directoryRemoval: directories.removalDue(turn: &turn)
        case .launch(let launch): apps.launchTimedOut(launch, turn: &turn)
        case .finishedLaunching(let session): apps.launchingTimedOut(session, turn: &turn)
        case .finishedClosing(let session): apps.closingTimedOut(session, turn: &turn)
        }
    }

    /// Whether pushes wait until the phone is unlocked for the first time (B128).
    var holdsPushesBack: Bool {
        guard case .waitForUnlock = rules.pushesBeforeFirstUnlock else { return false }
        return device.isBeforeFirstUnlock
    }

    func isExempt(_ bundle: BundleID) -> Bool {
        apps.front == bundle || center.isOnCall(bundle)
    }

    /// What lies on the screen, as far as apps hear of it.
    var screen: AppScreen {
        AppScreen(front: apps.front, isCovered: isCovered, isLocked: device.isLocked)
    }

    private var isCovered: Bool {
        apps.front != nil && device.style(rules: rules) == .fullScreen
            && center.shownRinging != nil
    }

    /// Looked at after every event: in place, without a copy of what seldom changes.
    private var hasScreenChanged: Bool {
        device.isLocked != apps.screen.isLocked || apps.front != apps.screen.front
            || isCovered != apps.screen.isCovered
    }

    /// Brings an app to the front of a phone that is unlocked; on a locked one it stays behind.
    mutating func bringToFront(_ bundle: BundleID, turn: inout Turn) {
        if !device.isLocked { apps.bringToFront(bundle, turn: &turn) }
    }

    // MARK: Between the desks

    private mutating func settle(_ turn: inout Turn) {
        center.settleRoom(turn: &turn)
        center.settleAudio(turn: &turn)
        while !turn.events.isEmpty {
            let event = turn.events.removeFirst()
            pass(event, turn: &turn)
        }
        if hasScreenChanged { apps.settle(screen, turn: &turn) }
    }

    private mutating func pass(_ event: DeskEvent, turn: inout Turn) {
        switch event {
        case .reported(let bundle, let push, let outcome):
            guard let app = apps[bundle] else { return }
            pushes.reported(app, push: push, outcome, turn: &turn)
        case .reportUnderWay(let call, let push):
            guard let app = apps[call.bundle] else { return }
            pushes.reportUnderWay(call, app, push: push, turn: &turn)
        case .reportDecided(let call, let outcome):
            pushes.decided(call, outcome, turn: &turn)
        case .labelWanted(let call): center.askForLabel(call, device, turn: &turn)
        case .audioWanted(let call, let owner): audio.claim(call, by: owner, turn: &turn)
        case .audioUnwanted(let call, let next):
            // Several that end at once do so before the sound goes to whoever is left.
            for case .audioUnwanted(let other, _) in turn.events { audio.withdraw(other) }
            audio.release(call, heldFor: next, turn: &turn)
        case .appNeeded(let bundle): apps.launch(bundle, turn: &turn)
        case .launchFailed(let bundle):
            pushes.launchFailed(bundle, turn: &turn)
            center.giveUpWaitingEnds(of: bundle, turn: &turn)
        case .appInFront(let bundle): bringToFront(bundle, turn: &turn)
        }
    }

    private mutating func appEnded(_ session: SessionID, turn: inout Turn) {
        directories.loads.forget(session)
        if apps.disconnectExtension(session) { return }
        guard let bundle = apps.disconnect(session, turn: &turn) else { return }
        if device.appAfterUnlock == bundle { device.appAfterUnlock = nil }
        turn.observers = apps.observers
        turn.note(.appEnded, by: .app, bundle: bundle)
        center.appEnded(session, bundle, turn: &turn)
        audio.appEnded(session, turn: &turn)
        pushes.appEnded(session, bundle, turn: &turn)
    }

    private mutating func recorded(_ ticket: RecordTicket, _ isStored: Bool, turn: inout Turn) {
        switch turn.tickets.redeem(ticket) {
        case .newCall(let call): center.ring(call, turn: &turn)
        case .endedCall(let call):
            guard isStored else { return }
            turn.note(.recentsRecorded, bundle: call.bundle, call: call.id)
        case .push(let push):
            // Not safe here: the push service keeps it and delivers it again.
            if isStored { pushes.markSafe(push, turn: &turn) }
        case .handedPush(let push):
            if let bundle = pushes.bundle(of: push) {
                pushes.handOver(
                    push, ticket, to: apps[bundle], isExempt: isExempt(bundle), turn: &turn)
            }
            if isStored { pushes.markSafe(push, turn: &turn) }
        case .settledPush(let push, let isOfService):
            // Its call has been reported, or will never be: what a store that fails loses is the
            // record alone. Kept by the push service it would ring again, and take up one of the
            // few places of what may be under way.
            if isOfService { turn.effects.append(.acknowledgePush(push)) }
        case nil: break
        }
    }
}

/// An action that an app has and has not completed.
package struct OpenAction: Hashable, Sendable {
    package var bundle: BundleID
    package var call: CallID
    package var action: ActionID
    /// What it is, in a word: "Answer", "End", "Hold".
    package var name: String
    package var timeout: WallTime
}
