// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore
import Testing

/// More than one call: which buttons there are, who is held, who is joined with whom.
@Suite struct SecondCallTests {
    private static let flexible = CallUpdate(
        supportsHolding: true, supportsGrouping: true, supportsUngrouping: true, supportsDTMF: true)

    /// A phone whose app has that many connected calls, the last of them heard.
    private func phone(calls count: UInt64, groups: Int = 3) -> PhoneDriver {
        var driver = PhoneDriver.running(groups: groups)
        for number in 1...count {
            _ = driver.reportIncoming(call(number), update: Self.flexible)
            _ = driver.user(.answer(call(number)))
            driver.fulfilAll()
        }
        driver.clear()
        return driver
    }

    @Test("B85: Hold & Accept is offered where the active call can be held, End & Accept always")
    func choices() {
        for (canHold, offered) in [
            (true, [AnswerChoice.decline, .endAndAccept, .holdAndAccept]),
            (false, [.decline, .endAndAccept]),
        ] {
            var driver = PhoneDriver.running()
            _ = driver.reportIncoming(call(1), update: CallUpdate(supportsHolding: canHold))
            _ = driver.user(.answer(nil))
            driver.fulfilAll()
            _ = driver.reportIncoming(call(2))
            #expect(driver.phone.answerChoices(for: call(2)) == offered)
        }
    }

    @Test("B90: with one group a second call can only replace the first")
    func oneGroup() {
        var rules = SystemRules()
        rules.errorOverCallLimit = nil
        var driver = PhoneDriver.running(rules: rules, groups: 1)
        driver.connect(call(1))
        _ = driver.reportIncoming(call(2))
        #expect(driver.phone.answerChoices(for: call(2)) == [.decline, .endAndAccept])
    }

    @Test("B91: a first call that is held already still gives Hold & Accept")
    func heldFirst() {
        var driver = phone(calls: 1)
        _ = driver.user(.setHeld(nil, true))
        driver.fulfilAll()
        _ = driver.reportIncoming(call(2))
        #expect(
            driver.phone.answerChoices(for: call(2)) == [.decline, .endAndAccept, .holdAndAccept])
    }

    @Test("B81: with one active and one held, End & Accept drops the active, End Held the held")
    func threeCalls() {
        for (action, kinds, left) in [
            (
                UserAction.endAndAnswer(nil), [CallAction.Kind.end, .answer],
                [CallSummary.State.held, .connected]
            ),
            (.endHeldAndAnswer(nil), [.end, .setHeld(true), .answer], [.held, .connected]),
        ] {
            var driver = phone(calls: 2)
            _ = driver.reportIncoming(call(3), update: Self.flexible)
            #expect(
                driver.phone.answerChoices(for: call(3))
                    == [.decline, .endAndAccept, .endHeldAndAccept])
            #expect(driver.user(action) == .done)
            #expect(driver.performed().map(\.kind) == kinds)
            driver.fulfilAll()
            #expect(driver.phone.calls.map(\.state) == left)
        }
    }

    @Test("B84: swap holds what is heard, then goes on with what is held, as one transaction")
    func swap() {
        var driver = phone(calls: 2)
        #expect(driver.user(.swap) == .done)
        #expect(driver.performed().map(\.kind) == [.setHeld(true), .setHeld(false)])
        #expect(driver.performed().map(\.call) == [call(2), call(1)])
        driver.fulfilAll()
        #expect(driver.phone.calls.map(\.state) == [.connected, .held])
        #expect(!driver.steps.contains(.audioDeactivated))
    }

    @Test("B86: merge takes the held call off hold, then joins it with what is heard")
    func merge() {
        var driver = phone(calls: 2)
        #expect(driver.user(.merge) == .done)
        #expect(
            driver.performed().map(\.kind) == [.setHeld(false), .setGroup(with: call(2))])
        driver.fulfilAll()
        #expect(driver.phone.calls.map(\.state) == [.connected, .connected])
        #expect(Set(driver.phone.calls.map(\.group)).count == 1)
        #expect(driver.performed().count == 2, "nobody is put aside")
    }

    @Test("B87: a call that is split off is heard, and the rest of its conference is held")
    func split() {
        var driver = phone(calls: 2)
        _ = driver.user(.merge)
        driver.fulfilAll()
        driver.clear()
        #expect(driver.user(.split(call(1))) == .done)
        driver.fulfilAll()
        driver.fulfilAll()
        #expect(driver.phone.calls.map(\.state) == [.connected, .held])
        #expect(Set(driver.phone.calls.map(\.group)).count == 2)
    }

    @Test("B89: a group takes as many calls as the app allows, and no more")
    func groupLimit() {
        var driver = phone(calls: 2)
        var configuration = ProviderConfiguration()
        configuration.maximumCallsPerCallGroup = 1
        driver.app(.configureProvider(PhoneDriver.provider, configuration))
        guard case .failed? = driver.user(.merge) else {
            Issue.record("merged over the limit")
            return
        }
        let request = driver.request([action(1, .setGroup(with: call(2)), call(1))])
        #expect(driver.answer(to: request) == .some(.transaction(.invalidAction)))
    }

    @Test("B43: a second outgoing call ends the first when it connects, unless that was held")
    func secondOutgoing() {
        for (isHeld, left) in [(false, [CallSummary.State.ending, .connected]), (true, [.held])] {
            var driver = phone(calls: 1)
            if isHeld {
                _ = driver.user(.setHeld(nil, true))
                driver.fulfilAll()
            }
            let kind = CallAction.Kind.start(.init(handle: Handle(kind: .generic, value: "x")))
            _ = driver.request([action(1, kind, call(2))])
            driver.fulfilAll()
            driver.app(.reportConnected(PhoneDriver.provider, call(2), at: nil))
            #expect(driver.phone.calls.map(\.state).starts(with: left))
            driver.fulfilAll()
            #expect(driver.phone.calls.last?.state == .connected)
            #expect(driver.phone.calls.count == (isHeld ? 2 : 1))
        }
    }

    @Test("B43: what an outgoing call ends is its own app's; a call of the network is held")
    func outgoingBesideCellular() {
        var driver = PhoneDriver.running()
        let kind = CallAction.Kind.start(.init(handle: Handle(kind: .generic, value: "x")))
        _ = driver.request([action(1, kind, call(1))])
        driver.fulfilAll()
        driver.apply(.world(.cellularDialled(call(7), Handle(kind: .phoneNumber, value: "7"))))
        driver.apply(.world(.cellularConnected(call(7))))
        driver.app(.reportConnected(PhoneDriver.provider, call(1), at: nil))
        #expect(driver.phone.calls.map(\.state) == [.connected, .held])
    }

    @Test("B92: an app that does not hold in time loses the call that made room")
    func slowHold() {
        var driver = phone(calls: 1)
        driver.apply(.world(.cellularRang(call(7), nil, name: nil)))
        #expect(driver.user(.holdAndAnswer(call(7))) == .done)
        driver.advance(.seconds(5))
        #expect(driver.performed().map(\.kind) == [.setHeld(true), .end])
        driver.fulfilAll()
        #expect(driver.phone.calls.map(\.id) == [call(7)])
    }

    @Test("An app that fails the hold and the end alike loses the call all the same")
    func failsBoth() {
        var driver = phone(calls: 1)
        driver.apply(.world(.cellularRang(call(7), nil, name: nil)))
        _ = driver.user(.holdAndAnswer(call(7)))
        for _ in 0..<2 {
            driver.app(.completeAction(driver.performed().last!.id, .failed))
        }
        #expect(driver.phone.calls.map(\.id) == [call(7)])
        #expect(driver.recents.contains { $0.call == call(1) && $0.outcome == .ended })
    }

    @Test("B95: an outgoing call that connects is unmuted, unless the rules say otherwise")
    func unmute() {
        for unmutes in [true, false] {
            var rules = SystemRules()
            rules.unmutesOnConnect = unmutes
            var driver = PhoneDriver.running(rules: rules)
            let kind = CallAction.Kind.start(.init(handle: Handle(kind: .generic, value: "x")))
            _ = driver.request([action(1, kind, call(1))])
            driver.fulfilAll()
            driver.clear()
            driver.app(.reportConnected(PhoneDriver.provider, call(1), at: nil))
            #expect(driver.performed().map(\.kind) == (unmutes ? [.setMuted(false)] : []))
        }
    }

    @Test("B97: soft pauses play by themselves, two seconds each; a hard one waits for the person")
    func pausedDigits() {
        var driver = PhoneDriver.running()
        let handle = Handle(kind: .phoneNumber, value: "123,,4;5")
        _ = driver.request([action(1, .start(.init(handle: handle)), call(1))])
        driver.fulfilAll()
        driver.app(.reportConnected(PhoneDriver.provider, call(1), at: nil))
        driver.fulfilAll()
        driver.clear()
        driver.advance(.seconds(4))
        #expect(driver.performed().map(\.kind) == [.playDTMF(digits: "4", .softPause)])
        driver.fulfilAll()
        driver.advance(.seconds(60))
        #expect(driver.performed().count == 1)
        #expect(driver.user(.sendPausedDigits(nil)) == .done)
        #expect(driver.performed().last?.kind == .playDTMF(digits: "5", .hardPause))
    }

    @Test("B97: each tap on the keypad is one action")
    func keypad() {
        var driver = phone(calls: 1)
        #expect(driver.user(.keypad(nil, "1#")) == .done)
        #expect(
            driver.performed().map(\.kind) == [
                .playDTMF(digits: "1", .singleTone), .playDTMF(digits: "#", .singleTone),
            ])
        guard case .failed? = driver.user(.keypad(nil, "x")) else {
            Issue.record("there is no such key")
            return
        }
    }
}
