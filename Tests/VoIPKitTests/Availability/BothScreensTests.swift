// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import Foundation
import Testing

@testable import VoIPKit

@Suite("Calls go the same way on CallKit's screen and on the app's own")
struct BothScreensTests {
    /// Something that happens with a call, and with a second.
    struct Scene: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let play: @Sendable (SwitchDevice, _ first: UUID, _ second: UUID) async throws -> Void

        init(
            _ words: String,
            _ play: @escaping @Sendable (SwitchDevice, UUID, UUID) async throws -> Void
        ) {
            testDescription = words
            self.play = play
        }
    }

    /// What came of it.
    struct Outcome: Equatable {
        let stories: [[String]]
        let asked: [[String]]
        let answers: [CallError?]
    }

    static let scenes: [Scene] = [
        Scene("a call is answered, and the other side ends it") { device, call, _ in
            try await device.ring(call)
            try await device.answer(call)
            try await device.report(.ended(.remote, nil), of: call)
        },
        Scene("a call is declined") { device, call, _ in
            try await device.ring(call)
            try await device.answer(call, .decline)
        },
        Scene("the caller gives up") { device, call, _ in
            try await device.ring(call)
            try await device.report(.ended(.remote, nil), of: call)
            try await device.answer(call)
        },
        Scene("nobody answers for a minute") { device, call, _ in
            try await device.ring(call)
            try await device.phone.advance(by: .seconds(61))
        },
        Scene("a call is put on hold, muted, taken back and ended") { device, call, _ in
            try await device.ring(call)
            try await device.answer(call)
            try await device.mute(call)
            try await device.setHeld(true, call)
            try await device.setHeld(false, call)
            try await device.keypad("5", call)
            try await device.end(call)
        },
        Scene("the service does not accept the call") { device, call, _ in
            try await device.behave(.accept, .fails)
            try await device.ring(call)
            try await device.answer(call)
        },
        Scene("the service never accepts the call") { device, call, _ in
            try await device.behave(.accept, .never)
            try await device.ring(call)
            try await device.answer(call)
            try await device.phone.advance(by: .seconds(61))
        },
        Scene("the service does not hold the call, and never mutes it") { device, call, _ in
            try await device.behave(.setHeld, .fails)
            try await device.behave(.setMuted, .never)
            try await device.ring(call)
            try await device.answer(call)
            try await device.setHeld(true, call)
            try await device.mute(call)
            try await device.phone.advance(by: .seconds(6))
            try await device.end(call)
        },
        Scene("the app starts a call, mutes it, holds it and ends it") { device, call, _ in
            try await device.connect(call)
            try await device.ask { try await $0.setMuted(true, of: call) }
            try await device.ask { try await $0.setHeld(true, of: call) }
            try await device.ask { try await $0.setHeld(false, of: call) }
            try await device.ask { try await $0.play(dtmf: "12", in: call) }
            try await device.ask { try await $0.end(call) }
            try await device.ask { try await $0.end(call) }
        },
        Scene("a call that the app starts fails") { device, call, _ in
            try await device.behave(.start, .fails)
            try await device.ask { try await $0.start(CallHandle(.generic, "ann"), id: call) }
        },
        Scene("the other side of a call that the app started is busy") { device, call, _ in
            try await device.ask { try await $0.start(CallHandle(.generic, "ann"), id: call) }
            try await device.report(.ended(.unanswered, nil), of: call)
        },
        Scene("a second call is answered, the first on hold") { device, first, second in
            try await device.connect(first)
            try await device.ring(second)
            try await device.answer(second, .holdAndAnswer)
            try await device.report(.ended(.remote, nil), of: second)
            try await device.setHeld(false, first)
            try await device.end(first)
        },
        Scene("a second call is answered, the first ended") { device, first, second in
            try await device.connect(first)
            try await device.ring(second)
            try await device.answer(second, .endAndAnswer)
            try await device.end(second)
        },
        Scene("the person ends the second call, and is back with the first") {
            device, first, second in
            try await device.connect(first)
            try await device.ring(second)
            try await device.answer(second, .holdAndAnswer)
            try await device.end(second)
            try await device.end(first)
        },
        Scene("the app starts a second call beside the first, and a third") {
            device, first, second in
            try await device.connect(first)
            try await device.connect(second)
            try await device.ask { try await $0.start(CallHandle(.generic, "cid")) }
            try await device.ask { await $0.endAll() }
        },
        Scene("the app joins two calls, and takes one out") { device, first, second in
            try await device.connect(first)
            try await device.connect(second)
            try await device.ask { try await $0.setGroup(with: first, of: second) }
            try await device.ask { try await $0.end(first) }
            try await device.ask { await $0.endAll() }
        },
        Scene("a call is reported again, and one that is over already") { device, first, second in
            try await device.ring(first)
            try await device.ring(first)
            try await device.ask {
                try await $0.reportIncoming(
                    IncomingCall(id: second, handle: nil, endReason: .answeredElsewhere))
            }
            try await device.answer(first)
            try await device.end(first)
        },
    ]

    func outcome(_ scene: Scene, _ choice: CallAvailability.Choice) async throws -> Outcome {
        let device = try await SwitchDevice(choice)
        defer { device.phone.close() }
        let (first, second) = (UUID(), UUID())
        try await scene.play(device, first, second)
        try await device.phone.settle()
        #expect(device.phone.violations.isEmpty)
        return try await device.run { app in
            #expect(app.service.breaches.isEmpty)
            #expect(app.service.heard.isEmpty)
            #expect(app.manager.calls.isEmpty)
            #expect(app.content == nil)
            #expect(app.availability.choice == choice)
            func named(_ words: String) -> String {
                words.replacingOccurrences(of: first.uuidString, with: "first")
                    .replacingOccurrences(of: second.uuidString, with: "second")
            }
            return Outcome(
                stories: [app.story[first] ?? [], app.story[second] ?? []],
                asked: [first, second].map {
                    Self.withoutGaps(app.service.log(of: $0).map(named))
                },
                answers: app.outcomes)
        }
    }

    /// CallKit lets the session go for a moment when one of two calls ends (B75).
    static func withoutGaps(_ log: [String]) -> [String] {
        var kept: [String] = []
        for words in log {
            if words == "startMedia", kept.last == "stopMedia" {
                kept.removeLast()
            } else {
                kept.append(words)
            }
        }
        return kept
    }

    @Test("the service, those who watch and those who ask see the same", arguments: scenes)
    func same(_ scene: Scene) async throws {
        let onCallKit = try await outcome(scene, .callKit)
        let inApp = try await outcome(scene, .inApp)
        #expect(!onCallKit.stories.isEmpty)
        #expect(inApp.stories == onCallKit.stories)
        #expect(inApp.asked == onCallKit.asked)
        #expect(inApp.answers == onCallKit.answers)
    }

    @Test("what is on the app's own screen is no call of the phone's")
    func apart() async throws {
        let device = try await SwitchDevice(.inApp)
        defer { device.phone.close() }
        let call = UUID()
        try await device.ring(call)
        #expect(device.phone.calls.isEmpty && device.phone.screen.ringing == nil)
        #expect(try await device.run { $0.content?.ringing?.id } == call)
        try await device.answer(call)
        #expect(try await device.run { $0.service.heard } == [call])
        try await device.end(call)
    }

    @Test("a call of the cellular network has the sound until it ends (B73)")
    func cellular() async throws {
        let device = try await SwitchDevice(.inApp)
        defer { device.phone.close() }
        let call = UUID()
        let other = device.phone.world.incomingCellularCall(from: "+493012345")
        try await device.phone.settle()
        device.phone.user.answer()
        try await device.phone.settle()
        try await device.ring(call)
        try await device.answer(call)
        #expect(try await device.run { $0.service.heard }.isEmpty)
        device.phone.world.cellularHangsUp(other)
        try await device.phone.advance(by: .seconds(3))
        #expect(try await device.run { $0.service.heard } == [call])
        try await device.end(call)
    }
}
