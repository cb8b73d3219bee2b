// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore
import Testing

/// What one process, or one tool, may have of the phone: never all of it, and never another's.
@Suite struct BoundsTests {
    private static let other = SessionID(2)
    private static let otherBundle = "com.example.other"

    private func start(_ number: UInt64) -> CallAction {
        let start = CallAction.Start(handle: Handle(kind: .generic, value: "x"))
        return action(number, .start(start), call(number))
    }

    /// Two apps that run, the second with the same UUIDs as the first if it likes.
    private func twoApps() -> PhoneDriver {
        var driver = PhoneDriver(installed: [
            InstalledApp(bundle: PhoneDriver.bundle, name: "Hotline"),
            InstalledApp(bundle: Self.otherBundle, name: "Other"),
        ])
        driver.start()
        driver.start(bundle: Self.otherBundle, session: Self.other)
        return driver
    }

    @Test("An app whose configuration allows any number of groups dials as many calls as one may")
    func dialledCalls() {
        var driver = PhoneDriver.running(groups: .max, observes: false)
        var refused = 0
        for number in 1...300 {
            driver.clear()
            let request = driver.request([start(UInt64(number))])
            driver.fulfilAll()
            if driver.answer(to: request) == .transaction(.maximumCallGroupsReached) {
                refused += 1
            }
        }
        #expect(driver.phone.calls.count == Limits.callsPerApp)
        #expect(refused == 300 - Limits.callsPerApp)
    }

    @Test("What a process leaves open is bounded, also where its calls have ended meanwhile")
    func openActions() {
        var driver = PhoneDriver.running(observes: false)
        var refused = 0
        for number in 1...1200 {
            driver.clear()
            let request = driver.request([start(UInt64(number))])
            if driver.answer(to: request) == .transaction(.unknown) { refused += 1 }
            driver.app(
                .reportEnded(PhoneDriver.provider, call(UInt64(number)), at: nil, .remoteEnded))
        }
        #expect(driver.phone.openActions.count == Limits.openActionsPerProcess)
        #expect(refused == 1200 - Limits.openActionsPerProcess)
        driver.advance(.seconds(600))
        #expect(driver.phone.openActions.isEmpty)
        let request = driver.request([start(9000)])
        #expect(driver.answer(to: request) == .some(nil))
    }

    @Test("A person who taps on while the app does nothing is told so, and can still hang up")
    func tapsWithoutEnd() {
        var driver = PhoneDriver.running()
        driver.connect(call(1))
        var refused = 0
        for _ in 1...1200 {
            driver.clear()
            if case .failed = driver.user(.setMuted(nil, true)) { refused += 1 }
        }
        #expect(driver.phone.openActions.count == Limits.openActionsPerProcess)
        #expect(refused == 1200 - Limits.openActionsPerProcess)
        #expect(driver.user(.end(nil)) == .done)
    }

    @Test("However many calls there are, no list for an observer is longer than a message holds")
    func longLists() {
        var rules = SystemRules()
        rules.errorOverCallLimit = nil
        let bundles = (1...4).map { "com.example.app\($0)" }
        var driver = PhoneDriver(
            rules: rules, installed: bundles.map { InstalledApp(bundle: $0, name: $0) })
        for (index, bundle) in bundles.enumerated() {
            let session = SessionID(index + 1)
            driver.start(bundle: bundle, session: session, observes: false)
            for number in 0..<Limits.callsPerApp {
                _ = driver.reportIncoming(call(UInt64(index * 1000 + number)), session: session)
            }
        }
        driver.clear()
        driver.app(.observeCalls)
        var seen = 0
        for notice in driver.notices() {
            switch notice {
            case .calls(let calls):
                #expect(calls.count <= Limits.callsPerNotice)
                seen += calls.count
            case .callChanged: seen += 1
            default: break
            }
        }
        #expect(seen == 4 * Limits.callsPerApp)
    }

    @Test("An app that answers what its person has declined is refused, and stays unheard")
    func answersWhatIsDeclined() {
        var driver = PhoneDriver.running()
        _ = driver.reportIncoming(call(1))
        _ = driver.user(.end(nil))
        let request = driver.request([action(1, .answer, call(1))])
        #expect(driver.answer(to: request) == .transaction(.invalidAction))
        #expect(
            driver.notices().allSatisfy { if case .audioActivated = $0 { false } else { true } })
        driver.fulfilAll()
        #expect(driver.phone.calls.isEmpty)
    }

    @Test("What a person's tool sets is bounded: texts by their bytes, lists by their lengths")
    func settings() {
        var driver = PhoneDriver.running()
        let long = Handle(
            kind: .phoneNumber, value: String(repeating: "1", count: Limits.handleByteCount + 1))
        let name = String(repeating: "n", count: Limits.nameByteCount + 1)
        let handle = Handle(kind: .phoneNumber, value: "1")
        let many = (0...Limits.settingCount).map {
            Handle(kind: .phoneNumber, value: "\($0)")
        }
        let refused: [UserAction] = [
            .setBlocked(long, true), .setProtected("com.example.none", true),
            .setContacts([Contact(name: "n", handles: [long])]),
            .setContacts([Contact(name: name, handles: [handle])]),
            .setContacts([Contact(name: "n", handles: many)]),
            .setContacts(many.map { Contact(name: "n", handles: [$0]) }),
            .setDoNotDisturb(DoNotDisturb(.on, allowed: [long])),
            .setDoNotDisturb(DoNotDisturb(.on, allowed: many)),
        ]
        for action in refused {
            driver.clear()
            guard case .failed = driver.user(action) else {
                Issue.record("taken: \(String(describing: action).prefix(60))")
                continue
            }
        }
        for handle in many.dropLast() {
            driver.clear()
            _ = driver.user(.setBlocked(handle, true))
        }
        driver.clear()
        guard case .failed = driver.user(.setBlocked(many[many.count - 1], true)) else {
            Issue.record("the block list grows without end")
            return
        }
        // One that is there already, or is taken out, needs no room.
        #expect(driver.user(.setBlocked(many[0], true)) == .done)
        #expect(driver.user(.setBlocked(many[0], false)) == .done)
        #expect(driver.user(.setBlocked(many[many.count - 1], true)) == .done)
    }

    @Test("A translation's languages are as short as languages are named")
    func languages() {
        var driver = PhoneDriver.running()
        driver.connect(call(1))
        let language = String(repeating: "x", count: Limits.nameByteCount + 1)
        let answer = driver.user(
            .setTranslating(
                nil, .init(isOn: true, localLanguage: language, remoteLanguage: "en")))
        #expect(answer == .failed("a language's name has at most \(Limits.nameByteCount) bytes"))
    }

    @Test("A contact's name is shown without control characters, like a caller's")
    func contactNames() {
        var driver = PhoneDriver.running()
        let handle = Handle(kind: .phoneNumber, value: "1")
        _ = driver.user(.setContacts([Contact(name: "A\u{1B}[2J\u{202E}B", handles: [handle])]))
        _ = driver.reportIncoming(call(1), update: CallUpdate(remoteHandle: handle))
        #expect(driver.phone.calls.first?.name == "A[2JB")
    }

    @Test("Two apps with one UUID: the app whose call is answered comes to the front")
    func frontOfTwins() {
        var driver = twoApps()
        driver.connect(call(1))
        _ = driver.user(.goHome)
        _ = driver.reportIncoming(call(1), session: Self.other)
        _ = driver.user(.answer(call(1)))
        #expect(driver.phone.frontApp == Self.otherBundle)
    }

    @Test("Two apps with one UUID: an app's observer is never told that its own call has ended")
    func observedTwins() {
        var driver = twoApps()
        driver.connect(call(1))
        driver.clear()
        _ = driver.reportIncoming(call(1), session: Self.other)
        driver.app(
            .reportEnded(PhoneDriver.provider, call(1), at: nil, .remoteEnded),
            session: Self.other)
        #expect(driver.observed.isEmpty)
        driver.app(.reportEnded(PhoneDriver.provider, call(1), at: nil, .remoteEnded))
        #expect(driver.observed.map(\.hasEnded) == [true])
    }

    @Test("Two apps with one UUID: what rings is silenced by its app as well as by its name")
    func ringingTwins() {
        var driver = twoApps()
        _ = driver.reportIncoming(call(1))
        _ = driver.reportIncoming(call(1), session: Self.other)
        driver.clear()
        driver.app(
            .reportEnded(PhoneDriver.provider, call(1), at: nil, .remoteEnded),
            session: Self.other)
        #expect(driver.effects.contains(.stopRinging(call(1), Self.otherBundle)))
        #expect(!driver.effects.contains(.stopRinging(call(1), PhoneDriver.bundle)))
    }

    @Test("A declined call whose app fails the End rings on, silently, to the limit alone (B25)")
    func failedDecline() {
        var driver = PhoneDriver.running()
        _ = driver.reportIncoming(call(1))
        _ = driver.user(.end(nil))
        guard let end = driver.performed().last else {
            Issue.record("no End was performed")
            return
        }
        driver.app(.completeAction(end.id, .failed))
        #expect(driver.phone.calls.map(\.state) == [.ringing])
        driver.clear()
        driver.advance(.seconds(60))
        #expect(driver.performed().map(\.kind) == [.end])
        driver.fulfilAll()
        #expect(driver.phone.calls.isEmpty)
    }
}
