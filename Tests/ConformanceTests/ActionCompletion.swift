// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import CallModel
import Foundation
import PhoneCore
import Testing

@Suite("Completing actions: B40–B42") struct ActionCompletion {
    @Test(
        "B40: completing an action that no provider holds does nothing", arguments: Link.allCases)
    func b40(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try await phone.connect("a", of: app)
        let isComplete = try await phone.within {
            let actions = [
                CXEndCallAction(call: app.uuid("a")), CXEndCallAction(call: UUID()),
                CXSetHeldCallAction(call: app.uuid("a"), onHold: true),
            ]
            actions[0].fulfill()
            actions[1].fail()
            actions[2].fulfill()
            return actions.map(\.isComplete)
        }
        #expect(isComplete == [false, false, false])
        #expect(app.take() == [] && phone.states == [.connected])
    }

    @Test(
        "B40: one that was refused is held by nobody either, and may be requested again",
        arguments: Link.allCases)
    func b40Refused(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        let answer = try await phone.within {
            let action = CXAnswerCallAction(call: app.uuid("a"))
            app.request(action)
            return action.uuid
        }
        #expect(app.take() == ["begin", "requested 4"])
        app.report("a")
        try await phone.settle()
        _ = app.take()
        let isComplete = try await phone.within {
            let action = CXAnswerCallAction(call: app.uuid("a"))
            action.fulfill()
            let before = action.isComplete
            app.request(action)
            return [before, action.uuid == answer]
        }
        #expect(isComplete == [false, false])
        #expect(
            app.take()
                == ["requested nil", "execute 1", "perform Answer a", "a 0010", "didActivate"])
    }

    @Test(
        "B41: fulfilling with a date sets the timer and the record to that time",
        arguments: Link.allCases)
    func b41(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        app.decide = { _ in .waits }
        app.report("a")
        try await phone.settle()
        let began = phone.now
        phone.user.answer()
        try await phone.advance(by: .seconds(10))
        app.complete { ($0 as? CXAnswerCallAction)?.fulfill(withDateConnected: began + 4) }
        try await phone.settle()
        #expect(phone.calls.map(\.connectedDate) == [began + 4])
        try await phone.advance(by: .seconds(10))
        phone.user.end()
        try await phone.advance(by: .seconds(2))
        app.complete { ($0 as? CXEndCallAction)?.fulfill(withDateEnded: began + 21) }
        try await phone.settle()
        #expect(phone.recents.map(\.began) == [began])
        #expect(phone.recents.map(\.connected) == [began + 4])
        #expect(phone.recents.map(\.ended) == [began + 21])
    }

    @Test(
        "B41: a Start with a date is fulfilled as one without; a date to come counts as now",
        arguments: Link.allCases)
    func b41Start(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        app.decide = { $0 is CXStartCallAction ? .waits : .fulfils }
        app.start("a")
        try await phone.settle()
        _ = app.take()
        let asked = phone.now
        try await phone.advance(by: .seconds(10))
        app.complete { ($0 as? CXStartCallAction)?.fulfill(withDateStarted: asked + 3) }
        try await phone.settle()
        #expect(app.take() == ["didActivate"])
        let now = phone.now
        app.provider.reportOutgoingCall(with: app.uuid("a"), connectedAt: now + 60)
        try await phone.settle()
        #expect(phone.calls.map(\.connectedDate) == [now])
    }

    @Test(
        "B42: failing a Start or an Answer ends the call as failed", arguments: Link.allCases)
    func b42(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        app.decide = { _ in .fails }
        app.start("a")
        try await phone.settle()
        #expect(
            app.take()
                == ["begin", "requested nil", "a 1000", "execute 1", "perform Start a", "a 1001"])
        app.report("b")
        try await phone.settle()
        phone.user.answer()
        try await phone.settle()
        #expect(
            app.take() == ["reported nil", "b 0000", "execute 1", "perform Answer b", "b 0001"])
        #expect(phone.calls.isEmpty)
        #expect(phone.recents.map(\.outcome) == [.failed, .failed])
        #expect(!phone.steps.contains(.audioActivated))
    }

    @Test(
        "B42: failing an End, hold, mute or group leaves the call as it was",
        arguments: Link.allCases)
    func b42Left(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try await phone.connectTwo(of: app)
        let before = phone.calls
        app.decide = { _ in .fails }
        let (a, b) = (app.uuid("a"), app.uuid("b"))
        let actions: [(CXCallAction, String)] = try await phone.within {
            [
                Handed(CXEndCallAction(call: b), "End b"),
                Handed(CXSetHeldCallAction(call: b, onHold: true), "Hold b"),
                Handed(CXSetHeldCallAction(call: a, onHold: false), "Resume a"),
                Handed(CXSetMutedCallAction(call: b, muted: true), "Mute b"),
                Handed(CXSetGroupCallAction(call: a, callUUIDToGroupWith: b), "Group a with b"),
            ]
        }.map { ($0.action, $0.words) }
        for (action, words) in actions {
            app.request(action)
            try await phone.settle()
            #expect(app.take() == ["requested nil", "execute 1", "perform \(words)"])
            #expect(action.isComplete)
            #expect(phone.calls == before)
        }
    }

    @Test(
        "B42: what the delegate has no method for fails, by other rules succeeds or waits",
        arguments: Link.allCases,
        [SystemRules.UnimplementedAction.fails, .fulfils, .waits])
    func b42Unimplemented(
        link: Link, unimplementedAction: SystemRules.UnimplementedAction
    ) async throws {
        final class Bare: NSObject, CXProviderDelegate, @unchecked Sendable {
            // Sendable because it is used on the main queue, and by the test in turn.
            let provider = CXProvider(configuration: CXProviderConfiguration())
            override init() {
                super.init()
                provider.setDelegate(self, queue: nil)
                provider.reportNewIncomingCall(with: UUID(), update: CXCallUpdate()) { _ in }
            }
            func providerDidReset(_ provider: CXProvider) {}
        }
        var rules = SystemRules()
        rules.unimplementedAction = unimplementedAction
        let phone = SimulatedPhone(link: link, rules: rules)
        _ = try await phone.run { Bare() }
        phone.user.answer()
        try await phone.settle()
        switch unimplementedAction {
        case .fails: #expect(phone.recents.map(\.outcome) == [.failed])
        case .fulfils: #expect(phone.states == [.connected])
        case .waits:
            #expect(phone.states == [.connecting])
            try await phone.advance(by: .seconds(60))
            #expect(phone.broken.first == .actionTimedOut)
        }
    }

    private struct Handed: @unchecked Sendable {
        // Sendable because the test and the app use it in turn.
        let action: CXCallAction
        let words: String
        init(_ action: CXCallAction, _ words: String) {
            self.action = action
            self.words = words
        }
    }
}
