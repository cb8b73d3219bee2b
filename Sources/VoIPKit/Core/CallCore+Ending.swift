// SPDX-License-Identifier: Apache-2.0
import Foundation

extension CallCore {
    /// The person, or the system, ends a call (B20, B21): over at once, whatever else was under
    /// way.
    mutating func performEnd(_ action: CallAction, of index: Int, turn: inout CallTurn) {
        for at in entries[index].actions.indices {
            if entries[index].actions[at].stage == .asked {
                turn.add(.cancelService(entries[index].actions[at].action.id))
            }
            entries[index].actions[at].stage = .abandoned
        }
        let open = OpenAction(
            action: action, deadline: deadline(of: action, turn: turn), stage: .asked)
        entries[index].actions.append(open)
        armAction(open, turn: &turn)
        end(index, .local, at: turn.now, turn: &turn)
        turn.add(.serve(action.id, .hangUp(entries[index].call, deadline: open.deadline)))
    }

    /// The service told that a call is over.
    mutating func endedByOther(
        _ index: Int, _ reason: CallEndReason, at date: Date, turn: inout CallTurn
    ) {
        end(index, reason, at: date, turn: &turn)
        // Before the actions fail, so that a failed Answer is not what the system keeps (B42). One
        // that is not shown yet is ended when it is: some systems lose an end that comes before.
        if entries[index].place == .shown { reportEnd(index, turn: &turn) }
        closeActions(of: index, turn: &turn)
    }

    /// An action that takes its call with it was failed by the system (B37), which may have ended
    /// the call or not: after a report both say the same.
    mutating func endTimedOut(_ index: Int, turn: inout CallTurn) {
        let wasOver = entries[index].call.isEnded
        end(index, .failed, at: turn.now, turn: &turn)
        if entries[index].place == .shown { reportEnd(index, turn: &turn) }
        closeActions(of: index, turn: &turn)
        if !wasOver { hangUp(index, turn: &turn) }
    }

    /// The system shows a call that is over.
    mutating func reportEnd(_ index: Int, turn: inout CallTurn) {
        let call = entries[index].call
        guard case .ended(let reason) = call.state else { return }
        turn.add(
            .reportEnded(call: call.id, call.dates.ended, reportable(reason, of: call)))
        leaveSystem(index, turn: &turn)
    }

    /// No report says that the person here ended it; of those it can say, one that leaves no missed
    /// call behind.
    private func reportable(_ reason: CallEndReason, of call: Call) -> CallEndReason {
        guard reason == .local else { return reason }
        if call.direction == .outgoing { return .remote }
        return call.dates.connected == nil ? .declinedElsewhere : .answeredElsewhere
    }

    /// The call is over here.
    ///
    /// What the system and the service are told of it is the caller's.
    mutating func end(
        _ index: Int, _ reason: CallEndReason, at date: Date, turn: inout CallTurn
    ) {
        guard !entries[index].call.isEnded else { return }
        let id = entries[index].id
        entries[index].call.state = .ended(reason)
        entries[index].call.dates.ended = date
        entries[index].conference = nil
        cancelRing(index, turn: &turn)
        ended.keep(id, reason, date: date, isEarly: false, at: turn.now)
        if entries[index].isTold { turn.add(.changed(.ended(entries[index].call))) }
        regroup(turn: &turn)
        turnMedia(index, turn: &turn)
        // What is not performed yet is refused by the system, or finds the call over.
        for request in requests where request.action.call == id && !isOpen(request.id) {
            let isSo = request.action.kind == .end
            answerRequest(request.id, isSo ? nil : .cancelled, turn: &turn)
        }
    }

    /// Completes all that is open of a call that is over for the system.
    mutating func closeActions(of index: Int, turn: inout CallTurn) {
        let open = entries[index].actions
        entries[index].actions = []
        for open in open {
            let id = open.action.id
            if open.action.kind == .end {
                if open.stage == .asked {
                    // Still telling the other side; its deadline stays.
                    lastTasks.append(LastTask(id: id, call: open.action.call))
                } else {
                    disarm(id, turn: &turn)
                }
                turn.add(.fulfill(action: id, nil))
                answerRequest(id, nil, turn: &turn)
            } else {
                if open.stage == .asked { turn.add(.cancelService(id)) }
                disarm(id, turn: &turn)
                turn.add(.fail(action: id))
                answerRequest(id, .cancelled, turn: &turn)
            }
        }
    }

    /// Tells the other side without an action that would wait for it.
    mutating func hangUp(_ index: Int, turn: inout CallTurn) {
        let id = makeIdentifier()
        let deadline = turn.now.addingTimeInterval(CallAction.Kind.end.patience)
        lastTasks.append(LastTask(id: id, call: entries[index].id))
        turn.add(.serve(id, .hangUp(entries[index].call, deadline: deadline)))
        arm(id, deadline, turn: &turn)
    }

    /// An identifier is used again: the service is asked for one thing of a call at a time.
    mutating func cancelLastTasks(of call: UUID, turn: inout CallTurn) {
        for task in lastTasks where task.call == call {
            turn.add(.cancelService(task.id))
            disarm(task.id, turn: &turn)
        }
        lastTasks.removeAll { $0.call == call }
    }

    mutating func cancelRing(_ index: Int, turn: inout CallTurn) {
        guard let ring = entries[index].ring else { return }
        entries[index].ring = nil
        turn.add(.cancelService(ring))
    }
}
