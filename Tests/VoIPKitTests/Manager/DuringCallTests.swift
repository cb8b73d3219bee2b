// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import Foundation
import Testing

@testable import VoIPKit

@Suite("Hold, mute, groups and digits through the manager", .phone(.iOS(18), failing: .violations))
struct DuringCallTests {
    private let call = UUID()
    private let other = UUID()

    @Test("the app holds, and takes back") func appHolds() async throws {
        let device = try await CallDevice()
        try await device.connect(call)
        try await device.ask { try await $0.setHeld(true, of: call) }
        #expect(device.phone.calls.first?.isOnHold == true)
        try await device.expectState(.held, of: call)
        try await device.expectHeard()
        try await device.ask { try await $0.setHeld(false, of: call) }
        #expect(device.phone.calls.first?.isOnHold == false)
        try await device.expectState(.active, of: call)
        try await device.expectHeard(call)
        try await device.expectOutcomes(nil, nil, nil)
        try await device.endAll()
        try await device.checkEnd()
    }

    @Test("the person holds, and takes back") func personHolds() async throws {
        let device = try await CallDevice()
        try await device.connect(call)
        device.phone.user.hold()
        try await device.phone.settle()
        try await device.expectState(.held, of: call)
        device.phone.user.unhold()
        try await device.phone.settle()
        try await device.expectState(.active, of: call)
        try await device.expectLog(
            "start", "startMedia", "setHeld true", "stopMedia", "setHeld false", "startMedia")
        try await device.endAll()
        try await device.checkEnd()
    }

    @Test("the person swaps two calls: one at a time is heard (B84)") func swap() async throws {
        let device = try await CallDevice()
        try await device.connect(call)
        try await device.connect(other, to: "bob")
        device.phone.user.swap()
        try await device.phone.settle()
        try await device.expectState(.active, of: call)
        try await device.expectState(.held, of: other)
        try await device.expectHeard(call)
        try await device.endAll()
        try await device.checkEnd()
    }

    @Test("app and person mute; the state is one") func mute() async throws {
        let device = try await CallDevice()
        try await device.connect(call)
        try await device.ask { try await $0.setMuted(true, of: call) }
        #expect(device.phone.calls.first?.isMuted == true)
        device.phone.user.unmute()
        try await device.phone.settle()
        let isMuted = try await device.read { $0.manager.call(call)?.isMuted }
        #expect(isMuted == false)
        try await device.expectLog("start", "startMedia", "setMuted true", "setMuted false")
        try await device.endAll()
        try await device.checkEnd()
    }

    @Test("B47: asked for what is so already, the system hears nothing of it")
    func pingPong() async throws {
        let device = try await CallDevice()
        try await device.connect(call)
        // An app that answers each change by asking for what it was told comes to rest.
        let observation = try await device.run { app in
            app.manager.observe { change in
                let call = change.call
                guard !call.isEnded, call.state != .connecting else { return }
                app.ask { try await $0.setMuted(call.isMuted, of: call.id) }
                app.ask { try await $0.setHeld(call.isOnHold, of: call.id) }
            }
        }
        device.phone.user.mute()
        try await device.phone.settle()
        device.phone.user.hold()
        try await device.phone.settle()
        try await device.expectLog(
            "start", "startMedia", "setMuted true", "setHeld true", "stopMedia")
        await observation.cancel()
        try await device.endAll()
        try await device.checkEnd()
    }

    @Test("two calls become a conference and come apart, by the app and by the person")
    func group() async throws {
        let device = try await CallDevice()
        try await device.connect(call)
        try await device.connect(other, to: "bob")
        try await device.ask { try await $0.setGroup(with: call, of: other) }
        try await device.expectOutcomes(nil, nil, nil)
        let groups = try await device.read { $0.manager.calls.map(\.group) }
        #expect(groups == [call, call])
        #expect(Set(device.phone.calls.map(\.group)).count == 1)
        device.phone.user.split(other)
        try await device.phone.settle()
        let apart = try await device.read { $0.manager.calls.map(\.group) }
        #expect(apart == [nil, nil])
        device.phone.user.merge()
        try await device.phone.settle()
        let merged = try await device.read { $0.manager.calls.map(\.group) }
        #expect(merged == [call, call])
        try await device.endAll()
        try await device.checkEnd()
    }

    @Test("digits of the app's and of the person's keypad reach the service (B97)")
    func digits() async throws {
        let device = try await CallDevice()
        try await device.connect(call)
        try await device.ask { try await $0.play(dtmf: "12#", in: call) }
        device.phone.user.keypad("3")
        try await device.phone.settle()
        try await device.expectOutcomes(nil, nil)
        try await device.expectLog("start", "startMedia", "play 12#", "play 3")
        try await device.endAll()
        try await device.checkEnd()
    }

    @Test("digits make no sense before the call is connected") func earlyDigits() async throws {
        let device = try await CallDevice()
        try await device.start(call)
        try await device.ask { try await $0.play(dtmf: "1", in: call) }
        try await device.expectOutcomes(nil, .notPossible("it is not connected"))
        try await device.endAll()
        try await device.checkEnd()
    }

    @Test(
        "B42: what the service will not do fails, and the call stays as it was",
        arguments: [TestService.Behaviour.fails, .never, .deaf])
    func refused(behaviour: TestService.Behaviour) async throws {
        let device = try await CallDevice()
        try await device.connect(call)
        try await device.connect(other, to: "bob")
        for method in [TestService.Method.setHeld, .setMuted, .setGroup, .play] {
            try await device.behave(method, behaviour)
        }
        let expected: CallError =
            behaviour == .fails ? .service("the service refused") : .timedOut
        let requests: [@MainActor @Sendable (CallManager) async throws -> Void] = [
            { try await $0.setHeld(true, of: other) },
            { try await $0.setMuted(true, of: other) },
            { try await $0.setGroup(with: call, of: other) },
            { try await $0.play(dtmf: "1", in: other) },
        ]
        for request in requests {
            try await device.ask(request)
            try await device.phone.advance(by: .seconds(5))
            let last = try await device.read { $0.outcomes.last }
            #expect(last == expected)
            try await device.run { $0.service.letGo() }
        }
        let left = try await device.read { $0.manager.call(other) }
        #expect(left?.state == .active)
        #expect(left?.isMuted == false)
        #expect(left?.group == nil)
        #expect(device.phone.calls.map(\.isMuted) == [false, false])
        try await device.endAll()
        try await device.checkEnd()
    }

    @Test("a call that is unknown, or over, is an error and no more") func unknown() async throws {
        let device = try await CallDevice()
        let requests: [@MainActor @Sendable (CallManager) async throws -> Void] = [
            { try await $0.answer(call) }, { try await $0.end(call) },
            { try await $0.setHeld(true, of: call) }, { try await $0.setMuted(true, of: call) },
            { try await $0.setGroup(with: nil, of: call) },
            { try await $0.play(dtmf: "1", in: call) },
        ]
        for request in requests {
            try await device.ask(request)
            let last = try await device.read { $0.outcomes.last }
            #expect(last == .unknownCall)
        }
        try await device.checkEnd()
    }

    @Test("a mute that is asked twice at once is performed in turn, and ends as asked last")
    func muteTwice() async throws {
        let device = try await CallDevice()
        try await device.connect(call)
        try await device.behave(.setMuted, .slow(0.5))
        try await device.run { app in
            for isMuted in [true, false, true] {
                app.ask { try await $0.setMuted(isMuted, of: call) }
            }
        }
        try await device.phone.advance(by: .seconds(3))
        try await device.expectOutcomes(nil, nil, nil, nil)
        try await device.expectLog(
            "start", "startMedia", "setMuted true", "setMuted false", "setMuted true")
        #expect(device.phone.calls.first?.isMuted == true)
        try await device.endAll()
        try await device.checkEnd()
    }
}
