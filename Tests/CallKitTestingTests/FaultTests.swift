// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Foundation
import Testing

@Suite("Faults") struct FaultTests {
    private let hotline = "com.example.hotline"

    @Test("A late push comes late, within the range", .phone())
    func late() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { VoIPService() }
        phone.faults.pushesLate = .seconds(5) ... .seconds(8)
        phone.push(to: app)
        try await phone.advance(by: .seconds(4))
        #expect(phone.calls.isEmpty)
        try await phone.advance(by: .seconds(4))
        #expect(phone.calls.count == 1)
        #expect(phone.violations.isEmpty)
        #expect(phone.timeline.text.contains("a push comes late"))
    }

    @Test("A doubled push is taken once", .phone())
    func doubled() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { VoIPService() }
        phone.faults.pushesDoubled = 1
        phone.push(to: app)
        try await phone.advance(by: .seconds(3))
        #expect(phone.calls.count == 1 && phone.pushes.count == 1)
    }

    @Test("A reordered push comes after the next one, or alone after a second", .phone())
    func reordered() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { VoIPService() }
        try await phone.settle()
        phone.faults.pushesReordered = 1
        let first = phone.push(to: app, ["name": "First"])
        phone.faults.pushesReordered = 0
        let second = phone.push(to: app, ["name": "Second"])
        try await phone.settle()
        #expect(phone.pushes.map(\.push) == [second, first])
        phone.faults.pushesReordered = 1
        let third = phone.push(to: app)
        try await phone.advance(by: .milliseconds(999))
        #expect(phone.pushes.count == 2)
        try await phone.advance(by: .milliseconds(1))
        #expect(phone.pushes.map(\.push).last == third)
    }

    @Test("The completion of a report comes late", .phone())
    func reportLate() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { VoIPService() }
        try await phone.settle()
        phone.faults.reportCompletionsLate = .seconds(2) ... .seconds(2)
        phone.push(to: app)
        try await phone.settle()
        let service = try app.object(VoIPService.self)
        #expect(phone.screen.ringing != nil)
        #expect(await service.events == ["token"])
        try await phone.advance(by: .seconds(2))
        #expect(await service.events == ["token", "reported"])
    }

    @Test("Slow callbacks keep their order, and deadlines run meanwhile", .phone())
    func slow() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { VoIPService() }
        phone.push(to: app)
        try await phone.settle()
        phone.faults.callbacksSlow = .seconds(1) ... .seconds(3)
        phone.user.answer()
        try await phone.settle()
        #expect(phone.calls.map(\.isConnected) == [false])
        try await phone.advance(by: .seconds(10))
        let service = try app.object(VoIPService.self)
        #expect(await service.events == ["token", "reported", "answer", "audio"])
        phone.faults.callbacksSlow = .seconds(6) ... .seconds(6)
        phone.user.hold()
        try await phone.advance(by: .seconds(20))
        #expect(phone.violations.map(\.number).contains("B37"))
    }

    @Test("The call service restarts at the given step", .phone())
    func reset() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { VoIPService() }
        phone.push(to: app)
        try await phone.settle()
        phone.faults.resetAtStep = phone.timeline.count + 1
        phone.user.answer()
        try await phone.settle()
        let service = try app.object(VoIPService.self)
        #expect(await service.events.contains("reset"))
        #expect(phone.calls.isEmpty)
    }

    @Test("Every report is refused with the given code", .phone())
    func refused() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { VoIPService() }
        phone.faults.refusesReports = .filteredByDoNotDisturb
        let push = phone.push(to: app)
        try await phone.settle()
        #expect(phone.result(of: push) == .refused(3))
        let service = try app.object(VoIPService.self)
        #expect(await service.events == ["token", "refused 3"])
    }

    @Test("Equal seeds see equal faults; another phone's name sees others")
    func draws() async throws {
        func arrivals(_ name: String, _ seed: UInt64) async throws -> [Date] {
            let phone = SimulatedPhone(name: name, seed: seed)
            defer { phone.close() }
            let app = phone.launch(hotline) { VoIPService() }
            phone.faults.pushesLate = .seconds(0) ... .seconds(100)
            for _ in 0..<3 {
                phone.push(to: app)
                try await phone.advance(by: .seconds(200))
            }
            return phone.recents.map(\.began)
        }
        let first = try await arrivals("A", 7)
        #expect(try await arrivals("A", 7) == first)
        #expect(try await arrivals("B", 7) != first)
        #expect(try await arrivals("A", 8) != first)
    }
}
