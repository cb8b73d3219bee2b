// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import CallModel
import Foundation
import Testing

/// Each scenario of a call's life, as the app sees it from the first callback to the last.
@Suite("The order of callbacks in each scenario of a call") struct Scenarios {
    @Test(
        "B15, B17, B69: incoming, answered: reported, execute, Answer, connected, didActivate",
        arguments: Link.allCases)
    func scenarioIncomingAnswered(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        app.decide = { _ in .waits }
        app.report("a")
        try await phone.settle()
        #expect(app.take() == ["begin", "reported nil", "a 0000"])
        try await phone.act(.answer(nil))
        #expect(app.take() == ["execute 1", "perform Answer a"])
        app.complete { $0.fulfill() }
        try await phone.settle()
        #expect(app.take() == ["a 0010", "didActivate"])
    }

    @Test(
        "B20: incoming, declined: End, then the end is observed; audio is never activated",
        arguments: Link.allCases)
    func scenarioIncomingDeclined(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        app.decide = { _ in .waits }
        app.report("a")
        try await phone.settle()
        _ = app.take()
        #expect(phone.user.decline().isDone)
        try await phone.settle()
        #expect(app.take() == ["execute 1", "perform End a"])
        app.complete { $0.fulfill() }
        try await phone.settle()
        #expect(app.take() == ["a 0001"])
        #expect(!phone.steps.contains(.audioActivated))
    }

    @Test(
        "B22: the caller gives up: the end is observed, and nothing is performed",
        arguments: Link.allCases)
    func scenarioCallerGivesUp(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        app.report("a")
        try await phone.settle()
        _ = app.take()
        app.provider.reportCall(with: app.uuid("a"), endedAt: nil, reason: .remoteEnded)
        try await phone.settle()
        #expect(app.take() == ["a 0001"])
        #expect(phone.ringer.isEmpty)
    }

    @Test(
        "B33, B46, B69: outgoing: accepted, execute, Start, didActivate, and connected as reported",
        arguments: Link.allCases)
    func scenarioOutgoing(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        app.decide = { $0 is CXStartCallAction ? .waits : .fulfils }
        app.start("a")
        try await phone.settle()
        #expect(
            app.take() == ["begin", "requested nil", "a 1000", "execute 1", "perform Start a"])
        app.complete { $0.fulfill() }
        try await phone.settle()
        #expect(app.take() == ["didActivate"])
        app.provider.reportOutgoingCall(with: app.uuid("a"), startedConnectingAt: nil)
        try await phone.settle()
        #expect(app.take() == [])
        app.provider.reportOutgoingCall(with: app.uuid("a"), connectedAt: nil)
        try await phone.settle()
        // The unmute is the system's own (B95).
        #expect(app.take() == ["a 1010", "execute 1", "perform Unmute a"])
    }

    @Test(
        "B20, B68: local hang-up, by hand or by request: End, the end is observed, didDeactivate",
        arguments: Link.allCases)
    func scenarioHangUp(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try await phone.connect("a", of: app)
        app.decide = { _ in .waits }
        try await phone.act(.end(nil))
        #expect(app.take() == ["execute 1", "perform End a"])
        app.complete { $0.fulfill() }
        try await phone.settle()
        #expect(app.take() == ["a 0011", "didDeactivate"])

        app.decide = { _ in .fulfils }
        try await phone.connect("b", of: app)
        app.request(CXEndCallAction(call: app.uuid("b")))
        try await phone.settle()
        #expect(
            app.take()
                == ["requested nil", "execute 1", "perform End b", "b 0011", "didDeactivate"])
    }

    @Test(
        "B69, B81: End & Accept: End, Answer; the session goes down with one call and up again",
        arguments: Link.allCases)
    func scenarioEndAndAccept(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try await phone.connect("a", of: app)
        app.report("b")
        try await phone.settle()
        _ = app.take()
        #expect(phone.user.endAndAnswer().isDone)
        try await phone.settle()
        #expect(
            app.take() == [
                "execute 2", "perform End a", "perform Answer b", "a 0011", "didDeactivate",
                "b 0010", "didActivate",
            ])
    }

    @Test(
        "B81: Hold & Accept of the app's own call: SetHeld, then Answer; the session stays up",
        arguments: Link.allCases)
    func scenarioHoldAndAcceptOwn(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try await phone.connect("a", of: app)
        app.report("b")
        try await phone.settle()
        _ = app.take()
        #expect(phone.user.holdAndAnswer().isDone)
        try await phone.settle()
        #expect(
            app.take() == ["execute 2", "perform Hold a", "perform Answer b", "a 0110", "b 0010"])
        #expect(!phone.steps.contains(.audioDeactivated))
    }

    @Test(
        "B70, B81: Hold & Accept of a foreign call: SetHeld, interruption, didDeactivate",
        arguments: Link.allCases)
    func scenarioHoldAndAcceptForeign(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        let other = try await phone.run("com.example.other") { WitnessApp() }
        try await phone.connect("a", of: app)
        app.logsChanges = false
        other.logsChanges = false
        other.report("b")
        try await phone.settle()
        _ = (app.take(), other.take())
        #expect(phone.user.holdAndAnswer().isDone)
        try await phone.settle()
        #expect(app.take() == ["execute 1", "perform Hold a", "interrupted", "didDeactivate"])
        #expect(other.take() == ["execute 1", "perform Answer b", "didActivate"])
    }

    @Test(
        "B84: swap: SetHeld for the active call, SetHeld off for the held one",
        arguments: Link.allCases)
    func scenarioSwap(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try await phone.connectTwo(of: app)
        #expect(phone.user.swap().isDone)
        try await phone.settle()
        #expect(
            app.take() == ["execute 2", "perform Hold b", "perform Resume a", "b 0110", "a 0010"])
    }

    @Test("B86: merge: the held call is un-held, then SetGroup", arguments: Link.allCases)
    func scenarioMerge(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try await phone.connectTwo(of: app)
        #expect(phone.user.merge().isDone)
        try await phone.settle()
        #expect(
            app.take() == ["execute 2", "perform Resume a", "perform Group a with b", "a 0010"])
        #expect(phone.calls.count == 2 && Set(phone.calls.map(\.group)).count == 1)
    }

    @Test(
        "B71: the foreign call ends: by the user it gives the held call back, else nothing comes",
        arguments: Link.allCases)
    func scenarioForeignCallEnds(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try await phone.connect("a", of: app)
        app.logsChanges = false
        for endsHere in [true, false] {
            let cellular = phone.world.incomingCellularCall(from: "10086")
            #expect(phone.user.holdAndAnswer(cellular).isDone)
            try await phone.settle()
            _ = app.take()
            if endsHere {
                #expect(phone.user.end(cellular).isDone)
            } else {
                phone.world.cellularHangsUp(cellular)
            }
            try await phone.settle()
            #expect(
                app.take() == (endsHere ? ["execute 1", "perform Resume a", "didActivate"] : []))
            #expect(phone.states == [endsHere ? .connected : .held])
        }
    }

    @Test(
        "B18, B37, B110: an answer left open: timedOutPerforming, an observer change, then End",
        arguments: Link.allCases)
    func scenarioActionNotAnswered(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        app.decide = { $0 is CXAnswerCallAction ? .waits : .fulfils }
        app.report("a")
        try await phone.settle()
        try await phone.act(.answer(nil))
        _ = app.take()
        try await phone.advance(by: .milliseconds(59_999))
        #expect(app.take() == [])
        try await phone.advance(by: .milliseconds(1))
        #expect(
            app.take()
                == [
                    "timedOut CXAnswerCallAction", "a 0000", "execute 1", "perform End a", "a 0001",
                ])
        #expect(phone.recents.map(\.outcome) == [.failed])
        #expect(!phone.steps.contains(.audioActivated))
    }
}
