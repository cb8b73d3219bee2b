// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore
import Testing

/// Who gets a token, and what a notification service extension may do.
@Suite("Tokens and extensions") struct TokenTests {
    private static let bundle = PhoneDriver.bundle

    private func app(
        hasMode: Bool = true, _ environment: PushEnvironment? = .production, generation: Int = 0
    ) -> InstalledApp {
        InstalledApp(
            bundle: Self.bundle, name: "Hotline", hasVoIPBackgroundMode: hasMode,
            pushEnvironment: environment, generation: generation)
    }

    private func asking(_ app: InstalledApp) -> PhoneDriver {
        var driver = PhoneDriver(installed: [app])
        driver.start()
        driver.app(.desirePushTypes([voipPushType]))
        return driver
    }

    @Test("B117: without the background mode or aps-environment there is no token, and it is said")
    func refused() {
        let cases: [(InstalledApp, PushTokenRefusal, RuleBreach.Rule)] = [
            (app(hasMode: false), .backgroundMode, .noPushBackgroundMode),
            (app(nil), .entitlement, .noPushEntitlement),
        ]
        for (app, refusal, rule) in cases {
            var driver = asking(app)
            #expect(!driver.effects.contains(.requestToken(Self.bundle)))
            #expect(driver.notices().contains(.pushTokenRefused(refusal)))
            let breaches = driver.effects.compactMap {
                if case .breach(let breach) = $0 { breach.rule } else { nil }
            }
            #expect(breaches == [rule])
            driver.clear()
            driver.apply(.tokenIssued(Self.bundle, Bytes([1])))
            #expect(driver.effects.isEmpty)
            #expect(driver.phone.pushToken(of: Self.bundle) == nil)
        }
    }

    @Test("An app for which another environment was set gets no token of the one before")
    func otherEnvironment() {
        var driver = asking(app())
        driver.apply(.tokenIssued(Self.bundle, Bytes([1])))
        driver.apply(.appsInstalled([app(generation: 1)]))
        #expect(driver.phone.pushToken(of: Self.bundle) == Bytes([1]))
        driver.apply(.appsInstalled([app(.development, generation: 2)]))
        #expect(driver.phone.pushToken(of: Self.bundle) == nil)
        driver.clear()
        driver.app(.desirePushTypes([voipPushType]))
        #expect(driver.effects == [.requestToken(Self.bundle)])
    }

    @Test("B117: an app that drops VoIP pushes gives its token back; one that ends does not")
    func dropped() {
        var driver = asking(app())
        driver.apply(.tokenIssued(Self.bundle, Bytes([1])))
        driver.clear()
        driver.app(.desirePushTypes([]))
        #expect(driver.effects == [.releaseToken(Self.bundle)])
        #expect(driver.phone.pushToken(of: Self.bundle) == nil)
        driver.clear()
        driver.app(.desirePushTypes([]))
        #expect(driver.effects.isEmpty)
        driver.app(.desirePushTypes([voipPushType]))
        #expect(driver.effects == [.requestToken(Self.bundle)])
        driver.apply(.tokenIssued(Self.bundle, Bytes([2])))
        driver.clear()
        driver.apply(.appDisconnected(PhoneDriver.session))
        #expect(!driver.effects.contains(.releaseToken(Self.bundle)))
        #expect(driver.phone.pushToken(of: Self.bundle) == Bytes([2]))
    }

    // MARK: Extensions

    private static let member = SessionID(8)

    private func withExtension(canFilter: Bool = true) -> PhoneDriver {
        var driver = PhoneDriver()
        driver.apply(.extensionConnected(Self.member, Self.bundle, canFilter: canFilter))
        driver.app(.hello(version: protocolVersion), session: Self.member)
        driver.clear()
        return driver
    }

    @Test("B136: a payload of an extension starts its app, which must report a call")
    func passed() {
        var driver = withExtension()
        driver.app(.reportPushPayload(RequestID(1), Bytes([9])), session: Self.member)
        #expect(driver.notices(to: Self.member) == [.answered(RequestID(1), nil)])
        #expect(driver.effects.contains(.launch(LaunchID(1), Self.bundle)))
        driver.start()
        driver.app(.desirePushTypes([voipPushType]))
        let pushes = driver.notices().compactMap {
            if case .push(let notice) = $0 { notice } else { nil }
        }
        #expect(pushes.map(\.payload) == [Bytes([9])])
        #expect(pushes.map(\.mustReport) == [true])
        // No push service waits for it.
        #expect(!driver.effects.contains { if case .acknowledgePush = $0 { true } else { false } })
        driver.advance(.seconds(7))
        #expect(driver.steps.contains(.ruleBroken))
    }

    @Test("B136: without the entitlement 2, from an app 1, for an app whose pushes stopped 0")
    func refusedPayloads() {
        func answer(_ driver: inout PhoneDriver, _ session: SessionID) -> AppNotice? {
            driver.clear()
            driver.app(.reportPushPayload(RequestID(1), Bytes([9])), session: session)
            #expect(driver.pushRecords.isEmpty)
            return driver.notices(to: session).first
        }
        func error(_ error: NotificationServiceError) -> AppNotice {
            .answered(RequestID(1), .notificationService(error))
        }
        var plain = withExtension(canFilter: false)
        #expect(
            answer(&plain, Self.member) == error(.missingNotificationFilteringEntitlement))
        var inApp = PhoneDriver.running()
        #expect(answer(&inApp, PhoneDriver.session) == error(.invalidClientProcess))
        var gone = withExtension()
        gone.apply(.appsInstalled([]))
        #expect(answer(&gone, Self.member) == error(.unknown))
    }

    @Test("An extension has no calls: what apps may ask for is refused, and nothing is shown")
    func noCalls() {
        var driver = withExtension()
        _ = driver.reportIncoming(call(1), session: Self.member)
        let report = driver.notices(to: Self.member).last
        guard case .answered(_, .incomingCall(.unentitled)?)? = report else {
            Issue.record("\(String(describing: report))")
            return
        }
        driver.app(.ping(4), session: Self.member)
        #expect(driver.notices(to: Self.member).last == .pong(4))
        driver.app(.desirePushTypes([voipPushType]), session: Self.member)
        #expect(driver.phone.calls.isEmpty)
        #expect(driver.phone.runningApps.isEmpty)
        driver.apply(.appDisconnected(Self.member))
        driver.clear()
        driver.app(.ping(5), session: Self.member)
        #expect(!driver.notices(to: Self.member).contains(.pong(5)))
    }

    @Test("An extension says hello first, in this version, and belongs to an installed app")
    func greeting() {
        var driver = PhoneDriver()
        driver.apply(.extensionConnected(Self.member, "com.example.none", canFilter: true))
        driver.apply(.extensionConnected(SessionID(9), Self.bundle, canFilter: true))
        driver.app(.ping(1), session: SessionID(9))
        driver.app(.hello(version: protocolVersion + 1), session: SessionID(9))
        let refused = driver.effects.compactMap {
            if case .refuse(let session, _) = $0 { session } else { nil }
        }
        #expect(refused == [Self.member, SessionID(9), SessionID(9)])
    }
}
