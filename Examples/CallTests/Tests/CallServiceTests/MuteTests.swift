// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import CallService
import Foundation
import Testing

@Suite("Mute and hold", .phone(failing: .violationsAndAdvice)) struct MuteTests {
    @Test("Mute on the call screen reaches the app, and back")
    func fromTheScreen() async throws {
        let hotline = Hotline()
        try await hotline.talk()
        hotline.phone.user.mute()
        try await hotline.phone.settle()
        #expect(try await hotline.calls.map(\.isMuted) == [true])
        #expect(try await hotline.look { $0.audio.isMuted })
        hotline.phone.user.unmute()
        try await hotline.phone.settle()
        #expect(try await hotline.calls.map(\.isMuted) == [false])
        hotline.phone.user.end()
    }

    @Test("Mute in the app reaches the call screen, and goes no further")
    func fromTheApp() async throws {
        let hotline = Hotline()
        let call = try await hotline.talk()
        try await hotline.tap { $0.setMuted(call, true) }
        #expect(hotline.phone.calls.map(\.isMuted) == [true])
        let count = hotline.phone.timeline.count
        // The switch of the app's screen follows the call, and tells the manager so.
        try await hotline.tap { $0.setMuted(call, true) }
        #expect(hotline.phone.timeline.count == count)
        hotline.phone.user.end()
    }

    @Test("Hold in the app and on the call screen")
    func hold() async throws {
        let hotline = Hotline()
        let call = try await hotline.talk()
        try await hotline.tap { $0.setHeld(call, true) }
        #expect(hotline.phone.calls.map(\.isOnHold) == [true])
        #expect(hotline.phone.audio.activeApp == nil)
        hotline.phone.user.unhold()
        try await hotline.phone.settle()
        #expect(try await hotline.calls.map(\.state) == [.active])
        #expect(hotline.phone.audio.activeApp == "com.example.hotline")
        #expect(await hotline.messages.suffix(2) == [.hold(call, true), .hold(call, false)])
        hotline.phone.user.end()
    }
}
