// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import Foundation
import Testing

@testable import VoIPKit

/// An app whose calls go from one screen to the other at any moment, by chance from one seed.
private struct FlippingLife {
    @MainActor final class App {
        let service: TestService
        let availability: CallAvailability
        let manager: CallManager
        let pushes: VoIPPushService
        let screen = KeptScreen()
        let audio = CallAudio(engine: TestEngine())
        private(set) var openCount = 0

        init(_ phone: SimulatedPhone) {
            let clock = PhoneClock(phone)
            service = TestService(clock: clock)
            availability = CallAvailability(
                region: .immediate { "DE" }, store: Memory(), systemVersion: SystemVersion(18),
                isEntitled: true)
            manager = CallManager(
                configuration: .test, service: service, audio: audio, availability: availability,
                screen: screen, store: MemoryCallStore(), clock: clock)
            pushes = VoIPPushService(
                reporter: manager, permission: availability, store: MemoryTokenStore(),
                clock: clock)
            pushes.start()
        }

        func ask(_ body: @escaping @MainActor (CallManager) async throws -> Void) {
            openCount += 1
            Task {
                // What is refused on the way is refused.
                try? await body(manager)
                openCount -= 1
            }
        }

        private final class Memory: CallRegionStore {
            var region: String?
        }
    }

    let phone: SimulatedPhone
    let app: SimulatedApp
    private var dice: Dice
    private var calls: [UUID] = []

    init(seed: UInt64) {
        dice = Dice(seed: seed)
        let phone = SimulatedPhone(.iOS(18), seed: seed)
        self.phone = phone
        app = phone.launch(TestApp.bundle) { App(phone) }
        if seed % 3 == 0 { phone.faults.callbacksSlow = .zero ... .milliseconds(300) }
        if seed % 4 == 0 { phone.faults.reportCompletionsLate = .zero ... .seconds(1) }
    }

    private func within(_ body: @MainActor @Sendable (App) -> Void) async throws {
        try await app.run(with: App.self, body)
    }

    mutating func step() async throws {
        let known = calls.randomElement(using: &dice) ?? UUID()
        let other = calls.randomElement(using: &dice) ?? UUID()
        let isOn = dice.percent(50)
        let fresh = dice.percent(85) ? UUID() : known
        let handle = CallHandle(.phoneNumber, "+4930123456")
        switch Int.random(in: 0..<15, using: &dice) {
        case 0, 1: try await within { $0.availability.isSwitchedOn.toggle() }
        case 2:
            calls.append(fresh)
            try await within { app in
                let call = IncomingCall(id: fresh, handle: handle)
                app.ask { try await $0.reportIncoming(call) }
            }
        case 3:
            calls.append(fresh)
            try await within { app in app.ask { try await $0.start(handle, id: fresh) } }
        case 4: try await within { $0.screen.actions?.answer(known) }
        case 5: try await within { $0.screen.actions?.end(known) }
        case 6: try await within { $0.screen.actions?.setHeld(isOn, of: known) }
        case 7 where phone.screen.ringing != nil: phone.user.answer()
        case 8 where phone.screen.ringing != nil: phone.user.decline()
        case 9: try await within { $0.manager.report(.ended(.remote, nil), of: known) }
        case 10: try await within { $0.manager.report(.connected(nil), of: known) }
        case 11: try await within { app in app.ask { try await $0.setHeld(isOn, of: known) } }
        case 12: try await within { app in app.ask { try await $0.end(known) } }
        case 13:
            try await within { app in app.ask { try await $0.setGroup(with: other, of: known) } }
        case 14 where dice.percent(30): phone.restartCallService()
        default: try await behave()
        }
        if dice.percent(60) {
            try await phone.advance(by: .seconds(dice.seconds(0...(dice.percent(10) ? 70 : 2))))
        }
    }

    private mutating func behave() async throws {
        let method = TestService.Method.allCases.randomElement(using: &dice) ?? .accept
        let behaviours: [TestService.Behaviour] = [.done, .fails, .slow(1), .slow(7), .never]
        let behaviour = behaviours.randomElement(using: &dice) ?? .done
        try await within { $0.service.behaviours[method] = behaviour }
    }

    /// All is over, whatever the service does.
    func rest() async throws {
        for _ in 0..<2 {
            try await within { app in app.ask { await $0.endAll() } }
            try await phone.advance(by: .seconds(20))
        }
        try await phone.advance(by: .seconds(700))
        let open = try await app.run(with: App.self) {
            (
                requests: $0.manager.requests.count, reports: $0.manager.reports.count,
                timers: $0.manager.timers.count, tasks: $0.manager.tasks.count,
                waiting: $0.openCount, entries: $0.manager.core.entries
            )
        }
        #expect(open.requests == 0)
        #expect(open.reports == 0)
        #expect(open.timers == 0)
        #expect(open.tasks == 0)
        #expect(open.waiting == 0)
        #expect(open.entries.isEmpty)
        let left = try await app.run(with: App.self) {
            (calls: $0.manager.calls, heard: $0.service.heard, breaches: $0.service.breaches)
        }
        #expect(left.calls.isEmpty)
        #expect(left.heard.isEmpty)
        #expect(left.breaches.isEmpty)
        let isHidden = try await app.run(with: App.self) { $0.screen.content == nil }
        #expect(isHidden)
        let isActive = try await app.run(with: App.self) { $0.audio.state.isActive }
        #expect(!isActive)
        let isEmpty = try await app.run(with: App.self) {
            ($0.manager.system as? CallSystemSwitch)?.hasNothingOpen
        }
        #expect(isEmpty == true)
        #expect(phone.calls.isEmpty)
        #expect(phone.audio.activeApp == nil)
        #expect(phone.violations.isEmpty)
    }
}

@Suite("From screen to screen by chance") struct FlippingLifeTests {
    @Test("nothing is left, and nobody breaks a rule", arguments: UInt64(1)...40)
    func live(seed: UInt64) async throws {
        var life = FlippingLife(seed: seed)
        defer { life.phone.close() }
        for _ in 0..<4 {
            for _ in 0..<40 { try await life.step() }
            try await life.rest()
        }
    }
}
