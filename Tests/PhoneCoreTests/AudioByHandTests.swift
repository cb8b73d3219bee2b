// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore
import Testing

/// Sessions that apps raise and lower by themselves.
@Suite struct AudioByHandTests {
    private let other = PhoneDriver.other
    private let cellular = call(90)

    @Test(
        "B73: a session raised by hand is interrupted by another app's call, and may resume after")
    func callKitInterrupts() {
        var driver = PhoneDriver.withTwoApps()
        driver.setCategory("PlayAndRecord", session: other)
        #expect(driver.setActive(true, session: other) == nil)
        _ = driver.reportIncoming(call(1))
        _ = driver.user(.answer(call(1)))
        #expect(driver.turns(other) == [])
        driver.fulfilAll()
        #expect(driver.turns(other) == ["began"])
        _ = driver.user(.end(call(1)))
        driver.fulfilAll()
        #expect(driver.turns(other) == ["began", "ended, resume"])
        #expect(driver.setActive(true, session: other) == nil)
    }

    @Test("B73: a cellular call interrupts likewise")
    func cellularInterrupts() {
        var driver = PhoneDriver.withTwoApps()
        #expect(driver.setActive(true, session: other) == nil)
        driver.apply(.world(.cellularRang(cellular, nil, name: nil)))
        #expect(driver.turns(other) == [])
        _ = driver.user(.answer(cellular))
        #expect(driver.turns(other) == ["began"])
        driver.apply(.world(.cellularEnded(cellular)))
        #expect(driver.turns(other) == ["began", "ended, resume"])
    }

    @Test("The interruption lasts while the sound goes from one call to the next")
    func twoCalls() {
        var driver = PhoneDriver.withTwoApps()
        #expect(driver.setActive(true, session: other) == nil)
        driver.connect(call(1))
        driver.apply(.world(.cellularRang(cellular, nil, name: nil)))
        _ = driver.user(.endAndAnswer(cellular))
        driver.fulfilAll()
        #expect(driver.turns(other) == ["began"])
        driver.apply(.world(.cellularEnded(cellular)))
        #expect(driver.turns(other) == ["began", "ended, resume"])
    }

    @Test(
        "B76: while another app hosts a call, playback may be activated and recording may not",
        arguments: [
            ("Playback", nil), ("Ambient", nil), ("SoloAmbient", nil),
            ("Record", .insufficientPriority), ("PlayAndRecord", .insufficientPriority),
        ] as [(String, AudioSessionError?)])
    func priority(category: String, error: AudioSessionError?) {
        var driver = PhoneDriver.withTwoApps()
        driver.connect(call(1))
        driver.setCategory(category, session: other)
        #expect(driver.setActive(true, session: other) == error)
        #expect(driver.setActive(true) == nil)
    }

    @Test("B76: likewise while the cellular network hosts one")
    func cellularPriority() {
        var driver = PhoneDriver.withTwoApps()
        driver.apply(.world(.cellularRang(cellular, nil, name: nil)))
        _ = driver.user(.answer(cellular))
        #expect(driver.setActive(true) == nil)
        driver.setCategory("PlayAndRecord")
        #expect(driver.setActive(true) == .insufficientPriority)
    }

    @Test(
        "B77: lowering a session that the system has raised throws isBusy before iOS 26, and works",
        arguments: [(25, .isBusy), (26, nil)] as [(Int, AudioSessionError?)])
    func busy(version: Int, error: AudioSessionError?) {
        var driver = PhoneDriver.withTwoApps(rules: .iOS(version))
        driver.connect(call(1))
        #expect(driver.setActive(false) == error)
        #expect(driver.setActive(false) == nil)
        // It is down: what interrupts, interrupts it no more.
        driver.apply(.world(.audioInterruptionBegan))
        #expect(driver.turns() == ["on"])
        driver.apply(.world(.audioInterruptionEnded(shouldResume: true)))
        _ = driver.user(.end(call(1)))
        driver.fulfilAll()
        #expect(driver.turns() == ["on", "off"])
    }

    @Test("B68: advice for an app that activates before the system does, and none after")
    func advice() {
        var driver = PhoneDriver.withTwoApps()
        _ = driver.reportIncoming(call(1))
        _ = driver.setActive(true)
        _ = driver.setActive(false)
        #expect(!driver.breaches.contains(.audioActivatedByHand))
        _ = driver.user(.answer(call(1)))
        #expect(driver.setActive(true) == nil)
        #expect(driver.breaches.filter { $0 == .audioActivatedByHand }.count == 1)
        driver.fulfilAll()
        #expect(driver.setActive(true) == nil)
        #expect(driver.breaches.filter { $0 == .audioActivatedByHand }.count == 1)
        #expect(driver.turns() == ["on"])
    }

    @Test("An app without a call raises its session as it likes, without advice")
    func noCall() {
        var driver = PhoneDriver.withTwoApps()
        driver.setCategory("PlayAndRecord")
        #expect(driver.setActive(true) == nil)
        #expect(driver.setActive(false) == nil)
        #expect(driver.breaches == [])
        #expect(driver.turns() == [])
    }
}
