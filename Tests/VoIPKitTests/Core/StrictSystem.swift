// SPDX-License-Identifier: Apache-2.0
import Foundation

@testable import VoIPKit

/// A call system that keeps CallKit's contract, takes what it is told in order and late, and
/// remarks on everything that a correct app would not tell it.
struct StrictSystem {
    struct SystemCall {
        let isOutgoing: Bool
        /// Which one it is of those that have had its identifier.
        let number: Int
        var isStarted = false
        var isAnswered = false
        var isHeld = false
    }

    /// What it has; over ones are removed.
    private(set) var calls: [UUID: SystemCall] = [:]
    private(set) var order: [UUID] = []
    /// Handed to the app or on the way there, and not completed.
    private(set) var open: [UUID: CallAction] = [:]
    /// By action, the call that it is for.
    private var meant: [UUID: Int] = [:]
    private var callCount = 0
    /// Timed out, while the app may not know yet.
    private var late: Set<UUID> = []
    /// Ended in a race with the app, or without its doing: it may say more of them.
    private(set) var lost: Set<UUID> = []
    private var accepted: Set<UUID> = []
    private var isGone = false
    private var lacksProvider = false
    private var hasBegun = false

    /// On the way to the app, in order.
    var events: [CallEvent] = []
    /// Answers take ways of their own (B16, B46).
    var reportAnswers: [CallEvent] = []
    var requestAnswers: [CallEvent] = []
    /// On the way from the app.
    var messages: [CallEffect] = []
    private(set) var faults: [String] = []
    private var actionCount = 0

    /// Calls of an earlier life of the app.
    mutating func left(over ids: [UUID]) {
        for id in ids { add(id, isOutgoing: false) }
    }

    mutating func send(_ effect: CallEffect) {
        if !isGone { messages.append(effect) }
    }

    mutating func takeMessage(at now: Date, dice: inout Dice) {
        guard !messages.isEmpty else { return }
        let message = messages.removeFirst()
        switch message {
        case .request(let actions): request(actions, at: now, dice: &dice)
        case .reportIncoming(let call): report(call.id, dice: &dice)
        case .reportUpdate(let call): expect(call.id, message)
        case .reportStartedConnecting(let call, _), .reportConnected(let call, _):
            expect(call, message)
            if let known = calls[call], !known.isStarted, !lost.contains(call) {
                faults.append("\(message) before its Start was fulfilled")
            }
        case .reportEnded(let call, _, _):
            expect(call, message)
            remove(call)
            // A report that follows may be answered for the call that was.
            if isReportOpen(of: call) { lost.insert(call) }
        case .fulfill(let action, _): complete(action, isFulfilled: true)
        case .fail(let action): complete(action, isFulfilled: false)
        case .rebuildSystem: lacksProvider = false
        case .serve, .cancelService, .prepareAudio, .ringback, .arm, .disarm, .answerRequest,
            .answerReport, .remember, .forget, .changed:
            faults.append("\(message) is none of the system's")
        }
    }

    private mutating func expect(_ call: UUID, _ message: CallEffect) {
        guard calls[call] == nil, !lost.contains(call) else { return }
        faults.append("\(message) of a call that the system does not have")
    }

    private mutating func remove(_ call: UUID) {
        calls[call] = nil
        order.removeAll { $0 == call }
    }

    private mutating func add(_ id: UUID, isOutgoing: Bool) {
        callCount += 1
        calls[id] = SystemCall(isOutgoing: isOutgoing, number: callCount)
        order.append(id)
    }

    // MARK: Requests and reports

    private mutating func request(_ actions: [CallAction], at now: Date, dice: inout Dice) {
        let ids = actions.map(\.id)
        if let error = refusal(of: actions, dice: &dice) {
            requestAnswers.append(.requestAnswered(ids, error))
            return
        }
        requestAnswers.append(.requestAnswered(ids, nil))
        for action in actions {
            if case .start = action.kind { add(action.call, isOutgoing: true) }
            perform(action, at: now)
        }
    }

    private mutating func refusal(of actions: [CallAction], dice: inout Dice) -> CallError? {
        if actions.isEmpty { faults.append("a transaction of nothing") }
        if lacksProvider { return .noProvider }
        var starts = 0
        for action in actions {
            if case .start = action.kind {
                starts += 1
                if calls[action.call] != nil { return .callExists }
            } else if calls[action.call] == nil {
                return .unknownCall
            }
        }
        if starts > 0, !hasBegun {
            hasBegun = true
            return .tooManyCalls
        }
        if starts + calls.count > 5 { return .tooManyCalls }
        return dice.isOne(in: 40)
            ? .system(domain: "CXErrorDomainRequestTransaction", code: 0) : nil
    }

    private mutating func report(_ call: UUID, dice: inout Dice) {
        var error: CallError?
        if calls[call] != nil {
            error = .callExists
            // The app may be about to end the one that is there.
            if isReportOpen(of: call) || isEndOnItsWay(of: call) { lost.insert(call) }
        } else if dice.isOne(in: 8) {
            error = .doNotDisturb
        } else {
            add(call, isOutgoing: false)
            // A doubled push: its end may cross that of the one before.
            if !accepted.insert(call).inserted { lost.insert(call) }
        }
        reportAnswers.append(.reportAnswered(call: call, error))
    }

    // MARK: Actions

    /// The person's doing, or the system's own.
    mutating func perform(_ kind: CallAction.Kind, of call: UUID, at now: Date) {
        actionCount += 1
        perform(
            CallAction(id: .numbered(1_000_000 + actionCount), call: call, kind: kind), at: now)
    }

    private mutating func perform(_ action: CallAction, at now: Date) {
        var action = action
        // Its own figures (B35): those of the core are to be held against something.
        let patience: TimeInterval =
            switch action.kind {
            case .start: 600
            case .answer: 60
            case .end, .setHeld, .setMuted, .setGroup, .play: 5
            }
        action.deadline = now.addingTimeInterval(patience)
        open[action.id] = action
        meant[action.id] = calls[action.call]?.number
        events.append(.perform(action))
    }

    private mutating func complete(_ id: UUID, isFulfilled: Bool) {
        guard let action = open.removeValue(forKey: id) else {
            if late.remove(id) == nil { faults.append("\(id) completed twice, or never performed") }
            return
        }
        let isOfThis = meant.removeValue(forKey: id) == calls[action.call]?.number
        switch action.kind {
        case .start, .answer:
            // One that is over has no part in what another call of its identifier becomes.
            guard isOfThis else { return }
            if !isFulfilled { remove(action.call) }
            calls[action.call]?.isStarted = true
            calls[action.call]?.isAnswered = true
        case .end:
            guard isFulfilled else { return }
            // That of one that is over ends whichever has its identifier.
            if !isOfThis { lost.insert(action.call) }
            remove(action.call)
        case .setHeld(let isHeld):
            if isFulfilled { calls[action.call]?.isHeld = isHeld }
        case .setMuted, .setGroup, .play: break
        }
    }

    /// Fails what is open for too long, and may or may not take the call with it (B18, B37).
    mutating func passTime(to now: Date, dice: inout Dice) {
        let over = open.values.filter { ($0.deadline ?? now) < now }
            .sorted { $0.id.uuidString < $1.id.uuidString }
        for action in over {
            open[action.id] = nil
            late.insert(action.id)
            events.append(.timedOut(action: action.id))
            guard calls[action.call] != nil else { continue }
            switch action.kind {
            case .start, .answer, .end:
                lost.insert(action.call)
                if dice.isOne(in: 2) {
                    remove(action.call)
                } else if action.kind == .answer {
                    perform(.end, of: action.call, at: now)
                }
            case .setHeld, .setMuted, .setGroup, .play: break
            }
        }
    }

    /// The app has been told: from now on a completion is a fault.
    mutating func delivered(_ event: CallEvent) {
        if case .timedOut(let action) = event,
            !messages.contains(where: { $0.completed == action })
        {
            late.remove(action)
        }
        if case .perform(let action) = event, isReportOpen(of: action.call) {
            // The app may end it by the action and once more when it hears that it was shown.
            lost.insert(action.call)
        }
        if event == .reset { isGone = false }
    }

    /// Whether the app has reported a call and not heard what came of it.
    private func isReportOpen(of call: UUID) -> Bool {
        reportAnswers.contains { if case .reportAnswered(call, _) = $0 { true } else { false } }
            || messages.contains {
                if case .reportIncoming(let reported) = $0 { reported.id == call } else { false }
            }
    }

    private func isEndOnItsWay(of call: UUID) -> Bool {
        messages.contains { if case .reportEnded(call, _, _) = $0 { true } else { false } }
    }

    /// The connection breaks: what is on its way either way is lost.
    mutating func reset(dice: inout Dice) {
        lost.formUnion(calls.keys)
        calls = [:]
        order = []
        open = [:]
        late = []
        messages = []
        reportAnswers = []
        requestAnswers = []
        events = [.reset]
        isGone = true
        lacksProvider = dice.isOne(in: 2)
    }
}

extension CallEffect {
    fileprivate var completed: UUID? {
        switch self {
        case .fulfill(let action, _), .fail(let action): action
        default: nil
        }
    }
}
