// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore
import Testing

@Suite struct SessionTests {
    private func refusals(_ driver: PhoneDriver) -> [String] {
        driver.effects.compactMap { if case .refuse(_, let words) = $0 { words } else { nil } }
    }

    @Test(
        "A stranger, a second process, a wrong version and a missing hello are refused"
    )
    func refused() {
        var driver = PhoneDriver()
        driver.apply(.appConnected(SessionID(5), "com.example.stranger"))
        #expect(refusals(driver).count == 1)
        driver.start()
        driver.apply(.appConnected(SessionID(6), PhoneDriver.bundle))
        #expect(refusals(driver).count == 1)
        driver.app(.observeCalls, session: SessionID(6))
        #expect(refusals(driver).count == 2)
        driver = PhoneDriver()
        driver.apply(.appConnected(PhoneDriver.session, PhoneDriver.bundle))
        driver.app(.hello(version: protocolVersion + 1))
        #expect(refusals(driver).count == 1)
    }

    @Test("Another app's calls and actions cannot be reached by guessing their ids")
    func isolation() {
        let other = SessionID(2)
        var driver = PhoneDriver(installed: [
            InstalledApp(bundle: PhoneDriver.bundle, name: "A"),
            InstalledApp(bundle: "com.example.other", name: "B"),
        ])
        driver.start()
        driver.start(bundle: "com.example.other", session: other)
        _ = driver.reportIncoming(call(1))
        _ = driver.user(.answer(nil))
        let id = driver.performed()[0].id
        let before = driver.phone
        driver.app(.completeAction(id, .fulfilled(at: nil)), session: other)
        driver.app(.reportEnded(PhoneDriver.provider, call(1), at: nil, .failed), session: other)
        driver.app(
            .updateCall(PhoneDriver.provider, call(1), CallUpdate(localizedCallerName: "x")),
            session: other)
        #expect(driver.phone == before)
        let end = driver.request([action(1, .end, call(1))], session: other)
        #expect(driver.answer(to: end) == .some(.transaction(.unknownCallUUID)))
    }

    @Test("B106: an observer sees the calls of all apps")
    func observers() {
        var driver = PhoneDriver(installed: [
            InstalledApp(bundle: PhoneDriver.bundle, name: "A"),
            InstalledApp(bundle: "com.example.other", name: "B"),
        ])
        driver.start()
        driver.start(bundle: "com.example.other", session: SessionID(2), observes: false)
        _ = driver.reportIncoming(call(1), session: SessionID(2))
        #expect(driver.observed.map(\.id) == [call(1)])
        driver.app(.observeCalls, session: SessionID(2))
        #expect(driver.notices(to: SessionID(2)).last == .calls([ObservedCall(id: call(1))]))
    }

    @Test("B76: while another app hosts a call, a recording session cannot be activated by hand")
    func insufficientPriority() {
        var driver = PhoneDriver(installed: [
            InstalledApp(bundle: PhoneDriver.bundle, name: "A"),
            InstalledApp(bundle: "com.example.other", name: "B"),
        ])
        driver.start()
        driver.start(bundle: "com.example.other", session: SessionID(2))
        driver.connect(call(1))
        driver.app(.setAudioSessionActive(RequestID(100), true), session: SessionID(2))
        #expect(driver.answer(to: RequestID(100)) == .some(nil))
        driver.app(
            .setAudioSession(AudioSessionSettings(category: "AVAudioSessionCategoryPlayAndRecord")),
            session: SessionID(2))
        driver.app(.setAudioSessionActive(RequestID(101), true), session: SessionID(2))
        #expect(driver.answer(to: RequestID(101)) == .some(.audioSession(.insufficientPriority)))
        driver.app(.setAudioSessionActive(RequestID(102), true))
        #expect(driver.answer(to: RequestID(102)) == .some(nil))
    }

    @Test("Audio moves from one app to another strictly in turn")
    func audioInTurn() {
        var driver = PhoneDriver(installed: [
            InstalledApp(bundle: PhoneDriver.bundle, name: "A"),
            InstalledApp(bundle: "com.example.other", name: "B"),
        ])
        driver.start()
        driver.start(bundle: "com.example.other", session: SessionID(2))
        driver.connect(call(1))
        _ = driver.reportIncoming(call(2), session: SessionID(2))
        driver.clear()
        _ = driver.user(.holdAndAnswer(call(2)))
        driver.fulfilAll()
        driver.fulfilAll(session: SessionID(2))
        #expect(
            driver.steps.filter { $0 == .audioActivated || $0 == .audioDeactivated }
                == [.audioDeactivated, .audioActivated])
        #expect(driver.phone.calls.map(\.state) == [.held, .connected])
    }

    @Test("An app that is removed while it runs is gone at once for pushes and persons")
    func removedWhileRunning() {
        var driver = PhoneDriver.running()
        driver.apply(.appsInstalled([]))
        guard case .failed? = driver.user(.openApp(PhoneDriver.bundle)) else {
            Issue.record("opened an app that was removed")
            return
        }
        driver.apply(
            .push(ArrivedPush(id: push(1), bundle: PhoneDriver.bundle, payload: Bytes([]))))
        #expect(driver.pushRecords.last?.outcome == .notInstalled)
        #expect(driver.phone.runningApps == [PhoneDriver.bundle])
        driver.apply(.appDisconnected(PhoneDriver.session))
        driver.clear()
        driver.apply(.appConnected(SessionID(9), PhoneDriver.bundle))
        #expect(refusals(driver).count == 1)
        #expect(driver.phone.runningApps == [])
    }

    @Test("A user's wish that cannot be met is answered in words")
    func userErrors() {
        var driver = PhoneDriver.running()
        #expect(driver.user(.answer(nil)) == .failed("no call is ringing"))
        #expect(driver.user(.end(nil)) == .failed("there is no call"))
        guard case .failed? = driver.user(.openApp("com.example.none")) else {
            Issue.record("opened an app that is not there")
            return
        }
    }
}
