// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import CallModel
import Foundation
import PhoneCore
import Testing

/// Where the phone puts an app, as the app's delegate is told.
@Suite("The life of an app around its calls: B28, B30, B120, B125") struct AppLives {
    /// What brings an app to the front that launched in the background.
    private static let toTheFront = ["willEnterForeground background", "didBecomeActive active"]

    /// A phone with an app that runs in the background.
    private func start(
        _ link: Link, _ rules: SystemRules = SystemRules(), isVideo: Bool = false
    ) async throws -> (phone: SimulatedPhone, app: WitnessDelegate) {
        let phone = SimulatedPhone(link: link, rules: rules)
        let app = try await phone.run {
            WitnessDelegate(pushes: true) { $0.supportsVideo = isVideo }
        }
        _ = app.take()
        return (phone, app)
    }

    @Test(
        "B28: on an unlocked phone the app that is answered comes to the front, and is active",
        arguments: Link.allCases)
    func b28Active(link: Link) async throws {
        let (phone, app) = try await start(link)
        app.app?.report("a")
        try await phone.settle()
        #expect(app.takeLife() == [])
        phone.user.answer()
        try await phone.settle()
        #expect(app.takeLife() == Self.toTheFront)
        phone.user.end()
        try await phone.settle()
        #expect(app.takeLife() == [])
        phone.user.goHome()
        try await phone.settle()
        #expect(app.takeLife() == ["willResignActive active", "didEnterBackground background"])
    }

    @Test(
        "B28: on a locked phone an audio call leaves the app in the back, until button and unlock",
        arguments: Link.allCases)
    func b28StaysInBack(link: Link) async throws {
        let (phone, app) = try await start(link)
        phone.user.lock()
        try await phone.settle()
        _ = app.takeLife()
        app.app?.report("a")
        try await phone.settle()
        phone.user.answer()
        try await phone.settle()
        #expect(phone.states == [.connected] && app.takeLife() == [])
        phone.user.openCallApp()
        try await phone.settle()
        #expect(app.takeLife() == [])
        phone.user.unlock()
        try await phone.settle()
        #expect(
            app.takeLife() == ["protectedDataDidBecomeAvailable background"] + Self.toTheFront)
    }

    @Test(
        "B28: a video call that is answered on a locked phone makes its app active once unlocked",
        arguments: Link.allCases)
    func b28VideoActive(link: Link) async throws {
        let (phone, app) = try await start(link, isVideo: true)
        phone.user.lock()
        let update = WitnessApp.update()
        update.hasVideo = true
        app.app?.report("a", update)
        try await phone.settle()
        _ = app.take()
        phone.user.answer()
        try await phone.settle()
        #expect(app.takeLife() == [])
        phone.user.unlock()
        try await phone.settle()
        #expect(
            app.takeLife() == ["protectedDataDidBecomeAvailable background"] + Self.toTheFront)
    }

    @Test(
        "B30: with iOS 26 the button leaves an app in the back whose call has no handle",
        arguments: Link.allCases, [18, 26])
    func b30StaysInBack(link: Link, version: Int) async throws {
        let (phone, app) = try await start(link, .iOS(version))
        app.app?.report("a", WitnessApp.update(nil))
        try await phone.settle()
        phone.user.answer()
        phone.user.goHome()
        try await phone.settle()
        _ = app.take()
        #expect(phone.user.openCallApp().isDone == (version < 26))
        try await phone.settle()
        #expect(app.takeLife() == (version < 26 ? Self.toTheFront : []))
    }

    @Test(
        "B120: launched by a push the app has no launch options, and is in the back",
        arguments: Link.allCases)
    func b120Options(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let hotline = phone.install { WitnessDelegate(pushes: true) }
        phone.push()
        try await phone.settle()
        let app = try hotline.object(WitnessDelegate.self)
        #expect(
            app.take() == ["launched nil background", "begin", "push", "reported nil", "a 0000"])
        #expect(hotline.state == .background && phone.states == [.ringing])
    }

    @Test(
        "B120: without a registry made at launch the app never hears of the push, and is ended",
        arguments: Link.allCases)
    func b120NoRegistry(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let hotline = phone.install { WitnessDelegate() }
        phone.push()
        try await phone.advance(by: .seconds(7))
        let app = try hotline.object(WitnessDelegate.self)
        #expect(app.take() == ["launched nil background", "begin"])
        #expect(hotline.terminations == [.pushNotReportedInTime])
    }

    @Test(
        "B125: an app that is active need not report; once it is in the back it must",
        arguments: Link.allCases)
    func b125Active(link: Link) async throws {
        let (phone, app) = try await start(link)
        app.app?.reportsPushes = false
        let hotline = try #require(phone.hotline)
        phone.user.openApp(hotline)
        try await phone.settle()
        #expect(app.takeLife() == Self.toTheFront)
        phone.push(number: 1)
        try await phone.advance(by: .seconds(10))
        #expect(app.take() == ["push"] && hotline.terminations.isEmpty)
        phone.user.goHome()
        phone.push(number: 2)
        try await phone.settle()
        #expect(
            app.take()
                == ["willResignActive active", "didEnterBackground background", "push"])
        #expect(hotline.terminations == [.pushHandledWithoutReport])
    }
}
