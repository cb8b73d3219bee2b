// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import CallModel
import Foundation
import PhoneCore
import PushKit
import Testing

/// An app with the push method of iOS 26.4 and an older one; it reports what it must.
private final class Modern: NSObject, PKPushRegistryDelegate, CXProviderDelegate,
    @unchecked Sendable  // Sendable because it is used on the main queue only.
{
    let provider = CXProvider(configuration: CXProviderConfiguration())
    let registry = PKPushRegistry(queue: nil)
    var events: [String] = []

    override init() {
        super.init()
        provider.setDelegate(self, queue: nil)
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
    }

    func providerDidReset(_ provider: CXProvider) {}

    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) {}

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata,
        withCompletionHandler completion: @escaping @Sendable () -> Void
    ) {
        events.append("metadata \(metadata.mustReport)")
        if metadata.mustReport { report() }
        completion()
    }

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType, completion: @escaping @Sendable () -> Void
    ) {
        events.append("completion")
        report()
        completion()
    }

    private func report() {
        provider.reportNewIncomingCall(with: UUID(), update: CXCallUpdate()) { _ in }
    }
}

@Suite("The duty to report: B121, B126–B135") struct PushDuty {
    /// A phone with an app that reports no call for any push.
    private func silent(
        _ link: Link, _ rules: SystemRules = SystemRules(),
        as description: AppDescription = AppDescription()
    ) async throws -> (phone: SimulatedPhone, app: SimulatedApp) {
        let phone = SimulatedPhone(link: link, rules: rules)
        let app = phone.install(SimulatedPhone.hotline, as: description) {
            let app = RecordingApp(pushes: true)
            app.onPush = { _, _ in }
            return app
        }
        return (phone, app)
    }

    @Test("B121: apps that were linked with an older SDK owe no report", arguments: Link.allCases)
    func b121SDK(link: Link) async throws {
        for (description, rules) in [
            (AppDescription(linkedSDK: 12), SystemRules.iOS(18)),
            (AppDescription(), .iOS(18, linkedSDK: 12)), (AppDescription(), .iOS(12)),
        ] {
            let (phone, app) = try await silent(link, rules, as: description)
            let push = phone.push(to: app)
            try await phone.advance(by: .seconds(10))
            #expect(app.terminations.isEmpty)
            #expect(phone.result(of: push) == .notRequired)
        }
    }

    @Test("B126: after repeated breaches pushes are dropped, unheard", arguments: Link.allCases)
    func b126(link: Link) async throws {
        let (phone, app) = try await silent(link)
        for _ in 0..<4 {
            phone.push(to: app)
            try await phone.settle()
        }
        #expect(app.terminations.count == 4)
        let launches = app.launchCount
        let dropped = phone.push(to: app)
        try await phone.advance(by: .seconds(10))
        #expect(phone.result(of: dropped) == .dropped)
        #expect(app.launchCount == launches)
        #expect(phone.broken.suffix(1) == [.pushesStopped])
        #expect(phone.violations.map(\.number).suffix(2) == ["B121", "B126"])
        phone.reboot()
        let still = phone.push(to: app)
        try await phone.settle()
        #expect(phone.result(of: still) == .dropped)
    }

    @Test("B127: reinstalling the app clears its record; how many breaches it takes is a rule")
    func b127() async throws {
        var rules = SystemRules()
        rules.pushBreachesBeforeStop = 2
        for link in Link.allCases {
            let (phone, app) = try await silent(link, rules)
            for _ in 0..<2 {
                phone.push(to: app)
                try await phone.settle()
            }
            let dropped = phone.push(to: app)
            try await phone.settle()
            #expect(phone.result(of: dropped) == .dropped)
            phone.uninstall(app)
            let again = phone.install(SimulatedPhone.hotline) { RecordingApp(pushes: true) }
            phone.push(to: again)
            try await phone.settle()
            #expect(phone.calls.count == 1)
        }
    }

    @Test("B128: before the first unlock the app is started, and owes its report")
    func b128() async throws {
        for link in Link.allCases {
            let (phone, app) = try await silent(link)
            phone.reboot(isLocked: true)
            phone.push(to: app)
            try await phone.settle()
            #expect(app.terminations == [.pushHandledWithoutReport])
        }
    }

    @Test("B128: by a rule pushes wait for the unlock, come in a burst, and later ones are dropped")
    func b128Burst() async throws {
        var rules = SystemRules()
        rules.pushesBeforeFirstUnlock = .waitForUnlock(atMost: 2)
        for link in Link.allCases {
            let phone = SimulatedPhone(link: link, rules: rules)
            let app = phone.install { RecordingApp(pushes: true) }
            phone.reboot(isLocked: true)
            let pushes = (0..<3).map { _ in phone.push(to: app) }
            try await phone.advance(by: .seconds(30))
            #expect(app.launchCount == 0)
            #expect(pushes.map(phone.result) == [.pending, .pending, .dropped])
            phone.user.unlock()
            try await phone.settle()
            let recorder: RecordingApp = try app.object()
            #expect(recorder.events.filter { $0 == "push" }.count == 2)
            #expect(app.terminations.isEmpty)
        }
    }

    @Test("B129: the method with metadata from iOS 26.4 on, the older one before")
    func b129() async throws {
        for (rules, told) in [
            (SystemRules.iOS(26, 4), "metadata true"), (.iOS(27), "metadata true"),
            (.iOS(26, 3), "completion"), (.iOS(18), "completion"),
        ] {
            for link in Link.allCases {
                let phone = SimulatedPhone(link: link, rules: rules)
                let app = try await phone.run { Modern() }
                phone.push()
                try await phone.settle()
                #expect(app.events == [told])
                #expect(phone.calls.count == 1)
            }
        }
    }

    @Test("B129: nothing need be reported in front, on a call, or for a push that came late")
    func b129Exempt() async throws {
        for link in Link.allCases {
            let phone = SimulatedPhone(link: link)
            let app = try await phone.run { Modern() }
            let installed = try #require(phone.hotline)
            phone.push(to: installed, age: .seconds(29))
            phone.push(to: installed, age: .seconds(31))
            try await phone.settle()
            #expect(app.events == ["metadata true", "metadata false"])
            phone.user.answer()
            try await phone.settle()
            phone.push(to: installed)
            try await phone.settle()
            phone.user.end()
            phone.user.openApp(installed)
            try await phone.settle()
            phone.push(to: installed)
            try await phone.advance(by: .seconds(10))
            #expect(app.events.suffix(2) == ["metadata false", "metadata false"])
            #expect(installed.terminations.isEmpty)
            #expect(phone.broken.isEmpty)
        }
    }

    @Test("B130: iOS 26 shows a dialog for a development build", arguments: Link.allCases)
    func b130(link: Link) async throws {
        for (environment, count) in [
            (AppDescription.PushEnvironment.development, 5), (.production, 0),
        ] {
            let description = AppDescription(pushEnvironment: environment)
            let (phone, app) = try await silent(link, .iOS(26), as: description)
            for _ in 0..<5 {
                phone.push(to: app)
                try await phone.settle()
            }
            #expect(phone.steps.filter { $0 == .warningShown }.count == count)
        }
    }

    @Test("B131: a phone that was off hands over what it had, unless its time is long over")
    func b131() async throws {
        for (expiration, pause, outcome) in [
            (Int64(0), Duration.seconds(20), PushResult.pending), (0, .seconds(60), .expired),
        ] {
            let phone = SimulatedPhone(link: .inProcess)
            let app = phone.install { RecordingApp(pushes: true) }
            // It comes while the phone goes down: nothing can be started any more.
            phone.withStage { stage in
                stage.launcher.outcome = { _ in .started }
                stage.launcher.onLaunch = nil
            }
            let push = phone.deliver(
                to: app.bundle, Array("{}".utf8), expiration: expiration)
            try await phone.advance(by: .seconds(1))
            phone.world.setDate(phone.now + pause / .seconds(1))
            phone.reboot()
            #expect(phone.result(of: push) == outcome)
        }
    }

    @Test("B134: a push that means to cancel must be reported as well", arguments: Link.allCases)
    func b134(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = phone.launch { RecordingApp(pushes: true) }
        try await phone.settle()
        phone.push(number: 1)
        try await phone.settle()
        let recorder: RecordingApp = try app.object()
        recorder.onPush = { app, _ in app.log("cancels") }
        phone.push(number: 2)
        try await phone.settle()
        #expect(recorder.events.last == "cancels")
        #expect(app.terminations == [.pushHandledWithoutReport])
    }

    @Test("B135: a push that needs no call is reported and ended, which flashes and is missed")
    func b135() async throws {
        for link in Link.allCases {
            let phone = SimulatedPhone(link: link)
            let app = phone.launch { RecordingApp(pushes: true) }
            try await phone.settle()
            try app.object(RecordingApp.self).onPush = { app, _ in
                let id = UUID()
                app.report(id)
                app.provider.reportCall(with: id, endedAt: nil, reason: .unanswered)
            }
            phone.push()
            try await phone.advance(by: .seconds(10))
            #expect(app.terminations.isEmpty)
            #expect(phone.calls.isEmpty)
            #expect(phone.recentCalls.map(\.outcome) == [.unanswered])
        }
    }
}
