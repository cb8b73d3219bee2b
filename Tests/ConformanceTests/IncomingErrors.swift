// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import CallModel
import Foundation
import Testing

@Suite("Why a call is refused: B60, B62–B67") struct IncomingErrors {
    private let caller = CXHandle(type: .generic, value: "caller")

    @Test(
        "B60: without the VoIP background mode a report gets code 1, and no delegate call comes",
        arguments: Link.allCases)
    func b60(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run(as: AppDescription(backgroundModes: ["audio"])) {
            WitnessApp()
        }
        app.report("a")
        app.start("b")
        try await phone.settle()
        #expect(app.take() == ["reported 1", "requested 1"])
        #expect(phone.calls.isEmpty && phone.ringer.isEmpty)
    }

    @Test(
        "B62: Do Not Disturb refuses with code 3 and shows nothing, unless the caller is allowed",
        arguments: Link.allCases)
    func b62(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        phone.user.doNotDisturb(.on)
        app.report("a")
        try await phone.settle()
        #expect(app.take() == ["begin", "reported 3"])
        #expect(phone.calls.isEmpty && phone.recents.isEmpty && phone.ringer.isEmpty)
        phone.user.doNotDisturb(.on, allowing: [caller])
        app.report("a")
        try await phone.settle()
        #expect(app.take() == ["reported nil", "a 0000"])
        #expect(phone.ringer.map(\.call) == [app.uuid("a")])
    }

    @Test(
        "B63: \"while locked\" keeps calls from a locked phone alone, and on iOS 10 from none",
        arguments: Link.allCases)
    func b63(link: Link) async throws {
        for (rules, codes) in [(.iOS(18), ["nil", "3"]), (.iOS(10), ["nil", "nil"])]
            as [(SystemRules, [String])]
        {
            let phone = SimulatedPhone(link: link, rules: rules)
            let app = try await phone.run { WitnessApp() }
            app.logsChanges = false
            phone.user.doNotDisturb(.whileLocked)
            app.report("a")
            try await phone.settle()
            phone.user.lock()
            app.report("b")
            try await phone.settle()
            #expect(app.take() == ["begin"] + codes.map { "reported \($0)" })
        }
    }

    @Test(
        "B64: a blocked handle is refused with code 4, also where Do Not Disturb would let it in",
        arguments: Link.allCases)
    func b64(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        phone.user.block(caller)
        phone.user.doNotDisturb(.on, allowing: [caller])
        app.report("a")
        try await phone.settle()
        #expect(app.take() == ["begin", "reported 4"])
        #expect(phone.calls.isEmpty)
        phone.user.unblock(caller)
        app.report("a")
        try await phone.settle()
        #expect(app.take() == ["reported nil", "a 0000"])
    }

    @Test(
        "B65: sharing, protected apps and sensitive participants refuse with codes 5, 6 and 7",
        arguments: Link.allCases)
    func b65(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        let hotline = try #require(phone.hotline)
        _ = app.take()
        try await phone.happen(.reportsRefused(.filteredDuringRestrictedSharingMode))
        app.report("a")
        try await phone.settle()
        try await phone.happen(.reportsRefused(.filteredBySensitiveParticipants))
        app.report("a")
        try await phone.settle()
        try await phone.happen(.reportsRefused(nil))
        #expect(phone.user.protect(hotline).isDone)
        app.report("a")
        try await phone.settle()
        #expect(app.take() == ["reported 5", "reported 7", "reported 6"])
        #expect(phone.calls.isEmpty)

        // Before iOS 18 no app can be locked or hidden.
        let older = SimulatedPhone(link: link, rules: .iOS(17))
        _ = try await older.run { WitnessApp() }
        #expect(!older.user.protect(try #require(older.hotline)).isDone)
    }

    @Test(
        "B66: a call over the limit gets unknown (0), another code, or End & Accept alone",
        arguments: Link.allCases)
    func b66(link: Link) async throws {
        for code in [0, 3, nil] {
            var rules = SystemRules()
            rules.errorOverCallLimit = code
            let phone = SimulatedPhone(link: link, rules: rules)
            let app = try await phone.run { WitnessApp { $0.maximumCallGroups = 1 } }
            try await phone.connect("a", of: app)
            app.report("b")
            try await phone.settle()
            if let code {
                #expect(app.take() == ["reported \(code)"])
                #expect(phone.states == [.connected])
            } else {
                #expect(app.take() == ["reported nil", "b 0000"])
                #expect(phone.screen.choices == [.decline, .endAndAccept])
            }
        }
    }

    @Test(
        "B67: a report that is refused counts as made, for both checks of a push",
        arguments: Link.allCases)
    func b67(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp(pushes: true) }
        phone.user.doNotDisturb(.on)
        phone.push()
        try await phone.advance(by: .seconds(10))
        #expect(app.take() == ["begin", "push", "reported 3"])
        #expect(phone.hotline?.terminations == [])
        #expect(phone.hotline?.isRunning == true)
        #expect(phone.pushRecords.map(\.outcome) == [.refused(.filteredByDoNotDisturb)])
    }
}
