// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore
import Testing

/// What happens to a call while its number is being looked up, and to calls that do not wait.
@Suite struct IdentifyingCallTests {
    // MARK: Ends

    @Test("B23: an end while the number is looked up is taken; Recents waits for who it was")
    func endsEarly() {
        var driver = PhoneDriver.withDirectories()
        let request = driver.reportCaller(call(1))
        driver.app(.reportEnded(PhoneDriver.provider, call(1), at: nil, .remoteEnded))
        #expect(driver.answer(to: request) == .some(nil))
        #expect(driver.recents.isEmpty)
        driver.identify(label: "A courier")
        #expect(driver.recents.map(\.outcome) == [.remoteEnded])
        #expect(driver.recents.map(\.name) == ["A courier"])
        #expect(driver.phone.calls.isEmpty && driver.phone.nextDeadline == nil)
    }

    @Test("One that ended early and is blocked goes to the log of blocked calls, not to Recents")
    func endsEarlyAndBlocked() {
        var driver = PhoneDriver.withDirectories()
        _ = driver.reportCaller(call(1))
        driver.app(.reportEnded(PhoneDriver.provider, call(1), at: nil, .remoteEnded))
        driver.identify(blockedBy: PhoneDriver.spam)
        #expect(driver.recents.isEmpty && driver.blocked.count == 1)
    }

    @Test("One that ended early gets its row also where no extension answers")
    func endsEarlyUnanswered() {
        var driver = PhoneDriver.withDirectories()
        _ = driver.reportCaller(call(1))
        driver.app(.reportEnded(PhoneDriver.provider, call(1), at: nil, .unanswered))
        driver.advance(.milliseconds(200))
        #expect(driver.recents.map(\.outcome) == [.unanswered])
    }

    @Test("The UUID of one that ended early may be used again at once")
    func usesAgain() {
        var driver = PhoneDriver.withDirectories()
        _ = driver.reportCaller(call(1))
        driver.app(.reportEnded(PhoneDriver.provider, call(1), at: nil, .failed))
        let second = driver.reportCaller(call(1), nil)
        #expect(driver.answer(to: second) == .some(nil))
        driver.apply(
            .identified(IdentifyTicket(1), CallerIdentification(blockedBy: PhoneDriver.spam)))
        #expect(driver.phone.calls.map(\.state) == [.ringing] && driver.blocked.count == 1)
    }

    @Test("An app that dies, its provider's end and a reset end the call; it never rings")
    func losesItsApp() {
        for number in 0..<3 {
            var driver = PhoneDriver.withDirectories()
            let request = driver.reportCaller(call(1))
            switch number {
            case 0: driver.apply(.appDisconnected(PhoneDriver.session))
            case 1: driver.app(.invalidateProvider(PhoneDriver.provider))
            default: driver.apply(.world(.callServiceReset))
            }
            #expect(driver.answer(to: request) == (number == 0 ? nil : .some(nil)))
            driver.identify()
            #expect(driver.recents.map(\.outcome) == [.failed], "case \(number)")
            #expect(driver.phone.calls.isEmpty && !driver.steps.contains(.callRinging))
        }
    }

    @Test("An app's own End while the number is looked up is performed, and nobody hears it ring")
    func requestsEnd() {
        var driver = PhoneDriver.withDirectories()
        let request = driver.reportCaller(call(1))
        _ = driver.request([action(1, .end, call(1))])
        driver.identify()
        #expect(driver.answer(to: request) == .some(nil))
        driver.fulfilAll()
        #expect(driver.phone.calls.isEmpty && !driver.steps.contains(.callRinging))
    }

    @Test("An End that is open for a call that turns out to be blocked comes to nothing")
    func requestsEndOfBlocked() {
        var driver = PhoneDriver.withDirectories()
        let request = driver.reportCaller(call(1))
        _ = driver.request([action(1, .end, call(1))])
        driver.identify(blockedBy: PhoneDriver.spam)
        #expect(driver.answer(to: request) == .some(.incomingCall(.filteredByBlockList)))
        driver.fulfilAll()
        #expect(driver.recents.isEmpty && driver.phone.openActions.isEmpty)
    }

    @Test("Two that are looked up at once keep apart")
    func keepsApart() {
        var driver = PhoneDriver.withDirectories()
        let first = driver.reportCaller(call(1))
        let second = driver.reportCaller(call(2), Handle(kind: .phoneNumber, value: "+33140000000"))
        let questions = driver.questions
        #expect(questions.count == 2)
        driver.apply(.identified(questions[1].ticket, CallerIdentification()))
        driver.apply(
            .identified(
                questions[0].ticket, CallerIdentification(blockedBy: PhoneDriver.spam)))
        #expect(driver.answer(to: first) == .some(.incomingCall(.filteredByBlockList)))
        #expect(driver.answer(to: second) == .some(nil))
    }

    // MARK: Updates

    @Test("Another handle while it rings is looked up anew, for its label alone")
    func changesHandle() {
        var driver = PhoneDriver.withDirectories()
        _ = driver.reportCaller(call(1))
        driver.identify(label: "A courier")
        driver.clear()
        let other = Handle(kind: .phoneNumber, value: "+33140000000")
        driver.app(
            .updateCall(PhoneDriver.provider, call(1), CallUpdate(remoteHandle: other)))
        #expect(driver.questions.map(\.number) == [33_140_000_000])
        #expect(driver.phone.calls.map(\.name) == [nil], "the old label is not the new caller's")
        driver.identify(blockedBy: PhoneDriver.spam, label: "A bakery")
        #expect(driver.phone.calls.map(\.name) == ["A bakery"])
        #expect(driver.phone.calls.map(\.state) == [.ringing] && driver.blocked.isEmpty)
    }

    @Test("Another handle while the first is looked up: the first decides, the second is shown")
    func changesHandleWhileIdentifying() {
        var driver = PhoneDriver.withDirectories()
        _ = driver.reportCaller(call(1))
        let other = Handle(kind: .phoneNumber, value: "+33140000000")
        driver.app(
            .updateCall(PhoneDriver.provider, call(1), CallUpdate(remoteHandle: other)))
        let questions = driver.questions
        #expect(questions.map(\.number) == [PhoneDriver.number, 33_140_000_000])
        let courier = CallerLabel(text: "A courier", source: PhoneDriver.people)
        driver.apply(.identified(questions[0].ticket, CallerIdentification(label: courier)))
        #expect(driver.phone.calls.map(\.state) == [.ringing])
        #expect(driver.phone.calls.map(\.name) == [nil])
        let bakery = CallerLabel(text: "A bakery", source: PhoneDriver.people)
        driver.apply(.identified(questions[1].ticket, CallerIdentification(label: bakery)))
        #expect(driver.phone.calls.map(\.name) == ["A bakery"])
    }

    @Test("An update that leaves the handle asks nobody")
    func keepsHandle() {
        var driver = PhoneDriver.withDirectories()
        _ = driver.reportCaller(call(1))
        driver.identify(label: "A courier")
        driver.clear()
        driver.app(.updateCall(PhoneDriver.provider, call(1), CallUpdate(hasVideo: true)))
        #expect(driver.questions.isEmpty)
        #expect(driver.phone.calls.map(\.name) == ["A courier"])
    }

    // MARK: Cellular, and dialled

    @Test("A cellular call waits for extensions too, and is blocked, or rings with its label")
    func cellular() {
        var driver = PhoneDriver.withDirectories()
        driver.apply(.world(.cellularRang(call(1), PhoneDriver.caller, name: nil)))
        #expect(driver.phone.calls.isEmpty && driver.recents.isEmpty)
        driver.identify(label: "A courier")
        #expect(driver.phone.calls.map(\.name) == ["A courier"])
        #expect(driver.phone.calls.map(\.state) == [.ringing])
        driver.apply(.world(.cellularRang(call(2), PhoneDriver.caller, name: nil)))
        driver.identify(blockedBy: PhoneDriver.spam)
        #expect(driver.phone.calls.map(\.id) == [call(1)])
        #expect(driver.blocked.map(\.bundle) == [cellularBundle])
    }

    @Test("A cellular call that ends while it is looked up goes to Recents unless it is blocked")
    func cellularEndsEarly() {
        for source in [nil, PhoneDriver.spam] {
            var driver = PhoneDriver.withDirectories()
            driver.apply(.world(.cellularRang(call(1), PhoneDriver.caller, name: nil)))
            driver.apply(.world(.cellularEnded(call(1))))
            driver.identify(blockedBy: source)
            #expect(driver.recents.count == (source == nil ? 1 : 0))
            #expect(driver.blocked.count == (source == nil ? 0 : 1))
        }
    }

    @Test("Do Not Disturb silences a cellular call after the look-up as it does without one")
    func cellularSilent() {
        var driver = PhoneDriver.withDirectories()
        _ = driver.user(.setDoNotDisturb(DoNotDisturb(.on)))
        driver.apply(.world(.cellularRang(call(1), PhoneDriver.caller, name: nil)))
        driver.identify()
        #expect(driver.phone.calls.map(\.state) == [.ringing])
        #expect(!driver.effects.contains { if case .startRinging = $0 { true } else { false } })
    }

    @Test(
        "Who is dialled gets a label, and the call does not wait for it", arguments: [true, false])
    func dialled(isCellular: Bool) {
        var driver = PhoneDriver.withDirectories()
        // What stands behind a pause is no part of the number (B97).
        let handle = Handle(kind: .phoneNumber, value: PhoneDriver.caller.value + ",1;2")
        if isCellular {
            driver.apply(.world(.cellularDialled(call(1), handle)))
        } else {
            _ = driver.request([action(1, .start(.init(handle: handle)), call(1))])
        }
        #expect(driver.phone.calls.map(\.state) == [.connecting])
        #expect(driver.questions.map(\.number) == [PhoneDriver.number])
        driver.advance(.seconds(1))
        driver.identify(blockedBy: PhoneDriver.spam, label: "A courier")
        #expect(driver.phone.calls.map(\.name) == ["A courier"])
        #expect(driver.blocked.isEmpty)
    }

    // MARK: Pushes

    @Test("B121: a push is settled once it is known what became of its call", arguments: 0..<4)
    func settlesPush(way: Int) {
        var driver = PhoneDriver.withDirectories()
        driver.app(.desirePushTypes([voipPushType]))
        driver.apply(
            .push(ArrivedPush(id: push(1), bundle: PhoneDriver.bundle, payload: Bytes([1]))))
        _ = driver.reportCaller(call(1), push: push(1))
        driver.app(.pushHandled(push(1), isReported: true))
        #expect(driver.pushRecords.last?.outcome == .handed)
        let outcome: PushOutcome
        switch way {
        case 0:
            driver.identify(blockedBy: PhoneDriver.spam)
            outcome = .refused(.filteredByBlockList)
        case 1:
            driver.identify()
            outcome = .rang(call(1))
        case 2:
            driver.apply(.appDisconnected(PhoneDriver.session))
            outcome = .rang(call(1))
        default:
            driver.app(.reportEnded(PhoneDriver.provider, call(1), at: nil, .failed))
            outcome = .rang(call(1))
        }
        #expect(driver.pushRecords.last?.outcome == outcome)
        let count = driver.pushRecords.count
        driver.advance(.seconds(10))
        #expect(driver.pushRecords.count == count && driver.breaches.isEmpty)
    }
}
