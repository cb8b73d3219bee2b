// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import Foundation
import Testing

@testable import VoIPKit

@Suite("From one screen to the other")
struct CallSystemSwitchTests {
    private let first = UUID()
    private let second = UUID()

    @Test("a call stays where it is, and the next goes where it now belongs")
    func change() async throws {
        let device = try await SwitchDevice(.callKit)
        defer { device.phone.close() }
        try await device.connect(first)
        try await device.run { $0.availability.isSwitchedOn = false }
        #expect(device.phone.calls.map(\.id) == [first])
        try await device.ask { try await $0.setHeld(true, of: first) }
        try await device.ring(second)
        #expect(try await device.run { $0.content?.ringing?.id } == second)
        #expect(device.phone.calls.map(\.id) == [first])
        #expect(device.phone.calls.first?.isOnHold == true)
        device.phone.user.end(first)
        try await device.phone.settle()
        #expect(try await device.run { $0.manager.calls.map(\.id) } == [second])
        try await device.run { $0.actions?.answer(second) }
        #expect(try await device.run { $0.service.heard } == [second])
        try await device.run { $0.actions?.end(second) }
        #expect(try await device.run { $0.manager.calls.isEmpty && $0.service.heard.isEmpty })
        #expect(device.phone.violations.isEmpty)
    }

    @Test("a start puts a call of the other screen on hold first")
    func holds() async throws {
        let device = try await SwitchDevice(.inApp)
        defer { device.phone.close() }
        try await device.connect(first)
        try await device.run { $0.availability.policy.restrictedRegions = [] }
        try await device.connect(second)
        #expect(device.phone.calls.map(\.id) == [second])
        #expect(try await device.run { $0.content?.calls.map(\.state) } == [.held])
        #expect(try await device.run { $0.service.heard } == [second])
        try await device.ask { await $0.endAll() }
        #expect(try await device.run { $0.content == nil && $0.manager.calls.isEmpty })
        #expect(device.phone.calls.isEmpty)
        #expect(try await device.run { $0.outcomes } == [nil, nil, nil])
    }

    @Test("there and back before the call is over, its provider is the one that there was (B4)")
    func back() async throws {
        let device = try await SwitchDevice(.callKit)
        defer { device.phone.close() }
        try await device.connect(first)
        try await device.run { app in
            app.availability.isSwitchedOn = false
            app.availability.isSwitchedOn = true
        }
        try await device.connect(second)
        #expect(device.phone.calls.map(\.id) == [first, second])
        try await device.ask { await $0.endAll() }
        #expect(device.phone.calls.isEmpty)
        #expect(device.phone.violations.isEmpty && device.phone.advice.isEmpty)
    }

    @Test("without a screen, calls are refused where CallKit may not be, with words that help")
    func noScreen() async throws {
        let phone = SimulatedPhone(.iOS(18))
        defer { phone.close() }
        let app = phone.launch("com.example.hotline") { Screenless(phone) }
        let call = first
        let errors = try await app.run(with: Screenless.self) { app in
            app.ask(call)
        }
        #expect(errors == nil)
        try await phone.settle()
        #expect(
            try await app.run(with: Screenless.self) { $0.answers }
                == [NoCallSystem.error, NoCallSystem.error])
        #expect(phone.calls.isEmpty)
    }

    /// An app that has no screen of its own.
    @MainActor final class Screenless {
        let manager: CallManager
        private(set) var answers: [CallError?] = []

        init(_ phone: SimulatedPhone) {
            let clock = PhoneClock(phone)
            manager = CallManager(
                configuration: .test, service: TestService(clock: clock),
                availability: CallAvailability(
                    region: .immediate { "CN" }, systemVersion: SystemVersion(18),
                    isEntitled: true),
                store: MemoryCallStore(), clock: clock)
        }

        func ask(_ call: UUID) -> CallError? {
            manager.reportIncoming(IncomingCall(id: call, handle: nil)) { [self] in
                answers.append($0)
            }
            Task {
                do {
                    try await manager.start(CallHandle(.generic, "ann"))
                    answers.append(nil)
                } catch {
                    answers.append(error as? CallError)
                }
            }
            return nil
        }
    }
}
