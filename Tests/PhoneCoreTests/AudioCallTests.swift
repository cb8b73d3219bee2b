// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore
import Testing

/// Whose call has the sound, and what takes it away.
@Suite struct AudioCallTests {
    private let other = PhoneDriver.other
    private let cellular = call(90)

    /// Two apps; the first has a connected call.
    private func connected(rules: SystemRules = SystemRules()) -> PhoneDriver {
        var driver = PhoneDriver.withTwoApps(rules: rules)
        driver.setCategory("PlayAndRecord", mode: "VoiceChat")
        driver.connect(call(1))
        return driver
    }

    @Test("B68, B69: the session is raised once the answer is fulfilled, and not before")
    func activation() {
        var driver = PhoneDriver.withTwoApps()
        _ = driver.reportIncoming(call(1))
        _ = driver.user(.answer(call(1)))
        #expect(driver.turns() == [])
        driver.fulfilAll()
        #expect(driver.turns() == ["on"])
        #expect(driver.phone.audioSnapshot.owner == PhoneDriver.bundle)
        _ = driver.user(.end(call(1)))
        driver.fulfilAll()
        #expect(driver.turns() == ["on", "off"])
        #expect(driver.phone.audioSnapshot.owner == nil)
    }

    @Test("The new route is told just before the session is raised")
    func routeFirst() {
        let driver = connected()
        #expect(driver.sound() == ["MicrophoneBuiltIn>Receiver (categoryChange)", "on"])
    }

    @Test(
        "B70: hold for a cellular call: hold, interruption, deactivation; then resume, activation"
    )
    func cellularInterrupts() {
        var driver = connected()
        driver.clear()
        driver.apply(.world(.cellularRang(cellular, nil, name: nil)))
        _ = driver.user(.holdAndAnswer(cellular))
        driver.fulfilAll()
        #expect(driver.turns() == ["hold", "began", "off"])
        #expect(driver.phone.audioSnapshot.owner == cellularBundle)
        _ = driver.user(.end(cellular))
        driver.fulfilAll()
        #expect(driver.turns() == ["hold", "began", "off", "resume", "on"])
    }

    @Test("B70: hold for another app's call, whichever app is quicker", arguments: [true, false])
    func foreignInterrupts(isHoldFirst: Bool) {
        var driver = connected()
        driver.clear()
        _ = driver.reportIncoming(call(2), session: other)
        _ = driver.user(.holdAndAnswer(call(2)))
        let order = isHoldFirst ? [PhoneDriver.session, other] : [other, PhoneDriver.session]
        for session in order { driver.fulfilAll(session: session) }
        #expect(driver.turns() == ["hold", "began", "off"])
        #expect(driver.turns(other) == ["on"])
        _ = driver.user(.end(call(2)))
        driver.fulfilAll()
        driver.fulfilAll()
        #expect(driver.turns() == ["hold", "began", "off", "resume", "on"])
        #expect(driver.turns(other) == ["on", "off"])
    }

    @Test("A hold for nobody interrupts nobody: the session goes down alone")
    func holdAlone() {
        var driver = connected()
        driver.clear()
        _ = driver.user(.setHeld(call(1), true))
        driver.fulfilAll()
        #expect(driver.turns() == ["hold", "off"])
    }

    @Test("B71: the foreign call's other side hangs up: nothing resumes by itself")
    func nothingResumes() {
        var driver = connected()
        driver.apply(.world(.cellularRang(cellular, nil, name: nil)))
        _ = driver.user(.holdAndAnswer(cellular))
        driver.fulfilAll()
        driver.clear()
        driver.apply(.world(.cellularEnded(cellular)))
        #expect(driver.sound() == [])
        #expect(driver.phone.audioSnapshot.owner == nil)
    }

    @Test("B72: un-holding by request is the way back to the sound; by hand there is none")
    func unhold() {
        var driver = connected()
        driver.apply(.world(.cellularRang(cellular, nil, name: nil)))
        _ = driver.user(.holdAndAnswer(cellular))
        driver.fulfilAll()
        #expect(driver.setActive(true) == .insufficientPriority)
        driver.apply(.world(.cellularEnded(cellular)))
        driver.clear()
        _ = driver.request([action(50, .setHeld(false), call(1))])
        driver.fulfilAll()
        #expect(driver.turns() == ["resume", "on"])
    }

    @Test("B74: a foreign call that only rings interrupts nobody")
    func ringingInterruptsNobody() {
        var driver = connected()
        driver.clear()
        driver.apply(.world(.cellularRang(cellular, nil, name: nil)))
        _ = driver.reportIncoming(call(2), session: other)
        _ = driver.user(.end(cellular))
        _ = driver.user(.end(call(2)))
        driver.fulfilAll(session: other)
        #expect(driver.sound() == [])
        #expect(driver.turns(other) == [])
    }

    @Test("B75: one of two calls of a conference ends: the sound stays with the other")
    func oneOfTwo() {
        var driver = connected()
        driver.connect(call(2))
        _ = driver.request([
            action(60, .setHeld(false), call(1)), action(61, .setGroup(with: call(1)), call(2)),
        ])
        driver.fulfilAll()
        #expect(driver.phone.calls.map(\.state) == [.connected, .connected])
        driver.clear()
        driver.app(.reportEnded(PhoneDriver.provider, call(1), at: nil, .remoteEnded))
        #expect(driver.turns() == [])
        driver.app(.reportEnded(PhoneDriver.provider, call(2), at: nil, .remoteEnded))
        #expect(driver.turns() == ["off"])
    }

    @Test("A call that ends for another app's call is not interrupted: it is over")
    func endForForeign() {
        var driver = connected()
        driver.clear()
        _ = driver.reportIncoming(call(2), session: other)
        _ = driver.user(.endAndAnswer(call(2)))
        driver.fulfilAll(session: PhoneDriver.session)
        driver.fulfilAll(session: other)
        #expect(driver.turns() == ["off"])
        #expect(driver.turns(other) == ["on"])
    }

    @Test("An invalidated provider's session goes down")
    func invalidated() {
        var driver = connected()
        driver.clear()
        driver.app(.invalidateProvider(PhoneDriver.provider))
        #expect(driver.turns() == ["off"])
        #expect(driver.phone.audioSnapshot.owner == nil)
    }

    @Test("A process that dies gives the sound up; whoever was interrupted may resume")
    func death() {
        var driver = PhoneDriver.withTwoApps()
        #expect(driver.setActive(true, session: other) == nil)
        driver.connect(call(1))
        driver.apply(.appDisconnected(PhoneDriver.session))
        #expect(driver.turns(other) == ["began", "ended, resume"])
        #expect(driver.turns() == ["on"])
        #expect(driver.phone.audioSnapshot.owner == nil)
    }

    @Test("B43: a second outgoing call that connects takes the first one's place, not its sound")
    func secondOutgoing() {
        var driver = PhoneDriver.withTwoApps()
        let callee = CallAction.Start(handle: Handle(kind: .generic, value: "a"))
        for number in 1...2 as ClosedRange<UInt64> {
            _ = driver.request([action(70 + number, .start(callee), call(number))])
            driver.fulfilAll()
            driver.app(.reportConnected(PhoneDriver.provider, call(number), at: nil))
            driver.fulfilAll()
        }
        #expect(driver.turns().filter { $0 == "on" || $0 == "off" } == ["on"])
    }
}
