// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore

/// Watches a phone from outside, by the events that go in and the effects that come out, and says
/// which promise was broken first.
///
/// It is also what the simulation knows of the phone: what apps have in hand, which writes wait,
/// which processes are to be started.
struct PhoneChecker {
    static let bundles = ["com.example.a", "com.example.b", "com.example.c"]
    /// The place of the cellular network, behind the apps.
    static let cellular = bundles.count

    let rules: SystemRules
    let groups: [Int]
    let callsPerGroup: [Int]
    var broken: Broken?
    var processes: [SeenProcess?] = Array(repeating: nil, count: bundles.count)
    var calls: [SeenCall] = []
    var over: Set<SeenKey> = []
    var launches: [(id: LaunchID, app: Int)] = []
    var tickets: [RecordTicket] = []
    /// Sessions that the driver must end.
    var condemned: [SessionID] = []
    var ringing: Set<CallID> = []
    var openRows: Set<RecordID> = []
    var endedRows: Set<RecordID> = []
    var pushes: [DeliveryKey: PushOutcome] = [:]
    /// How often each apns-id was handed to an app.
    var handovers: [PushID: Int] = [:]
    /// Whose sound it is, as the timeline says.
    var soundOwner: Int?
    /// An app has failed an End: the call that was to make room is still there.
    var hasFailedEnd: [Bool] = Array(repeating: false, count: bundles.count)

    var directories = SeenDirectories()

    /// Whom each app is to call at the person's wish and has not been told yet.
    var wishes: [[String]] = Array(repeating: [], count: bundles.count)
    var isLocked = false
    /// The one that the person is about to be answered.
    var lastWish: (app: Int, name: String)?

    private var isInstalled = false

    // Of the event that is being applied.
    var now = MonotonicTime(nanoseconds: 0)
    /// What an app has completed with it, and whether that was a fulfilment.
    private(set) var completed: (app: Int, action: SeenAction, isFulfilled: Bool)?
    private var completionCount = 0
    private var isCompletion = false
    private var asked: (request: RequestID, transaction: CallTransaction)?
    var accepted: CallTransaction?
    private var user: UserTicket?
    /// The cellular call that begins with it; observers hear of it before the timeline does.
    private(set) var announced: CallID?
    /// What is up goes down and up again with it.
    private(set) var isServicesReset = false
    var isTouched = false
    private var eventCount = 0
    /// What the person was told last.
    private(set) var lastAnswer = UserAnswer.done

    init(rules: SystemRules, groups: [Int], callsPerGroup: [Int]) {
        self.rules = rules
        self.groups = groups
        self.callsPerGroup = callsPerGroup
    }

    static func app(of bundle: BundleID?) -> Int? {
        guard let bundle else { return nil }
        return bundle == cellularBundle ? cellular : bundles.firstIndex(of: bundle)
    }

    func place(of session: SessionID) -> Int? {
        processes.firstIndex { $0?.session == session }
    }

    mutating func fail(_ promise: String, _ detail: @autoclosure () -> String) {
        if broken == nil { broken = Broken(promise: promise, detail: detail()) }
    }

    // MARK: Before

    /// Takes note of an event that is about to be applied.
    mutating func willApply(_ event: PhoneEvent, at now: Moment) {
        self.now = now.monotonic
        directories.begin(event)
        completed = nil
        (completionCount, isCompletion) = (0, false)
        (asked, accepted, user, isTouched) = (nil, nil, nil, false)
        announced = nil
        isServicesReset = event == .world(.mediaServicesReset)
        switch event {
        case .appConnected(let session, let bundle):
            guard isInstalled, let app = Self.app(of: bundle), processes[app] == nil else { return }
            processes[app] = SeenProcess(session: session, app: app)
            launches.removeAll { $0.app == app }
        case .appDisconnected(let session): willEnd(session)
        case .app(let session, let request):
            guard let app = place(of: session) else { return }
            willTake(request, app)
        case .user(let ticket, let action):
            user = ticket
            willAct(action)
        case .launched(let launch, .failed): launches.removeAll { $0.id == launch }
        case .recorded(let ticket, _): tickets.removeAll { $0 == ticket }
        case .world(.cellularRang(let id, _, _)), .world(.cellularDialled(let id, _)):
            over.remove(SeenKey(app: Self.cellular, id: id))
            announced = id
        case .world(.callServiceReset):
            for app in processes.indices {
                processes[app]?.actions = []
                if rules.resetEndsProviders { processes[app]?.providers = [] }
            }
        case .appsInstalled(let installed): isInstalled = !installed.isEmpty
        case .push, .launched, .tokenIssued, .tokenInvalidated, .world, .extensionConnected,
            .breachesCounted, .settingsKnown, .directoriesStood, .directoryLost, .contactsKnown,
            .directoryProgress, .directoryLoaded, .identified, .timePassed:
            break
        }
    }

    private mutating func willEnd(_ session: SessionID) {
        condemned.removeAll { $0 == session }
        guard let app = place(of: session) else { return }
        processes[app] = nil
        for index in calls.indices where calls[index].key.app == app {
            calls[index].isOrphan = true
        }
    }

    private mutating func willTake(_ request: AppRequest, _ app: Int) {
        if case .hello(let version) = request {
            if version == protocolVersion { processes[app]?.isGreeted = true }
            return
        }
        guard processes[app]?.isGreeted == true else { return }
        switch request {
        case .registerProvider(let id, _): processes[app]?.providers.append(id)
        case .invalidateProvider(let id):
            processes[app]?.providers.removeAll { $0 == id }
            processes[app]?.actions.removeAll { $0.provider == id }
        case .observeCalls: processes[app]?.isObserving = true
        case .beganLaunching, .finishedLaunching, .finishedClosing: willLaunch(request, app)
        case .reportIncomingCall(let report):
            processes[app]?.requests.append(report.request)
            directories.newCall = SeenKey(app: app, id: report.call)
        case .reloadDirectory(let request, let id):
            processes[app]?.requests.append(request)
            directories.reloads.append((request, app, id))
            directories.asksNow = request
        case .directoryStatus(let request, _), .openDirectorySettings(let request):
            processes[app]?.requests.append(request)
        case .requestTransaction(let id, let transaction):
            processes[app]?.requests.append(id)
            asked = (id, transaction)
        case .setAudioSessionActive(let id, _), .overrideAudioPort(let id, _),
            .setPreferredInput(let id, _), .reportPushPayload(let id, _):
            processes[app]?.requests.append(id)
        case .completeAction(let id, let outcome): willComplete(id, outcome, app)
        case .pushHandled(let push, _): processes[app]?.pushes.removeAll { $0 == push }
        default: break
        }
    }

    private mutating func willComplete(_ id: ActionID, _ outcome: ActionOutcome, _ app: Int) {
        isCompletion = true
        guard let index = processes[app]?.actions.firstIndex(where: { $0.id == id }) else {
            return
        }
        let isFulfilled: Bool
        switch (outcome, rules.unimplementedAction) {
        case (.fulfilled, _), (.fulfilledTranslating, _), (.unimplemented, .fulfils):
            isFulfilled = true
        case (.failed, _), (.unimplemented, .fails): isFulfilled = false
        case (.unimplemented, .waits): return
        }
        guard let action = processes[app]?.actions.remove(at: index) else { return }
        completed = (app, action, isFulfilled)
        if action.kind == .end, !isFulfilled { hasFailedEnd[app] = true }
        let key = SeenKey(app: app, id: action.call)
        guard isFulfilled, !action.isOver, let call = calls.firstIndex(where: { $0.key == key })
        else { return }
        switch action.kind {
        case .start, .answer: calls[call].hasStarted = true
        case .setHeld(let isHeld): calls[call].isHeldByApp = isHeld
        case .setMuted(let isMuted): calls[call].isMutedByApp = isMuted
        case .end, .setGroup, .playDTMF, .setTranslating: break
        }
    }

    // MARK: After

    /// Looks at what came of the event.
    mutating func didApply(_ effects: [PhoneEffect], to phone: Phone, isTimePassed: Bool) {
        for effect in effects { see(effect) }
        if let accepted {
            fail(
                "an accepted request is performed",
                "nothing came of \(accepted.actions.map(\.kind.name))")
        }
        if let user { fail("a person's wish is answered", "ticket \(user.number)") }
        if isCompletion {
            let due = completed == nil ? 0 : 1
            let count = completionCount
            if count != due {
                fail("an action is completed once", "\(count) steps, \(due) due")
            }
            if completed == nil, !effects.isEmpty {
                fail("a completion of nothing changes nothing", "\(effects)")
            }
        }
        checkDirectories(effects, phone, isTimePassed: isTimePassed)
        if isTimePassed { checkDeadlines(phone) }
        checkLife(phone)
        checkAudio()
        eventCount += 1
        if isTouched || eventCount % 16 == 0 { checkScreen(phone) }
        if eventCount % 16 == 0 { checkSettings(phone) }
    }

    mutating func answered(_ request: RequestID, _ error: RequestError?, _ app: Int) {
        guard let index = processes[app]?.requests.firstIndex(of: request) else {
            fail("a request is answered once", "number \(request.number)")
            return
        }
        processes[app]?.requests.remove(at: index)
        answeredReload(request, error)
        if let asked, asked.request == request, error == nil { accepted = asked.transaction }
    }

    mutating func answeredUser(_ ticket: UserTicket, _ answer: UserAnswer) {
        lastAnswer = answer
        answeredWish(answer)
        guard user == ticket else {
            fail("a person's wish is answered", "ticket \(ticket.number) was not open")
            return
        }
        user = nil
    }

    mutating func countCompletion() { completionCount += 1 }
}
