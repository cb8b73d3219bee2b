// SPDX-License-Identifier: Apache-2.0
import Foundation

extension CallCore {
    /// The app asks for actions of one transaction.
    ///
    /// What is so already, or cannot be, is answered here; the rest goes to the system together.
    mutating func requested(_ actions: [CallAction], turn: inout CallTurn) {
        var asked: [CallAction] = []
        for action in actions {
            switch verdict(on: action) {
            case .answered(let error):
                turn.add(.answerRequest(action: action.id, error))
            case .asked:
                asked.append(action)
                requests.append(CallRequest(action: action, hadCall: index(of: action.call) != nil))
                arm(
                    action.id, turn.now.addingTimeInterval(CallRequest.patience), turn: &turn)
            }
        }
        guard !asked.isEmpty else { return }
        ask(CallTransaction(actions: holds(before: asked) + asked), turn: &turn)
    }

    mutating func ask(_ transaction: CallTransaction, turn: inout CallTurn) {
        transactions.append(transaction)
        turn.add(.request(transaction.actions))
    }

    mutating func requestAnswered(_ ids: [UUID], _ error: CallError?, turn: inout CallTurn) {
        guard let first = ids.first,
            let at = transactions.firstIndex(where: { $0.pause == nil && $0.contains(first) })
        else { return }
        var transaction = transactions.remove(at: at)
        guard let error else { return }
        let isEarly = error == .noProvider || isTooManyOfNone(error, transaction)
        if isEarly, transaction.refusalCount < CallTransaction.pauses.count {
            if error == .noProvider, wasReset {
                wasReset = false
                turn.add(.rebuildSystem)
            }
            askAgain(&transaction, turn: &turn)
        } else if error == .unknownCall, transaction.actions.allSatisfy({ $0.kind == .end }) {
            endUnknown(transaction, turn: &turn)
        } else {
            for action in transaction.actions where !isOpen(action.id) {
                answerRequest(action.id, error, turn: &turn)
            }
        }
    }

    /// A provider that is not registered yet is refused for a limit, too (B12).
    private func isTooManyOfNone(_ error: CallError, _ transaction: CallTransaction) -> Bool {
        error == .tooManyCalls && transaction.startsCall
            && entries.allSatisfy { $0.place == .gone }
    }

    /// At once, and then after a while.
    private mutating func askAgain(_ transaction: inout CallTransaction, turn: inout CallTurn) {
        let pause = CallTransaction.pauses[transaction.refusalCount]
        transaction.refusalCount += 1
        guard pause > 0 else { return ask(transaction, turn: &turn) }
        let id = makeIdentifier()
        transaction.pause = id
        transactions.append(transaction)
        arm(id, turn.now.addingTimeInterval(pause), turn: &turn)
    }

    /// Drops transactions that nobody waits for any more.
    mutating func dropTransactions(
        where isOver: (CallTransaction) -> Bool, turn: inout CallTurn
    ) {
        for transaction in transactions where isOver(transaction) {
            if let pause = transaction.pause { disarm(pause, turn: &turn) }
        }
        transactions.removeAll(where: isOver)
    }

    /// One of the calls to be ended is none of the system's (B51); the others are asked for alone.
    private mutating func endUnknown(_ transaction: CallTransaction, turn: inout CallTurn) {
        guard transaction.actions.count == 1, let action = transaction.actions.first else {
            let open = transaction.actions.filter { action in
                requests.contains { $0.id == action.id } && !isOpen(action.id)
            }
            for action in open { ask(CallTransaction(actions: [action]), turn: &turn) }
            return
        }
        let hadCall = requests.first { $0.id == action.id }?.hadCall ?? true
        if let index = index(of: action.call), !entries[index].call.isEnded,
            entries[index].place == .shown
        {
            // It came in by the identifier of a Start that was refused, and is there since.
            guard hadCall || entries[index].call.direction == .outgoing else {
                return answerRequest(action.id, .unknownCall, turn: &turn)
            }
            end(index, .local, at: turn.now, turn: &turn)
            closeActions(of: index, turn: &turn)
            leaveSystem(index, turn: &turn)
            hangUp(index, turn: &turn)
        }
        answerRequest(action.id, index(of: action.call) == nil ? .unknownCall : nil, turn: &turn)
    }

    /// Nothing was performed in time: nobody waits for it any more.
    mutating func giveUpRequest(_ id: UUID, turn: inout CallTurn) {
        guard let request = requests.first(where: { $0.id == id }) else { return }
        if case .start = request.action.kind {
            // Performed after all, it would be a call for which nobody asks.
            if abandonedStarts.count >= EndedCalls.capacity { abandonedStarts.removeFirst() }
            abandonedStarts.append(id)
        }
        answerRequest(id, .timedOut, turn: &turn)
    }

    /// Tells whoever waits, if anybody does.
    mutating func answerRequest(_ id: UUID, _ error: CallError?, turn: inout CallTurn) {
        guard let at = requests.firstIndex(where: { $0.id == id }) else { return }
        requests.remove(at: at)
        if !isOpen(id), !lastTasks.contains(where: { $0.id == id }) { disarm(id, turn: &turn) }
        turn.add(.answerRequest(action: id, error))
    }

    // MARK: What need not be asked

    private enum Verdict {
        case asked
        case answered(CallError?)
    }

    private func verdict(on action: CallAction) -> Verdict {
        if case .start(let handle, _, _) = action.kind {
            // Cut, it would reach somebody else.
            guard handle.value.utf8.count <= CallText.byteCountMax else {
                return .answered(.notPossible("its handle has over 256 bytes"))
            }
            let isTaken = index(of: action.call) != nil || isStarting(action.call)
            return isTaken ? .answered(.callExists) : .asked
        }
        guard let index = index(of: action.call), !entries[index].call.isEnded else {
            // The system decides about a call whose Start is on its way.
            if isStarting(action.call) {
                return action.kind == .answer ? .answered(.notPossible("it is outgoing")) : .asked
            }
            return .answered(verdictOnUnknown(action))
        }
        let call = entries[index].call
        // The system may yet refuse it, and takes that for an app that goes on all the same (B15).
        if entries[index].place == .reported, action.kind != .end, action.kind != .answer {
            return .answered(.notPossible("the system has not shown it yet"))
        }
        switch action.kind {
        case .start, .end: return .asked
        case .answer:
            guard call.direction == .incoming else {
                return .answered(.notPossible("it is outgoing"))
            }
            return entries[index].isSetUp ? .answered(nil) : .asked
        case .setHeld(let isOnHold): return isOnHold == call.isOnHold ? so(action) : .asked
        case .setMuted(let isMuted): return isMuted == call.isMuted ? so(action) : .asked
        case .setGroup(let other): return verdict(onGroupOf: call, with: other, action)
        case .play(let digits):
            guard !digits.text.isEmpty else {
                return .answered(.notPossible("there are no digits"))
            }
            guard digits.text.utf8.count <= CallText.byteCountMax else {
                return .answered(.notPossible("there are over 256 bytes of digits"))
            }
            guard call.state == .active || call.state == .held else {
                return .answered(.notPossible("it is not connected"))
            }
            return .asked
        }
    }

    /// A call that is over just now need not be ended.
    private func verdictOnUnknown(_ action: CallAction) -> CallError? {
        guard action.kind == .end else { return .unknownCall }
        return index(of: action.call) != nil || ended.wasHere(action.call) ? nil : .unknownCall
    }

    private func verdict(
        onGroupOf call: Call, with other: UUID?, _ action: CallAction
    ) -> Verdict {
        guard let other else { return call.group == nil ? so(action) : .asked }
        guard other != call.id else { return .answered(.invalidRequest) }
        guard let index = index(of: other), !entries[index].call.isEnded else {
            return .answered(.unknownCall)
        }
        return call.group != nil && call.group == entries[index].call.group ? so(action) : .asked
    }

    /// It is so already (B47), unless something of its kind is under way that may change it.
    private func so(_ action: CallAction) -> Verdict {
        isUnderWay(like: action) ? .asked : .answered(nil)
    }

    private func isUnderWay(like action: CallAction) -> Bool {
        let open = index(of: action.call).map { entries[$0].actions.map(\.action) } ?? []
        return (open + requests.map(\.action)).contains {
            $0.call == action.call && $0.kind.isLike(action.kind)
        }
    }

    func isStarting(_ call: UUID) -> Bool {
        requests.contains {
            if case .start = $0.action.kind { $0.action.call == call } else { false }
        }
    }

    // MARK: Holds that go before

    /// The system keeps no two calls active side by side (B43): those that are heard are put on
    /// hold before another is.
    private mutating func holds(before actions: [CallAction]) -> [CallAction] {
        guard configuration.features.contains(.holding), configuration.maximumCallGroups > 1
        else { return [] }
        let coming = actions.filter {
            switch $0.kind {
            case .start, .answer, .setHeld(false): true
            case .end, .setHeld, .setMuted, .setGroup, .play: false
            }
        }
        guard !coming.isEmpty else { return [] }
        let group = coming.compactMap { index(of: $0.call) }.compactMap { entries[$0].call.group }
        var holds: [CallAction] = []
        for call in calls where call.state == .active {
            let isTouched = actions.contains { $0.call == call.id }
            let isTogether = call.group.map(group.contains) ?? false
            let hold = CallAction(
                id: makeIdentifier(), call: call.id, kind: .setHeld(true), deadline: nil)
            guard !isTouched, !isTogether, !isUnderWay(like: hold) else { continue }
            holds.append(hold)
        }
        return holds
    }
}

extension CallAction.Kind {
    /// Whether both change the same of a call.
    fileprivate func isLike(_ other: CallAction.Kind) -> Bool {
        switch (self, other) {
        case (.setHeld, .setHeld), (.setMuted, .setMuted), (.setGroup, .setGroup): true
        case (.start, _), (.answer, _), (.end, _), (.setHeld, _), (.setMuted, _), (.setGroup, _),
            (.play, _):
            false
        }
    }
}
