// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore

/// What apps hear of where they stand, of whom to call, and how they launch.
extension PhoneChecker {
    mutating func willAct(_ action: UserAction) {
        switch action {
        case .lock: isLocked = true
        case .unlock: isLocked = false
        case .startCall(let bundle, let wish):
            guard let app = Self.app(of: bundle), let name = wish.contactName else { return }
            wishes[app].append(name)
            lastWish = (app, name)
        default: break
        }
    }

    mutating func willLaunch(_ request: AppRequest, _ app: Int) {
        switch request {
        case .beganLaunching where processes[app]?.hasLaunched == false:
            processes[app]?.hasLaunched = true
            processes[app]?.launchDue = rules.launchWatchdog.map { now + Interval($0) }
        case .finishedLaunching:
            processes[app]?.launchDue = nil
            let hasLaunched = processes[app]?.hasLaunched == true
            processes[app]?.hasFinishedLaunching = hasLaunched
        case .finishedClosing where processes[app]?.closingDue != nil:
            processes[app]?.closingDue = nil
            processes[app]?.hasClosed = true
        default: break
        }
    }

    /// What the person was refused is no wish of the app's.
    mutating func answeredWish(_ answer: UserAnswer) {
        guard let (app, name) = lastWish else { return }
        lastWish = nil
        if answer != .done { wishes[app].removeAll { $0 == name } }
    }

    mutating func see(_ wish: StartCallIntent, _ app: Int) {
        let kinds: [Handle.Kind] = [.generic, .phoneNumber]
        if !kinds.contains(wish.handle.kind) || wish.handle.value.isEmpty {
            fail("whom to call has a handle of a kind that the app takes", "\(wish)")
        }
        let due = wishes[app].first
        guard let name = wish.contactName, due == name else {
            fail("each call back is told once, in order", "\(wish), due \(due ?? "none")")
            return
        }
        wishes[app].removeFirst()
    }

    mutating func see(_ life: AppLife, _ app: Int) {
        if processes[app]?.life == life {
            fail("an app hears of its life when it changes", "\(life) twice")
        }
        processes[app]?.life = life
    }

    /// The app is told that its person closes it.
    mutating func seeClosing(_ app: Int) {
        guard let process = processes[app] else { return }
        if !process.hasFinishedLaunching || process.closingDue != nil || process.hasClosed {
            fail("an app delegate that runs hears of its end once", Self.bundles[app])
        }
        processes[app]?.closingDue = now + Interval(rules.closingWatchdog)
    }

    /// The phone ends a process at its person's wish.
    mutating func seeClosed(_ session: SessionID) {
        guard let app = place(of: session), let process = processes[app] else { return }
        let isTold = process.hasClosed || process.closingDue.map { $0 <= now } ?? false
        let isInFront = process.life.map { $0.stage != .background } ?? false
        if !isTold, process.closingDue != nil || process.hasFinishedLaunching && isInFront {
            fail("an app at work hears of its end before it comes", Self.bundles[app])
        }
    }

    mutating func seeHang(of session: SessionID) {
        guard let app = place(of: session), let due = processes[app]?.launchDue, due <= now else {
            fail("the launch watchdog ends only who does not finish", "\(session)")
            return
        }
        processes[app]?.launchDue = nil
    }

    /// Where apps were told that they stand is what the screen shows.
    mutating func checkLife(_ phone: Phone) {
        if phone.isLocked != isLocked {
            fail("a phone is locked by its person", "\(phone.isLocked)")
        }
        if phone.isLocked, let front = phone.frontApp {
            fail("nothing is in front of a locked phone", front)
        }
        for process in processes {
            guard let process, process.isGreeted, !process.isCondemned else { continue }
            let bundle = Self.bundles[process.app]
            guard let life = process.life else {
                fail("an app hears where it stands behind the welcome", bundle)
                return
            }
            let isCovered = phone.shownRinging != nil && phone.incomingCallStyle == .fullScreen
            let stage: AppLife.Stage =
                phone.frontApp != bundle ? .background : isCovered ? .inactive : .active
            if life.stage != stage || life.isProtectedDataAvailable == phone.isLocked {
                fail("apps stand where the screen shows them", "\(bundle): \(life), not \(stage)")
            }
            if let wish = wishes[process.app].first {
                fail("each call back is told once, in order", "\(bundle) was not told \(wish)")
            }
        }
    }
}
