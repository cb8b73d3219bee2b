// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore

/// What holds for the phone as a whole, between events.
extension PhoneChecker {
    mutating func checkDeadlines(_ phone: Phone) {
        for process in processes {
            guard let late = process?.actions.first(where: { $0.due <= now }) else { continue }
            fail("an action that is late has failed", "\(late.kind.name) of \(late.call)")
        }
        for process in processes {
            guard let process, !process.isCondemned, let due = process.launchDue, due <= now else {
                continue
            }
            fail("the launch watchdog ends who does not finish", Self.bundles[process.app])
        }
        for process in processes {
            guard let process, !process.isCondemned else { continue }
            if process.hasClosed || process.closingDue.map({ $0 <= now }) ?? false {
                fail("an app that its person closes comes to its end", Self.bundles[process.app])
            }
        }
        if let next = phone.nextDeadline, next <= now {
            let late = now - next
            fail("no deadline is left behind", "\(late.nanoseconds) ns late")
        }
    }

    /// Audio is up exactly while a call may be heard, or is about to.
    mutating func checkAudio() {
        for process in processes {
            guard let process, process.raised != nil else { continue }
            let isDue =
                calls.contains { $0.key.app == process.app && $0.isHeard }
                || process.actions.contains(where: \.letsHear)
            if !isDue {
                fail(
                    "audio goes down with the last call that is heard",
                    Self.bundles[process.app])
            }
            if soundOwner != process.app {
                fail("the timeline knows whose audio it is", "\(process.app)")
            }
        }
        let isHeard = calls.contains { call in
            guard call.isHeard, !call.isOrphan else { return false }
            if call.key.app == Self.cellular { return true }
            // One that is being ended does not begin to be heard.
            return processes[call.key.app]?.actions.contains {
                $0.call == call.key.id && $0.kind == .end && !$0.isOver
            } == false
        }
        if isHeard, soundOwner == nil { fail("who is heard has audio", "nobody has") }
        if calls.isEmpty, soundOwner != nil, processes.allSatisfy({ $0?.actions.isEmpty ?? true }) {
            fail("audio goes down with the last call that is heard", "no call is left")
        }
    }

    /// What the person sees is what observers and apps know.
    mutating func checkScreen(_ phone: Phone) {
        let screen = phone.calls
        for process in processes {
            guard let process, process.isObserving else { continue }
            checkView(of: process, screen)
        }
        checkOneGroup(screen)
        for app in Self.bundles.indices {
            checkLimits(of: app, screen.filter { $0.bundle == Self.bundles[app] })
            checkApp(app, screen)
        }
    }

    private mutating func checkView(of process: SeenProcess, _ screen: [CallSummary]) {
        if process.view.count != screen.count {
            fail(
                "observer and screen agree",
                "\(Self.bundles[process.app]) sees \(process.view.count) calls of \(screen.count)")
        }
        for call in screen {
            guard let seen = process.view.first(where: { $0.id == call.id }) else {
                fail("observer and screen agree", "\(call.id) is not seen")
                continue
            }
            let isRight =
                switch call.state {
                case .ringing, .connecting: !seen.hasConnected && !seen.isOnHold
                case .connected: seen.hasConnected && !seen.isOnHold
                case .held: seen.hasConnected && seen.isOnHold
                case .ending: true
                }
            if !isRight || seen.isOutgoing != call.isOutgoing {
                fail("observer and screen agree", "\(call.state), \(seen)")
            }
        }
    }

    /// At most one group is connected and not held, but for those that a pending action joins.
    private mutating func checkOneGroup(_ screen: [CallSummary]) {
        var live: [Int] = []
        for call in screen where call.state == .connected && !live.contains(call.group) {
            live.append(call.group)
        }
        guard live.count > 1 else { return }
        var reached = [live[0]]
        var hasGrown = true
        while hasGrown {
            hasGrown = false
            for (a, b) in joins(screen) where reached.contains(a) != reached.contains(b) {
                reached += [a, b]
                hasGrown = true
            }
        }
        if live.contains(where: { !reached.contains($0) }) {
            let heard = screen.filter { $0.state == .connected }
            fail(
                "one group is heard at a time", "\(heard.map { "\($0.id) in \($0.group)" })")
        }
    }

    private func joins(_ screen: [CallSummary]) -> [(Int, Int)] {
        var found: [(Int, Int)] = []
        for process in processes {
            for action in process?.actions ?? [] {
                guard case .setGroup(let other?) = action.kind,
                    let a = screen.first(where: { $0.id == action.call })?.group,
                    let b = screen.first(where: { $0.id == other })?.group
                else { continue }
                found.append((a, b))
            }
        }
        return found
    }

    private mutating func checkLimits(of app: Int, _ screen: [CallSummary]) {
        var sizes: [Int: Int] = [:]
        for call in screen { sizes[call.group, default: 0] += 1 }
        let most = callsPerGroup[app]
        if let size = sizes.values.max(), size > most {
            fail("a group has its limit", "\(size) calls of \(most)")
        }
        // Left out: systems without the limit, calls of a process that died, ends that failed.
        guard rules.errorOverCallLimit != nil, !hasFailedEnd[app],
            !calls.contains(where: { $0.key.app == app && $0.isOrphan })
        else { return }
        var open: [Int] = []
        for call in screen where call.state != .ending && !open.contains(call.group) {
            open.append(call.group)
        }
        let limit = groups[app] * max(1, processes[app]?.providers.count ?? 1)
        if open.count > limit {
            fail("an app has its limit of groups", "\(open.count) of \(limit)")
        }
    }

    /// An app with nothing in hand has its calls as the screen shows them.
    private mutating func checkApp(_ app: Int, _ screen: [CallSummary]) {
        guard let process = processes[app], process.actions.isEmpty else { return }
        for call in calls where call.key.app == app && !call.isOrphan {
            guard let shown = screen.first(where: { $0.id == call.key.id }) else { continue }
            if shown.isMuted != call.isMutedByApp {
                fail("app and screen agree", "muted \(shown.isMuted), \(call.key.id)")
            }
            switch shown.state {
            case .connected where call.isHeldByApp, .held where !call.isHeldByApp:
                fail("app and screen agree", "\(shown.state), \(call.key.id)")
            default: break
            }
        }
    }

    /// What was begun and has not come to its end, when all is over.
    mutating func checkRest(_ phone: Phone) {
        for process in processes {
            guard let process, !process.isCondemned else { continue }
            if let action = process.actions.first {
                fail("every action is settled", "\(action.kind.name) of \(action.call)")
            }
            if let request = process.requests.first {
                fail("a request is answered once", "number \(request.number) was not")
            }
            if process.raised != nil { fail("audio goes down with the last call", "it is up") }
            if !process.view.isEmpty { fail("observer and screen agree", "\(process.view)") }
        }
        if let load = directories.running { fail("every load ends", "\(load)") }
        checkSettings(phone)
        if let call = phone.calls.first { fail("every call can be ended", "\(call)") }
        if let call = calls.first { fail("every call can be ended", "\(call.key.id)") }
        if soundOwner != nil { fail("audio goes down with the last call", "it is up") }
        if phone.audioSnapshot.owner != nil { fail("audio goes down with the last call", "is up") }
        if let row = openRows.sorted().first { fail("a row of Recents gets an end", "\(row)") }
        if let call = ringing.sorted().first { fail("what rings is silenced once", "\(call)") }
        let stuck = pushes.filter { $0.value == .pending || $0.value == .handed }.keys.sorted()
        if let push = stuck.first { fail("every push is settled", "\(push)") }
        if let time = phone.nextDeadline { fail("no deadline is left behind", "\(time)") }
        if !phone.openActions.isEmpty { fail("every action is settled", "\(phone.openActions)") }
    }
}
