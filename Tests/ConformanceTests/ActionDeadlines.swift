// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import CallModel
import Foundation
import PhoneCore
import Testing

@Suite("Deadlines of actions: B18, B35–B37") struct ActionDeadlines {
    @Test(
        "B18: an answer left open times out, is observed, then ended by the system",
        arguments: Link.allCases, [60, 20])
    func b18(link: Link, seconds: Int) async throws {
        var rules = SystemRules()
        if seconds != 60 { rules.answerTimeout = .seconds(seconds) }
        let phone = SimulatedPhone(link: link, rules: rules)
        let app = try await phone.run { WitnessApp() }
        app.decide = { $0 is CXAnswerCallAction ? .waits : .fulfils }
        app.report("a")
        try await phone.settle()
        phone.user.answer()
        try await phone.settle()
        _ = app.take()
        try await phone.advance(by: .seconds(seconds) - .milliseconds(1))
        #expect(app.take() == [] && phone.states == [.connecting])
        try await phone.advance(by: .milliseconds(1))
        #expect(
            app.take() == [
                "timedOut CXAnswerCallAction", "a 0000", "execute 1", "perform End a", "a 0001",
            ])
        #expect(phone.calls.isEmpty && phone.recents.map(\.outcome) == [.failed])
        #expect(phone.broken == [.actionTimedOut])
    }

    @Test(
        "B35: Start has 600 s, Answer 60 s, every other action 5 s from its making",
        arguments: Link.allCases)
    func b35(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        _ = try await phone.run { WitnessApp() }
        let spans = try await phone.within {
            let call = UUID()
            let actions: [CXAction] = [
                CXStartCallAction(call: call, handle: CXHandle(type: .generic, value: "callee")),
                CXAnswerCallAction(call: call), CXEndCallAction(call: call),
                CXSetHeldCallAction(call: call, onHold: true),
                CXSetMutedCallAction(call: call, muted: true),
                CXSetGroupCallAction(call: call, callUUIDToGroupWith: nil),
                CXPlayDTMFCallAction(call: call, digits: "1", type: .singleTone), CXAction(),
            ]
            return actions.map { $0.timeoutDate.timeIntervalSince(phone.now) }
        }
        #expect(spans == [600, 60, 5, 5, 5, 5, 5, 5])
    }

    @Test(
        "B35: an action of the person's that is left open fails after 5 s, not before",
        arguments: Link.allCases)
    func b35Passing(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try await phone.connect("a", of: app)
        app.decide = { _ in .waits }
        #expect(phone.user.hold().isDone)
        try await phone.settle()
        #expect(app.take() == ["execute 1", "perform Hold a"])
        #expect(app.waiting.map { $0.timeoutDate.timeIntervalSince(phone.now) } == [5])
        try await phone.advance(by: .milliseconds(4_999))
        #expect(app.take() == [])
        try await phone.advance(by: .milliseconds(1))
        #expect(app.take() == ["timedOut CXSetHeldCallAction"])
        #expect(phone.states == [.connected])
    }

    @Test("B35: the deadlines are rules of the system", arguments: Link.allCases)
    func b35Rules(link: Link) async throws {
        var rules = SystemRules()
        rules.startTimeout = .seconds(30)
        rules.answerTimeout = .seconds(20)
        rules.actionTimeout = .seconds(10)
        let phone = SimulatedPhone(link: link, rules: rules)
        _ = try await phone.run { WitnessApp() }
        let spans = try await phone.within {
            let call = UUID()
            let actions: [CXAction] = [
                CXStartCallAction(call: call, handle: CXHandle(type: .generic, value: "callee")),
                CXAnswerCallAction(call: call), CXEndCallAction(call: call),
            ]
            return actions.map { $0.timeoutDate.timeIntervalSince(phone.now) }
        }
        #expect(spans == [30, 20, 10])
    }

    @Test(
        "B36: the deadline is fixed when the action is made, whenever it is requested",
        arguments: Link.allCases)
    func b36(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try await phone.connect("a", of: app)
        app.decide = { _ in .waits }
        let made = phone.now
        let action = try await phone.within {
            let action = CXEndCallAction(call: app.uuid("a"))
            app.onPerform = { app, performed in
                app.log("\(performed.timeoutDate.timeIntervalSince(made)) s")
            }
            return Handed(action)
        }
        try await phone.advance(by: .seconds(3))
        #expect(action.action.timeoutDate == made + 5)
        app.request(action.action)
        try await phone.settle()
        #expect(app.take() == ["requested nil", "execute 1", "perform End a", "5.0 s"])
    }

    /// A delegate that answers nothing, and looks at an action when it has timed out.
    private final class Watching: NSObject, CXProviderDelegate, @unchecked Sendable {
        // Sendable because it is used on the main queue, and by the test in turn.
        let provider = CXProvider(configuration: CXProviderConfiguration())
        let call = UUID()
        var opened: [CXAction] = []
        var told: [String] = []

        override init() {
            super.init()
            provider.setDelegate(self, queue: nil)
            provider.reportNewIncomingCall(with: call, update: WitnessApp.update()) { _ in }
        }

        func providerDidReset(_ provider: CXProvider) {}
        func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
            opened.append(action)
        }
        func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
            told.append("End")
            action.fulfill()
        }
        func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {
            told.append("timed out, complete \(action.isComplete), same \(action === opened[0])")
            action.fulfill()
        }
    }

    @Test(
        "B37: an action that timed out is failed already; to complete it does nothing",
        arguments: Link.allCases)
    func b37(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { Watching() }
        phone.user.answer()
        try await phone.settle()
        #expect(app.opened.map(\.isComplete) == [false])
        try await phone.advance(by: .seconds(60))
        #expect(app.told == ["timed out, complete true, same true", "End"])
        #expect(phone.recents.map(\.outcome) == [.failed])
        #expect(phone.broken == [.actionTimedOut, .actionCompletedAfterTimeout])
        let late = Handed(app.opened[0])
        try await phone.within { late.action.fulfill() }
        #expect(phone.calls.isEmpty && app.told.count == 2)
    }

    private struct Handed: @unchecked Sendable {
        // Sendable because the test and the app use it in turn.
        let action: CXAction
        init(_ action: CXAction) { self.action = action }
    }
}
