// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore

/// Every state that a call can be in, and how to bring one there.
enum CallStateName: String, CaseIterable {
    case identifying
    case preparing
    case ringing
    case silenced
    case connecting
    case answeredEnding = "connecting, ending"
    case starting
    case dialing
    case dialingEnding = "dialing, ending"
    case connected
    case connectedEnding = "connected, ending"
    case held
    case heldByForce = "held by force"
    case heldEnding = "held, ending"
    case orphan = "connected, app gone"
    case cellularIdentifying = "cellular, identifying"
    case cellularRinging = "cellular, ringing"
    case cellularDialing = "cellular, dialing"
    case cellularConnected = "cellular, connected"
    case cellularHeld = "cellular, held"
}

/// Everything that can happen to a call.
enum CallEventName: String, CaseIterable {
    case notFound = "caller is in no directory"
    case foundBlocked = "caller is blocked by a directory"
    case notFoundInTime = "no directory answers in time"
    case rowSafe = "row is safe"
    case reportAgain = "report of the same UUID"
    case update = "update"
    case reportEnded = "report: ended"
    case reportConnecting = "report: connecting"
    case reportConnected = "report: connected"
    case requestStart = "request: Start"
    case requestAnswer = "request: Answer"
    case requestEnd = "request: End"
    case requestHold = "request: Hold"
    case requestResume = "request: Resume"
    case requestMute = "request: Mute"
    case requestGroup = "request: Group with another"
    case requestUngroup = "request: Ungroup"
    case requestDTMF = "request: DTMF"
    case requestTranslate = "request: Translate"
    case fulfil = "open action: fulfilled"
    case fail = "open action: failed"
    case timeOut = "open action: timed out"
    case userAnswer = "person: answer"
    case userEnd = "person: end"
    case userHold = "person: hold"
    case userResume = "person: resume"
    case userMute = "person: mute"
    case userKeypad = "person: keypad"
    case ringLimit = "nobody answers in time"
    case cellularAnswered = "a cellular call is answered"
    case cellularDialled = "a cellular call is dialled"
    case remoteAnswers = "network: answered"
    case remoteEnds = "network: ended"
    case appDies = "its app dies"
    case providerGoes = "its provider is invalidated"
    case reset = "the call service restarts"
}

/// A phone with one call in a known state, and what happens to it.
struct CallStage {
    var driver: PhoneDriver
    private let state: CallStateName
    private static let session = PhoneDriver.session
    private static let other = SessionID(9)
    private static let subject = call(1)

    init(_ state: CallStateName) {
        self.state = state
        var rules = SystemRules()
        rules.callsOfDeadApp = .stay
        rules.unmutesOnConnect = false
        rules.resumesHeldCall = false
        let hasDirectory = state == .identifying || state == .cellularIdentifying
        driver =
            hasDirectory
            ? PhoneDriver.withDirectories(rules: rules) : PhoneDriver.running(rules: rules)
        bring(to: state)
        driver.clear()
    }

    // MARK: Into the state

    private mutating func bring(to state: CallStateName) {
        switch state {
        case .identifying:
            driver.storesAtOnce = false
            var update = Self.update
            update.remoteHandle = PhoneDriver.caller
            _ = driver.reportIncoming(Self.subject, update: update)
        case .cellularIdentifying:
            driver.apply(.world(.cellularRang(Self.subject, PhoneDriver.caller, name: nil)))
        case .preparing:
            driver.storesAtOnce = false
            _ = driver.reportIncoming(Self.subject, update: Self.update)
        case .ringing: ring()
        case .silenced:
            ring()
            _ = driver.user(.end(Self.subject))
        case .connecting: answer()
        case .answeredEnding:
            answer()
            _ = driver.user(.end(Self.subject))
        case .starting: start()
        case .dialing, .dialingEnding:
            start()
            driver.fulfilAll()
            if state == .dialingEnding { _ = driver.user(.end(Self.subject)) }
        case .connected: connect()
        case .connectedEnding:
            connect()
            _ = driver.user(.end(Self.subject))
        case .held, .heldEnding:
            connect()
            _ = driver.user(.setHeld(Self.subject, true))
            driver.fulfilAll()
            if state == .heldEnding { _ = driver.user(.end(Self.subject)) }
        case .heldByForce:
            connect()
            driver.apply(.world(.cellularDialled(call(7), Handle(kind: .phoneNumber, value: "7"))))
        case .orphan:
            connect()
            driver.apply(.appDisconnected(Self.session))
        case .cellularRinging, .cellularDialing, .cellularConnected, .cellularHeld:
            bringCellular(to: state)
        }
    }

    private mutating func bringCellular(to state: CallStateName) {
        if state == .cellularDialing {
            let handle = Handle(kind: .phoneNumber, value: "5")
            driver.apply(.world(.cellularDialled(Self.subject, handle)))
            return
        }
        driver.apply(.world(.cellularRang(Self.subject, nil, name: nil)))
        guard state != .cellularRinging else { return }
        _ = driver.user(.answer(Self.subject))
        if state == .cellularHeld { _ = driver.user(.setHeld(Self.subject, true)) }
    }

    private static let update = CallUpdate(
        supportsHolding: true, supportsGrouping: true, supportsUngrouping: true, supportsDTMF: true)

    private mutating func ring() {
        _ = driver.reportIncoming(Self.subject, update: Self.update)
    }

    private mutating func answer() {
        ring()
        _ = driver.user(.answer(Self.subject))
    }

    private mutating func connect() {
        answer()
        driver.fulfilAll()
    }

    private mutating func start() {
        let kind = CallAction.Kind.start(.init(handle: Handle(kind: .generic, value: "x")))
        _ = driver.request([action(1, kind, Self.subject)])
        driver.app(.updateCall(PhoneDriver.provider, Self.subject, Self.update))
    }

    // MARK: The event

    mutating func happen(_ event: CallEventName) {
        switch event {
        case .notFound: driver.apply(.identified(IdentifyTicket(1), CallerIdentification()))
        case .foundBlocked:
            let found = CallerIdentification(blockedBy: PhoneDriver.spam)
            driver.apply(.identified(IdentifyTicket(1), found))
        case .notFoundInTime: if isIdentifying { driver.advance(.milliseconds(200)) }
        case .rowSafe: driver.apply(.recorded(RecordTicket(1), true))
        case .reportAgain: _ = driver.reportIncoming(Self.subject, update: Self.update)
        case .update: report(.updateCall(PhoneDriver.provider, Self.subject, Self.update))
        case .reportEnded:
            report(.reportEnded(PhoneDriver.provider, Self.subject, at: nil, .remoteEnded))
        case .reportConnecting:
            report(.reportStartedConnecting(PhoneDriver.provider, Self.subject, at: nil))
        case .reportConnected:
            report(.reportConnected(PhoneDriver.provider, Self.subject, at: nil))
        case .requestStart: request(.start(.init(handle: Handle(kind: .generic, value: "y"))))
        case .requestAnswer: request(.answer)
        case .requestEnd: request(.end)
        case .requestHold: request(.setHeld(true))
        case .requestResume: request(.setHeld(false))
        case .requestMute: request(.setMuted(true))
        case .requestGroup: request(.setGroup(with: call(2)))
        case .requestUngroup: request(.setGroup(with: nil))
        case .requestDTMF: request(.playDTMF(digits: "1", .singleTone))
        case .requestTranslate:
            request(.setTranslating(.init(isOn: true, localLanguage: "en", remoteLanguage: "zh")))
        case .fulfil: complete(.fulfilled(at: nil))
        case .fail: complete(.failed)
        case .timeOut: timeOut()
        case .userAnswer: _ = driver.user(.answer(Self.subject))
        case .userEnd: _ = driver.user(.end(Self.subject))
        case .userHold: _ = driver.user(.setHeld(Self.subject, true))
        case .userResume: _ = driver.user(.setHeld(Self.subject, false))
        case .userMute: _ = driver.user(.setMuted(Self.subject, true))
        case .userKeypad: _ = driver.user(.keypad(Self.subject, "1"))
        case .ringLimit: if driver.phone.openActions.isEmpty { driver.advance(.seconds(60)) }
        case .cellularAnswered:
            driver.apply(.world(.cellularRang(call(8), nil, name: nil)))
            let isAlone = driver.phone.answerChoices(for: call(8)).contains(.accept)
            _ = driver.user(isAlone ? .answer(call(8)) : .holdAndAnswer(call(8)))
        case .cellularDialled:
            driver.apply(.world(.cellularDialled(call(8), Handle(kind: .phoneNumber, value: "8"))))
        case .remoteAnswers: driver.apply(.world(.cellularConnected(Self.subject)))
        case .remoteEnds: driver.apply(.world(.cellularEnded(Self.subject)))
        case .appDies: driver.apply(.appDisconnected(Self.session))
        case .providerGoes: report(.invalidateProvider(PhoneDriver.provider))
        case .reset: driver.apply(.world(.callServiceReset))
        }
    }

    private mutating func report(_ request: AppRequest) { driver.app(request) }

    private mutating func request(_ kind: CallAction.Kind) {
        _ = driver.request([action(50, kind, Self.subject)])
    }

    private mutating func complete(_ outcome: ActionOutcome) {
        guard let open = openAction else { return }
        driver.app(.completeAction(open.action, outcome))
    }

    private mutating func timeOut() {
        guard openAction != nil, let deadline = driver.phone.nextDeadline else { return }
        driver.now.monotonic = max(deadline, driver.now.monotonic)
        driver.apply(.timePassed)
    }

    private var openAction: OpenAction? {
        driver.phone.openActions.last { $0.call == Self.subject }
    }

    // MARK: What came of it

    /// The state that the call is in now, as it can be seen.
    var next: String {
        let bundle = state.rawValue.hasPrefix("cellular") ? cellularBundle : PhoneDriver.bundle
        let summary = driver.phone.calls.first { $0.id == Self.subject && $0.bundle == bundle }
        guard let summary else {
            if hasEnded || !driver.blocked.isEmpty { return "ended" }
            if isIdentifying {
                let isWritten = driver.recents.contains { $0.call == Self.subject }
                return isWritten ? "preparing" : "identifying"
            }
            return state == .preparing ? "preparing" : "ended"
        }
        return summary.state.rawValue
    }

    private var isIdentifying: Bool { state == .identifying || state == .cellularIdentifying }

    private var hasEnded: Bool { driver.steps.contains(.callEnded) }

    /// What the app, the person, Recents and the sound came to know, in words.
    var effects: String {
        let words = driver.effects.compactMap(word)
        return words.isEmpty ? "nothing" : words.joined(separator: "; ")
    }

    private func word(_ effect: PhoneEffect) -> String? {
        switch effect {
        case .tell(_, let notice): word(notice)
        case .startRinging(let id, _, _): id == Self.subject ? "rings" : nil
        case .stopRinging(let id, _): id == Self.subject ? "stops ringing" : nil
        case .recordCall(_, let row):
            row.call == Self.subject ? "row \(row.outcome.map { "\($0)" } ?? "goes on")" : nil
        case .recordBlocked(let blocked): blocked.call == Self.subject ? "logged as blocked" : nil
        case .launch: "starts the app"
        case .answerUser(_, .failed): "person is refused"
        case .breach(let breach): "remark B\(breach.rule.number)"
        case .answerUser(_, .done), .refuse, .terminate, .abandonLaunch, .recordPush,
            .acknowledgePush, .requestToken, .releaseToken, .loadDirectory, .cancelDirectoryLoad,
            .removeDirectoryData, .identify, .recordSettings, .note:
            nil
        }
    }

    private func word(_ notice: AppNotice) -> String? {
        switch notice {
        case .answered(_, nil): "accepted"
        case .answered(_, .incomingCall(let error)?): "refused: \(error)"
        case .answered(_, .transaction(let error)?): "refused: \(error)"
        case .perform(_, let transaction):
            "performs " + transaction.actions.map(\.kind.name).joined(separator: ", ")
        case .timedOut: "timed out"
        case .audioActivated: "audio up"
        case .audioDeactivated: "audio down"
        case .audioInterrupted(.began): "audio interrupted"
        case .providerReset: "provider reset"
        case .callChanged(let observed) where observed.id == Self.subject:
            "observed: " + word(observed)
        default: nil
        }
    }

    private func word(_ observed: ObservedCall) -> String {
        if observed.hasEnded { return "ended" }
        if observed.isOnHold { return "held" }
        return observed.hasConnected ? "connected" : "not connected"
    }
}
