// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore
import Testing

/// What no app should say: refused or bounded, and the phone unharmed.
@Suite struct BadInputTests {
    @Test("Ten thousand reports in a burst: as many calls as an app may have, the rest refused")
    func burst() {
        var rules = SystemRules()
        rules.errorOverCallLimit = nil
        var driver = PhoneDriver.running(rules: rules, observes: false)
        var refused = 0
        for number in 1...10_000 {
            driver.clear()
            let request = driver.reportIncoming(call(UInt64(number)))
            if case .some(.incomingCall) = driver.answer(to: request) { refused += 1 }
        }
        #expect(driver.phone.calls.count == Limits.callsPerApp)
        #expect(refused == 10_000 - Limits.callsPerApp)
        driver.apply(.appDisconnected(PhoneDriver.session))
        #expect(driver.phone.calls.isEmpty && driver.phone.nextDeadline == nil)
    }

    @Test("Ten thousand calls one after the other leave nothing behind")
    func succession() {
        var driver = PhoneDriver.running()
        for number in 1...10_000 {
            driver.clear()
            _ = driver.reportIncoming(call(UInt64(number)))
            driver.app(
                .reportEnded(PhoneDriver.provider, call(UInt64(number)), at: nil, .remoteEnded))
        }
        #expect(driver.phone.calls.isEmpty && driver.phone.nextDeadline == nil)
    }

    @Test("A transaction of 64 actions is taken, one of 65 is refused, as one that repeats an id")
    func hugeTransactions() {
        var driver = PhoneDriver.running()
        driver.connect(call(1))
        for (count, error) in [(64, RequestError?.none), (65, .transaction(.invalidAction))] {
            let actions = (1...count).map {
                action(UInt64(1000 * count + $0), .setMuted($0.isMultiple(of: 2)), call(1))
            }
            let request = driver.request(actions)
            #expect(driver.answer(to: request) == .some(error))
        }
        let twice = driver.request([action(1, .setMuted(true), call(1)), action(1, .end, call(1))])
        #expect(driver.answer(to: twice) == .some(.transaction(.invalidAction)))
    }

    @Test("Dates of 1970 and 2106, and the ends of time, change no row beyond its bounds")
    func dates() {
        for milliseconds in [0, 4_291_747_200_000, Int64.max, .min] {
            var driver = PhoneDriver.running()
            let time = WallTime(milliseconds: milliseconds)
            let began = driver.now.wall
            let kind = CallAction.Kind.start(.init(handle: Handle(kind: .generic, value: "x")))
            _ = driver.request([action(1, kind, call(1))])
            driver.app(.completeAction(ActionID(high: 3, low: 1), .fulfilled(at: time)))
            driver.app(.reportStartedConnecting(PhoneDriver.provider, call(1), at: time))
            driver.app(.reportConnected(PhoneDriver.provider, call(1), at: time))
            driver.app(.reportEnded(PhoneDriver.provider, call(1), at: time, .remoteEnded))
            let row = driver.recents.last
            #expect(row?.connected == began && row?.ended == began)
        }
    }

    @Test("A phone whose clocks stand at their ends makes deadlines that do not trap")
    func endsOfTime() {
        var driver = PhoneDriver.running()
        driver.now.monotonic.nanoseconds = .max
        driver.now.wall.milliseconds = .max
        _ = driver.reportIncoming(call(1))
        _ = driver.user(.answer(nil))
        driver.apply(.timePassed)
        driver.fulfilAll()
        _ = driver.user(.end(nil))
        driver.fulfilAll()
        #expect(driver.phone.calls.isEmpty)
    }

    @Test("Handles of control characters are shown without them, also where nothing is left")
    func controlCharacters() {
        var driver = PhoneDriver.running()
        let handle = Handle(kind: .phoneNumber, value: "\u{00}\u{1B}\u{202E}\u{7F}\u{85}")
        _ = driver.reportIncoming(call(1), update: CallUpdate(remoteHandle: handle))
        #expect(driver.phone.calls.first?.handle?.value == "")
        let kind = CallAction.Kind.start(.init(handle: handle))
        _ = driver.request([action(1, kind, call(2))])
        #expect(driver.phone.calls.last?.handle?.value == "")
    }

    @Test("Reports and completions out of order change nothing")
    func outOfOrder() {
        var driver = PhoneDriver.running()
        let before = driver.phone.calls
        driver.app(.reportConnected(PhoneDriver.provider, call(1), at: nil))
        driver.app(.updateCall(PhoneDriver.provider, call(1), CallUpdate(hasVideo: true)))
        driver.app(.completeAction(ActionID(high: 9, low: 9), .fulfilled(at: nil)))
        driver.app(.pushHandled(push(9), isReported: true))
        driver.app(.pushReceived(push(9), at: MonotonicTime(nanoseconds: .max)))
        driver.apply(.recorded(RecordTicket(99), true))
        driver.apply(.launched(LaunchID(99), .started))
        driver.apply(.appDisconnected(SessionID(99)))
        driver.apply(.timePassed)
        #expect(driver.phone.calls == before)
        #expect(driver.phone.nextDeadline == nil)
        // An incoming call is not dialled: that it is connected says the answer alone.
        _ = driver.reportIncoming(call(2))
        driver.app(.reportConnected(PhoneDriver.provider, call(2), at: nil))
        #expect(driver.phone.calls.map(\.state) == [.ringing])
    }

    @Test("A provider that was never made has no calls, and a report for it is refused")
    func unknownProvider() {
        var driver = PhoneDriver.running()
        let report = IncomingCallReport(
            request: RequestID(1), provider: ProviderID(77), call: call(1), update: CallUpdate())
        driver.app(.reportIncomingCall(report))
        #expect(driver.answer(to: RequestID(1)) == .some(.incomingCall(.unknown)))
        driver.app(.configureProvider(ProviderID(77), ProviderConfiguration()))
        driver.app(.invalidateProvider(ProviderID(77)))
        #expect(driver.phone.calls.isEmpty)
    }

    @Test("A thousand providers are taken; the next costs the process its connection, in words")
    func providers() {
        var driver = PhoneDriver.running()
        for number in 2...Limits.providersPerProcess {
            driver.app(.registerProvider(ProviderID(number), ProviderConfiguration()))
        }
        driver.clear()
        driver.app(.registerProvider(ProviderID(5000), ProviderConfiguration()))
        #expect(driver.effects.contains { if case .refuse = $0 { true } else { false } })
    }

    @Test("A network that rings without end fills its own share alone")
    func cellularBurst() {
        var driver = PhoneDriver.running()
        for number in 1...1000 {
            driver.apply(.world(.cellularRang(call(UInt64(number)), nil, name: nil)))
        }
        #expect(driver.phone.calls.count == Limits.callsPerApp)
        let request = driver.reportIncoming(call(5000))
        #expect(driver.answer(to: request) == .some(nil))
    }
}
