// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore
import Testing

/// The cellular network, resets, what the person has set, and what is remarked on.
@Suite struct WorldTests {
    private func connected() -> PhoneDriver {
        var driver = PhoneDriver.running()
        driver.connect(call(1))
        driver.clear()
        return driver
    }

    private func breaches(_ driver: PhoneDriver) -> [RuleBreach.Rule] {
        driver.effects.compactMap { if case .breach(let breach) = $0 { breach.rule } else { nil } }
    }

    @Test("B70: a call that is held for a cellular one: hold, interruption, deactivation")
    func cellular() {
        var driver = connected()
        driver.apply(.world(.cellularRang(call(7), nil, name: nil)))
        _ = driver.user(.holdAndAnswer(call(7)))
        let words = driver.notices().compactMap { notice -> String? in
            switch notice {
            case .perform(_, let transaction): transaction.actions.first?.kind.name
            case .audioInterrupted: "interrupted"
            case .audioDeactivated: "deactivated"
            default: nil
            }
        }
        #expect(words == ["Hold", "interrupted", "deactivated"])
    }

    @Test(
        "B71: the person who ends the cellular call goes on with what is held; its party does not")
    func threeWaysBack() {
        for (isByPerson, kinds) in [(true, [CallAction.Kind.setHeld(false)]), (false, [])] {
            var driver = connected()
            driver.apply(.world(.cellularRang(call(7), nil, name: nil)))
            _ = driver.user(.holdAndAnswer(call(7)))
            driver.fulfilAll()
            driver.clear()
            if isByPerson {
                _ = driver.user(.end(call(7)))
            } else {
                driver.apply(.world(.cellularEnded(call(7))))
            }
            #expect(driver.performed().map(\.kind) == kinds)
            #expect(!driver.steps.contains(.audioActivated))
            // The third way: the person takes it off hold by hand.
            if !isByPerson { #expect(driver.user(.setHeld(call(1), false)) == .done) }
            driver.fulfilAll()
            #expect(driver.steps.contains(.audioActivated))
            #expect(driver.phone.calls.map(\.state) == [.connected])
        }
    }

    @Test("B9, B10: a reset takes all calls, wants no answer, and leaves the provider")
    func reset() {
        var driver = connected()
        _ = driver.user(.setMuted(nil, true))
        let open = driver.performed()[0].id
        driver.apply(.world(.callServiceReset))
        #expect(driver.notices().contains(.providerReset(PhoneDriver.provider)))
        #expect(driver.phone.calls.isEmpty && driver.phone.openActions.isEmpty)
        #expect(driver.steps.contains(.audioDeactivated))
        let after = driver.phone
        driver.app(.completeAction(open, .fulfilled(at: nil)))
        #expect(driver.phone == after)
        let request = driver.reportIncoming(call(2))
        #expect(driver.answer(to: request) == .some(nil))
    }

    @Test("B11: where the rules say so, a reset costs the provider")
    func resetEndsProviders() {
        var rules = SystemRules()
        rules.resetEndsProviders = true
        var driver = PhoneDriver.running(rules: rules)
        driver.apply(.world(.callServiceReset))
        let kind = CallAction.Kind.start(.init(handle: Handle(kind: .generic, value: "x")))
        let request = driver.request([action(1, kind, call(1))])
        #expect(driver.answer(to: request) == .some(.transaction(.unknownCallProvider)))
    }

    @Test("B12: a request before the registration is through gets the rules' error, then works")
    func registration() {
        var rules = SystemRules()
        rules.registrationDelay = .milliseconds(10)
        rules.errorWhileRegistering = 7
        var driver = PhoneDriver.running(rules: rules)
        let kind = CallAction.Kind.start(.init(handle: Handle(kind: .generic, value: "x")))
        let early = driver.request([action(1, kind, call(1))])
        #expect(driver.answer(to: early) == .some(.transaction(.maximumCallGroupsReached)))
        driver.advance(.milliseconds(10))
        #expect(driver.notices().contains(.providerBegan(PhoneDriver.provider)))
        let late = driver.request([action(2, kind, call(1))])
        #expect(driver.answer(to: late) == .some(nil))
    }

    @Test("B56, B62, B63, B64, B65: whom the person keeps away is refused with its own error")
    func refused() {
        let handle = Handle(kind: .generic, value: "ana")
        for (setting, error) in [
            (UserAction.setProtected(PhoneDriver.bundle, true), IncomingCallError.callIsProtected),
            (.setDoNotDisturb(DoNotDisturb(.on)), .filteredByDoNotDisturb),
            (.setBlocked(handle, true), .filteredByBlockList),
        ] {
            var driver = PhoneDriver.running()
            #expect(driver.user(setting) == .done)
            let request = driver.reportIncoming(call(1), update: CallUpdate(remoteHandle: handle))
            #expect(driver.answer(to: request) == .some(.incomingCall(error)))
            #expect(driver.phone.calls.isEmpty)
        }
        var driver = PhoneDriver.running()
        driver.apply(.world(.reportsRefused(.filteredDuringRestrictedSharingMode)))
        let request = driver.reportIncoming(call(1))
        #expect(
            driver.answer(to: request) == .some(.incomingCall(.filteredDuringRestrictedSharingMode))
        )
    }

    @Test("B28: an answer on an unlocked phone brings the app to the front, on a locked one not")
    func front() {
        for isLocked in [false, true] {
            var driver = PhoneDriver.running()
            if isLocked { _ = driver.user(.lock) }
            _ = driver.reportIncoming(
                call(1), update: CallUpdate(supportsHolding: true, hasVideo: true))
            _ = driver.user(.answer(nil))
            #expect(driver.phone.frontApp == (isLocked ? nil : PhoneDriver.bundle))
            _ = driver.user(.unlock)
            #expect(driver.phone.frontApp == PhoneDriver.bundle)
        }
    }

    @Test("B30: on iOS 26 the call screen's button does nothing for a call without a handle")
    func callScreenButton() {
        for (rules, isDone) in [(SystemRules.iOS(26), false), (.iOS(18), true)] {
            var driver = PhoneDriver.running(rules: rules)
            driver.connect(call(1))
            _ = driver.user(.goHome)
            #expect((driver.user(.openCallApp(nil)) == .done) == isDone)
            #expect((driver.phone.frontApp != nil) == isDone)
        }
    }

    @Test("B112: Recents asks only an app that takes such handles, and waits until it runs")
    func startCall() {
        let intent = StartCallIntent(handle: Handle(kind: .phoneNumber, value: "5"))
        var driver = PhoneDriver.running()
        guard case .failed? = driver.user(.startCall(PhoneDriver.bundle, intent)) else {
            Issue.record("the app takes no phone numbers")
            return
        }
        var configuration = ProviderConfiguration()
        configuration.supportedHandleKinds = [.phoneNumber]
        driver.app(.configureProvider(PhoneDriver.provider, configuration))
        #expect(driver.user(.startCall(PhoneDriver.bundle, intent)) == .done)
        #expect(driver.notices().contains(.startCall(intent)))
        driver.apply(.appDisconnected(PhoneDriver.session))
        #expect(driver.user(.startCall(PhoneDriver.bundle, intent)) == .done)
        driver.apply(.appConnected(SessionID(2), PhoneDriver.bundle))
        driver.app(.hello(version: protocolVersion), session: SessionID(2))
        #expect(driver.notices(to: SessionID(2)).contains(.startCall(intent)))
    }

    @Test("B31: an app that does not start does not keep its call from ending")
    func appThatDoesNotStart() {
        var rules = SystemRules()
        rules.callsOfDeadApp = .stay
        var driver = PhoneDriver.running(rules: rules)
        driver.connect(call(1))
        driver.apply(.appDisconnected(PhoneDriver.session))
        #expect(driver.user(.end(nil)) == .done)
        driver.advance(.seconds(60))
        #expect(driver.phone.calls.isEmpty)
        #expect(driver.recents.last?.outcome == .ended)
        #expect(driver.phone.nextDeadline == nil)
    }

    @Test("B31: an app that runs without a provider does not keep its call from ending either")
    func appWithoutProvider() {
        var rules = SystemRules()
        rules.callsOfDeadApp = .stay
        var driver = PhoneDriver.running(rules: rules)
        driver.connect(call(1))
        driver.apply(.appDisconnected(PhoneDriver.session))
        driver.apply(.appConnected(SessionID(2), PhoneDriver.bundle))
        driver.app(.hello(version: protocolVersion), session: SessionID(2))
        #expect(driver.user(.end(nil)) == .done)
        driver.advance(.seconds(60))
        #expect(driver.phone.calls.isEmpty && driver.phone.nextDeadline == nil)
    }

    @Test("An action of a call that has ended does nothing to a later call of the same UUID")
    func staleAction() {
        var driver = connected()
        _ = driver.user(.end(nil))
        let end = driver.performed()[0].id
        driver.app(.reportEnded(PhoneDriver.provider, call(1), at: nil, .remoteEnded))
        _ = driver.reportIncoming(call(1))
        driver.app(.completeAction(end, .fulfilled(at: nil)))
        #expect(driver.phone.calls.map(\.state) == [.ringing])
    }

    @Test("A process that has died is told nothing, also of a report that waits")
    func deadProcess() {
        var driver = PhoneDriver.running()
        driver.storesAtOnce = false
        _ = driver.reportIncoming(call(1))
        driver.clear()
        driver.apply(.appDisconnected(PhoneDriver.session))
        #expect(driver.notices().isEmpty)
    }

    @Test("Calls that end together give the sound to none of them on the way")
    func endTogether() {
        var driver = PhoneDriver.withTwoApps()
        for (number, session) in [(UInt64(1), PhoneDriver.session), (2, PhoneDriver.other)] {
            let kind = CallAction.Kind.start(.init(handle: Handle(kind: .generic, value: "x")))
            _ = driver.request([action(number, kind, call(number))], session: session)
            driver.fulfilAll(session: session)
        }
        driver.clear()
        driver.apply(.world(.callServiceReset))
        #expect(!driver.steps.contains(.audioActivated))
        #expect(driver.steps.count { $0 == .audioDeactivated } == 1)
    }

    // MARK: Conduct

    @Test("B1, B104, B51, B15: each slip of an app is remarked on by its rule")
    func remarks() {
        var driver = PhoneDriver.running()
        driver.app(.registerProvider(ProviderID(2), ProviderConfiguration()))
        #expect(breaches(driver) == [.secondProvider])
        driver.clear()
        driver.app(.reportEnded(PhoneDriver.provider, call(9), at: nil, .failed))
        #expect(breaches(driver) == [.unknownCallReported])
        driver.clear()
        _ = driver.request([action(1, .end, call(9))])
        #expect(breaches(driver) == [.unknownCallRequested])
        driver.clear()
        driver.apply(.world(.reportsRefused(.unknown)))
        _ = driver.reportIncoming(call(3))
        _ = driver.request([action(2, .answer, call(3))])
        #expect(breaches(driver) == [.refusedCallContinued])
        driver.clear()
        driver.app(.misused(.completedTwice(call(1), ActionID(high: 1, low: 1))))
        driver.app(.misused(.completedAfterTimeout(call(1), ActionID(high: 1, low: 1))))
        driver.app(.misused(.overLimit("a name")))
        #expect(
            breaches(driver) == [.actionCompletedTwice, .actionCompletedAfterTimeout, .overLimit])
    }

    @Test("B61: a repeat that is refused after its call has ended makes no slip of what was said")
    func refusedRepeat() {
        var driver = connected()
        _ = driver.user(.end(nil))
        driver.fulfilAll()
        driver.apply(.world(.reportsRefused(.unknown)))
        driver.clear()
        _ = driver.reportIncoming(call(1))
        _ = driver.request([action(1, .setHeld(true), call(1))])
        #expect(breaches(driver).isEmpty)
    }

    @Test("B47: mute after mute, each asked for because of the one before, is a loop")
    func loop() {
        var driver = connected()
        for number in 1...6 {
            _ = driver.request([
                action(UInt64(number), .setMuted(number.isMultiple(of: 2)), call(1))
            ])
            driver.fulfilAll()
        }
        #expect(breaches(driver) == [.muteLoop])
    }

    @Test("B34: an outgoing call that is never said to be connected is remarked on")
    func neverConnected() {
        var driver = PhoneDriver.running()
        let kind = CallAction.Kind.start(.init(handle: Handle(kind: .generic, value: "x")))
        _ = driver.request([action(1, kind, call(1))])
        driver.fulfilAll()
        driver.advance(.seconds(61))
        _ = driver.user(.end(nil))
        driver.fulfilAll()
        #expect(breaches(driver) == [.outgoingCallNeverConnected])
    }

    @Test("B116: a provider made in mainland China is remarked on")
    func region() {
        var driver = PhoneDriver()
        driver.apply(.world(.region("CN")))
        driver.apply(.appConnected(PhoneDriver.session, PhoneDriver.bundle))
        driver.app(.hello(version: protocolVersion))
        driver.app(.registerProvider(PhoneDriver.provider, ProviderConfiguration()))
        #expect(breaches(driver) == [.providerInRestrictedRegion])
    }

    @Test("The screen names the app; before iOS 14 the name that its provider gave")
    func shownName() {
        for (rules, name) in [(SystemRules.iOS(13), "Configured"), (.iOS(14), "Hotline")] {
            var driver = PhoneDriver.running(rules: rules)
            var configuration = ProviderConfiguration()
            configuration.localizedName = "Configured\u{202E}"
            driver.app(.configureProvider(PhoneDriver.provider, configuration))
            #expect(driver.phone.shownName(of: PhoneDriver.bundle) == name)
            #expect(driver.phone.shownName(of: "com.example.absent") == nil)
        }
    }
}
