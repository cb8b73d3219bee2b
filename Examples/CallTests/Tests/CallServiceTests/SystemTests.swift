// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import CallService
import Foundation
import Testing

@Suite("What happens to the phone", .phone(failing: .violationsAndAdvice)) struct SystemTests {
    @Test("After a reset of the call service all is dropped, and the next call rings")
    func reset() async throws {
        let hotline = Hotline()
        let call = try await hotline.talk()
        hotline.phone.restartCallService()
        try await hotline.phone.settle()
        #expect(hotline.phone.calls.isEmpty)
        #expect(try await hotline.calls.isEmpty)
        #expect(try await !hotline.soundRuns)
        #expect(await hotline.messages == [.accept(call), .hangUp(call)])
        try await hotline.talk("Again")
        #expect(hotline.phone.calls.map(\.isConnected) == [true])
        hotline.phone.user.end()
    }

    @Test("A reset at any step of a call leaves nothing behind", arguments: 1...24)
    func resetAtStep(step: Int) async throws {
        let hotline = Hotline()
        let phone = hotline.phone
        phone.faults.resetAtStep = step
        // After the reset there is nothing left to mute or to end.
        phone.showsRefusals = false
        let call = try await hotline.ring()
        phone.user.answer()
        try await phone.settle()
        phone.user.mute()
        try await phone.settle()
        phone.user.end()
        try await phone.settle()
        try await hotline.hears(.hungUp(call))
        #expect(phone.calls.isEmpty && phone.audio.activeApp == nil)
        #expect(try await hotline.calls.isEmpty)
    }

    @Test("The app is killed during a call; the next push starts it with a clean slate")
    func killed() async throws {
        let hotline = Hotline()
        try await hotline.talk()
        hotline.app.kill()
        try await hotline.phone.settle()
        #expect(hotline.phone.calls.isEmpty)
        #expect(hotline.phone.recents.map(\.outcome) == [.failed])
        try await hotline.ring("Again")
        #expect(hotline.app.launchCount == 2)
        #expect(try await hotline.calls.map(\.name) == ["Again"])
        hotline.phone.user.decline()
    }

    @Test("The server's token follows the phone's, and reaches the app")
    func token() async throws {
        let hotline = Hotline()
        let phone = hotline.phone
        try await phone.settle()
        let first = try #require(await hotline.server.tokens.last ?? nil)
        phone.world.rotateToken(of: hotline.app)
        try await phone.settle()
        let second = try #require(await hotline.server.tokens.last ?? nil)
        #expect(first != second && second.count == 64)
        #expect(phone.push(toToken: first) == nil)
        let payload = ["call": UUID().uuidString, "caller": "+491", "name": "Server"]
        #expect(phone.push(toToken: second, payload) != nil)
        try await phone.settle()
        #expect(phone.screen.ringing?.callerName == "Server")
        phone.user.decline()
        phone.world.invalidateToken(of: hotline.app)
        try await phone.settle()
        // A change takes the old one back first (B118).
        #expect(await hotline.server.tokens == [first, nil, second, nil])
    }

    @Test("Slow callbacks and late completions change nothing", arguments: 1...8)
    func slow(seed: Int) async throws {
        let phone = SimulatedPhone(seed: UInt64(seed))
        defer { phone.close() }
        phone.failOn = .violationsAndAdvice
        let hotline = Hotline(on: phone)
        phone.faults.callbacksSlow = .zero ... .seconds(2)
        phone.faults.reportCompletionsLate = .zero ... .seconds(2)
        try await hotline.ring()
        phone.user.answer()
        try await phone.advance(by: .seconds(5))
        #expect(phone.calls.map(\.isConnected) == [true])
        #expect(try await hotline.soundRuns)
        phone.user.end()
        try await phone.advance(by: .seconds(5))
        #expect(try await !hotline.soundRuns)
        #expect(try await hotline.calls.isEmpty)
    }
}
