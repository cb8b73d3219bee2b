// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import Foundation
import Testing

@testable import VoIPKit

@Suite(
    "Clocks that are set in the middle of a call", .phone(.iOS(18), failing: .violations))
struct ClockJumpTests {
    private let call = UUID()
    private static let jumps: [TimeInterval] = [-86_400, -61, -1, 1, 61, 86_400 * 365, -1e11]

    /// A phone's clock that a person has set to another time.
    @MainActor private final class SetClock: CallClock {
        var offset: TimeInterval = 0
        private let clock: PhoneClock

        init(_ phone: SimulatedPhone) { clock = PhoneClock(phone) }

        var now: Date { clock.now.addingTimeInterval(offset) }

        func schedule(
            after seconds: TimeInterval, _ body: @escaping @MainActor () -> Void
        ) -> any CallTimer {
            clock.schedule(after: seconds, body)
        }
    }

    @MainActor private final class App {
        let clock: SetClock
        let service: TestService
        let manager: CallManager
        var outcomes: [CallError?] = []

        init(_ phone: SimulatedPhone) {
            clock = SetClock(phone)
            service = TestService(clock: PhoneClock(phone))
            manager = CallManager(
                configuration: .test, service: service, store: MemoryCallStore(), clock: clock)
        }

        func ask(_ body: @escaping @MainActor (CallManager) async throws -> Void) {
            Task {
                do {
                    try await body(manager)
                    outcomes.append(nil)
                } catch {
                    outcomes.append(error as? CallError)
                }
            }
        }
    }

    private func launch() async throws -> SimulatedApp {
        let phone = SimulatedPhone.current
        let app = phone.launch(TestApp.bundle) { App(phone) }
        try await phone.settle()
        return app
    }

    @Test("an answer that is under way is fulfilled all the same", arguments: jumps)
    func answer(jump: TimeInterval) async throws {
        let phone = SimulatedPhone.current
        let app = try await launch()
        let call = call
        try await app.run(with: App.self) { app in
            app.service.behaviours = [.accept: .slow(3), .setHeld: .slow(2)]
            let handle = CallHandle(.generic, "ann")
            app.ask { try await $0.reportIncoming(IncomingCall(id: call, handle: handle)) }
        }
        try await phone.settle()
        phone.user.answer()
        try await phone.settle()
        try await app.run(with: App.self) { $0.clock.offset = jump }
        try await phone.advance(by: .seconds(4))
        #expect(phone.calls.first?.isConnected == true)
        try await app.run(with: App.self) { app in
            app.ask { try await $0.setHeld(true, of: call) }
        }
        try await phone.settle()
        try await app.run(with: App.self) { $0.clock.offset = -jump }
        try await phone.advance(by: .seconds(3))
        #expect(phone.calls.first?.isOnHold == true)
        try await app.run(with: App.self) { app in app.ask { try await $0.end(call) } }
        try await phone.settle()
        let end = try await app.run(with: App.self) { ($0.outcomes, $0.manager.isIdle) }
        #expect(end.0 == [nil, nil, nil])
        #expect(end.1)
        #expect(phone.calls.isEmpty)
    }

    @Test("what the service never does is given up in time", arguments: jumps)
    func never(jump: TimeInterval) async throws {
        let phone = SimulatedPhone.current
        let app = try await launch()
        let call = call
        try await app.run(with: App.self) { app in
            app.clock.offset = jump / 2
            app.service.behaviours = [.accept: .never]
            let handle = CallHandle(.generic, "ann")
            app.ask { try await $0.reportIncoming(IncomingCall(id: call, handle: handle)) }
        }
        try await phone.settle()
        phone.user.answer()
        try await phone.settle()
        try await app.run(with: App.self) { $0.clock.offset = jump }
        try await phone.advance(by: .seconds(61))
        #expect(phone.calls.isEmpty)
        let end = try await app.run(with: App.self) { ($0.manager.calls, $0.service.openCount) }
        #expect(end.0.isEmpty)
        #expect(end.1 == 0)
    }
}
