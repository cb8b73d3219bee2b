// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import CallModel
import Foundation
import PhoneCore
import Testing

@Suite("Calls that ring: B19, B21, B23–B27") struct RingingCalls {
    @Test(
        "B19: failing the answer takes the screen down; an end reported as well changes nothing",
        arguments: Link.allCases)
    func b19(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        app.decide = { $0 is CXAnswerCallAction ? .fails : .fulfils }
        app.report("a")
        try await phone.settle()
        #expect(phone.user.answer().isDone)
        try await phone.settle()
        let told = ["begin", "reported nil", "a 0000", "execute 1", "perform Answer a", "a 0001"]
        #expect(app.take() == told)
        #expect(phone.calls.isEmpty && phone.screen.ringing == nil)
        app.provider.reportCall(with: app.uuid("a"), endedAt: nil, reason: .failed)
        try await phone.settle()
        #expect(app.take() == [] && phone.broken == [])
        #expect(phone.recents.map(\.outcome) == [.failed])
    }

    @Test(
        "B21: an End that nobody tapped for is told like one that somebody did",
        arguments: Link.allCases)
    func b21(link: Link) async throws {
        var told: [[String]] = []
        for isTapped in [true, false] {
            let phone = SimulatedPhone(link: link)
            let app = try await phone.run { WitnessApp() }
            app.report("a")
            try await phone.settle()
            _ = app.take()
            if isTapped {
                #expect(phone.user.decline().isDone)
                try await phone.settle()
            } else {
                try await phone.advance(by: .seconds(60))
            }
            told.append(app.take())
        }
        #expect(told == Array(repeating: ["execute 1", "perform End a", "a 0001"], count: 2))
    }

    @Test(
        "B23: an end may be reported while the call rings, is answered, or is connected",
        arguments: Link.allCases)
    func b23(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        app.report("a")
        try await phone.settle()
        #expect(phone.screen.ringing?.id == app.uuid("a") && phone.ringer.count == 1)
        app.provider.reportCall(with: app.uuid("a"), endedAt: nil, reason: .remoteEnded)
        try await phone.settle()
        #expect(app.take() == ["begin", "reported nil", "a 0000", "a 0001"])
        #expect(phone.screen.ringing == nil && phone.ringer.isEmpty)

        app.decide = { _ in .waits }
        app.report("b")
        try await phone.settle()
        phone.user.answer()
        try await phone.settle()
        app.provider.reportCall(with: app.uuid("b"), endedAt: nil, reason: .remoteEnded)
        app.complete { $0.fulfill() }
        try await phone.settle()
        #expect(
            app.take() == ["reported nil", "b 0000", "execute 1", "perform Answer b", "b 0001"])

        app.decide = { _ in .fulfils }
        try await phone.connect("c", of: app)
        app.provider.reportCall(with: app.uuid("c"), endedAt: nil, reason: .failed)
        try await phone.settle()
        #expect(app.take() == ["c 0011", "didDeactivate"])
        #expect(phone.calls.isEmpty)
        #expect(phone.recents.map(\.outcome) == [.failed, .remoteEnded, .remoteEnded])
    }

    @Test(
        "B23: an end that overtakes the answer to its report ends the call, or by rule is lost",
        arguments: Link.allCases, [true, false])
    func b23Early(link: Link, keepsEarlyEnds: Bool) async throws {
        var rules = SystemRules()
        rules.keepsEarlyEnds = keepsEarlyEnds
        let phone = SimulatedPhone(link: link, rules: rules)
        let app = try await phone.run { WitnessApp() }
        phone.withStage { $0.store.isHolding = true }
        app.report("a")
        app.provider.reportCall(with: app.uuid("a"), endedAt: nil, reason: .remoteEnded)
        try await phone.settle()
        phone.withStage { $0.store.release() }
        try await phone.settle()
        // A call that was never seen is not seen to end; where its end is lost the screen rings on.
        #expect(app.take() == ["begin", "reported nil"] + (keepsEarlyEnds ? [] : ["a 0000"]))
        #expect(phone.ringer.count == (keepsEarlyEnds ? 0 : 1))
        #expect(phone.recents.map(\.outcome) == [keepsEarlyEnds ? .remoteEnded : nil])
    }

    @Test(
        "B24: another device took it: the call goes without an End, and is kept as what it was",
        arguments: Link.allCases)
    func b24(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        let reasons: [(CXCallEndedReason, RecentCallEntry.Outcome)] = [
            (.answeredElsewhere, .answeredElsewhere), (.declinedElsewhere, .declinedElsewhere),
            (.unanswered, .unanswered),
        ]
        _ = app.take()
        for (index, (reason, outcome)) in reasons.enumerated() {
            let letter = ["a", "b", "c"][index]
            app.report(letter)
            try await phone.settle()
            app.provider.reportCall(with: app.uuid(letter), endedAt: nil, reason: reason)
            try await phone.settle()
            #expect(app.take() == ["reported nil", "\(letter) 0000", "\(letter) 0001"])
            #expect(phone.ringer.isEmpty && phone.calls.isEmpty)
            #expect(phone.recents.first?.outcome == outcome)
            #expect(phone.recents.first?.connected == nil)
        }
    }

    @Test(
        "B25: from iOS 16 on the system ends a call that nobody answers after 60 s",
        arguments: Link.allCases, [16, 26])
    func b25(link: Link, version: Int) async throws {
        let phone = SimulatedPhone(link: link, rules: .iOS(version))
        let app = try await phone.run { WitnessApp() }
        app.report("a")
        try await phone.settle()
        _ = app.take()
        try await phone.advance(by: .milliseconds(59_999))
        #expect(app.take() == [] && phone.ringer.count == 1)
        try await phone.advance(by: .milliseconds(1))
        #expect(app.take() == ["execute 1", "perform End a", "a 0001"])
        #expect(phone.ringer.isEmpty && phone.calls.isEmpty)
    }

    @Test("B25: up to iOS 15 a call rings until somebody does something", arguments: Link.allCases)
    func b25Old(link: Link) async throws {
        let phone = SimulatedPhone(link: link, rules: .iOS(15))
        let app = try await phone.run { WitnessApp() }
        app.report("a")
        try await phone.settle()
        _ = app.take()
        try await phone.advance(by: .seconds(3600))
        #expect(app.take() == [] && phone.ringer.count == 1)
        phone.user.answer()
        try await phone.settle()
        #expect(app.take() == ["execute 1", "perform Answer a", "a 0010", "didActivate"])
    }

    @Test(
        "B26: a call that rang too long is kept as unanswered, by another rule as ended remotely",
        arguments: Link.allCases, [SystemRules.RingTimeoutOutcome.unanswered, .remoteEnded])
    func b26(link: Link, outcome: SystemRules.RingTimeoutOutcome) async throws {
        var rules = SystemRules()
        rules.ringTimeoutOutcome = outcome
        let phone = SimulatedPhone(link: link, rules: rules)
        let app = try await phone.run { WitnessApp() }
        app.report("a")
        try await phone.advance(by: .seconds(60))
        #expect(
            phone.recents.map(\.outcome) == [outcome == .unanswered ? .unanswered : .remoteEnded])
    }

    @Test(
        "B27: a second call waits behind the one that rings; answering the first ends it",
        arguments: Link.allCases)
    func b27(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        app.report("a")
        app.report("b")
        try await phone.settle()
        _ = app.take()
        #expect(phone.screen.ringing?.id == app.uuid("a"))
        #expect(phone.screen.waiting.map(\.id) == [app.uuid("b")])
        #expect(phone.user.answer().isDone)
        try await phone.settle()
        #expect(
            app.take() == [
                "execute 2", "perform Answer a", "perform End b", "a 0010", "didActivate", "b 0001",
            ])
        #expect(phone.screen.current?.id == app.uuid("a") && phone.calls.count == 1)
    }

    @Test("B27: declining the first brings the second to the screen", arguments: Link.allCases)
    func b27Declined(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        app.report("a")
        app.report("b")
        try await phone.settle()
        _ = app.take()
        #expect(phone.user.decline().isDone)
        try await phone.settle()
        #expect(app.take() == ["execute 1", "perform End a", "a 0001"])
        #expect(phone.screen.ringing?.id == app.uuid("b") && phone.screen.waiting.isEmpty)
        #expect(phone.screen.choices == [.decline, .accept])
        #expect(phone.ringer.map(\.call) == [app.uuid("b")])
    }
}
