// SPDX-License-Identifier: Apache-2.0
import Foundation

extension CallCore {
    /// The system performs an action, which is completed once from here on.
    mutating func perform(_ action: CallAction, turn: inout CallTurn) {
        guard !isOpen(action.id) else { return }
        if case .start = action.kind { return performStart(action, turn: &turn) }
        guard let index = index(of: action.call) else {
            return performUnknown(action, turn: &turn)
        }
        guard !entries[index].call.isEnded else {
            return performEnded(action, of: index, turn: &turn)
        }
        takeAsShown(index, turn: &turn)
        if action.kind == .end {
            performEnd(action, of: index, turn: &turn)
        } else {
            open(action, of: index, turn: &turn)
        }
    }

    func isOpen(_ action: UUID) -> Bool { place(of: action) != nil }

    /// Where an open action is.
    private func place(of action: UUID) -> (entry: Int, action: Int)? {
        for (index, entry) in entries.enumerated() {
            if let at = entry.actions.firstIndex(where: { $0.action.id == action }) {
                return (index, at)
            }
        }
        return nil
    }

    /// The app may have been started for the action of a call that it knows no more (B31).
    private mutating func performUnknown(_ action: CallAction, turn: inout CallTurn) {
        if action.kind == .end {
            turn.add(.fulfill(action: action.id, nil))
            answerRequest(action.id, nil, turn: &turn)
        } else {
            turn.add(.fail(action: action.id))
            answerRequest(action.id, .unknownCall, turn: &turn)
        }
    }

    /// Its call is over, while something is owed for it.
    private mutating func performEnded(
        _ action: CallAction, of index: Int, turn: inout CallTurn
    ) {
        if entries[index].actions.contains(where: { $0.action.kind == .end }) {
            // Completed behind the End that is under way.
            let open = OpenAction(
                action: action, deadline: deadline(of: action, turn: turn), stage: .abandoned)
            entries[index].actions.append(open)
            armAction(open, turn: &turn)
            return
        }
        // A report that is not answered yet leads to an end when it is, needed or not (B104).
        performUnknown(action, turn: &turn)
    }

    /// One behind the other: the service is asked for one thing of a call at a time.
    mutating func open(_ action: CallAction, of index: Int, turn: inout CallTurn) {
        let open = OpenAction(
            action: action, deadline: deadline(of: action, turn: turn), stage: .waiting)
        entries[index].actions.append(open)
        armAction(open, turn: &turn)
        advance(index, turn: &turn)
    }

    /// The system's, unless a clock was set meanwhile: it leaves no action more time than is known,
    /// and of one whose time is over it tells by itself.
    func deadline(of action: CallAction, turn: CallTurn) -> Date {
        let patience = action.kind.patience
        if let deadline = action.deadline {
            let left = deadline.timeIntervalSince(turn.now)
            if left > 0, left <= patience { return deadline }
        }
        return turn.now.addingTimeInterval(patience)
    }

    /// Some time is left to complete it before the system fails it (B37).
    mutating func armAction(_ open: OpenAction, turn: inout CallTurn) {
        let left = max(0, open.deadline.timeIntervalSince(turn.now))
        let patience = left - min(1, left / 5)
        arm(open.action.id, turn.now.addingTimeInterval(patience), turn: &turn)
    }

    /// Takes up what waits, as long as the service is asked for nothing.
    mutating func advance(_ index: Int, turn: inout CallTurn) {
        while !entries[index].actions.contains(where: { $0.stage == .asked }),
            let at = entries[index].actions.firstIndex(where: { $0.stage == .waiting })
        {
            let open = entries[index].actions[at]
            switch verdict(on: open.action, of: entries[index].call) {
            case .done: fulfil(index, open.action, turn: &turn)
            case .impossible(let error): fail(index, open.action, error, turn: &turn)
            case .ask(let task):
                entries[index].actions[at].stage = .asked
                ask(task(open.deadline), open.action, of: index, turn: &turn)
            }
        }
    }

    private mutating func ask(
        _ task: ServiceTask, _ action: CallAction, of index: Int, turn: inout CallTurn
    ) {
        var task = task
        switch task {
        case .accept(_, let deadline):
            cancelRing(index, turn: &turn)
            turn.add(.prepareAudio(hasVideo: entries[index].call.hasVideo))
            change(index, turn: &turn) { $0.state = .connecting }
            task = .accept(entries[index].call, deadline: deadline)
        case .start: turn.add(.prepareAudio(hasVideo: entries[index].call.hasVideo))
        case .ring, .hangUp, .setHeld, .setMuted, .setGroup, .play, .startMedia, .stopMedia: break
        }
        turn.add(.serve(action.id, task))
    }

    private enum Verdict {
        /// It is so already: the system repeats itself (B95), or what was asked comes back (B47).
        case done
        case impossible(CallError)
        case ask((_ deadline: Date) -> ServiceTask)
    }

    private func verdict(on action: CallAction, of call: Call) -> Verdict {
        switch action.kind {
        case .start: return .ask { .start(call, deadline: $0) }
        case .answer:
            // One that is answered, or outgoing: failing it would end the call (B42).
            return call.state == .ringing ? .ask { .accept(call, deadline: $0) } : .done
        case .end: return .ask { .hangUp(call, deadline: $0) }
        case .setHeld(let isOnHold):
            if call.isOnHold == isOnHold { return .done }
            return .ask { .setHeld(isOnHold, call, deadline: $0) }
        case .setMuted(let isMuted):
            if call.isMuted == isMuted { return .done }
            return .ask { .setMuted(isMuted, call, deadline: $0) }
        case .setGroup(let other): return groupVerdict(call, with: other)
        case .play(let digits):
            guard call.state == .active || call.state == .held else {
                return .impossible(.notPossible("it is not connected"))
            }
            return .ask { .play(digits, call, deadline: $0) }
        }
    }

    private func groupVerdict(_ call: Call, with other: UUID?) -> Verdict {
        guard let other else {
            return call.group == nil ? .done : .ask { .setGroup(nil, call, deadline: $0) }
        }
        guard other != call.id else { return .impossible(.invalidRequest) }
        guard let index = index(of: other), entries[index].isLiving else {
            return .impossible(.unknownCall)
        }
        let partner = entries[index].call
        if call.group != nil, call.group == partner.group { return .done }
        return .ask { .setGroup(partner, call, deadline: $0) }
    }

    // MARK: Answers of the service

    mutating func served(_ task: UUID, _ error: CallError?, turn: inout CallTurn) {
        if let found = place(of: task) {
            let open = entries[found.entry].actions[found.action]
            guard open.stage == .asked else { return }
            if let error, open.action.kind != .end {
                fail(found.entry, open.action, error, turn: &turn)
            } else {
                fulfil(found.entry, open.action, turn: &turn)
            }
            advance(found.entry, turn: &turn)
        } else if let at = lastTasks.firstIndex(where: { $0.id == task }) {
            lastTasks.remove(at: at)
            disarm(task, turn: &turn)
        } else if let index = entries.firstIndex(where: { $0.ring == task }) {
            entries[index].ring = nil
        } else {
            mediaServed(task, turn: &turn)
        }
    }

    mutating func deadlinePassed(_ id: UUID, turn: inout CallTurn) {
        guard let at = armed.firstIndex(of: id) else { return }
        armed.remove(at: at)
        if let found = place(of: id) {
            let open = entries[found.entry].actions[found.action]
            if open.stage == .asked { turn.add(.cancelService(id)) }
            if open.action.kind == .end {
                fulfil(found.entry, open.action, turn: &turn)
            } else {
                fail(found.entry, open.action, .timedOut, turn: &turn)
            }
            advance(found.entry, turn: &turn)
        } else if let at = lastTasks.firstIndex(where: { $0.id == id }) {
            lastTasks.remove(at: at)
            turn.add(.cancelService(id))
        } else if let at = transactions.firstIndex(where: { $0.pause == id }) {
            var transaction = transactions.remove(at: at)
            transaction.pause = nil
            ask(transaction, turn: &turn)
        } else if requests.contains(where: { $0.id == id }) {
            giveUpRequest(id, turn: &turn)
        } else if entries.contains(where: { $0.media.task == id }) {
            turn.add(.cancelService(id))
            mediaServed(id, turn: &turn)
        }
    }

    /// The system failed it: neither completion may follow (B37).
    mutating func timedOut(_ action: UUID, turn: inout CallTurn) {
        guard let found = place(of: action) else {
            answerRequest(action, .timedOut, turn: &turn)
            fulfilledTooLate(action, turn: &turn)
            return
        }
        let open = entries[found.entry].actions.remove(at: found.action)
        if open.stage == .asked { turn.add(.cancelService(action)) }
        disarm(action, turn: &turn)
        answerRequest(action, .timedOut, turn: &turn)
        guard open.stage != .abandoned else { return }
        switch open.action.kind {
        case .start, .end: endTimedOut(found.entry, turn: &turn)
        case .answer where !entries[found.entry].isSetUp: endTimedOut(found.entry, turn: &turn)
        case .answer, .setHeld, .setMuted, .setGroup, .play: advance(found.entry, turn: &turn)
        }
    }

    /// The system failed what was fulfilled, since it heard of it too late: the call is over for
    /// it, or after a report at the latest.
    private mutating func fulfilledTooLate(_ id: UUID, turn: inout CallTurn) {
        guard let at = fulfilled.firstIndex(where: { $0.id == id }) else { return }
        let action = fulfilled.remove(at: at)
        if let index = index(of: action.call), entries[index].place != .gone {
            // One that is over while its report is not answered is ended with the answer.
            if entries[index].place == .shown { endTimedOut(index, turn: &turn) }
        } else {
            turn.add(.reportEnded(call: action.call, nil, .remote))
        }
    }

    private mutating func keepFulfilled(_ action: CallAction) {
        switch action.kind {
        case .start, .answer, .end:
            if fulfilled.count >= EndedCalls.capacity { fulfilled.removeFirst() }
            fulfilled.append(action)
        case .setHeld, .setMuted, .setGroup, .play: break
        }
    }

    // MARK: Completion

    /// Done: the call takes on what the action says.
    mutating func fulfil(
        _ index: Int, _ action: CallAction, turn: inout CallTurn
    ) {
        let wasAsked = close(action, of: index, turn: &turn)
        keepFulfilled(action)
        switch action.kind {
        case .start:
            turn.add(.fulfill(action: action.id, nil))
            startFulfilled(index, turn: &turn)
        case .answer:
            let entry = entries[index]
            let date = entry.call.dates.connected ?? entry.early.connected ?? turn.now
            turn.add(.fulfill(action: action.id, date))
            if wasAsked {
                entries[index].isSetUp = true
                connect(index, at: date, turn: &turn)
            }
        case .end:
            turn.add(.fulfill(action: action.id, entries[index].call.dates.ended))
            leaveSystem(index, turn: &turn)
        case .setHeld(let isOnHold):
            turn.add(.fulfill(action: action.id, nil))
            change(index, turn: &turn) {
                $0.isOnHold = isOnHold
                if $0.state == .active || $0.state == .held {
                    $0.state = isOnHold ? .held : .active
                }
            }
        case .setMuted(let isMuted):
            turn.add(.fulfill(action: action.id, nil))
            change(index, turn: &turn) { $0.isMuted = isMuted }
        case .setGroup(let other):
            turn.add(.fulfill(action: action.id, nil))
            if wasAsked { group(index, with: other, turn: &turn) }
        case .play: turn.add(.fulfill(action: action.id, nil))
        }
        answerRequest(action.id, nil, turn: &turn)
        if action.kind == .end { closeActions(of: index, turn: &turn) }
    }

    /// Not done: a Start or Answer takes its call with it (B42), all else leaves it as it was.
    mutating func fail(
        _ index: Int, _ action: CallAction, _ error: CallError, turn: inout CallTurn
    ) {
        let takesCall = action.kind.failureEndsCall && !entries[index].call.isEnded
        if takesCall, entries[index].isSetUp {
            // A second Answer that waited too long: the first has done what it asks for.
            return fulfil(index, action, turn: &turn)
        }
        close(action, of: index, turn: &turn)
        turn.add(.fail(action: action.id))
        // Before the call ends, which cancels all that is asked of it.
        answerRequest(action.id, error, turn: &turn)
        if takesCall {
            end(index, .failed, at: turn.now, turn: &turn)
            closeActions(of: index, turn: &turn)
            leaveSystem(index, turn: &turn)
            // The service that threw knows; one that is still at it does not.
            if error == .timedOut { hangUp(index, turn: &turn) }
        }
    }

    /// Takes an action from those that are open; says whether the service was asked.
    @discardableResult private mutating func close(
        _ action: CallAction, of index: Int, turn: inout CallTurn
    ) -> Bool {
        guard let at = entries[index].actions.firstIndex(where: { $0.action.id == action.id })
        else { return false }
        disarm(action.id, turn: &turn)
        return entries[index].actions.remove(at: at).stage == .asked
    }
}
