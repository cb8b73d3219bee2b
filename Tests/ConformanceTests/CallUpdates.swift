// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import CallModel
import Foundation
import Testing

@Suite("Updates of a call: B99–B104") struct CallUpdates {
    @Test("B99: an update carries what it sets, and all else stays", arguments: Link.allCases)
    func b99(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        app.report("a")
        try await phone.settle()
        let first = try #require(phone.callSummaries.first)
        #expect(first.offers == [.holding, .grouping, .ungrouping, .dtmf])

        let name = CXCallUpdate()
        name.localizedCallerName = "Another"
        app.provider.reportCall(with: app.uuid("a"), updated: name)
        try await phone.settle()
        var expected = first
        expected.name = "Another"
        #expect(phone.callSummaries == [expected])

        let flag = CXCallUpdate()
        flag.supportsHolding = false
        app.provider.reportCall(with: app.uuid("a"), updated: flag)
        try await phone.settle()
        expected.offers = [.grouping, .ungrouping, .dtmf]
        #expect(phone.callSummaries == [expected])

        app.provider.reportCall(with: app.uuid("a"), updated: CXCallUpdate())
        try await phone.settle()
        #expect(phone.callSummaries == [expected])
    }

    @Test(
        "B100: without its flag there is no hold, no merge, no split, no keypad",
        arguments: Link.allCases)
    func b100(link: Link) async throws {
        for isSupported in [true, false] {
            let phone = SimulatedPhone(link: link)
            let app = try await phone.run { WitnessApp() }
            try await phone.connectTwo(of: app)
            if !isSupported { try await phone.update(["a", "b"], of: app, supporting: false) }
            #expect(phone.user.keypad("1").isDone == isSupported)
            #expect(phone.user.merge().isDone == isSupported)
            try await phone.settle()
            #expect(
                app.takePerformed()
                    == (isSupported
                        ? ["Play 1 singleTone b", "Resume a", "Group a with b"] : []))
            if !isSupported {
                try await phone.update(["a", "b"], of: app, supporting: true)
                phone.user.merge()
                try await phone.settle()
                try await phone.update(["a", "b"], of: app, supporting: false)
                _ = app.take()
            }
            #expect(phone.user.hold(app.uuid("b")).isDone == isSupported)
            try await phone.settle()
            #expect(phone.user.split(app.uuid("a")).isDone == isSupported)
            try await phone.settle()
            #expect(app.takePerformed() == (isSupported ? ["Hold b", "Ungroup a"] : []))
        }
    }

    @Test(
        "B101: flags never set count as true, or by rule as false; undescribed calls offer none",
        arguments: Link.allCases)
    func b101(link: Link) async throws {
        for isSupported in [false, true] {
            var rules = SystemRules()
            rules.unsetSupportFlags = isSupported
            let phone = SimulatedPhone(link: link, rules: rules)
            let app = try await phone.run { WitnessApp() }
            app.start("a")
            try await phone.settle()
            app.provider.reportOutgoingCall(with: app.uuid("a"), connectedAt: nil)
            app.report("b")
            try await phone.settle()
            #expect(phone.screen.choices == [.decline, .endAndAccept])
            app.provider.reportCall(with: app.uuid("a"), updated: CXCallUpdate())
            try await phone.settle()
            #expect(
                phone.screen.choices
                    == [.decline, .endAndAccept] + (isSupported ? [.holdAndAccept] : []))
            _ = app.take()
            #expect(phone.user.hold().isDone == isSupported)
            #expect(phone.user.keypad("1").isDone == false || isSupported)
            try await phone.settle()
            #expect(app.takePerformed().contains("Hold a") == isSupported)
        }
    }

    @Test(
        "B102: a name that the app gives is shown; else that of Contacts; else the handle",
        arguments: Link.allCases)
    func b102(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        let known = CXHandle(type: .phoneNumber, value: "+8618712345678")
        phone.user.contacts(["Ann": [known]])
        let unnamed = CXCallUpdate()
        unnamed.remoteHandle = known
        app.report("a", unnamed)
        try await phone.settle()
        #expect(phone.screen.ringing?.callerName == "Ann")
        let named = CXCallUpdate()
        named.localizedCallerName = "Tester"
        app.provider.reportCall(with: app.uuid("a"), updated: named)
        try await phone.settle()
        #expect(phone.screen.ringing?.callerName == "Tester")
        app.provider.reportCall(with: app.uuid("a"), endedAt: nil, reason: .remoteEnded)
        let stranger = CXCallUpdate()
        stranger.remoteHandle = CXHandle(type: .phoneNumber, value: "10086")
        app.report("b", stranger)
        try await phone.settle()
        #expect(phone.screen.ringing?.callerName == nil)
        #expect(phone.screen.ringing?.handle == stranger.remoteHandle)
    }

    @Test(
        "B103: updates after the report: a name learned later, audio that becomes video",
        arguments: Link.allCases)
    func b103(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run(as: AppDescription(name: "Hotline")) { WitnessApp() }
        app.report("a", CXCallUpdate())
        try await phone.settle()
        #expect(phone.screen.ringing?.callerName == nil)
        #expect(phone.screen.title == "Hotline Audio")
        let later = CXCallUpdate()
        later.localizedCallerName = "Tester"
        later.hasVideo = true
        app.provider.reportCall(with: app.uuid("a"), updated: later)
        try await phone.settle()
        #expect(phone.screen.ringing?.callerName == "Tester")
        #expect(phone.screen.title == "Hotline Video")
        phone.user.answer()
        try await phone.settle()
        let audio = CXCallUpdate()
        audio.hasVideo = false
        app.provider.reportCall(with: app.uuid("a"), updated: audio)
        try await phone.settle()
        #expect(phone.screen.current?.isVideo == false)
        #expect(phone.recents.first?.callerName == "Tester")
    }

    @Test(
        "B104: an update or an end of an unknown call has no effect, and is remarked on",
        arguments: Link.allCases)
    func b104(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        app.report("a")
        try await phone.settle()
        _ = app.take()
        let before = phone.callSummaries
        app.provider.reportCall(with: UUID(), updated: WitnessApp.update())
        app.provider.reportCall(with: UUID(), endedAt: nil, reason: .remoteEnded)
        try await phone.settle()
        #expect(app.take() == [])
        #expect(phone.callSummaries == before)
        #expect(phone.ringer.map(\.call) == [app.uuid("a")])
        #expect(phone.broken == [.unknownCallReported, .unknownCallReported])
    }
}

extension SimulatedPhone {
    /// Has the app set every flag of calls.
    fileprivate func update(
        _ letters: [String], of app: WitnessApp, supporting isSupported: Bool
    ) async throws {
        for letter in letters {
            let update = WitnessApp.update(supporting: isSupported)
            app.provider.reportCall(with: app.uuid(letter), updated: update)
        }
        try await settle()
    }
}
