// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import CallService
import Foundation
import Testing

@Suite("Time") struct TimeTests {
    @Test("An answer that never connects is given up after a minute", .phone())
    func neverConnects() async throws {
        let hotline = Hotline()
        await MainActor.run { hotline.server.connectsAnswers = false }
        let call = try await hotline.ring()
        hotline.phone.user.answer()
        try await hotline.phone.advance(by: .seconds(59))
        #expect(hotline.phone.calls.count == 1)
        try await hotline.phone.advance(by: .seconds(2))
        #expect(hotline.phone.calls.isEmpty)
        #expect(await hotline.messages == [.accept(call), .hangUp(call)])
        #expect(try await hotline.calls.isEmpty)
        // The phone holds it against the app: it should have failed the answer by itself.
        #expect(hotline.phone.violations.map(\.number) == ["B37"])
    }

    @Test("From iOS 16 a call rings for a minute", .phone(.iOS(16)))
    func ringLimit() async throws {
        let hotline = Hotline()
        let call = try await hotline.ring()
        try await hotline.phone.advance(by: .seconds(61))
        #expect(hotline.phone.calls.isEmpty)
        #expect(await hotline.messages == [.decline(call)])
        #expect(hotline.phone.recents.map(\.outcome) == [.unanswered])
    }

    @Test("Until iOS 15 a call rings until somebody stops it", .phone(.iOS(15)))
    func noRingLimit() async throws {
        let hotline = Hotline()
        let call = try await hotline.ring()
        try await hotline.phone.advance(by: .seconds(600))
        #expect(hotline.phone.screen.ringing?.id == call)
        try await hotline.hears(.hungUp(call))
        #expect(hotline.phone.calls.isEmpty)
    }
}
