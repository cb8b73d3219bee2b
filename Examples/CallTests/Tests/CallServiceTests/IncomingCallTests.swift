// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import CallService
import Foundation
import Testing

@Suite("Incoming calls", .phone(failing: .violationsAndAdvice)) struct IncomingCallTests {
    @Test("A push to the running app rings, and the answered call connects")
    func warmPush() async throws {
        let hotline = Hotline()
        let phone = hotline.phone
        let call = try await hotline.ring("Tester")
        #expect(phone.screen.ringing?.callerName == "Tester")
        #expect(phone.screen.title == "Hotline Audio")
        phone.user.answer()
        try await phone.advance(by: .seconds(3))
        #expect(phone.calls.map(\.isConnected) == [true])
        #expect(await hotline.messages == [.accept(call)])
        phone.user.end()
        try await phone.settle()
        #expect(await hotline.messages == [.accept(call), .hangUp(call)])
        #expect(phone.recents.map(\.outcome) == [.ended])
        #expect(try await hotline.calls.isEmpty)
    }

    @Test("A push starts the app, which rings")
    func coldPush() async throws {
        let hotline = Hotline()
        hotline.app.kill()
        try await hotline.phone.settle()
        try await hotline.ring("Tester")
        #expect(hotline.app.launchCount == 2)
        #expect(hotline.phone.screen.ringing?.callerName == "Tester")
        hotline.phone.user.decline()
        try await hotline.phone.settle()
    }

    @Test("A caller without a name shows the number")
    func noName() async throws {
        let hotline = Hotline()
        try await hotline.ring(nil, from: "+493333333")
        #expect(hotline.phone.screen.ringing?.callerName == nil)
        #expect(hotline.phone.screen.ringing?.handle?.value == "+493333333")
        hotline.phone.user.decline()
        try await hotline.phone.settle()
    }

    @Test("A declined call is declined to the server, and is in Recents")
    func declined() async throws {
        let hotline = Hotline()
        let call = try await hotline.ring()
        hotline.phone.user.decline()
        try await hotline.phone.settle()
        #expect(await hotline.messages == [.decline(call)])
        #expect(hotline.phone.recents.map(\.outcome) == [.declined])
    }

    @Test("Ringing stops when the caller gives up")
    func cancelled() async throws {
        let hotline = Hotline()
        let call = try await hotline.ring()
        try await hotline.hears(.hungUp(call))
        #expect(hotline.phone.screen.ringing == nil && hotline.phone.ringer.isEmpty)
        #expect(hotline.phone.recents.map(\.outcome) == [.remoteEnded])
    }

    @Test("Ringing stops when another device answers or declines", arguments: [true, false])
    func elsewhere(isAnswer: Bool) async throws {
        let hotline = Hotline()
        let call = try await hotline.ring()
        try await hotline.hears(isAnswer ? .answeredElsewhere(call) : .declinedElsewhere(call))
        #expect(hotline.phone.calls.isEmpty)
        let outcome = isAnswer ? RecentCallEntry.Outcome.answeredElsewhere : .declinedElsewhere
        #expect(hotline.phone.recents.map(\.outcome) == [outcome])
    }

    @Test("A push that comes after its call was cancelled is reported, and over at once")
    func cancelledBefore() async throws {
        let hotline = Hotline()
        let call = UUID()
        try await hotline.hears(.hungUp(call))
        try await hotline.ring(call: call)
        #expect(hotline.phone.pushes.map(\.result) == [.rang(call)])
        #expect(hotline.phone.calls.isEmpty && hotline.phone.ringer.isEmpty)
        #expect(try await hotline.calls.isEmpty)
    }

    @Test("A push that cannot be read is reported all the same, and over at once")
    func malformed() async throws {
        let hotline = Hotline()
        for payload: [String: Any] in [[:], ["call": 7], ["call": "no UUID", "caller": "+49"]] {
            hotline.phone.push(to: hotline.app, payload)
            try await hotline.phone.settle()
        }
        #expect(hotline.phone.calls.isEmpty && hotline.app.isRunning)
        #expect(hotline.phone.recents.map(\.outcome) == [.failed, .failed, .failed])
    }

    @Test("A push that comes twice rings once")
    func doubled() async throws {
        let hotline = Hotline()
        hotline.phone.faults.pushesDoubled = 1
        try await hotline.ring()
        try await hotline.phone.advance(by: .seconds(2))
        #expect(hotline.phone.timeline.text.contains("a push comes twice"))
        #expect(hotline.phone.calls.count == 1)
        hotline.phone.user.answer()
        try await hotline.phone.settle()
        #expect(hotline.phone.calls.map(\.isConnected) == [true])
        hotline.phone.user.end()
    }

    @Test("Ten pushes in a row: the first rings, all are reported, none is left")
    func storm() async throws {
        let hotline = Hotline()
        hotline.phone.faults.pushesLate = .zero ... .seconds(1)
        var calls: [UUID] = []
        for number in 0..<10 {
            let call = UUID()
            calls.append(call)
            hotline.phone.push(
                to: hotline.app,
                ["call": call.uuidString, "caller": "+49\(number)", "name": "Caller \(number)"])
        }
        try await hotline.phone.advance(by: .seconds(1))
        #expect(!hotline.phone.pushes.contains { $0.result == .notReported })
        for call in calls { try await hotline.hears(.hungUp(call)) }
        #expect(hotline.phone.calls.isEmpty && hotline.phone.ringer.isEmpty)
        #expect(try await hotline.calls.isEmpty)
    }
}
