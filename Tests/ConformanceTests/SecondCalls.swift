// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import CallModel
import Foundation
import Testing

@Suite("A second and a third call: B81, B84, B85, B89–B93") struct SecondCalls {
    @Test(
        "B81: one call heard and one held: End & Accept ends the heard, End Held & Accept the held",
        arguments: Link.allCases)
    func b81Third(link: Link) async throws {
        for endsHeld in [false, true] {
            let phone = SimulatedPhone(link: link)
            let app = try await phone.run { WitnessApp { $0.maximumCallGroups = 3 } }
            try await phone.connectTwo(of: app)
            app.report("c")
            try await phone.settle()
            #expect(phone.screen.choices == [.decline, .endAndAccept, .endHeldAndAccept])
            _ = app.take()
            if endsHeld {
                phone.user.endHeldAndAnswer()
            } else {
                phone.user.endAndAnswer()
            }
            try await phone.settle()
            let performed = app.takePerformed()
            if endsHeld {
                #expect(performed == ["End a", "Hold b", "Answer c"])
                #expect(phone.screen.held.map(\.id) == [app.uuid("b")])
            } else {
                #expect(performed == ["End b", "Answer c"])
                #expect(phone.screen.held.map(\.id) == [app.uuid("a")])
            }
            #expect(phone.screen.current?.id == app.uuid("c"))
        }
    }

    @Test(
        "B84: swap holds the heard call and takes the held one off hold, and back",
        arguments: Link.allCases)
    func b84(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try await phone.connectTwo(of: app)
        phone.user.swap()
        try await phone.settle()
        #expect(app.takePerformed() == ["Hold b", "Resume a"])
        #expect(phone.screen.current?.id == app.uuid("a"))
        phone.user.swap()
        try await phone.settle()
        #expect(app.takePerformed() == ["Hold a", "Resume b"])
        #expect(phone.screen.current?.id == app.uuid("b"))
        #expect(phone.steps.filter { $0 == .audioActivated }.count == 1)
    }

    @Test(
        "B85: Hold & Accept needs a connected call that can be held",
        arguments: Link.allCases)
    func b85(link: Link) async throws {
        for canHold in [true, false] {
            let phone = SimulatedPhone(link: link)
            let app = try await phone.run { WitnessApp() }
            app.report("a", WitnessApp.update(supporting: canHold))
            try await phone.settle()
            phone.user.answer()
            try await phone.settle()
            app.report("b")
            try await phone.settle()
            #expect(
                phone.screen.choices
                    == [.decline, .endAndAccept] + (canHold ? [.holdAndAccept] : []))
            #expect(phone.user.holdAndAnswer().isDone == canHold)
        }
    }

    @Test(
        "B85: beside an outgoing call that is not connected there is Accept and Decline (B34)",
        arguments: Link.allCases)
    func b85NotConnected(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        app.start("a")
        try await phone.settle()
        app.provider.reportCall(with: app.uuid("a"), updated: WitnessApp.update())
        app.report("b")
        try await phone.settle()
        #expect(phone.screen.choices == [.decline, .accept])
        app.provider.reportOutgoingCall(with: app.uuid("a"), connectedAt: nil)
        try await phone.settle()
        #expect(phone.screen.choices == [.decline, .endAndAccept, .holdAndAccept])
    }

    @Test(
        "B89: a conference is one group of the limit; its size has a limit of its own",
        arguments: Link.allCases)
    func b89(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp { $0.maximumCallsPerCallGroup = 2 } }
        #expect(CXProviderConfiguration().maximumCallGroups == 2)
        #expect(CXProviderConfiguration().maximumCallsPerCallGroup == 5)
        try await phone.connectTwo(of: app)
        app.report("c")
        try await phone.settle()
        #expect(app.take() == ["reported 0"])
        #expect(phone.user.merge().isDone)
        try await phone.settle()
        _ = app.take()
        // One group now: there is room for a second.
        app.report("c")
        try await phone.settle()
        #expect(app.take() == ["reported nil", "c 0000"])
        phone.user.holdAndAnswer()
        try await phone.settle()
        #expect(app.takePerformed() == ["Hold a", "Hold b", "Answer c"])
        // Two calls are all that a conference may have.
        #expect(!phone.user.merge().isDone)
        app.request(
            CXSetGroupCallAction(call: app.uuid("c"), callUUIDToGroupWith: app.uuid("a")))
        try await phone.settle()
        #expect(app.take() == ["requested 6"])
    }

    @Test(
        "B90: with one group a second call can only replace the first, and a second start gets 7",
        arguments: Link.allCases)
    func b90(link: Link) async throws {
        var rules = SystemRules()
        rules.errorOverCallLimit = nil
        let phone = SimulatedPhone(link: link, rules: rules)
        let app = try await phone.run { WitnessApp { $0.maximumCallGroups = 1 } }
        try await phone.connect("a", of: app)
        app.start("b")
        try await phone.settle()
        #expect(app.take() == ["requested 7"])
        app.report("c")
        try await phone.settle()
        #expect(phone.screen.choices == [.decline, .endAndAccept])
        #expect(!phone.user.holdAndAnswer().isDone)
        phone.user.answer()
        try await phone.settle()
        #expect(app.takePerformed() == ["End a", "Answer c"])
        #expect(phone.calls.map(\.id) == [app.uuid("c")])
    }

    @Test(
        "B91: beside a call that is held already the button still reads Hold & Accept",
        arguments: Link.allCases)
    func b91(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try await phone.connect("a", of: app)
        phone.user.hold()
        app.report("b")
        try await phone.settle()
        #expect(phone.screen.choices == [.decline, .endAndAccept, .holdAndAccept])
        _ = app.take()
        phone.user.holdAndAnswer()
        try await phone.settle()
        #expect(app.takePerformed() == ["Answer b"])
        #expect(phone.screen.held.map(\.id) == [app.uuid("a")])
    }

    @Test(
        "B92: a swap whose hold is not done in time ends the call that was to be held",
        arguments: Link.allCases)
    func b92(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try await phone.connectTwo(of: app)
        app.logsChanges = false
        app.decide = { ($0 as? CXSetHeldCallAction)?.isOnHold == true ? .waits : .fulfils }
        phone.user.swap()
        try await phone.advance(by: .milliseconds(4_999))
        #expect(app.take() == ["execute 2", "perform Hold b", "perform Resume a"])
        try await phone.advance(by: .milliseconds(1))
        #expect(app.take() == ["timedOut CXSetHeldCallAction", "execute 1", "perform End b"])
        #expect(phone.calls.map(\.id) == [app.uuid("a")])
        #expect(phone.states == [.connected])
    }

    @Test(
        "B93: a headset's button answers or ends one call at a time, with three calls too",
        arguments: Link.allCases)
    func b93(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp { $0.maximumCallGroups = 3 } }
        try await phone.connectTwo(of: app)
        app.report("c")
        try await phone.settle()
        _ = app.take()
        // No more than one call waits: what was heard is ended.
        phone.user.headsetButton()
        try await phone.settle()
        #expect(app.takePerformed() == ["End b", "Answer c"])
        app.report("d")
        try await phone.settle()
        _ = app.take()
        phone.user.headsetButton(.long)
        try await phone.settle()
        #expect(app.takePerformed() == ["End d"])
        phone.user.headsetButton()
        try await phone.settle()
        #expect(app.takePerformed() == ["End c", "Resume a"])
        phone.user.headsetButton()
        try await phone.settle()
        #expect(app.takePerformed() == ["End a"])
        #expect(!phone.user.headsetButton().isDone)
    }
}
