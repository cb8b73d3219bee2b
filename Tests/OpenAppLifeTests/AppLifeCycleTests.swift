// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import CallModel
import OpenAppLife
import PhoneLink
import Testing
import UIKit

/// An app's delegate, as a phone leads it.
@MainActor @Suite struct AppLifeCycleTests {
    private let back = AppLife(stage: .background)
    private let front = AppLife(stage: .active)
    private let wish = StartCallIntent(
        handle: Handle(kind: .phoneNumber, value: "+15550100"), activity: .startAudioCall)

    /// An app whose phone welcomes it and then says this.
    private func bench(_ link: FakeLink = .inProcess, _ notices: AppNotice...) throws -> Bench {
        try Bench(link) { request in
            guard case .hello = request else { return FakePhone.admitting(request) }
            return FakePhone.admitting(request) + notices
        }
    }

    @Test(
        "B112, B120: launched for a call, the app hears of it in its options and before it acts",
        arguments: FakeLink.allCases)
    func cold(link: FakeLink) async throws {
        let bench = try bench(link, .startCall(wish), .lifeChanged(front))
        let delegate = LedDelegate()
        AppLifeCycle.start(delegate, in: bench.session, launchesNow: false)
        #expect(delegate.history.isEmpty)
        await bench.settle()
        #expect(
            delegate.history == [
                "willFinish, inactive", "didFinish, inactive",
                "willContinue INStartAudioCallIntent, inactive",
                "continue INStartAudioCallIntent, inactive", "didBecomeActive, active",
            ])
        let dictionary = delegate.options?[.userActivityDictionary] as? [AnyHashable: Any]
        let type = UIApplication.LaunchOptionsKey.userActivityType.rawValue
        #expect(dictionary?[type] as? String == "INStartAudioCallIntent")
        let activity = dictionary?["UIApplicationLaunchOptionsUserActivityKey"]
        #expect(activity as? NSUserActivity === delegate.activities.first)
        #expect(bench.phone.requests == [.beganLaunching, .finishedLaunching])
    }

    @Test("A launch that returns false goes on with no activity of its own, but with later ones")
    func refusedLaunch() async throws {
        let bench = try bench(.inProcess, .startCall(wish), .lifeChanged(front))
        let delegate = LedDelegate()
        delegate.takesLaunch = false
        AppLifeCycle.start(delegate, in: bench.session, launchesNow: false)
        await bench.settle()
        #expect(delegate.activities.isEmpty)
        #expect(delegate.options?.isEmpty == false)
        bench.phone.say(.startCall(wish))
        await bench.settle()
        #expect(delegate.activities.count == 1)
    }

    @Test("Front and back, lock and unlock: the delegate first, then who observes")
    func ways() async throws {
        let bench = try bench(.inProcess, .lifeChanged(back))
        let delegate = LedDelegate()
        AppLifeCycle.start(delegate, in: bench.session, launchesNow: true)
        #expect(delegate.history == ["willFinish, background", "didFinish, background"])
        #expect(delegate.options == nil)
        let application = bench.make { UIApplication.shared }
        #expect(application.delegate === delegate)
        let names = [
            UIApplication.willEnterForegroundNotification,
            UIApplication.didBecomeActiveNotification,
            UIApplication.willResignActiveNotification,
            UIApplication.didEnterBackgroundNotification,
            UIApplication.protectedDataWillBecomeUnavailableNotification,
            UIApplication.protectedDataDidBecomeAvailableNotification,
        ]
        let observers = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: application, queue: nil) {
                let name = $0.name.rawValue
                MainActor.assumeIsolated {
                    delegate.history.append(String(name.dropFirst("UIApplication".count)))
                }
            }
        }
        delegate.history = []
        bench.phone.say(
            .lifeChanged(front),
            .lifeChanged(AppLife(stage: .background, isProtectedDataAvailable: false)),
            .lifeChanged(back))
        await bench.settle()
        observers.forEach { NotificationCenter.default.removeObserver($0) }
        #expect(
            delegate.history == [
                "willEnterForeground, background", "WillEnterForegroundNotification",
                "didBecomeActive, active", "DidBecomeActiveNotification",
                "willResignActive, active", "WillResignActiveNotification",
                "didEnterBackground, background", "DidEnterBackgroundNotification",
                "dataGoes true, background", "ProtectedDataWillBecomeUnavailable",
                "dataIsThere true, background", "ProtectedDataDidBecomeAvailable",
            ])
    }

    @Test("What the app names for an activity is given it on the main queue")
    func restoring() async throws {
        final class Restorer: UIResponder {
            var restored: [NSUserActivity] = []

            override func restoreUserActivityState(_ activity: NSUserActivity) {
                restored.append(activity)
            }
        }
        let bench = try bench(.inProcess, .startCall(wish), .lifeChanged(front))
        let (delegate, restorer) = (LedDelegate(), Restorer())
        delegate.restores = [restorer]
        AppLifeCycle.start(delegate, in: bench.session, launchesNow: false)
        await bench.settle()
        await drain(.main)
        #expect(restorer.restored == delegate.activities)
        #expect(restorer.restored.count == 1)
    }

    @Test("Each phone has its own application, and a delegate is let go of with its session")
    func severalPhones() async throws {
        let (one, other) = (try bench(), try bench())
        weak var kept: LedDelegate?
        do {
            let delegate = LedDelegate()
            kept = delegate
            AppLifeCycle.start(delegate, in: one.session, launchesNow: true)
        }
        let application = one.make { UIApplication.shared }
        #expect(application === one.make { UIApplication.shared })
        #expect(application !== other.make { UIApplication.shared })
        #expect(application.delegate === kept && kept != nil)
        await one.settle()
        one.session.close()
        await drain(.main)
        #expect(kept == nil)
    }

    @Test("An app without a phone is launched all the same, in the background")
    func noPhone() async throws {
        let address = PhoneAddress(name: "nowhere") { () throws(LinkError) -> any Transport in
            throw .noPhone(path: "nowhere")
        }
        let said = History()
        let session = AppSession(
            address: address, termination: .sever { _ in }, complain: { said.note($0) })
        let delegate = LedDelegate()
        AppLifeCycle.start(delegate, in: session, launchesNow: false)
        await drain(.main)
        #expect(delegate.history == ["willFinish, background", "didFinish, background"])
        #expect(said.all.count == 1)
        session.close()
    }

    @Test("An app that the phone refuses is launched all the same, with the phone's words")
    func refused() async throws {
        let bench = try Bench { request in
            guard case .hello = request else { return [] }
            return [.refused("no such app")]
        }
        let delegate = LedDelegate()
        AppLifeCycle.start(delegate, in: bench.session, launchesNow: false)
        await bench.settle()
        await drain(.main)
        #expect(delegate.history == ["willFinish, background", "didFinish, background"])
        #expect(bench.complaints.count == 1)
    }

    @Test("Alert pushes are refused with the code of the simulator that had none")
    func alertPushes() async throws {
        let bench = try bench()
        let delegate = LedDelegate()
        AppLifeCycle.start(delegate, in: bench.session, launchesNow: true)
        let application = bench.make { UIApplication.shared }
        application.registerForRemoteNotifications()
        #expect(delegate.errors.isEmpty)
        await bench.settle()
        #expect(delegate.errors.map(\.code) == [3010])
        #expect(delegate.errors.first?.domain == NSCocoaErrorDomain)
        #expect(!application.isRegisteredForRemoteNotifications)
    }

    @Test("No other app opens an address, and the person who runs the app is told so once")
    func openURL() async throws {
        let bench = try bench()
        let application = bench.make { UIApplication.shared }
        let url = try #require(URL(string: UIApplication.openSettingsURLString))
        #expect(!application.canOpenURL(url))
        let answers = History()
        application.open(url) { answers.note("\($0)") }
        application.open(url)
        #expect(answers.all.isEmpty)
        await drain(.main)
        #expect(answers.all == ["false"])
        #expect(bench.complaints.count == 1)
    }

    @Test("Tasks of the background are numbered, and nobody ends them")
    func backgroundTasks() throws {
        let bench = try bench()
        let application = bench.make { UIApplication.shared }
        let first = application.beginBackgroundTask(expirationHandler: {})
        let second = application.beginBackgroundTask(
            withName: "call", expirationHandler: {})
        #expect(first != second)
        #expect(first != .invalid && second != .invalid)
        application.endBackgroundTask(first)
        #expect(application.backgroundTimeRemaining == .greatestFiniteMagnitude)
    }
}
