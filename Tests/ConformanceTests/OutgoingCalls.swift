// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import CallModel
import Foundation
import PhoneCore
import Testing

@Suite("Outgoing calls: B34, B38, B43") struct OutgoingCalls {
    @Test(
        "B34: never reported connected: no Hold & Accept, no connection on record, and a remark",
        arguments: Link.allCases)
    func b34(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try await dial("a", app, phone, connects: false)
        let update = WitnessApp.update()
        app.provider.reportCall(with: app.uuid("a"), updated: update)
        app.report("b")
        try await phone.settle()
        #expect(phone.screen.choices == [.decline, .accept])
        #expect(!phone.observedCalls[0].hasConnected)
        phone.user.decline()
        try await phone.advance(by: .seconds(60))
        #expect(phone.user.end().isDone)
        try await phone.settle()
        #expect(app.take().suffix(4) == ["execute 1", "perform End a", "a 1001", "didDeactivate"])
        #expect(phone.recents.last?.isOutgoing == true && phone.recents.last?.connected == nil)
        #expect(phone.broken == [.outgoingCallNeverConnected])
    }

    @Test(
        "B34: reported connected, the same call can be held for the second one",
        arguments: Link.allCases)
    func b34Connected(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try await dial("a", app, phone, connects: true)
        app.provider.reportCall(with: app.uuid("a"), updated: WitnessApp.update())
        app.report("b")
        try await phone.settle()
        #expect(phone.screen.choices == [.decline, .endAndAccept, .holdAndAccept])
        phone.user.end(app.uuid("a"))
        try await phone.settle()
        #expect(phone.recents.last?.connected != nil && phone.broken == [])
    }

    @Test(
        "B38: a Start that is not fulfilled fails the call: after 600 s, on iOS 10 after 5 s",
        arguments: Link.allCases, [10, 26])
    func b38(link: Link, version: Int) async throws {
        let phone = SimulatedPhone(link: link, rules: .iOS(version))
        let app = try await phone.run { WitnessApp() }
        app.decide = { _ in .waits }
        app.start("a")
        try await phone.settle()
        _ = app.take()
        try await phone.advance(by: .seconds(version == 10 ? 5 : 600) - .milliseconds(1))
        #expect(app.take() == [] && phone.states == [.connecting])
        try await phone.advance(by: .milliseconds(1))
        #expect(app.take() == ["timedOut CXStartCallAction", "a 1001"])
        #expect(phone.calls.isEmpty && phone.recents.map(\.outcome) == [.failed])
    }

    @Test(
        "B43: a second outgoing call that connects ends the first, by another rule holds it",
        arguments: Link.allCases, [true, false])
    func b43(link: Link, secondOutgoingEndsFirst: Bool) async throws {
        var rules = SystemRules()
        rules.secondOutgoingEndsFirst = secondOutgoingEndsFirst
        rules.unmutesOnConnect = false
        let phone = SimulatedPhone(link: link, rules: rules)
        let app = try await phone.run { WitnessApp() }
        try await dial("a", app, phone, connects: true)
        app.provider.reportCall(with: app.uuid("a"), updated: WitnessApp.update())
        try await dial("b", app, phone, connects: false)
        #expect(phone.states == [.connected, .connecting])
        _ = app.take()
        app.provider.reportOutgoingCall(with: app.uuid("b"), connectedAt: nil)
        try await phone.settle()
        if secondOutgoingEndsFirst {
            #expect(app.take() == ["execute 1", "perform End a", "b 1010", "a 1011"])
            #expect(phone.states == [.connected])
        } else {
            #expect(app.take() == ["execute 1", "perform Hold a", "a 1110", "b 1010"])
            #expect(phone.states == [.held, .connected])
        }
    }

    @Test("B43: a first call that is on hold stays", arguments: Link.allCases)
    func b43Held(link: Link) async throws {
        var rules = SystemRules()
        rules.unmutesOnConnect = false
        let phone = SimulatedPhone(link: link, rules: rules)
        let app = try await phone.run { WitnessApp() }
        try await dial("a", app, phone, connects: true)
        app.request(CXSetHeldCallAction(call: app.uuid("a"), onHold: true))
        try await phone.settle()
        try await dial("b", app, phone, connects: false)
        _ = app.take()
        app.provider.reportOutgoingCall(with: app.uuid("b"), connectedAt: nil)
        try await phone.settle()
        #expect(app.take() == ["b 1010"])
        #expect(phone.states == [.held, .connected])
    }

    private func dial(
        _ letter: String, _ app: WitnessApp, _ phone: SimulatedPhone, connects: Bool
    ) async throws {
        app.start(letter)
        try await phone.settle()
        app.provider.reportOutgoingCall(with: app.uuid(letter), startedConnectingAt: nil)
        if connects { app.provider.reportOutgoingCall(with: app.uuid(letter), connectedAt: nil) }
        try await phone.settle()
    }
}
