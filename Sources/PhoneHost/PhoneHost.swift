// SPDX-License-Identifier: Apache-2.0
package import CallModel
package import PhoneCore
import OCKWire

/// Runs a ``Phone`` value: passes it what happens and does what it decides.
///
/// It has one owner, a thread or a serial queue, which makes every call and on which every service
/// calls back. It knows no loop, socket or database. Peers send and get the bodies of frames,
/// whichever way these travel.
package final class PhoneHost {
    /// Takes each line of the timeline as it happens.
    package var onTimeline: ((TimelineEntry) -> Void)?

    /// Takes each rule that an app breaks, as it happens.
    package var onBreach: ((RuleBreach) -> Void)?

    /// Takes what a process answers to ``settle(_:_:)``: the number, and a count that moves with
    /// each message that it sends or gets.
    package var onSettled: ((_ session: SessionID, _ number: Int, _ activity: Int) -> Void)?

    var phone: Phone
    let clock: any HostClock
    let services: HostServices
    let processID: Int
    let startedAt: WallTime
    var sessions: [SessionID: HostSession] = [:]
    var waitingUsers: [UserTicket: (session: SessionID, request: RequestID)] = [:]
    var lastTicket = 0
    /// The answer to what ``act(_:)`` asks, until it is there.
    var directAnswers: [UserTicket: UserAnswer] = [:]

    private let scheduler: any HostScheduler
    private var armed: MonotonicTime?
    private var injected = HostFaults()
    private var lastSession = 0
    private var events: [PhoneEvent] = []
    private var isApplying = false
    private var isShutDown = false

    /// Sets itself as the listener of the scheduler and of all services, and tells the phone what
    /// is installed.
    ///
    /// The process number is for ``PhoneStatus`` alone.
    package init(
        rules: SystemRules,
        seed: UInt64,
        clock: any HostClock,
        scheduler: any HostScheduler,
        services: HostServices,
        processID: Int = 0
    ) {
        phone = Phone(rules: rules, seed: seed)
        self.clock = clock
        self.scheduler = scheduler
        self.services = services
        self.processID = processID
        startedAt = clock.now().wall
        listen()
        apply(.settingsKnown(services.settings.settings))
        apply(.directoriesStood(services.directories.standing))
        apply(.contactsKnown(services.contacts.contacts))
        apply(.appsInstalled(services.catalog.apps.map(\.app)))
    }

    /// The steps that must not happen, for a test of what watches them.
    package var faults: Set<TimelineStep> {
        get { injected.steps }
        set { injected.steps = newValue }
    }

    /// The calls that have not ended, in the order in which they began.
    package var calls: [CallSummary] { phone.calls }

    /// Which installed apps have a connected process, in order of their names.
    package var runningApps: [BundleID] { phone.runningApps }

    // MARK: What comes in

    /// Admits a process of an installed app; whoever accepted it has established which.
    package func connectApp(bundle: BundleID, peer: any HostPeer) -> SessionID {
        let session = admit(.app(bundle), peer)
        apply(.appConnected(session, bundle))
        return session
    }

    /// Admits a process of an installed app's notification service extension (B136), and whether
    /// that has the entitlement for filtering notifications.
    package func connectExtension(
        of bundle: BundleID, canFilter: Bool, peer: any HostPeer
    ) -> SessionID {
        let session = admit(.appExtension(bundle), peer)
        apply(.extensionConnected(session, bundle, canFilter: canFilter))
        return session
    }

    /// Admits a person's tool.
    package func connectUser(peer: any HostPeer) -> SessionID {
        admit(.user, peer)
    }

    /// Takes one frame's body from a peer; one that breaks the rules is refused in words.
    package func receive(_ frameBody: [UInt8], from session: SessionID) {
        guard let known = sessions[session] else { return }
        switch (known.role, known.state) {
        case (_, .closing): return
        case (.app, _), (.appExtension, _): receiveFromApp(frameBody, session)
        case (.user, _): receiveFromUser(frameBody, session)
        }
    }

    /// The session is over, whoever ended it.
    ///
    /// A session that is not known is legal.
    package func disconnected(_ session: SessionID) {
        guard let known = sessions.removeValue(forKey: session) else { return }
        if known.role != .user { apply(.appDisconnected(session)) }
    }

    /// Takes a push from the push service.
    ///
    /// One that an earlier run of the phone took is acknowledged, and does not ring again.
    package func deliver(_ push: ArrivedPush) {
        if services.store.isFromEarlierRun(push.key) {
            services.courier?.acknowledge(push.key)
        } else {
            apply(.push(push))
        }
    }

    /// Takes up what an earlier run of the phone left: what it had not handed over goes on its way,
    /// what an app had in hand is noted as lost, and breaches count on (B126).
    ///
    /// To be called once apps can be started and can connect.
    package func takeUpPushes() {
        for lost in services.store.lostPushes {
            onTimeline?(
                TimelineEntry(
                    at: clock.now().monotonic, who: .phone, step: .pushLost, bundle: lost.bundle,
                    push: lost.id, detail: "its app had it in hand when the phone was killed"))
        }
        apply(.breachesCounted(services.store.breachCounts))
        for push in services.store.waitingPushes { apply(.push(push)) }
    }

    /// Refuses a session in words and ends it.
    package func refuse(_ session: SessionID, _ words: String) {
        guard let known = sessions[session], known.state != .closing else { return }
        switch known.role {
        case .app, .appExtension: send(AppNotice.refused(words), to: session)
        case .user: send(UserNotice.refused(words), to: session)
        }
        sessions[session]?.state = .closing
        known.peer.close()
    }

    /// Ends all sessions, and with them all calls, as when the phone is switched off.
    ///
    /// The store has then been told of each end.
    package func shutDown() {
        isShutDown = true
        for session in sessions.keys.sorted() {
            guard let peer = sessions[session]?.peer else { continue }
            disconnected(session)
            peer.close()
        }
        scheduler.arm(at: nil)
    }

    private func admit(_ role: HostSession.Role, _ peer: any HostPeer) -> SessionID {
        lastSession += 1
        let session = SessionID(lastSession)
        sessions[session] = HostSession(role: role, peer: peer)
        return session
    }

    private func listen() {
        scheduler.onFire = { [weak self] in
            self?.armed = nil
            self?.apply(.timePassed)
        }
        services.catalog.onChange = { [weak self] in
            guard let self else { return }
            apply(.appsInstalled(services.catalog.apps.map(\.app)))
        }
        services.directories.onLost = { [weak self] in self?.apply(.directoryLost($0)) }
        services.contacts.onChange = { [weak self] in
            guard let self else { return }
            apply(.contactsKnown(services.contacts.contacts))
        }
        services.courier?.onPush = { [weak self] in self?.deliver($0) }
        services.courier?.onToken = { [weak self] in self?.apply(.tokenIssued($0, $1)) }
        services.courier?.onTokenInvalidated = { [weak self] in self?.apply(.tokenInvalidated($0)) }
    }

    // MARK: Events and effects

    /// Passes an event to the phone and does what follows; an event that comes meanwhile waits its
    /// turn.
    func apply(_ event: PhoneEvent) {
        events.append(event)
        guard !isApplying else { return }
        isApplying = true
        while !events.isEmpty {
            let next = events.removeFirst()
            var effects: [PhoneEffect] = []
            if let replacement = injected.replacement(of: next) {
                effects = replacement
            } else {
                phone.apply(next, at: clock.now(), into: &effects)
            }
            for effect in effects { perform(effect) }
        }
        isApplying = false
        guard armed != phone.nextDeadline else { return }
        armed = phone.nextDeadline
        scheduler.arm(at: armed)
    }

    private func perform(_ effect: PhoneEffect) {
        if let replacement = injected.replacement(of: effect) {
            for event in replacement { apply(event) }
            return
        }
        switch effect {
        case .tell(let session, let notice): send(notice, to: session)
        case .refuse(let session, let words): refuse(session, words)
        case .terminate(let session, let reason): terminate(session, reason)
        case .launch(let launch, let bundle): start(launch, bundle)
        case .abandonLaunch(let launch): services.launcher.abandon(launch)
        case .startRinging(let call, let bundle, let ringtone):
            services.ringer.start(call, bundle: bundle, ringtone: ringtone)
        case .stopRinging(let call, let bundle): services.ringer.stop(call, bundle: bundle)
        case .recordCall(let ticket, let call):
            services.store.record(call, completion: completion(of: ticket))
        case .recordPush(_, let push) where isShutDown && push.outcome == .notStarted:
            // It stays written as waiting, and the next run hands it over.
            break
        case .recordPush(let ticket, let push):
            services.store.record(push, completion: completion(of: ticket))
        case .acknowledgePush(let push): services.courier?.acknowledge(push)
        case .requestToken(let bundle): services.courier?.requestToken(bundle)
        case .releaseToken(let bundle):
            services.courier?.forgetToken(bundle, isRemoved: false)
        case .loadDirectory(let order): load(order)
        case .cancelDirectoryLoad(let id): services.directories.cancel(id)
        case .removeDirectoryData(let id): services.directories.removeData(of: id)
        case .identify(let ticket, let number, let ids):
            services.directories.identify(number, in: ids) { [weak self] in
                self?.apply(.identified(ticket, $0))
            }
        case .recordBlocked(let call): services.store.record(call)
        case .recordSettings(let settings): services.settings.record(settings)
        case .answerUser(let ticket, let answer): reply(ticket, answer)
        case .breach(let breach): onBreach?(breach)
        case .note(let entry): onTimeline?(entry)
        }
    }

    private func completion(of ticket: RecordTicket?) -> ((Bool) -> Void)? {
        ticket.map { ticket in { [weak self] in self?.apply(.recorded(ticket, $0)) } }
    }

    private func start(_ launch: LaunchID, _ bundle: BundleID) {
        guard !isShutDown else { return }
        guard let app = services.catalog.apps.first(where: { $0.app.bundle == bundle }) else {
            apply(.launched(launch, .failed("\(bundle) is not installed")))
            return
        }
        services.launcher.launch(launch, app) { [weak self] in self?.apply(.launched(launch, $0)) }
    }

    private func load(_ order: DirectoryLoadOrder) {
        let id = order.id
        services.directories.load(
            order,
            progress: { [weak self] in self?.apply(.directoryProgress(id, entries: $0)) },
            outcome: { [weak self] in self?.apply(.directoryLoaded(id, $0)) })
    }

    func terminate(_ session: SessionID, _ reason: Termination) {
        guard let known = sessions[session], known.state != .closing else { return }
        send(AppNotice.terminate(reason), to: session)
        sessions[session]?.state = .closing
        known.peer.terminate()
    }

    /// Sends a message; nothing to a session that is over.
    func send(_ message: some Encodable, to session: SessionID) {
        guard let known = sessions[session], known.state != .closing else { return }
        do {
            known.peer.send(try MessageCoder.encode(message))
        } catch {
            // A list that grew past a frame: the peer cannot follow any more, and must not think it
            // does.
            refuse(session, "a message for this process was not sent, since \(error)")
        }
    }
}

@available(*, unavailable)
extension PhoneHost: Sendable {
    // One owner makes every call: a lock would only hide a second one.
}
