// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import Foundation
import Testing

@testable import VoIPKit

@Suite("The manager's life: resets, kills and left-over calls", .phone(.iOS(18)))
struct ManagerLifeTests {
    private let call = UUID()
    private let other = UUID()

    @Test("B9: a reset ends all calls, and tells the other sides; another can be started")
    func reset() async throws {
        let device = try await CallDevice()
        try await device.connect(call)
        try await device.ring(other)
        device.phone.restartCallService()
        try await device.phone.settle()
        try await device.expectStates(.connecting, .active, .ended(.failed), of: call)
        try await device.expectStates(.ringing, .ended(.failed), of: other)
        try await device.expectLog(of: call, "start", "startMedia", "stopMedia", "hangUp")
        try await device.expectLog(of: other, "ring", "hangUp")
        let third = UUID()
        try await device.start(third)
        try await device.expectOutcomes(nil, nil, nil)
        try await device.endAll()
        try await device.checkEnd()
    }

    @Test(
        "B9: whoever waits when the system resets is told so",
        arguments: [TestService.Method.start, .accept, .hangUp, .setHeld, .setMuted, .play])
    func resetWhileWaiting(method: TestService.Method) async throws {
        let device = try await CallDevice()
        try await device.behave(method, .never)
        switch method {
        case .start: try await device.start(call)
        case .accept:
            try await device.ring(call)
            try await device.ask { try await $0.answer(call) }
        default:
            try await device.connect(call)
            try await device.ask { manager in
                switch method {
                case .hangUp: try await manager.end(call)
                case .setHeld: try await manager.setHeld(true, of: call)
                case .setMuted: try await manager.setMuted(true, of: call)
                default: try await manager.play(dtmf: "1", in: call)
                }
            }
        }
        try await device.expectWaiting(1)
        device.phone.restartCallService()
        try await device.phone.settle()
        let last = try await device.read { $0.outcomes.last }
        #expect(last == .reset)
        try await device.expectState(nil, of: call)
        // What was to tell the other side is given up at its own deadline.
        try await device.phone.advance(by: .seconds(6))
        try await device.checkEnd()
    }

    @Test("B11: a start that a reset left without a provider is asked once more, of a new one")
    func noProvider() async throws {
        let system = ScriptedSystem()
        let manager = await system.makeManager()
        await system.answer(with: [.noProvider, nil])
        await system.reset()
        let start = Task { @MainActor in
            try await manager.start(CallHandle(.generic, "ann"), id: call)
        }
        let made = try await start.value
        #expect(made.id == call)
        #expect(await system.words == ["request", "rebuild", "request", "fulfill"])
    }

    @Test("B13: calls of an earlier life end at the launch, and do not count any more")
    func leftOver() async throws {
        var configuration = CallConfiguration.test
        configuration.maximumCallGroups = 1
        let device = try await CallDevice(.current, configuration)
        try await device.connect(call)
        #expect(await device.store.ids == [call])
        device.app.kill()
        try await device.phone.settle()
        device.phone.relaunch(device.app)
        try await device.phone.settle()
        #expect(await device.store.ids.isEmpty)
        let calls = try await device.read { $0.manager.calls }
        #expect(calls.isEmpty)
        try await device.start(other)
        try await device.expectOutcomes(nil)
        try await device.endAll()
        try await device.checkEnd()
    }

    @Test("left-over calls that the system kept are ended with the first thing it hears")
    func leftOverReported() async throws {
        let system = ScriptedSystem()
        let store = MemoryCallStore()
        await MainActor.run { store.ids = [call, other] }
        let manager = await system.makeManager(store: store)
        #expect(await system.ended == [call, other])
        #expect(await store.ids.isEmpty)
        #expect(await manager.calls.isEmpty)
    }

    @Test(
        "killed in the middle of a call, the next life begins clean",
        arguments: [TestService.Method.start, .accept, .hangUp, .startMedia])
    func killed(method: TestService.Method) async throws {
        let device = try await CallDevice()
        try await device.behave(method, .never)
        if method == .accept {
            try await device.ringAndAnswer(call)
        } else {
            try await device.start(call)
            if method == .hangUp { try await device.ask { try await $0.end(call) } }
        }
        device.phone.user.closeApp(device.app)
        try await device.phone.advance(by: .seconds(1))
        device.phone.relaunch(device.app)
        try await device.phone.settle()
        let changes = try await device.read { $0.changes }
        #expect(changes.isEmpty)
        try await device.ringAndAnswer(other)
        try await device.expectState(.active, of: other)
        try await device.endAll()
        try await device.checkEnd()
    }

    @Test("B31: an end for a call that nobody knows is fulfilled") func unknownEnd() async throws {
        let system = ScriptedSystem()
        let manager = await system.makeManager()
        await system.perform(.end, of: call)
        #expect(await system.words == ["fulfill"])
        await system.perform(.answer, of: call)
        #expect(await system.words == ["fulfill", "fail"])
        #expect(await manager.isIdle)
    }

    @Test("two phones at once: each app's manager has its own calls and timers")
    func twoPhones() async throws {
        let ann = SimulatedPhone(.iOS(18), name: "Ann")
        let bob = SimulatedPhone(.iOS(26), name: "Bob")
        defer {
            ann.close()
            bob.close()
        }
        let caller = try await CallDevice(ann)
        let callee = try await CallDevice(bob)
        try await callee.behave(.accept, .slow(2))
        try await caller.start(call)
        try await callee.ring(call)
        try await caller.report(.startedConnecting(nil), of: call)
        bob.user.answer()
        try await SimulatedPhone.settle([ann, bob])
        try await callee.expectState(.connecting, of: call)
        try await ann.advance(by: .seconds(30))
        try await callee.expectState(.connecting, of: call)
        try await bob.advance(by: .seconds(3))
        try await callee.expectState(.active, of: call)
        try await caller.report(.connected(nil), of: call)
        try await caller.expectHeard(call)
        try await callee.expectHeard(call)
        ann.user.end()
        try await callee.report(.ended(.remote, nil), of: call)
        try await caller.checkEnd()
        try await callee.checkEnd()
    }
}
