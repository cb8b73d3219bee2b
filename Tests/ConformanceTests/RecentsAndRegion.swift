// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import CallModel
import Foundation
import PhoneLink
import Testing

@Suite("Recents, redial, ringtone, region: B111–B116") struct RecentsAndRegion {
    @Test(
        "B111: includesCallsInRecents decides, call by call, what is written to Recents",
        arguments: Link.allCases)
    func b111(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp { $0.includesCallsInRecents = false } }
        app.report("a")
        try await phone.settle()
        phone.user.decline()
        try await phone.settle()
        #expect(
            app.take() == [
                "begin", "reported nil", "a 0000", "execute 1", "perform End a", "a 0001",
            ])
        #expect(phone.recents.isEmpty)
        let configuration = app.provider.configuration
        configuration.includesCallsInRecents = true
        app.provider.configuration = configuration
        app.report("b")
        try await phone.settle()
        phone.user.decline()
        try await phone.settle()
        #expect(phone.recents.map(\.call) == [app.uuid("b")])
        #expect(phone.recents.map(\.outcome) == [.declined])
        #expect(CXProviderConfiguration().includesCallsInRecents)
    }

    @Test(
        "B112: a tap in Recents starts the app, which is told whom to call and requests Start",
        arguments: Link.allCases)
    func b112(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let hotline = phone.launch { Redialler() }
        try await phone.settle()
        let first = try hotline.object(Redialler.self).app
        first.report("a")
        try await phone.settle()
        phone.user.decline()
        try await phone.settle()
        hotline.kill()
        try await phone.settle()
        let row = try #require(phone.recents.first)
        #expect(phone.user.redial(row).isDone)
        try await phone.settle()
        #expect(hotline.launchCount == 2)
        let app = try hotline.object(Redialler.self).app
        #expect(app !== first)
        // What the user wants is told with the greeting; the request waits for the provider.
        #expect(
            app.take() == [
                "call caller", "begin", "requested nil", "b 1000", "execute 1", "perform Start b",
                "didActivate",
            ])
        #expect(phone.calls.map(\.handle) == [row.handle])
    }

    @Test(
        "B112: without the handle's type in supportedHandleTypes there is no call back",
        arguments: Link.allCases)
    func b112Unsupported(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let hotline = phone.launch { Redialler { $0.supportedHandleTypes = [.phoneNumber] } }
        try await phone.settle()
        let app = try hotline.object(Redialler.self).app
        app.report("a")
        try await phone.settle()
        phone.user.decline()
        try await phone.settle()
        _ = app.take()
        #expect(!phone.user.redial(try #require(phone.recents.first)).isDone)
        try await phone.settle()
        #expect(app.take() == [])
    }

    @Test(
        "B113: Recents' details of a generic handle show all of those on iOS 26, not before",
        arguments: Link.allCases)
    func b113(link: Link) async throws {
        for (major, isShared) in [(18, false), (26, true)] {
            let phone = SimulatedPhone(link: link, rules: .iOS(major))
            let app = try await phone.run { WitnessApp() }
            let handles = [
                CXHandle(type: .generic, value: "ann"), CXHandle(type: .generic, value: "bob"),
                CXHandle(type: .phoneNumber, value: "1"), CXHandle(type: .phoneNumber, value: "2"),
                CXHandle(type: .emailAddress, value: "a@b.c"),
            ]
            for (letter, handle) in zip(["a", "b", "c", "d", "e"], handles) {
                app.report(letter, WitnessApp.update(handle))
                try await phone.settle()
                phone.user.decline()
                try await phone.settle()
            }
            func details(_ index: Int) -> [UUID] { phone.recents(of: handles[index]).map(\.call) }
            #expect(details(0) == (isShared ? ["b", "a"] : ["a"]).map(app.uuid))
            #expect(details(2) == [app.uuid("c")])
            #expect(details(4) == [app.uuid("e")])
        }
    }

    @Test(
        "B114: a push that comes late leaves a missed call that nobody could have taken",
        arguments: Link.allCases)
    func b114(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp(pushes: true) }
        _ = app.take()
        // The call was over before its push came; the rule is met all the same (B134, B135).
        try await phone.advance(by: .seconds(120))
        phone.push()
        try await phone.settle()
        app.provider.reportCall(with: app.uuid("a"), endedAt: nil, reason: .unanswered)
        try await phone.advance(by: .seconds(10))
        #expect(app.take() == ["push", "reported nil", "a 0000", "a 0001"])
        let row = try #require(phone.recents.first)
        #expect(phone.recents.count == 1)
        #expect(row.outcome == .unanswered && row.connected == nil && !row.isOutgoing)
        #expect(phone.hotline?.terminations == [])
    }

    @Test(
        "B115: a ring tone of the bundle rings; none, or one that is not there, is the system's",
        arguments: Link.allCases)
    func b115(link: Link) async throws {
        for (sound, heard) in [("bell.caf", "bell.caf"), ("gone.caf", nil), (nil, nil)]
            as [(String?, String?)]
        {
            let phone = SimulatedPhone(link: link)
            let app = try await phone.run(as: AppDescription(sounds: ["bell.caf"])) {
                WitnessApp { $0.ringtoneSound = sound }
            }
            app.report("a")
            try await phone.settle()
            #expect(phone.ringer.map(\.call) == [app.uuid("a")])
            #expect(phone.ringer.map(\.sound) == [heard])
            // A tone that is set later rings for the next call.
            let configuration = app.provider.configuration
            #expect(configuration.ringtoneSound == sound)
            configuration.ringtoneSound = "bell.caf"
            app.provider.configuration = configuration
            phone.user.decline()
            app.report("b")
            try await phone.settle()
            #expect(phone.ringer.map(\.sound) == ["bell.caf"])
        }
    }

    @Test(
        "B116: in mainland China CallKit works, and using it is remarked on",
        arguments: Link.allCases)
    func b116(link: Link) async throws {
        for (region, rules) in [("CN", [.providerInRestrictedRegion]), ("HK", []), (nil, [])]
            as [(String?, [RuleBreach.Rule])]
        {
            let phone = SimulatedPhone(link: link)
            phone.world.setRegion(region)
            let app = try await phone.run { WitnessApp() }
            app.report("a")
            try await phone.settle()
            #expect(app.take() == ["begin", "reported nil", "a 0000"])
            #expect(phone.broken == rules)
            #expect(phone.advice.count == rules.count && phone.violations.isEmpty)
        }
    }
}

/// An app that calls back whom its user chose.
final class Redialler: Sendable {
    let app: WitnessApp

    init(configure: (CXProviderConfiguration) -> Void = { _ in }) {
        let made = Locked<WitnessApp?>(nil)
        // In place of a scene's delegate, which an INStartCallIntent would come to. Named before
        // the provider is made, whose beginning might else come first.
        let session = Weak(AppSession.current)
        AppSession.current.onStartCall = { intent in
            let session = session.object as? AppSession
            session?.deliver(by: { DispatchQueue.main.async(execute: $0) }) {
                let app = made.withLock { $0 }
                app?.log("call \(intent.handle.value)")
                app?.start("b", to: intent.handle.value)
            }
        }
        app = WitnessApp(configure: configure)
        made.withLock { [app] in $0 = app }
    }
}
