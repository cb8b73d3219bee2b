// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import CallModel
import Foundation
import PhoneLink
import Testing

@Suite("Transactions: B45–B47, B51") struct Transactions {
    private let id = UUID()

    @Test(
        "B45: execute comes first; true keeps all perform methods from being called",
        arguments: Link.allCases)
    func b45True(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { RecordingApp() }
        app.executes = true
        app.report(id)
        try await phone.settle()
        try await phone.act(.answer(nil))
        #expect(app.events == ["begin", "reported nil", "execute 1"])
        #expect(app.provider.pendingTransactions.map(\.actions.count) == [1])
        app.complete { $0.fulfill() }
        try await phone.settle()
        #expect(phone.callSummaries.map(\.state) == [.connected])
        #expect(app.provider.pendingTransactions.isEmpty)
    }

    @Test("B45: false leads to perform for each action in order", arguments: Link.allCases)
    func b45False(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { RecordingApp(groups: 1) }
        app.report(id)
        try await phone.settle()
        try await phone.act(.answer(nil))
        _ = app.takeEvents()
        app.request(
            CXEndCallAction(call: id),
            CXStartCallAction(call: UUID(), handle: CXHandle(type: .generic, value: "x")))
        try await phone.settle()
        #expect(
            app.events.filter { $0.hasPrefix("re") || $0.hasPrefix("perform") }
                == ["requested nil", "perform End", "perform Start"])
    }

    @Test("B46: completion with nil means accepted, not performed", arguments: Link.allCases)
    func b46(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { RecordingApp() }
        app.fulfils = false
        app.report(id)
        try await phone.settle()
        app.request(CXAnswerCallAction(call: id))
        try await phone.settle()
        #expect(app.events.suffix(2) == ["requested nil", "perform Answer"])
        #expect(phone.callSummaries.map(\.state) == [.connecting])
    }

    @Test(
        "B47: what the app requests comes back to its own delegate, with the same ids",
        arguments: Link.allCases)
    func b47(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { RecordingApp() }
        app.fulfils = false
        app.report(id)
        try await phone.settle()
        let action = CXEndCallAction(call: id)
        app.request(action)
        try await phone.settle()
        #expect(app.openActions.map(\.uuid) == [action.uuid])
    }

    @Test(
        "B47: an app that asks for a mute or a hold each time one is performed answers itself",
        arguments: Link.allCases, [true, false])
    func b47Loop(link: Link, isMute: Bool) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try await phone.connect("a", of: app)
        let call = app.uuid("a")
        let rounds = Locked(0)
        app.onPerform = { app, action in
            let round = rounds.withLock { rounds in
                rounds += 1
                return rounds
            }
            // Without an end the phone would never come to rest.
            guard round < 6 else { return }
            app.request(
                isMute
                    ? CXSetMutedCallAction(call: call, muted: round.isMultiple(of: 2))
                    : CXSetHeldCallAction(call: call, onHold: round.isMultiple(of: 2)))
        }
        if isMute { phone.user.mute() } else { phone.user.hold() }
        try await phone.settle()
        let words = isMute ? ["Mute a", "Unmute a"] : ["Hold a", "Resume a"]
        #expect(app.takePerformed() == words + words + words)
        #expect(phone.broken == [isMute ? .muteLoop : .holdLoop])
    }

    @Test(
        "B51: an action for a call that is not there is refused with code 4",
        arguments: Link.allCases)
    func b51(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { RecordingApp() }
        app.report(id)
        try await phone.settle()
        app.provider.reportCall(with: id, endedAt: nil, reason: .remoteEnded)
        app.request(CXEndCallAction(call: id))
        try await phone.settle()
        #expect(app.events == ["begin", "reported nil", "requested 4"])
    }
}
