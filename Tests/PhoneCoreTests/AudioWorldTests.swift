// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore
import Testing

/// Alarms, the audio server, music and mute.
@Suite struct AudioWorldTests {
    private let other = PhoneDriver.other

    private func onCall(rules: SystemRules = SystemRules()) -> PhoneDriver {
        var driver = PhoneDriver.withTwoApps(rules: rules)
        driver.setCategory("PlayAndRecord", mode: "VoiceChat")
        driver.connect(call(1))
        driver.clear()
        return driver
    }

    // MARK: Alarms

    @Test("An alarm interrupts every session that is up and no other", arguments: [true, false])
    func alarm(shouldResume: Bool) {
        var driver = PhoneDriver.withTwoApps()
        #expect(driver.setActive(true, session: other) == nil)
        driver.apply(.world(.audioInterruptionBegan))
        driver.apply(.world(.audioInterruptionBegan))
        #expect(driver.setActive(true, session: other) == .insufficientPriority)
        driver.apply(.world(.audioInterruptionEnded(shouldResume: shouldResume)))
        driver.apply(.world(.audioInterruptionEnded(shouldResume: shouldResume)))
        #expect(driver.turns(other) == ["began", shouldResume ? "ended, resume" : "ended"])
        #expect(driver.turns() == [])
    }

    @Test("An alarm interrupts a call without a deactivation; the session comes back by itself")
    func alarmOnCall() {
        var driver = onCall()
        driver.apply(.world(.audioInterruptionBegan))
        driver.apply(.world(.audioInterruptionEnded(shouldResume: true)))
        driver.apply(.world(.audioInterruptionBegan))
        #expect(driver.turns() == ["began", "ended, resume", "began"])
        _ = driver.user(.end(call(1)))
        driver.fulfilAll()
        driver.apply(.world(.audioInterruptionEnded(shouldResume: false)))
        #expect(driver.turns() == ["began", "ended, resume", "began", "off", "ended"])
    }

    @Test("An alarm that ends during a call of another app leaves the app interrupted until then")
    func alarmThenCall() {
        var driver = PhoneDriver.withTwoApps()
        #expect(driver.setActive(true, session: other) == nil)
        driver.apply(.world(.audioInterruptionBegan))
        driver.connect(call(1))
        driver.apply(.world(.audioInterruptionEnded(shouldResume: false)))
        #expect(driver.turns(other) == ["began"])
        #expect(driver.turns() == ["on"])
        _ = driver.user(.end(call(1)))
        driver.fulfilAll()
        #expect(driver.turns(other) == ["began", "ended, resume"])
    }

    @Test("B70: a call that is interrupted already and then held hears of no second interruption")
    func alarmThenHold() {
        var driver = onCall()
        driver.apply(.world(.audioInterruptionBegan))
        driver.apply(.world(.cellularRang(call(90), nil, name: nil)))
        _ = driver.user(.holdAndAnswer(call(90)))
        driver.fulfilAll()
        driver.apply(.world(.audioInterruptionEnded(shouldResume: true)))
        #expect(driver.turns() == ["began", "hold", "off"])
    }

    // MARK: The audio server

    @Test("The audio server's death: settings are as new, sessions down, a call's is raised again")
    func servicesReset() {
        var driver = onCall()
        #expect(driver.override(toSpeaker: true) == nil)
        #expect(driver.setActive(true, session: other) == nil)
        driver.clear()
        driver.apply(.world(.mediaServicesReset))
        #expect(
            driver.sound() == [
                "off", "lost", "reset", ">Speaker (routeConfigurationChange)", "on",
            ])
        #expect(driver.turns(other) == ["lost", "reset"])
        #expect(!driver.phone.audioSnapshot.isOverridden)
        driver.clear()
        driver.setCategory("PlayAndRecord", mode: "VoiceChat")
        #expect(driver.sound() == ["MicrophoneBuiltIn>Receiver (categoryChange)"])
        // The other app's session is down: an alarm has nothing to take.
        driver.apply(.world(.audioInterruptionBegan))
        #expect(driver.turns(other) == [])
    }

    @Test("It ends an alarm's interruption, and a cellular call goes on")
    func resetInInterruption() {
        var driver = PhoneDriver.withTwoApps()
        driver.apply(.world(.cellularRang(call(90), nil, name: nil)))
        _ = driver.user(.answer(call(90)))
        driver.apply(.world(.audioInterruptionBegan))
        driver.apply(.world(.mediaServicesReset))
        driver.apply(.world(.audioInterruptionEnded(shouldResume: true)))
        #expect(driver.turns() == ["lost", "reset"])
        #expect(driver.phone.audioSnapshot.owner == cellularBundle)
    }

    // MARK: Music

    @Test("Every app hears of other audio, once a change")
    func music() {
        var driver = PhoneDriver.withTwoApps()
        driver.apply(.world(.otherAudioPlaying(true)))
        driver.apply(.world(.otherAudioPlaying(true)))
        driver.apply(.world(.otherAudioPlaying(false)))
        #expect(driver.turns() == ["music", "no music"])
        #expect(driver.turns(other) == ["music", "no music"])
    }

    // MARK: Input mute

    @Test("B96: a mute gesture is told to the app that records, once a change")
    func gesture() {
        var driver = onCall()
        #expect(driver.user(.muteInput(true)) == .done)
        #expect(driver.user(.muteInput(true)) == .done)
        #expect(driver.user(.muteInput(false)) == .done)
        #expect(driver.turns() == ["muted", "unmuted"])
        #expect(driver.turns(other) == [])
    }

    @Test("B96: a mute that the app made before is applied and told at activation")
    func muteBefore() {
        var driver = PhoneDriver.withTwoApps()
        driver.setCategory("PlayAndRecord")
        driver.app(.setInputMuted(true))
        #expect(driver.turns() == [])
        driver.connect(call(1))
        #expect(driver.turns() == ["on", "muted"])
        driver.app(.setInputMuted(false))
        #expect(driver.turns() == ["on", "muted", "unmuted"])
    }

    @Test("B96: a gesture made before holds for the next app that records")
    func gestureBefore() {
        var driver = PhoneDriver.withTwoApps()
        #expect(driver.user(.muteInput(true)) == .done)
        #expect(driver.setActive(true) == nil)
        #expect(driver.turns() == [])
        driver.setCategory("Record")
        #expect(driver.turns() == ["muted"])
        driver.app(.setInputMuted(false))
        #expect(driver.setActive(true) == nil)
        #expect(driver.turns() == ["muted", "unmuted"])
    }

    @Test("B96: before iOS 17 nothing mutes an input")
    func noMute() {
        var driver = onCall(rules: .iOS(16))
        driver.app(.setInputMuted(true))
        #expect(
            driver.user(.muteInput(true))
                == .failed("this system knows no mute gesture; iOS 17 and later do (B96)"))
        #expect(driver.turns() == [])
    }
}
