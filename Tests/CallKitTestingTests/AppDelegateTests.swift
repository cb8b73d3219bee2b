// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Foundation
import Testing
import UIKit

@Suite("Apps with an app delegate") struct AppDelegateTests {
    private let hotline = "com.example.hotline"
    private let ann = CXHandle(type: .phoneNumber, value: "+492222222")

    /// What an app's delegate was told since the last time.
    private func take(_ app: SimulatedApp) async throws -> [String] {
        try await app.run(with: CallAppDelegate.self) { $0.take() }
    }

    @Test("It has finished launching, in the background, when launch returns", .phone())
    func launched() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { CallAppDelegate() }
        #expect(try await take(app) == ["launched: background"])
        #expect(app.state == .background)
        try await phone.settle()
        #expect(try await take(app) == [])
    }

    @Test("A push starts it in the background, with no launch options", .phone())
    func coldPush() async throws {
        let phone = SimulatedPhone.current
        let app = phone.install(hotline) { CallAppDelegate() }
        phone.push(to: app, ["caller": ann.value])
        try await phone.settle()
        #expect(try await take(app) == ["launched: background", "push"])
        #expect(phone.screen.ringing?.handle == ann)
        #expect(phone.violations.isEmpty && app.launchCount == 1)
    }

    @Test("A tap on its icon launches it and makes it active; home and icon go back and forth")
    func frontAndBack() async throws {
        let phone = SimulatedPhone()
        defer { phone.close() }
        let app = phone.install(hotline) { CallAppDelegate() }
        phone.user.openApp(app)
        try await phone.settle()
        #expect(try await take(app) == ["launched: inactive", "didBecomeActive: active"])
        #expect(app.state == .foreground)
        phone.user.goHome()
        try await phone.settle()
        #expect(
            try await take(app)
                == ["willResignActive: active", "didEnterBackground: background"])
        phone.user.openApp(app)
        try await phone.settle()
        #expect(
            try await take(app) == ["willEnterForeground: background", "didBecomeActive: active"])
    }

    @Test("The lock sends it to the back, and unlocking brings it back", .phone())
    func lock() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { CallAppDelegate() }
        phone.user.openApp(app)
        try await phone.settle()
        _ = try await take(app)
        phone.user.lock()
        try await phone.settle()
        #expect(
            try await take(app)
                == ["willResignActive: active", "didEnterBackground: background"])
        #expect(try await app.run { UIApplication.shared.isProtectedDataAvailable } == false)
        phone.user.unlock()
        try await phone.settle()
        #expect(
            try await take(app) == ["willEnterForeground: background", "didBecomeActive: active"])
        #expect(try await app.run { UIApplication.shared.isProtectedDataAvailable })
    }

    @Test("A call that rings in full over it makes it inactive, until it is declined", .phone())
    func covered() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { CallAppDelegate() }
        phone.user.openApp(app)
        phone.user.incomingCalls(.fullScreen)
        try await phone.settle()
        _ = try await take(app)
        try await app.run(with: CallAppDelegate.self) { $0.report() }
        try await phone.settle()
        #expect(try await take(app) == ["willResignActive: active"])
        #expect(app.state == .inactive)
        phone.user.decline()
        try await phone.settle()
        #expect(try await take(app) == ["didBecomeActive: active"])
        #expect(app.state == .foreground)
    }

    @Test(
        "Swiped away in front it is told, then ended; without a word where it only lay behind",
        arguments: Link.allCases)
    func swipedAway(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        defer { phone.close() }
        let last = LastWords()
        let app = phone.launch(hotline) { last.delegate() }
        phone.user.openApp(app)
        try await phone.settle()
        _ = try await take(app)
        phone.user.closeApp(app)
        try await phone.settle()
        #expect(
            await last.words == [
                "willResignActive: active", "didEnterBackground: background",
                "willTerminate: background",
            ])
        #expect(!app.isRunning && app.terminations == [.closedByUser])
        phone.relaunch(app)
        try await phone.settle()
        phone.user.closeApp(app)
        try await phone.settle()
        #expect(await last.words.count == 3)
        #expect(!app.isRunning && app.terminations == [.closedByUser, .closedByUser])
    }

    @Test("Swiped away in a call it is told, behind", .phone())
    func swipedAwayInCall() async throws {
        let phone = SimulatedPhone.current
        let last = LastWords()
        let app = phone.launch(hotline) { last.delegate() }
        try await app.run(with: CallAppDelegate.self) { $0.report() }
        try await phone.settle()
        phone.user.closeApp(app)
        try await phone.settle()
        #expect(await last.words.last == "willTerminate: background")
        #expect(!app.isRunning)
    }

    @Test("From Contacts it is told whom to call, warm, once", .phone())
    func contactWarm() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { CallAppDelegate() }
        phone.user.contacts(["Ann": [ann]])
        try await phone.settle()
        _ = try await take(app)
        #expect(phone.user.call(contact: "Ann", with: app, isVideo: true).isDone)
        try await phone.settle()
        #expect(
            try await take(app) == [
                "willEnterForeground: background", "continue video Ann +492222222: inactive",
                "didBecomeActive: active", "start +492222222",
            ])
        #expect(phone.calls.map(\.handle) == [ann])
    }

    @Test("From Contacts it is started, and calls", .phone(.iOS(18)))
    func contactCold() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { CallAppDelegate() }
        phone.user.contacts(["Ann": [ann]])
        try await phone.settle()
        app.kill()
        #expect(phone.user.call(contact: "Ann", with: app).isDone)
        try await phone.settle()
        #expect(phone.calls.first?.handle == ann)
        #expect(app.state == .foreground && app.launchCount == 2)
    }

    @Test("From Recents it is started and told whom to call, once", .phone())
    func recentsCold() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { CallAppDelegate() }
        phone.push(to: app, ["caller": ann.value])
        try await phone.settle()
        phone.user.decline()
        try await phone.settle()
        app.kill()
        #expect(phone.user.redial(try #require(phone.recents.first)).isDone)
        try await phone.settle()
        #expect(
            try await take(app) == [
                "launched options: inactive", "continue audio +492222222 +492222222: inactive",
                "didBecomeActive: active", "start +492222222",
            ])
        #expect(app.launchCount == 2 && app.state == .foreground)
    }

    @Test("The app's delegate is asked to call, not the test's stand-in for one", .phone())
    func standIn() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { CallAppDelegate() }
        app.onStartCall = { _ in Issue.record("the stand-in was asked") }
        // What the app's provider takes is known to the phone once it has settled.
        try await phone.settle()
        #expect(phone.user.call(ann, with: app).isDone)
        try await phone.settle()
        #expect(try await take(app).contains("continue audio +492222222 +492222222: inactive"))
    }

    @Test("A killed app launches anew with a delegate of its own", .phone())
    func relaunched() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { CallAppDelegate() }
        let first = try app.object(CallAppDelegate.self)
        phone.user.openApp(app)
        try await phone.settle()
        app.kill()
        _ = await first.take()
        phone.relaunch(app)
        phone.user.goHome()
        phone.user.openApp(app)
        try await phone.settle()
        #expect(try app.object(CallAppDelegate.self) !== first)
        #expect(
            try await take(app)
                == [
                    "launched: background", "willEnterForeground: background",
                    "didBecomeActive: active",
                ])
        #expect(await first.take() == [])
    }

    @Test("Each app of each phone has an application of its own")
    func apart() async throws {
        let a = SimulatedPhone(name: "A")
        let b = SimulatedPhone(name: "B")
        defer { for phone in [a, b] { phone.close() } }
        let apps = [(a, hotline), (a, "com.example.other"), (b, hotline)].map { phone, bundle in
            phone.launch(bundle) { CallAppDelegate() }
        }
        a.user.openApp(apps[0])
        try await SimulatedPhone.settle([a, b])
        var states: [UIApplication.State] = []
        var applications: Set<ObjectIdentifier> = []
        for app in apps {
            states.append(try await app.run { UIApplication.shared.applicationState })
            applications.insert(try await app.run { ObjectIdentifier(UIApplication.shared) })
            #expect(try await take(app).first == "launched: background")
        }
        #expect(states == [.active, .background, .background] && applications.count == 3)
        b.push(to: apps[2], ["caller": "+493333333"])
        try await SimulatedPhone.settle([a, b])
        #expect(a.calls.isEmpty && b.calls.count == 1)
    }

    @Test("A delegate of an earlier launch is refused in words")
    func earlierLaunch() async throws {
        let phone = SimulatedPhone()
        defer { phone.close() }
        let app = phone.launch(hotline) { CallAppDelegate() }
        let delegate = try app.object(CallAppDelegate.self)
        try await phone.settle()
        _ = await delegate.take()
        withKnownIssue {
            phone.launch("com.example.other") { delegate }
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("belongs to the launch that made it") }
        }
        try await phone.settle()
        #expect(await delegate.take() == [])
    }

    @Test("A service that an earlier launch has made, and this one finds, fails the test in words")
    func sharedService() async throws {
        let phone = SimulatedPhone()
        defer { phone.close() }
        let app = phone.launch(hotline) { SharedDelegate() }
        try await phone.settle()
        #expect(phone.calls.count == 1)
        app.kill()
        phone.relaunch(app)
        try await withKnownIssue {
            try await phone.settle()
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("of an earlier launch, which hears of") }
        }
    }

    @Test("One that blocks while it launches is told of by launch, in words")
    func blocked() async throws {
        let phone = SimulatedPhone()
        defer { phone.close() }
        phone.patience = .milliseconds(200)
        let gate = DispatchSemaphore(value: 0)
        withKnownIssue {
            phone.launch(hotline) { CallAppDelegate(whileLaunching: { gate.wait() }) }
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("has not finished launching within") }
        }
        gate.signal()
        phone.patience = .seconds(30)
        try await phone.settle()
    }
}

/// An app whose service is behind a static property, which this suite launches in one test alone.
private final class SharedDelegate: UIResponder, UIApplicationDelegate {
    private static let service = VoIPService()

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        Self.service.report()
        return true
    }
}

/// What delegates were told when their app was closed.
@MainActor private final class LastWords {
    private(set) var words: [String] = []

    nonisolated init() {}

    func delegate() -> CallAppDelegate {
        let delegate = CallAppDelegate()
        delegate.onTermination = { [self] in words += $0 }
        return delegate
    }
}
