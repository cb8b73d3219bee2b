// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import Foundation
import Testing

@testable import VoIPKit

@Suite(
    "Services that break every habit", .phone(.iOS(18), failing: .violations))
struct HostileServiceTests {
    private let call = UUID()
    private let other = UUID()

    /// Two calls with all that may be done to them; what is refused on the way is refused.
    private func live(_ device: CallDevice) async throws {
        try await device.ring(call)
        if device.phone.screen.ringing != nil { device.phone.user.answer() }
        try await device.phone.settle()
        try await device.start(other)
        try await device.report(.startedConnecting(nil), of: other)
        try await device.report(.connected(nil), of: other)
        for id in [call, other] {
            try await device.ask { try await $0.setMuted(true, of: id) }
            try await device.ask { try await $0.setHeld(true, of: id) }
            try await device.ask { try await $0.setHeld(false, of: id) }
            try await device.ask { try await $0.play(dtmf: "1", in: id) }
        }
        let (first, second) = (call, other)
        try await device.ask { try await $0.setGroup(with: first, of: second) }
    }

    /// All has come to an end, after every deadline there is.
    private func finish(_ device: CallDevice) async throws {
        try await device.endAll()
        try await device.phone.advance(by: .seconds(700))
        // What a service begins while it hangs up is ended in its turn.
        for _ in 0..<4 {
            try await device.endAll()
            try await device.phone.advance(by: .seconds(20))
        }
        try await device.expectWaiting(0)
        try await device.checkEnd()
        let core = try await device.read { $0.manager.core }
        #expect(core.entries.isEmpty)
        #expect(core.requests.isEmpty)
        #expect(core.transactions.isEmpty)
        #expect(core.lastTasks.isEmpty)
        #expect(core.armed.isEmpty)
        let engine = try await device.read { ($0.engine.isRunning, $0.engine.breaches) }
        #expect(!engine.0)
        #expect(engine.1.isEmpty)
    }

    @Test(
        "one that does the same in every method: nothing is left, not even of what never ends",
        arguments: [
            TestService.Behaviour.done, .fails, .never, .deaf, .slow(0), .slow(3), .slow(100),
        ])
    func allAlike(behaviour: TestService.Behaviour) async throws {
        let device = try await CallDevice()
        try await device.run { app in
            for method in TestService.Method.allCases { app.service.behaviours[method] = behaviour }
        }
        try await live(device)
        try await finish(device)
        try await device.run { $0.service.letGo() }
        try await device.checkEnd()
    }

    /// What a service does to the manager within a method.
    enum Deed: CaseIterable, Sendable {
        case end, endAll, reportEnded, reportConnected, reportEndedThenConnected, otherEnded, start
        case startSame, ringSame, ringOther, hold, mute, update
    }

    @Test(
        "one that calls back into the manager from every method",
        arguments: TestService.Method.allCases, Deed.allCases)
    func callsBack(method: TestService.Method, deed: Deed) async throws {
        let device = try await CallDevice()
        let (first, second) = (call, other)
        try await device.run { app in
            var count = 0
            app.service.onAsked = { [weak app] request in
                guard let app, request.method == method, count < 3 else { return }
                count += 1
                let id = request.call.id
                Self.perform(deed, app, id, other: id == first ? second : first)
            }
        }
        try await live(device)
        try await finish(device)
    }

    @MainActor private static func perform(
        _ deed: Deed, _ app: TestApp, _ id: UUID, other: UUID
    ) {
        let manager = app.manager
        let handle = CallHandle(.generic, "bob")
        switch deed {
        case .end: app.ask { try await $0.end(id) }
        case .endAll: app.ask { await $0.endAll() }
        case .reportEnded: manager.report(.ended(.remote, nil), of: id)
        case .reportConnected:
            for _ in 0..<2 { manager.report(.connected(nil), of: id) }
        case .reportEndedThenConnected:
            manager.report(.ended(.remote, nil), of: id)
            manager.report(.connected(nil), of: id)
        case .otherEnded: manager.report(.ended(.failed, nil), of: other)
        case .start: app.ask { try await $0.start(handle) }
        case .startSame: app.ask { try await $0.start(handle, id: id) }
        case .ringSame:
            app.ask { try await $0.reportIncoming(IncomingCall(id: id, handle: handle)) }
        case .ringOther:
            app.ask { try await $0.reportIncoming(IncomingCall(id: UUID(), handle: handle)) }
        case .hold: app.ask { try await $0.setHeld(true, of: id) }
        case .mute: app.ask { try await $0.setMuted(true, of: id) }
        case .update:
            manager.report(.updated(handle: handle, name: "Bob", hasVideo: true), of: id)
        }
    }

    @Test(
        "the call service restarts within any method, ten times in a row",
        arguments: TestService.Method.allCases)
    func resets(method: TestService.Method) async throws {
        let device = try await CallDevice()
        let phone = device.phone
        try await device.run { app in
            var count = 0
            app.service.onAsked = { request in
                guard request.method == method, count < 10 else { return }
                count += 1
                phone.restartCallService()
            }
        }
        for _ in 0..<3 { try await live(device) }
        for _ in 0..<10 {
            phone.restartCallService()
            try await device.start(UUID())
            try await device.ring(UUID())
        }
        try await finish(device)
    }

    /// A service that is nobody's but the manager's, and of another actor.
    private actor LonelyService: CallService {
        func start(_ call: Call, deadline: Date) async throws {}
        func accept(_ call: Call, deadline: Date) async throws {}
        func hangUp(_ call: Call, deadline: Date) async throws {}
        func setHeld(_ isOnHold: Bool, of call: Call, deadline: Date) async throws {}
        func setMuted(_ isMuted: Bool, of call: Call, deadline: Date) async throws {}
        func play(_ digits: CallDigits, in call: Call, deadline: Date) async throws {}
        func startMedia(for call: Call) async {}
        func stopMedia(for call: Call) async {}
    }

    @Test("an actor that nobody else keeps; a manager that is let go of in the middle of a call")
    func lonely() async throws {
        let system = ScriptedSystem()
        let made = await Task { @MainActor in
            let manager = CallManager(
                configuration: .test, service: LonelyService(), audio: nil,
                store: MemoryCallStore(), clock: SystemClock(), system: system)
            let call = try? await manager.start(CallHandle(.generic, "ann"))
            return (call, WeakManager(manager))
        }.value
        #expect(made.0 != nil)
        await system.perform(.end, of: try #require(made.0).id)
        #expect(await made.1.isGone)
    }

    @MainActor private final class WeakManager {
        private weak var manager: CallManager?

        init(_ manager: CallManager) { self.manager = manager }

        var isGone: Bool { manager == nil }
    }
}
