// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import CallService
import Foundation
import Testing

@Suite("Outgoing calls", .phone(failing: .violationsAndAdvice)) struct OutgoingCallTests {
    @Test("An outgoing call goes from dialling to ringing to talking, and is in Recents")
    func progress() async throws {
        let hotline = Hotline()
        let phone = hotline.phone
        let call = try await hotline.dial("+492222222")
        #expect(await hotline.messages == [.invite(call, to: "+492222222")])
        #expect(phone.calls.map(\.isOutgoing) == [true])
        try await hotline.hears(.ringing(call))
        #expect(phone.calls.map(\.isConnected) == [false])
        try await phone.advance(by: .seconds(8))
        try await hotline.hears(.connected(call))
        #expect(phone.calls.map(\.isConnected) == [true])
        #expect(phone.audio.activeApp == "com.example.hotline")
        try await phone.advance(by: .seconds(60))
        try await hotline.tap { $0.end(call) }
        let row = try #require(phone.recents.first)
        #expect(row.isOutgoing && row.handle?.value == "+492222222" && row.outcome == .ended)
    }

    @Test("The other side refuses")
    func refused() async throws {
        let hotline = Hotline()
        let call = try await hotline.dial()
        try await hotline.hears(.ringing(call))
        try await hotline.hears(.refused(call))
        #expect(hotline.phone.calls.isEmpty)
        #expect(try await hotline.calls.isEmpty)
        #expect(hotline.phone.recents.map(\.outcome) == [.remoteEnded])
        #expect(hotline.phone.audio.activeApp == nil)
    }

    @Test("The user gives up before anybody answers")
    func givesUp() async throws {
        let hotline = Hotline()
        let call = try await hotline.dial()
        hotline.phone.user.end()
        try await hotline.phone.settle()
        #expect(await hotline.messages.last == .hangUp(call))
        #expect(hotline.phone.calls.isEmpty)
    }

    @Test("A fourth call is over the limit, and the app hears so")
    func overLimit() async throws {
        let hotline = Hotline()
        for handle in ["+491", "+492", "+493"] {
            let call = try await hotline.dial(handle)
            try await hotline.hears(.connected(call))
            try await hotline.tap { $0.setHeld(call, true) }
        }
        _ = try await hotline.dial("+494")
        let refusal = try await hotline.look { $0.manager.refusal as NSError? }
        #expect(refusal?.domain == CXErrorDomainRequestTransaction)
        #expect(
            refusal?.code == CXErrorCodeRequestTransactionError.maximumCallGroupsReached.rawValue)
        #expect(hotline.phone.calls.count == 3)
        for call in try await hotline.calls { try await hotline.hears(.hungUp(call.id)) }
    }

    @Test("Recents calls back")
    func redial() async throws {
        let hotline = Hotline()
        // What the app delegate does with a start-call intent.
        let app = hotline.app
        app.onStartCall = { intent in
            (try? app.object(CallService.self))?.manager.start(intent.handle.value)
        }
        let call = try await hotline.ring(from: "+494444444")
        try await hotline.hears(.hungUp(call))
        hotline.phone.user.redial(try #require(hotline.phone.recents.first))
        try await hotline.phone.settle()
        #expect(app.state == .foreground)
        let dialled = try #require(hotline.phone.calls.first)
        #expect(dialled.isOutgoing && dialled.handle?.value == "+494444444")
        hotline.phone.user.end()
    }

    @Test("Digits of the keypad reach the server one by one")
    func keypad() async throws {
        let hotline = Hotline()
        let call = try await hotline.talk()
        hotline.phone.user.keypad("12#")
        try await hotline.phone.settle()
        let tones = await hotline.messages.filter { if case .tones = $0 { true } else { false } }
        #expect(tones == [.tones(call, "1"), .tones(call, "2"), .tones(call, "#")])
        hotline.phone.user.end()
    }
}
