// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import CallService
import Foundation
import Testing

@Suite("Two phones") struct TwoPhonesTests {
    @Test("One phone calls the other: both talk, and both hang up")
    func call() async throws {
        let a = SimulatedPhone(.iOS(18), name: "A")
        let b = SimulatedPhone(.iOS(26), name: "B")
        defer { for phone in [a, b] { phone.close() } }
        for phone in [a, b] { phone.failOn = .violationsAndAdvice }
        let alice = Hotline(on: a)
        let bob = Hotline(on: b)
        try await SimulatedPhone.settle([a, b])
        await connect(alice, bob)
        _ = try await alice.dial("bob")
        try await SimulatedPhone.settle([a, b])
        #expect(b.screen.ringing?.callerName == "Caller")
        #expect(a.calls.map(\.isConnected) == [false])
        b.user.answer()
        try await SimulatedPhone.settle([a, b])
        #expect(a.calls.map(\.isConnected) == [true] && b.calls.map(\.isConnected) == [true])
        #expect(a.calls.map(\.id) == b.calls.map(\.id))
        b.user.end()
        try await SimulatedPhone.settle([a, b])
        #expect(a.calls.isEmpty && b.calls.isEmpty)
        #expect(a.recents.map(\.outcome) == [.remoteEnded] && b.recents.map(\.outcome) == [.ended])
    }

    @Test("One phone calls the other, which declines")
    func declined() async throws {
        let a = SimulatedPhone(name: "A")
        let b = SimulatedPhone(name: "B")
        defer { for phone in [a, b] { phone.close() } }
        let alice = Hotline(on: a)
        let bob = Hotline(on: b)
        try await SimulatedPhone.settle([a, b])
        await connect(alice, bob)
        _ = try await alice.dial("bob")
        try await SimulatedPhone.settle([a, b])
        b.user.decline()
        try await SimulatedPhone.settle([a, b])
        #expect(a.calls.isEmpty && b.calls.isEmpty)
    }

    /// Puts one server between two apps.
    @MainActor private func connect(_ alice: Hotline, _ bob: Hotline) {
        for (from, to) in [(alice, bob), (bob, alice)] {
            from.server.onMessage = { message in
                // As from a network: in a turn of its own.
                DispatchQueue.main.async { Self.pass(message, from: from, to: to) }
            }
        }
    }

    @MainActor private static func pass(
        _ message: SignallingMessage, from: Hotline, to: Hotline
    ) {
        switch message {
        case .invite(let call, _):
            guard let token = to.server.tokens.last ?? nil else { return }
            to.phone.push(
                toToken: token,
                ["call": call.uuidString, "caller": "+491111111", "name": "Caller"])
            from.server.onEvent?(.ringing(call))
        case .accept(let call): to.server.onEvent?(.connected(call))
        case .decline(let call), .busy(let call): to.server.onEvent?(.refused(call))
        case .hangUp(let call): to.server.onEvent?(.hungUp(call))
        default: break
        }
    }
}
