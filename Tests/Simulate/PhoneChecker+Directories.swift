// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore

/// What call directories promise: one load at a time, each heard of once, and callers who are
/// blocked or named by those who are on, in order.
extension PhoneChecker {
    // MARK: Effects

    mutating func see(_ order: DirectoryLoadOrder) {
        let id = order.extensionID
        if directories.running != nil { fail("one load runs at a time", "\(order)") }
        let isDue = directories.counts[id] != nil && directories.isLastGood.contains(id)
        if order.isIncremental != isDue {
            fail("a load is incremental where data stands and the last was good", "\(order)")
        }
        directories.running = order
        directories.isCancelled = false
        directories.started = id
    }

    mutating func seeCancel(_ id: DirectoryLoadID) {
        if directories.running?.id != id || directories.isCancelled {
            fail("a load that runs is cancelled once", "\(id)")
        }
        directories.isCancelled = true
    }

    mutating func seeRemoval(of id: ExtensionID) {
        if directories.installed.contains(id) { fail("data stays while its app does", id) }
        directories.counts[id] = nil
        directories.isLastGood.remove(id)
    }

    mutating func seeQuestion(_ ticket: IdentifyTicket, _ ids: [ExtensionID]) {
        if ids != directories.consulted {
            fail("those that are on and have data are asked, in order", "\(ids)")
        }
        directories.lookUps.append(
            .init(ticket: ticket, caller: directories.newCall, asked: now))
    }

    mutating func see(_ blocked: BlockedCall) {
        guard case .directory(let source) = blocked.blockedBy else { return }
        directories.blockedCount += 1
        if directories.decision?.found.blockedBy != source || directories.blockedCount > 1 {
            fail("a call is blocked once, by who said so", source)
        }
    }

    /// The phone has answered a request for a load.
    mutating func answeredReload(_ request: RequestID, _ error: RequestError?) {
        guard let index = directories.reloads.firstIndex(where: { $0.request == request }) else {
            return
        }
        let reload = directories.reloads.remove(at: index)
        guard directories.asksNow == request, case .callDirectory(let code)? = error else { return }
        directories.refused = (reload.app, reload.id, code)
    }

    /// A call that was being looked up is gone without a trace.
    mutating func blocked(_ key: SeenKey) {
        guard let ticket = directories.decision?.lookUp.ticket,
            let index = calls.firstIndex(where: { $0.key == key && $0.ticket == ticket })
        else { return }
        isTouched = true
        calls.remove(at: index)
        over.insert(key)
        guard key.app != Self.cellular else { return }
        for action in processes[key.app]?.actions.indices ?? 0..<0
        where processes[key.app]?.actions[action].call == key.id {
            processes[key.app]?.actions[action].isOver = true
        }
    }

    // MARK: After

    mutating func checkDirectories(_ effects: [PhoneEffect], _ phone: Phone, isTimePassed: Bool) {
        checkDecision(effects)
        checkRefusal(phone)
        if let id = directories.started,
            !directories.installed.contains(id) || !directories.settings.enabled.contains(id)
        {
            fail("only what is installed and on is loaded", id)
        }
        if isTimePassed {
            let most = Interval(rules.identificationDeadline)
            for index in directories.lookUps.indices
            where directories.lookUps[index].asked + most <= now {
                directories.lookUps[index].isOver = true
            }
        }
    }

    private mutating func checkDecision(_ effects: [PhoneEffect]) {
        guard let (lookUp, found) = directories.decision, lookUp.caller != nil else { return }
        if lookUp.isOver {
            if !effects.isEmpty { fail("a late answer changes nothing", "\(effects)") }
            return
        }
        guard found.blockedBy != nil else { return }
        if directories.blockedCount != 1 { fail("what is blocked is logged", "\(lookUp)") }
        for effect in effects {
            switch effect {
            case .startRinging, .recordCall:
                fail("a blocked call never rings and is not in Recents", "\(effect)")
            default: break
            }
        }
    }

    private mutating func checkRefusal(_ phone: Phone) {
        guard let (app, id, code) = directories.refused else { return }
        let isThere =
            directories.installed.contains(id) && SeenDirectories.extensions[app].contains(id)
        let isOn = isThere && directories.settings.enabled.contains(id)
        let isBusy =
            directories.running?.extensionID == id
            || phone.directorySummaries.contains { $0.id == id && $0.activity != nil }
        let isRight =
            switch CallDirectoryError(rawValue: code) {
            case .noExtensionFound: !isThere
            case .extensionDisabled: isThere && !isOn
            case .currentlyLoading: isOn && isBusy
            default: isOn && !isBusy
            }
        if !isRight { fail("a load is refused for what is so", "\(id), code \(code)") }
    }

    /// What is shown is what was written down.
    mutating func checkSettings(_ phone: Phone) {
        let shown = phone.directorySummaries
        let settings = directories.settings
        if shown.map(\.id) != settings.extensionOrder
            || shown.filter(\.isEnabled).map(\.id) != settings.enabled
        {
            fail("what its person sets is written down", "\(settings)")
        }
        for row in shown where row.counts != directories.counts[row.id] {
            fail("what was loaded stands", "\(row)")
        }
    }
}
