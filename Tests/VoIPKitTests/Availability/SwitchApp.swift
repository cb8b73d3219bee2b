// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import Foundation

@testable import VoIPKit

/// An app whose calls are on CallKit's screen or on its own, as its ``CallAvailability`` says.
@MainActor final class SwitchApp {
    let clock: PhoneClock
    let service: TestService
    let availability: CallAvailability
    let manager: CallManager
    private let screen = KeptScreen()
    /// Each change of a call as `incoming ringing`, without those that say nothing new.
    private(set) var story: [UUID: [String]] = [:]
    private(set) var outcomes: [CallError?] = []
    private var observation: CallObservation?

    init(
        _ phone: SimulatedPhone, _ choice: CallAvailability.Choice,
        configuration: CallConfiguration = .test
    ) {
        clock = PhoneClock(phone)
        service = TestService(clock: clock)
        availability = CallAvailability(
            region: .immediate { choice == .callKit ? "DE" : "CN" }, store: Memory(),
            systemVersion: SystemVersion(18), isEntitled: true)
        manager = CallManager(
            configuration: configuration, service: service, audio: CallAudio(),
            availability: availability, screen: screen, store: MemoryCallStore(), clock: clock)
        observation = manager.observe { [weak self] in self?.note($0) }
    }

    private func note(_ change: CallChange) {
        let call = change.call
        let words = [
            "\(call.direction.rawValue) \(call.state)", call.isMuted ? "muted" : nil,
            call.isOnHold ? "on hold" : nil, call.group == nil ? nil : "in a conference",
        ].compactMap { $0 }.joined(separator: ", ")
        if story[call.id]?.last != words { story[call.id, default: []].append(words) }
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

    /// What the app's own screen shows.
    var content: InAppCallContent? { screen.content }
    var actions: InAppCallActions? { screen.actions }

    /// Forgets all with its app.
    private final class Memory: CallRegionStore {
        var region: String?
    }
}

/// A screen that keeps what it is given.
@MainActor final class KeptScreen: InAppCallScreen {
    private(set) var content: InAppCallContent?
    private(set) var actions: InAppCallActions?

    func show(_ content: InAppCallContent, actions: InAppCallActions) {
        self.content = content
        self.actions = actions
    }

    func update(_ content: InAppCallContent) { self.content = content }

    func hide() { content = nil }
}

/// A person at a phone whose app shows its calls one way or the other.
struct SwitchDevice {
    let phone: SimulatedPhone
    let app: SimulatedApp
    let choice: CallAvailability.Choice

    init(
        _ choice: CallAvailability.Choice, configuration: CallConfiguration = .test
    ) async throws {
        let phone = SimulatedPhone(.iOS(18))
        self.phone = phone
        self.choice = choice
        app = phone.launch("com.example.hotline") {
            SwitchApp(phone, choice, configuration: configuration)
        }
        try await phone.settle()
    }

    @discardableResult
    func run<Result: Sendable>(
        _ body: @MainActor @Sendable (SwitchApp) throws -> Result
    ) async throws -> Result {
        let result = try await app.run(with: SwitchApp.self, body)
        try await phone.settle()
        return result
    }

    func ask(
        _ body: @escaping @MainActor @Sendable (CallManager) async throws -> Void
    ) async throws {
        try await run { $0.ask(body) }
    }

    // MARK: The world

    func ring(_ call: UUID) async throws {
        try await ask {
            try await $0.reportIncoming(
                IncomingCall(id: call, handle: CallHandle(.phoneNumber, "+4930123456")))
        }
    }

    func connect(_ call: UUID) async throws {
        try await ask { try await $0.start(CallHandle(.generic, "ann"), id: call) }
        try await report(.startedConnecting(nil), of: call)
        try await report(.connected(nil), of: call)
    }

    func report(_ progress: CallProgress, of call: UUID) async throws {
        try await run { $0.manager.report(progress, of: call) }
    }

    func behave(_ method: TestService.Method, _ behaviour: TestService.Behaviour) async throws {
        try await run { $0.service.behaviours[method] = behaviour }
    }

    // MARK: The person

    func answer(_ call: UUID, _ choice: InAppCallContent.Choice = .answer) async throws {
        switch (self.choice, choice) {
        case (.callKit, .answer): phone.user.answer(call)
        case (.callKit, .holdAndAnswer): phone.user.holdAndAnswer(call)
        case (.callKit, .endAndAnswer): phone.user.endAndAnswer(call)
        case (.callKit, .endHeldAndAnswer): phone.user.endHeldAndAnswer(call)
        case (.callKit, .decline): phone.user.decline(call)
        default: try await run { $0.actions?.choose(choice, for: call) }
        }
        try await phone.settle()
    }

    func end(_ call: UUID) async throws {
        if choice == .callKit {
            phone.user.end(call)
        } else {
            try await run { $0.actions?.end(call) }
        }
        try await phone.settle()
    }

    func setHeld(_ isOnHold: Bool, _ call: UUID) async throws {
        if choice == .callKit {
            _ = isOnHold ? phone.user.hold(call) : phone.user.unhold(call)
        } else {
            try await run { $0.actions?.setHeld(isOnHold, of: call) }
        }
        try await phone.settle()
    }

    func mute(_ call: UUID) async throws {
        if choice == .callKit {
            phone.user.mute(call)
        } else {
            try await run { $0.actions?.setMuted(true, of: call) }
        }
        try await phone.settle()
    }

    func keypad(_ digit: String, _ call: UUID) async throws {
        if choice == .callKit {
            phone.user.keypad(digit, in: call)
        } else {
            try await run { $0.actions?.play(digit, in: call) }
        }
        try await phone.settle()
    }
}
