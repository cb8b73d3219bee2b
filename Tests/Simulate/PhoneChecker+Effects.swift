// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore

/// What each effect promises.
extension PhoneChecker {
    mutating func see(_ effect: PhoneEffect) {
        switch effect {
        case .tell(let session, let notice):
            guard let app = place(of: session) else {
                fail("only processes that live are told", "\(session) \(notice)")
                return
            }
            see(notice, app)
        case .refuse(let session, _), .terminate(let session, _):
            if case .terminate(_, .launchTookTooLong) = effect { seeHang(of: session) }
            if case .terminate(_, .closedByUser) = effect { seeClosed(session) }
            if let app = place(of: session) { processes[app]?.isCondemned = true }
            if !condemned.contains(session) { condemned.append(session) }
        case .launch(let launch, let bundle):
            guard let app = Self.app(of: bundle), processes[app] == nil else {
                fail("only an app that does not run is started", bundle)
                return
            }
            launches.append((launch, app))
        case .abandonLaunch(let launch): launches.removeAll { $0.id == launch }
        case .startRinging(let call, _, _):
            if !ringing.insert(call).inserted { fail("a call rings once", "\(call)") }
        case .stopRinging(let call, _):
            if ringing.remove(call) == nil { fail("what rings is silenced once", "\(call)") }
        case .recordCall(let ticket, let row):
            if let ticket { tickets.append(ticket) }
            see(row)
        case .recordPush(let ticket, let record):
            if let ticket { tickets.append(ticket) }
            if let old = pushes[record.key], old != .pending, old != .handed {
                fail("a push is settled once", "\(record.id): \(old), \(record.outcome)")
            }
            pushes[record.key] = record.outcome
        case .answerUser(let ticket, let answer): answeredUser(ticket, answer)
        case .note(let entry): see(entry)
        case .acknowledgePush(let push):
            if pushes[push] == nil { fail("a push is written, then acknowledged", "\(push)") }
        case .loadDirectory(let order): see(order)
        case .cancelDirectoryLoad(let id): seeCancel(id)
        case .removeDirectoryData(let id): seeRemoval(of: id)
        case .identify(let ticket, _, let ids): seeQuestion(ticket, ids)
        case .recordBlocked(let blocked): see(blocked)
        case .recordSettings(let settings): directories.settings = settings
        case .requestToken, .releaseToken, .breach: break
        }
    }

    private mutating func see(_ row: RecentCall) {
        if endedRows.contains(row.record) {
            fail("a row of Recents does not change after its end", "\(row.record)")
        }
        if row.outcome == nil {
            openRows.insert(row.record)
        } else {
            openRows.remove(row.record)
            endedRows.insert(row.record)
        }
    }

    // MARK: Notices

    private mutating func see(_ notice: AppNotice, _ app: Int) {
        switch notice {
        case .answered(let request, let error): answered(request, error, app)
        case .directoryStatus(let request, _): answered(request, nil, app)
        case .perform(let provider, let transaction): perform(transaction, provider, app)
        case .timedOut(_, let action): timedOut(action, app)
        case .audioActivated(let provider): audioActivated(provider, app)
        case .audioDeactivated(let provider):
            guard processes[app]?.raised == provider else {
                fail("audio goes up and down in turn", "down twice for \(Self.bundles[app])")
                return
            }
            processes[app]?.raised = nil
        case .calls(let calls): processes[app]?.view = calls
        case .callChanged(let call):
            isTouched = true
            if processes[app]?.isObserving != true {
                fail("only observers hear of calls", Self.bundles[app])
            }
            let cellular = SeenKey(app: Self.cellular, id: call.id)
            if calls.allSatisfy({ $0.key.id != call.id }), announced != call.id,
                directories.decision?.lookUp.caller != cellular, !directories.isWaiting(cellular)
            {
                fail("nothing happens to a call that has ended", "an observer heard of \(call)")
            }
            if call.hasEnded, processes[app]?.view.contains(where: { $0.id == call.id }) != true {
                fail("what ends has been seen to begin", "an observer heard of \(call)")
            }
            processes[app]?.change(call)
        case .startCall(let wish): see(wish, app)
        case .lifeChanged(let life): see(life, app)
        case .closing: seeClosing(app)
        case .push(let push):
            processes[app]?.pushes.append(push.id)
            handedOver(push.id)
        default: break
        }
    }

    /// A push is marked first, and each number of an apns-id reaches an app once.
    private mutating func handedOver(_ push: PushID) {
        let marked = pushes.filter { $0.key.id == push && $0.value == .handed }
        if marked.isEmpty { fail("a push is marked, then handed over", "\(push)") }
        handovers[push, default: 0] += 1
        let count = pushes.count { $0.key.id == push }
        if handovers[push, default: 0] > count { fail("a push is handed over once", "\(push)") }
    }

    private mutating func perform(
        _ transaction: CallTransaction, _ provider: ProviderID, _ app: Int
    ) {
        if processes[app]?.providers.contains(provider) != true {
            fail("only a provider that lives performs", "\(provider) of \(Self.bundles[app])")
        }
        if transaction.actions.isEmpty { fail("a transaction has actions", "\(transaction.id)") }
        if let accepted, accepted == transaction { self.accepted = nil }
        for action in transaction.actions {
            if processes[app]?.given.insert(action.id).inserted != true {
                fail("an action is performed once", "\(action.kind.name) \(action.id)")
            }
            let key = SeenKey(app: app, id: action.call)
            if !calls.contains(where: { $0.key == key }) {
                fail(
                    "nothing happens to a call that has ended",
                    "\(action.kind.name) was performed for \(action.call)")
            }
            let time: Duration =
                switch action.kind {
                case .start: rules.startTimeout
                case .answer: rules.answerTimeout
                default: rules.actionTimeout
                }
            processes[app]?.actions.append(
                SeenAction(
                    id: action.id, call: action.call, kind: action.kind, provider: provider,
                    transaction: transaction.id, due: now + Interval(time)))
        }
    }

    private mutating func timedOut(_ action: ActionID, _ app: Int) {
        guard let index = processes[app]?.actions.firstIndex(where: { $0.id == action }),
            let row = processes[app]?.actions.remove(at: index)
        else {
            fail("an action is completed once", "\(action) timed out and was not open")
            return
        }
        if row.due > now { fail("an action has its time", "\(row.kind.name) timed out early") }
    }

    private mutating func audioActivated(_ provider: ProviderID, _ app: Int) {
        if let other = processes.firstIndex(where: { $0?.raised != nil }) {
            fail(
                other == app ? "audio goes up and down in turn" : "one app has audio at a time",
                "\(Self.bundles[other]), then \(Self.bundles[app])")
        }
        if !isServicesReset, !calls.contains(where: { $0.key.app == app && $0.isHeard }) {
            fail(
                "audio goes up after a fulfilled Start, Answer or un-hold alone",
                Self.bundles[app])
        }
        processes[app]?.raised = provider
    }

    // MARK: The timeline

    private mutating func see(_ entry: TimelineEntry) {
        switch entry.step {
        case .actionFulfilled, .actionFailed: countCompletion()
        case .audioActivated: soundOwner = Self.app(of: entry.bundle)
        case .audioDeactivated: soundOwner = nil
        case .directoryLoadFailed: directories.failed(entry.detail ?? "")
        default: break
        }
        guard let app = Self.app(of: entry.bundle), let id = entry.call else { return }
        let key = SeenKey(app: app, id: id)
        switch entry.step {
        case .callReported, .callStarted: begin(key)
        case .callRinging where app == Self.cellular: begin(key)
        case .callEnded: end(key)
        case .callBlocked: blocked(key)
        case .callHeld: change(key) { $0.isHeld = true }
        case .callResumed: change(key) { $0.isHeld = false }
        case .callConnected where app == Self.cellular:
            change(key) { $0.hasStarted = true }
        case .callAnswered, .callConnected, .callUpdated, .callMuted, .callUnmuted, .callGrouped,
            .callUngrouped, .callConnecting, .callRinging:
            change(key) { _ in }
        default: break
        }
    }

    private mutating func begin(_ key: SeenKey) {
        isTouched = true
        over.remove(key)
        if calls.contains(where: { $0.key == key }) {
            fail("a call begins once", "\(key.id)")
        } else {
            let lookUp = directories.lookUps.last { $0.caller == key }
            calls.append(SeenCall(key, ticket: directories.newCall == key ? lookUp?.ticket : nil))
        }
    }

    private mutating func end(_ key: SeenKey) {
        isTouched = true
        guard let index = calls.firstIndex(where: { $0.key == key }) else {
            // One of the network that was still being looked up has not begun for anybody.
            if key.app == Self.cellular, directories.isWaiting(key) { return }
            fail("a call ends once", "\(key.id)")
            return
        }
        calls.remove(at: index)
        over.insert(key)
        guard key.app != Self.cellular else { return }
        for action in processes[key.app]?.actions.indices ?? 0..<0
        where processes[key.app]?.actions[action].call == key.id {
            processes[key.app]?.actions[action].isOver = true
        }
    }

    private mutating func change(_ key: SeenKey, _ change: (inout SeenCall) -> Void) {
        isTouched = true
        guard let index = calls.firstIndex(where: { $0.key == key }) else {
            fail("nothing happens to a call that has ended", "\(key.id) of app \(key.app)")
            return
        }
        change(&calls[index])
    }
}
