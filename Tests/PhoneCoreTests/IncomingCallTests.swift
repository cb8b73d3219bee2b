// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore
import Testing

@Suite struct IncomingCallTests {
    @Test("B15: a report is answered only once its row in Recents is safe, and then it rings")
    func waitsForRow() {
        var driver = PhoneDriver.running()
        driver.storesAtOnce = false
        let request = driver.reportIncoming(call(1))
        #expect(driver.answer(to: request) == nil)
        #expect(driver.phone.calls.isEmpty)
        guard
            case .recordCall(let ticket?, let row)? = driver.effects.first(where: {
                if case .recordCall = $0 { true } else { false }
            })
        else {
            Issue.record("no row")
            return
        }
        #expect(row.outcome == nil && row.ended == nil)
        driver.apply(.recorded(ticket, true))
        #expect(driver.answer(to: request) == .some(nil))
        #expect(driver.steps == [.callReported, .callRinging])
        #expect(driver.phone.calls.map(\.state) == [.ringing])
    }

    @Test("A store that does not answer in time, or fails, does not keep a call from ringing")
    func ringsWithoutRow() {
        var driver = PhoneDriver.running()
        driver.storesAtOnce = false
        let request = driver.reportIncoming(call(1))
        driver.advance(.milliseconds(200))
        #expect(driver.answer(to: request) == .some(nil))
        #expect(driver.phone.calls.count == 1)
        // Late answers are legal and change nothing.
        driver.clear()
        driver.apply(.recorded(RecordTicket(1), false))
        #expect(driver.effects.isEmpty)
    }

    @Test("B111: a provider that keeps its calls out of Recents writes no row")
    func noRecents() {
        var driver = PhoneDriver.running(recents: false)
        let request = driver.reportIncoming(call(1))
        #expect(driver.answer(to: request) == .some(nil))
        _ = driver.user(.end(nil))
        driver.fulfilAll()
        #expect(driver.recents.isEmpty)
        #expect(driver.phone.calls.isEmpty)
    }

    @Test("B61: a UUID that is in use by the same app is refused, another app may use it")
    func duplicate() {
        var driver = PhoneDriver(installed: [
            InstalledApp(bundle: PhoneDriver.bundle, name: "A"),
            InstalledApp(bundle: "com.example.other", name: "B"),
        ])
        driver.start()
        driver.start(bundle: "com.example.other", session: SessionID(2))
        _ = driver.reportIncoming(call(1))
        let again = driver.reportIncoming(call(1))
        #expect(driver.answer(to: again) == .some(.incomingCall(.callUUIDAlreadyExists)))
        let other = driver.reportIncoming(call(1), session: SessionID(2))
        #expect(driver.answer(to: other) == .some(nil))
        #expect(driver.phone.calls.count == 2)
    }

    @Test(
        "B66, B89: a report over maximumCallGroups gets the rules' error; nothing is shown"
    )
    func overLimit() {
        var rules = SystemRules()
        rules.errorOverCallLimit = 1
        var driver = PhoneDriver.running(rules: rules, groups: 1)
        _ = driver.reportIncoming(call(1))
        let second = driver.reportIncoming(call(2))
        #expect(driver.answer(to: second) == .some(.incomingCall(.unentitled)))
        #expect(driver.phone.calls.count == 1)
    }

    @Test("B60: an app without the voip background mode is not entitled to receive calls")
    func unentitled() {
        var driver = PhoneDriver(installed: [
            InstalledApp(bundle: PhoneDriver.bundle, name: "A", hasVoIPBackgroundMode: false)
        ])
        driver.start()
        let request = driver.reportIncoming(call(1))
        #expect(driver.answer(to: request) == .some(.incomingCall(.unentitled)))
        let end = driver.request([action(1, .end, call(1))])
        #expect(driver.answer(to: end) == .some(.transaction(.unentitled)))
    }

    @Test(
        "B17, B69: a call connects and has audio only when its answer is fulfilled"
    )
    func answered() {
        var driver = PhoneDriver.running()
        _ = driver.reportIncoming(call(1))
        #expect(driver.user(.answer(nil)) == .done)
        #expect(driver.phone.calls.map(\.state) == [.connecting])
        #expect(!driver.steps.contains(.audioActivated))
        driver.fulfilAll()
        #expect(driver.phone.calls.map(\.state) == [.connected])
        #expect(
            driver.steps == [
                .callReported, .callRinging, .callAnswered, .actionPerformed, .appOpened,
                .actionFulfilled, .callConnected, .audioActivated,
            ])
        #expect(driver.observed.map(\.hasConnected) == [false, true])
    }

    @Test("B20, B109: declining reaches the app as End; observers see the end once")
    func declined() {
        var driver = PhoneDriver.running()
        _ = driver.reportIncoming(call(1))
        _ = driver.user(.end(nil))
        _ = driver.user(.end(nil))
        #expect(driver.performed().map(\.kind) == [.end])
        #expect(driver.phone.calls.map(\.state) == [.ending])
        driver.fulfilAll()
        #expect(driver.observed.map(\.hasEnded) == [false, true])
        #expect(driver.recents.last?.outcome == .declined)
        #expect(
            driver.effects.filter { if case .stopRinging = $0 { true } else { false } }.count == 1)
        #expect(!driver.steps.contains(.audioDeactivated))
    }

    @Test("B22, B23: the app may report the end at any moment, also before the call rings")
    func endedByRemote() {
        var driver = PhoneDriver.running()
        driver.storesAtOnce = false
        let request = driver.reportIncoming(call(1))
        driver.app(.reportEnded(PhoneDriver.provider, call(1), at: nil, .remoteEnded))
        #expect(driver.answer(to: request) == .some(nil))
        #expect(driver.phone.calls.isEmpty)
        #expect(driver.recents.last?.outcome == .remoteEnded)
        #expect(driver.performed().isEmpty)
    }

    @Test("B25: an unanswered call is ended by the system after the limit, as an End action")
    func ringLimit() {
        var driver = PhoneDriver.running()
        _ = driver.reportIncoming(call(1))
        driver.advance(.seconds(59))
        #expect(driver.performed().isEmpty)
        driver.advance(.seconds(1))
        #expect(driver.performed().map(\.kind) == [.end])
        driver.fulfilAll()
        #expect(driver.recents.last?.outcome == .unanswered)
    }

    @Test("Times that an app makes up stay between the beginning and now, also if the clock jumps")
    func madeUpTimes() throws {
        for made in [WallTime(milliseconds: .min), WallTime(milliseconds: .max)] {
            var driver = PhoneDriver.running()
            _ = driver.reportIncoming(call(1))
            _ = driver.user(.answer(call(1)))
            driver.advance(.seconds(1))
            for action in driver.performed() {
                driver.app(.completeAction(action.id, .fulfilled(at: made)))
            }
            driver.now.wall.milliseconds -= 5_000_000
            driver.app(.reportEnded(PhoneDriver.provider, call(1), at: made, .remoteEnded))
            let row = try #require(driver.recents.last)
            let began = row.began.milliseconds
            let connected = try #require(row.connected).milliseconds
            #expect((began...began + 1000).contains(connected))
            #expect(row.ended?.milliseconds == connected)
        }
    }

    @Test("An app that is late with an end gives the time of it")
    func lateTime() {
        var driver = PhoneDriver.running()
        _ = driver.reportIncoming(call(1))
        driver.advance(.seconds(2))
        let time = WallTime(milliseconds: driver.now.wall.milliseconds - 1500)
        driver.app(.reportEnded(PhoneDriver.provider, call(1), at: time, .remoteEnded))
        #expect(driver.recents.last?.ended == time)
    }

    @Test("Control and bidirectional characters are dropped from a name once, at admission")
    func cleanTexts() {
        var driver = PhoneDriver.running()
        _ = driver.reportIncoming(
            call(1),
            update: CallUpdate(
                remoteHandle: Handle(kind: .generic, value: "1\u{07}2"),
                localizedCallerName: "A\u{202E}na\u{200F} Ólafs\u{0000}"))
        #expect(driver.phone.calls.first?.name == "Ana Ólafs")
        #expect(driver.phone.calls.first?.handle?.value == "12")
    }

    @Test("A name over the limit costs the process its connection, with words, and nothing else")
    func tooLongName() {
        var driver = PhoneDriver.running()
        _ = driver.reportIncoming(
            call(1), update: CallUpdate(localizedCallerName: String(repeating: "x", count: 1025)))
        let refusals = driver.effects.compactMap {
            if case .refuse(_, let words) = $0 { words } else { nil }
        }
        #expect(refusals == ["a caller's name of 1025 bytes is over the limit of 1024"])
        #expect(driver.phone.calls.isEmpty)
    }
}
