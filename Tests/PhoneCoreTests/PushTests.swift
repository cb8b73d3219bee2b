// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore
import Testing

@Suite struct PushTests {
    private func arrived(_ number: UInt64) -> PhoneEvent {
        .push(ArrivedPush(id: push(number), bundle: PhoneDriver.bundle, payload: Bytes([1])))
    }

    /// A phone whose app runs and has asked for VoIP pushes.
    private func ready() -> PhoneDriver {
        var driver = PhoneDriver.running()
        driver.app(.desirePushTypes([voipPushType]))
        driver.clear()
        return driver
    }

    private var pushNotices: (PhoneDriver) -> [PushNotice] {
        { $0.notices().compactMap { if case .push(let notice) = $0 { notice } else { nil } } }
    }

    @Test("B120: a push launches the app and waits until its registry has asked")
    func launches() {
        var driver = PhoneDriver()
        driver.apply(arrived(1))
        driver.apply(arrived(2))
        let launches = driver.effects.compactMap {
            if case .launch(let id, _) = $0 { id } else { nil }
        }
        #expect(launches.count == 1)
        driver.apply(.launched(launches[0], .started))
        driver.apply(.appConnected(PhoneDriver.session, PhoneDriver.bundle))
        driver.app(.hello(version: protocolVersion))
        #expect(pushNotices(driver).isEmpty)
        driver.app(.desirePushTypes([voipPushType]))
        #expect(pushNotices(driver).map(\.id) == [push(1), push(2)])
        #expect(pushNotices(driver).map(\.mustReport) == [true, true])
    }

    @Test("The push service hears that a push is safe only after it was written")
    func acknowledged() {
        var driver = PhoneDriver()
        driver.storesAtOnce = false
        driver.apply(arrived(1))
        #expect(!driver.effects.contains(.acknowledgePush(key(1))))
        driver.apply(.recorded(RecordTicket(1), true))
        #expect(driver.effects.contains(.acknowledgePush(key(1))))
        driver.clear()
        driver.apply(arrived(1))
        #expect(driver.effects == [.acknowledgePush(key(1))])
    }

    @Test("A push that cannot be written is acknowledged once settled: it must not ring again")
    func settledUnwritten() {
        var driver = ready()
        driver.storesAtOnce = false
        driver.apply(arrived(1))
        driver.apply(.recorded(RecordTicket(1), false))
        #expect(!driver.effects.contains(.acknowledgePush(key(1))))
        driver.app(.pushReceived(push(1), at: driver.now.monotonic))
        driver.app(.pushHandled(push(1), isReported: false))
        driver.apply(.recorded(RecordTicket(2), false))
        #expect(driver.effects.contains(.acknowledgePush(key(1))))
    }

    @Test("A push for no app here is acknowledged, written or not")
    func refusedUnwritten() {
        var driver = PhoneDriver(installed: [])
        driver.storesAtOnce = false
        driver.apply(arrived(1))
        driver.apply(.recorded(RecordTicket(1), false))
        #expect(driver.effects.contains(.acknowledgePush(key(1))))
    }

    @Test("B121: a delegate that returns without a report ends the app")
    func unreported() {
        var driver = ready()
        driver.apply(arrived(1))
        driver.app(.pushReceived(push(1), at: driver.now.monotonic))
        driver.app(.pushHandled(push(1), isReported: false))
        #expect(driver.effects.contains(.terminate(PhoneDriver.session, .pushHandledWithoutReport)))
        #expect(driver.pushRecords.map(\.outcome) == [.handed, .notReported])
        #expect(driver.steps.contains(.ruleBroken))
    }

    @Test("B122: an app that does not report within 7 s of the delivery is ended")
    func late() {
        var driver = ready()
        driver.apply(arrived(1))
        driver.advance(.milliseconds(6_999))
        #expect(driver.pushRecords.last?.outcome == .handed)
        driver.advance(.milliseconds(1))
        #expect(driver.effects.contains(.terminate(PhoneDriver.session, .pushNotReportedInTime)))
    }

    @Test("B122: also one that never asked for pushes")
    func neverAsked() {
        var driver = PhoneDriver.running()
        driver.apply(arrived(1))
        driver.advance(.seconds(7))
        #expect(driver.effects.contains(.terminate(PhoneDriver.session, .pushNotReportedInTime)))
    }

    @Test("B123, B67: a report counts even if it was refused, and even if the call has ended")
    func reported() {
        var driver = ready()
        driver.apply(arrived(1))
        driver.apply(arrived(2))
        _ = driver.reportIncoming(call(1), push: push(1))
        _ = driver.reportIncoming(call(1), push: push(2))
        driver.app(.reportEnded(PhoneDriver.provider, call(1), at: nil, .remoteEnded))
        driver.app(.pushHandled(push(1), isReported: true))
        driver.advance(.seconds(8))
        #expect(!driver.steps.contains(.ruleBroken))
        #expect(
            driver.pushRecords.map(\.outcome).suffix(2)
                == [.rang(call(1)), .refused(.callUUIDAlreadyExists)])
    }

    @Test("B67: a report counts even if it was not fit to be sent")
    func reportedInVain() {
        var driver = ready()
        driver.apply(arrived(1))
        driver.app(.pushHandled(push(1), isReported: true))
        driver.advance(.seconds(8))
        #expect(!driver.steps.contains(.ruleBroken))
        #expect(driver.pushRecords.last?.outcome == .refused(.unknown))
    }

    @Test("B125: an app in the foreground or on a call need not report")
    func exempt() {
        var driver = ready()
        _ = driver.user(.openApp(PhoneDriver.bundle))
        driver.apply(arrived(1))
        #expect(pushNotices(driver).map(\.mustReport) == [false])
        driver.app(.pushHandled(push(1), isReported: false))
        #expect(driver.pushRecords.last?.outcome == .notRequired)

        var busy = ready()
        busy.connect(call(1))
        busy.clear()
        busy.apply(arrived(2))
        #expect(pushNotices(busy).map(\.mustReport) == [false])
        busy.advance(.seconds(7))
        #expect(busy.pushRecords.last?.outcome == .notRequired)
        #expect(!busy.steps.contains(.ruleBroken))
    }

    @Test("B126, B127: after repeated breaches pushes stop, until the app is installed anew")
    func stops() {
        var driver = ready()
        for number in 1...4 {
            driver.apply(arrived(UInt64(number)))
            driver.app(.pushHandled(push(UInt64(number)), isReported: false))
        }
        driver.clear()
        driver.apply(arrived(5))
        #expect(driver.pushRecords.map(\.outcome) == [.dropped])
        driver.apply(
            .appsInstalled([
                InstalledApp(bundle: PhoneDriver.bundle, name: "Hotline", generation: 1)
            ]))
        driver.clear()
        driver.apply(arrived(6))
        #expect(driver.pushRecords.map(\.outcome) == [.handed])
    }

    @Test("A push for no installed app is recorded, acknowledged and goes no further")
    func notInstalled() {
        var driver = PhoneDriver(installed: [])
        driver.apply(arrived(1))
        #expect(driver.pushRecords.map(\.outcome) == [.notInstalled])
        #expect(driver.effects.contains(.acknowledgePush(key(1))))
    }

    @Test("A launch that fails, or does not connect in time, settles what waited for it")
    func launchFails() {
        var driver = PhoneDriver()
        driver.apply(arrived(1))
        driver.apply(.launched(LaunchID(1), .failed("no such file")))
        #expect(driver.pushRecords.map(\.outcome) == [.pending, .notStarted])
        driver.clear()
        var rules = SystemRules()
        rules.reportDeadline = .seconds(30)
        driver = PhoneDriver(rules: rules)
        driver.apply(arrived(2))
        driver.apply(.launched(LaunchID(1), .started))
        driver.advance(.seconds(10))
        #expect(driver.effects.contains(.abandonLaunch(LaunchID(1))))
        #expect(driver.pushRecords.last?.outcome == .notStarted)
    }

    @Test("An app that dies takes its calls and its open pushes with it; the phone goes on")
    func dies() {
        var driver = ready()
        driver.connect(call(1))
        driver.apply(arrived(1))
        driver.apply(.appDisconnected(PhoneDriver.session))
        #expect(driver.phone.calls.isEmpty)
        #expect(driver.recents.last?.outcome == .failed)
        #expect(driver.pushRecords.last?.outcome == .appEnded)
        #expect(driver.steps.contains(.audioDeactivated))
        driver.clear()
        driver.apply(arrived(2))
        #expect(driver.effects.contains(.launch(LaunchID(1), PhoneDriver.bundle)))
    }

    @Test(
        "B31: where the rules let a dead app's calls stay, ending one starts the app to hear of it")
    func callsStay() {
        var rules = SystemRules()
        rules.callsOfDeadApp = .stay
        var driver = PhoneDriver.running(rules: rules)
        driver.connect(call(1))
        driver.apply(.appDisconnected(PhoneDriver.session))
        #expect(driver.phone.calls.map(\.state) == [.connected])
        _ = driver.user(.end(nil))
        #expect(driver.effects.contains(.launch(LaunchID(1), PhoneDriver.bundle)))
        driver.storesAtOnce = true
        driver.apply(.appConnected(SessionID(2), PhoneDriver.bundle))
        driver.app(.hello(version: protocolVersion), session: SessionID(2))
        driver.app(
            .registerProvider(PhoneDriver.provider, ProviderConfiguration()), session: SessionID(2))
        #expect(driver.phone.calls.map(\.state) == [.ending])
        #expect(driver.performed(to: SessionID(2)).map(\.kind) == [.end])
        driver.fulfilAll(session: SessionID(2))
        #expect(driver.phone.calls.isEmpty)
    }

    @Test("B31: a call whose End is with an app that dies is over, whatever the rules let stay")
    func endingCallGoes() {
        var rules = SystemRules()
        rules.callsOfDeadApp = .stay
        var driver = PhoneDriver.running(rules: rules)
        driver.connect(call(1))
        _ = driver.user(.end(nil))
        driver.apply(.appDisconnected(PhoneDriver.session))
        #expect(driver.phone.calls.isEmpty)
        #expect(driver.recents.last?.outcome == .ended)
    }

    @Test("B31: a call that its dead app has left can be ended, and nothing else")
    func callsStayUntouched() {
        var rules = SystemRules()
        rules.callsOfDeadApp = .stay
        rules.unsetSupportFlags = true
        var driver = PhoneDriver.running(rules: rules)
        driver.connect(call(1))
        driver.apply(.appDisconnected(PhoneDriver.session))
        let actions: [UserAction] = [
            .setHeld(nil, true), .setMuted(call(1), true), .keypad(nil, "1"),
        ]
        for action in actions {
            guard case .failed(let words) = driver.user(action) else {
                Issue.record("\(action) was done")
                continue
            }
            #expect(words.contains("is not running"))
        }
        #expect(driver.user(.end(nil)) == .done)
    }

    @Test(
        "B117, B118: a token is told when it comes, kept, and replaced with a notice"
    )
    func tokens() {
        var driver = PhoneDriver.running()
        driver.app(.desirePushTypes([voipPushType]))
        #expect(driver.effects.contains(.requestToken(PhoneDriver.bundle)))
        driver.apply(.tokenIssued(PhoneDriver.bundle, Bytes([1])))
        #expect(driver.notices().last == .pushToken(voipPushType, Bytes([1])))
        driver.clear()
        driver.app(.desirePushTypes([voipPushType]))
        #expect(driver.notices() == [.pushToken(voipPushType, Bytes([1]))])
        driver.apply(.tokenIssued(PhoneDriver.bundle, Bytes([2])))
        #expect(
            driver.notices().suffix(2)
                == [.pushTokenInvalidated(voipPushType), .pushToken(voipPushType, Bytes([2]))])
    }
}
