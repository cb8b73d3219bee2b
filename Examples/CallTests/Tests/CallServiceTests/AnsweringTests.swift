// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import CallService
import Foundation
import Testing

@Suite("Answering", .phone(failing: .violationsAndAdvice)) struct AnsweringTests {
    @Test("An answer before the network is there connects once it is")
    func answerFirst() async throws {
        let hotline = Hotline()
        let phone = hotline.phone
        await MainActor.run { hotline.server.connectsAnswers = false }
        let call = try await hotline.ring()
        phone.user.answer()
        try await phone.advance(by: .seconds(20))
        #expect(phone.calls.map(\.isConnected) == [false])
        #expect(phone.audio.activeApp == nil)
        try await hotline.hears(.connected(call))
        #expect(phone.calls.map(\.isConnected) == [true])
        #expect(phone.audio.activeApp == "com.example.hotline")
        phone.user.end()
    }

    @Test("The caller may give up while the call is being connected")
    func givesUp() async throws {
        let hotline = Hotline()
        await MainActor.run { hotline.server.connectsAnswers = false }
        let call = try await hotline.ring()
        hotline.phone.user.answer()
        try await hotline.phone.settle()
        try await hotline.hears(.hungUp(call))
        try await hotline.phone.advance(by: .seconds(120))
        #expect(hotline.phone.calls.isEmpty)
        #expect(try await hotline.calls.isEmpty)
    }

    @Test("The user may hang up while the call is being connected")
    func hangsUp() async throws {
        let hotline = Hotline()
        await MainActor.run { hotline.server.connectsAnswers = false }
        let call = try await hotline.ring()
        hotline.phone.user.answer()
        try await hotline.phone.settle()
        hotline.phone.user.end()
        try await hotline.phone.advance(by: .seconds(120))
        #expect(await hotline.messages == [.accept(call), .hangUp(call)])
        #expect(hotline.phone.calls.isEmpty)
    }

    @Test("Answering from the lock screen and by the button of a headset")
    func headset() async throws {
        let hotline = Hotline()
        hotline.phone.user.lock()
        try await hotline.ring()
        #expect(hotline.phone.screen.style == .fullScreen)
        hotline.phone.user.headsetButton()
        try await hotline.phone.settle()
        #expect(hotline.phone.calls.map(\.isConnected) == [true])
        hotline.phone.user.headsetButton()
        try await hotline.phone.settle()
        #expect(hotline.phone.calls.isEmpty)
    }
}
