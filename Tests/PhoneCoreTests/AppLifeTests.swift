// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore
import Testing

/// Where apps stand, and what their processes hear of it.
@Suite struct AppLifeTests {
    private let back = AppLife(stage: .background)
    private let front = AppLife(stage: .active)
    private let lockedBack = AppLife(stage: .background, isProtectedDataAvailable: false)
    private let wish = StartCallIntent(handle: Handle(kind: .phoneNumber, value: "5"))

    @Test("Behind the welcome an app hears once where it stands, then at each change alone")
    func onChange() {
        var driver = PhoneDriver()
        driver.apply(.appConnected(PhoneDriver.session, PhoneDriver.bundle))
        driver.app(.hello(version: protocolVersion))
        #expect(driver.notices().count == 2)
        #expect(driver.lives() == [back])
        for action in [
            UserAction.goHome, .unlock, .openApp(PhoneDriver.bundle), .openApp(PhoneDriver.bundle),
            .goHome, .goHome, .lock, .lock, .unlock,
        ] { _ = driver.user(action) }
        #expect(driver.lives() == [back, front, back, lockedBack, back])
        #expect(driver.phone.life(of: PhoneDriver.bundle) == back)
    }

    @Test("B28: unlocking brings back the app that was in front, or the one that was promised")
    func lock() {
        let other = "com.example.other"
        var driver = PhoneDriver(
            installed: [PhoneDriver.bundle, other].map { InstalledApp(bundle: $0, name: "A") })
        driver.start()
        driver.start(bundle: other, session: SessionID(2))
        _ = driver.user(.openApp(other))
        _ = driver.user(.lock)
        #expect(driver.phone.frontApp == nil)
        _ = driver.user(.unlock)
        #expect(driver.phone.frontApp == other)
        #expect(driver.lives(of: SessionID(2)) == [front, lockedBack, front])
        _ = driver.user(.lock)
        _ = driver.reportIncoming(call(1), update: CallUpdate(hasVideo: true))
        _ = driver.user(.answer(nil))
        _ = driver.user(.unlock)
        #expect(driver.phone.frontApp == PhoneDriver.bundle)
        #expect(driver.lives(of: SessionID(2)).last == back)
    }

    @Test("A locked phone opens no app, says so, and opens it once it is unlocked")
    func openLocked() {
        var driver = PhoneDriver()
        _ = driver.user(.lock)
        guard case .failed(let words)? = driver.user(.openApp(PhoneDriver.bundle)) else {
            Issue.record("it was opened")
            return
        }
        #expect(words.contains("unlock"))
        #expect(driver.phone.frontApp == nil)
        _ = driver.user(.unlock)
        #expect(driver.phone.frontApp == PhoneDriver.bundle)
        #expect(driver.effects.contains(.launch(LaunchID(1), PhoneDriver.bundle)))
    }

    @Test("An app that ended while the phone was locked does not come back")
    func endedBehindLock() {
        var driver = PhoneDriver.running()
        _ = driver.user(.openApp(PhoneDriver.bundle))
        _ = driver.user(.lock)
        driver.apply(.appDisconnected(PhoneDriver.session))
        _ = driver.user(.unlock)
        #expect(driver.phone.frontApp == nil)
    }

    @Test("A call that rings in full makes the app beneath inactive, one in a banner does not")
    func covered() {
        for style in [IncomingCallStyle.fullScreen, .banner] {
            var driver = PhoneDriver.running()
            _ = driver.user(.setIncomingCallStyle(style))
            _ = driver.user(.openApp(PhoneDriver.bundle))
            driver.clear()
            _ = driver.reportIncoming(call(1))
            _ = driver.user(.end(nil))
            #expect(
                driver.lives()
                    == (style == .banner ? [] : [AppLife(stage: .inactive), front]))
            _ = driver.reportIncoming(call(2))
            #expect(driver.phone.frontApp == PhoneDriver.bundle)
            _ = driver.user(.answer(nil))
            #expect(driver.phone.life(of: PhoneDriver.bundle) == front)
        }
    }

    @Test(
        "B112: a call back comes ahead of the way to the front, warm, and cold behind the welcome")
    func order() {
        var driver = PhoneDriver.running()
        var configuration = ProviderConfiguration()
        configuration.supportedHandleKinds = [.phoneNumber]
        driver.app(.configureProvider(PhoneDriver.provider, configuration))
        _ = driver.user(.startCall(PhoneDriver.bundle, wish))
        #expect(driver.notices().suffix(2) == [.startCall(wish), .lifeChanged(front)])
        driver.clear()
        _ = driver.user(.startCall(PhoneDriver.bundle, wish))
        #expect(driver.notices() == [.startCall(wish)])
        driver.apply(.appDisconnected(PhoneDriver.session))
        _ = driver.user(.startCall(PhoneDriver.bundle, wish))
        driver.apply(.appConnected(SessionID(2), PhoneDriver.bundle))
        driver.app(.hello(version: protocolVersion), session: SessionID(2))
        #expect(
            driver.notices(to: SessionID(2)).dropFirst() == [
                .startCall(wish), .lifeChanged(front),
            ])
    }

    @Test("B112: on a locked phone an app calls back from where it is, in the background")
    func lockedWish() {
        var driver = PhoneDriver.running(kinds: [.phoneNumber])
        _ = driver.user(.lock)
        driver.clear()
        #expect(driver.user(.startCall(PhoneDriver.bundle, wish)) == .done)
        #expect(driver.notices() == [.startCall(wish)])
        #expect(driver.phone.frontApp == nil)
    }

    @Test("B112: a call back says the name in Contacts, and on old systems audio or video")
    func intent() {
        for (rules, activities) in [
            (SystemRules.iOS(12), ["INStartAudioCallIntent", "INStartVideoCallIntent"]),
            (.iOS(13), ["INStartCallIntent", "INStartCallIntent"]),
        ] {
            var driver = PhoneDriver.running(rules: rules, kinds: [.phoneNumber])
            driver.apply(.world(.region("CH")))
            let number = Handle(kind: .phoneNumber, value: "+41 44 668 18 00")
            _ = driver.user(.setContacts([Contact(name: "Ana", handles: [number])]))
            let national = Handle(kind: .phoneNumber, value: "044 668 18 00")
            for isVideo in [false, true] {
                let wish = StartCallIntent(handle: national, isVideo: isVideo)
                _ = driver.user(.startCall(PhoneDriver.bundle, wish))
            }
            let told = driver.notices().compactMap {
                if case .startCall(let intent) = $0 { intent } else { nil }
            }
            #expect(told.map(\.activity.activityType) == activities)
            #expect(told.map(\.contactName) == ["Ana", "Ana"])
            #expect(told.map(\.isVideo) == [false, true])
        }
    }

    @Test("B112: a refused call back says what is missing: the provider, or the kind of handle")
    func refusal() {
        func words(_ driver: PhoneDriver, _ wish: StartCallIntent) -> String {
            var driver = driver
            guard case .failed(let words)? = driver.user(.startCall(PhoneDriver.bundle, wish))
            else { return "" }
            return words
        }
        #expect(words(PhoneDriver(), wish).contains("has made no provider"))
        let driver = PhoneDriver.running(kinds: [.generic])
        #expect(words(driver, wish).contains("add .phoneNumber to supportedHandleTypes"))
        var asleep = PhoneDriver.running(kinds: [.phoneNumber])
        asleep.apply(.appDisconnected(PhoneDriver.session))
        for _ in 0..<16 { #expect(asleep.user(.startCall(PhoneDriver.bundle, wish)) == .done) }
        #expect(words(asleep, wish).contains("16 calls wait already"))
        let nobody = StartCallIntent(handle: Handle(kind: .generic, value: ""))
        #expect(words(driver, nobody).contains("no handle"))
        #expect(driver.phone.handleKinds(of: PhoneDriver.bundle) == [.generic])
    }

    // MARK: Launching

    @Test("An app delegate that does not finish launching in time costs the app its process")
    func watchdog() {
        var driver = PhoneDriver.running()
        driver.app(.beganLaunching)
        driver.advance(.seconds(19))
        driver.app(.beganLaunching)
        #expect(driver.effects.isEmpty)
        driver.advance(.seconds(1))
        #expect(driver.effects.last == .terminate(PhoneDriver.session, .launchTookTooLong))
        #expect(driver.steps == [.appHung])
        driver.app(.finishedLaunching)
        driver.apply(.appDisconnected(PhoneDriver.session))
        #expect(driver.phone.nextDeadline == nil)
    }

    @Test("Who finishes, ends, has no delegate or no such rule is not watched")
    func unwatched() {
        var rules = SystemRules()
        for (limit, said) in [
            (Duration.seconds(20), [AppRequest.beganLaunching, .finishedLaunching]),
            (.seconds(20), [.finishedLaunching]), (nil, [.beganLaunching]), (.seconds(20), []),
        ] {
            rules.launchWatchdog = limit
            var driver = PhoneDriver.running(rules: rules)
            for request in said { driver.app(request) }
            driver.advance(.seconds(100))
            #expect(driver.effects.isEmpty)
        }
        var driver = PhoneDriver.running()
        driver.app(.beganLaunching)
        driver.apply(.appDisconnected(PhoneDriver.session))
        driver.clear()
        driver.advance(.seconds(100))
        #expect(driver.effects.isEmpty)
    }

    // MARK: Closing

    /// An app whose delegate has launched, brought to the front.
    private func launched(in rules: SystemRules = SystemRules()) -> PhoneDriver {
        var driver = PhoneDriver.running(rules: rules)
        driver.app(.beganLaunching)
        driver.app(.finishedLaunching)
        return driver
    }

    @Test("An app in front hears that it is closed, and ends once it has")
    func closedInFront() {
        var driver = launched()
        _ = driver.user(.openApp(PhoneDriver.bundle))
        driver.clear()
        #expect(driver.user(.closeApp(PhoneDriver.bundle)) == .done)
        #expect(driver.notices() == [.closing])
        #expect(!driver.effects.contains(.terminate(PhoneDriver.session, .closedByUser)))
        driver.clear()
        #expect(driver.user(.closeApp(PhoneDriver.bundle)) == .done)
        #expect(driver.notices().isEmpty)
        driver.app(.finishedClosing)
        #expect(driver.effects.last == .terminate(PhoneDriver.session, .closedByUser))
        driver.clear()
        driver.app(.finishedClosing)
        #expect(driver.effects.isEmpty)
        driver.apply(.appDisconnected(PhoneDriver.session))
        #expect(driver.phone.nextDeadline == nil)
    }

    @Test("One that blocks its main thread then is ended after 5 s, with a word")
    func closingHangs() {
        var driver = launched()
        _ = driver.user(.openApp(PhoneDriver.bundle))
        _ = driver.user(.closeApp(PhoneDriver.bundle))
        driver.clear()
        driver.advance(.seconds(4))
        #expect(driver.effects.isEmpty)
        driver.advance(.seconds(1))
        #expect(driver.steps == [.appHung])
        #expect(driver.effects.last == .terminate(PhoneDriver.session, .closedByUser))
    }

    @Test("In the background it hears of it with a call alone; else it ends at once")
    func closedInBack() {
        var idle = launched()
        _ = idle.user(.closeApp(PhoneDriver.bundle))
        #expect(idle.effects.contains(.terminate(PhoneDriver.session, .closedByUser)))
        var calling = launched()
        _ = calling.reportIncoming(CallID(high: 0, low: 1))
        calling.clear()
        _ = calling.user(.closeApp(PhoneDriver.bundle))
        #expect(calling.notices() == [.closing])
        var plain = PhoneDriver.running()
        _ = plain.user(.openApp(PhoneDriver.bundle))
        _ = plain.user(.closeApp(PhoneDriver.bundle))
        #expect(plain.effects.contains(.terminate(PhoneDriver.session, .closedByUser)))
    }

    @Test("A second hello is refused in words")
    func secondHello() {
        var driver = PhoneDriver.running()
        driver.app(.hello(version: protocolVersion))
        guard case .refuse(PhoneDriver.session, let words)? = driver.effects.first else {
            Issue.record("it was taken")
            return
        }
        #expect(words.contains("twice"))
        #expect(driver.effects.count == 1)
    }
}

extension PhoneDriver {
    fileprivate func lives(of session: SessionID = session) -> [AppLife] {
        notices(to: session).compactMap {
            if case .lifeChanged(let life) = $0 { life } else { nil }
        }
    }

    fileprivate static func running(
        rules: SystemRules = SystemRules(), kinds: [Handle.Kind]
    ) -> PhoneDriver {
        var driver = PhoneDriver.running(rules: rules)
        var configuration = ProviderConfiguration()
        configuration.supportedHandleKinds = kinds
        driver.app(.configureProvider(provider, configuration))
        driver.clear()
        return driver
    }
}
