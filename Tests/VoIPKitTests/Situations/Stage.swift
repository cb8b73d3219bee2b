// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Foundation
import Testing
import VoIPKit

/// A phone with an app on VoIPKit, on which a situation is played.
final class Stage: Sendable {
    let phone: SimulatedPhone
    let app: SimulatedApp
    let situation: Situation
    let condition: Condition
    private let store = MemoryCallStore()

    init(_ situation: Situation, _ condition: Condition) {
        self.situation = situation
        self.condition = condition
        let phone = SimulatedPhone(situation.rules, name: condition.testDescription)
        phone.failOn = .nothing
        phone.faults = condition.faults
        let behaviours = condition.behaviours
        let configuration = situation.configuration
        self.phone = phone
        // Captured, not the stage: the phone keeps its apps' code.
        let (store, clockOwner) = (store, Unowned(phone))
        app = phone.launch(TestApp.bundle) {
            let app = TestApp(clockOwner.phone, configuration: configuration, store: store)
            app.service.behaviours = behaviours
            return app
        }
        app.onStartCall = { [weak app] request in
            guard let object = try? app?.object(TestApp.self) else { return }
            object.ask {
                try await $0.start(
                    CallHandle(.phoneNumber, request.handle.value), hasVideo: request.isVideo,
                    id: Self.id(0))
            }
        }
    }

    /// A UUID that says which call it is.
    static func id(_ number: Int) -> UUID {
        let digits = String(number)
        let zeros = String(repeating: "0", count: 12 - digits.count)
        return UUID(uuidString: "00000000-0000-4000-8000-\(zeros)\(digits)") ?? UUID()
    }

    static func number(_ number: Int) -> String { "+4930100\(number)" }

    static func handle(_ number: Int) -> CXHandle {
        CXHandle(type: .phoneNumber, value: Self.number(number))
    }

    /// Plays the script, ends what is left, and holds what holds in every case.
    func play() async throws {
        defer { phone.close() }
        try await phone.settle()
        for step in situation.steps {
            if case .expect(let checks) = step {
                guard condition.isPlain else { continue }
                for check in checks { try await hold(check) }
                continue
            }
            try await perform(step)
            try await phone.advance(by: condition.pause(after: step))
        }
        try await finish()
    }

    /// Does something in the app, where it runs.
    func within(_ body: @MainActor @Sendable (TestApp) -> Void) async throws {
        guard app.isRunning else { return }
        try await app.run(with: TestApp.self, body)
    }

    private func perform(_ step: Step) async throws {
        if performAsPerson(step) { return }
        if try await performInApp(step) { return }
        switch step {
        case .push(let number): push(number)
        case .pushWithoutMeaning: phone.push(to: app, ["aps": ["alert": "?"]])
        case .pushAged(let number, let age):
            phone.push(to: app, payload(number), age: .seconds(age))
        case .seconds(let seconds): try await phone.advance(by: .seconds(seconds))
        case .cellularRings: phone.world.incomingCellularCall(from: "+49891234", name: "Cell")
        case .cellularEnds:
            for call in phone.calls where call.app != TestApp.bundle {
                phone.world.cellularHangsUp(call.id)
            }
        case .callServiceRestarts: phone.restartCallService()
        case .kill: app.kill()
        case .relaunch: if !app.isRunning { phone.relaunch(app) }
        case .reboot: phone.reboot()
        case .interruption: phone.world.interruptAudio()
        case .interruptionEnds: phone.world.endInterruption()
        case .refusesReports(let code): phone.faults.refusesReports = code
        default: Issue.record("nobody performs \(step)")
        }
    }

    private func push(_ number: Int) { phone.push(to: app, payload(number)) }

    private static func call(_ number: Int) -> IncomingCall {
        IncomingCall(
            id: id(number), handle: CallHandle(.phoneNumber, Self.number(number)),
            name: "Caller \(number)")
    }

    private func payload(_ number: Int) -> [String: Any] {
        [
            "call": Self.id(number).uuidString, "handle": Self.number(number),
            "name": "Caller \(number)",
        ]
    }

    private func performAsPerson(_ step: Step) -> Bool {
        let user = phone.user
        switch step {
        case .answer: user.answer()
        case .decline: user.decline()
        case .end: user.end()
        case .endCall(let number): user.end(Self.id(number))
        case .hold: user.hold()
        case .unhold: user.unhold()
        case .swap: user.swap()
        case .merge: user.merge()
        case .split(let number): user.split(Self.id(number))
        case .mute: user.mute()
        case .unmute: user.unmute()
        case .holdAndAnswer: user.holdAndAnswer()
        case .endAndAnswer: user.endAndAnswer()
        case .endHeldAndAnswer: user.endHeldAndAnswer()
        case .keypad(let digits): user.keypad(digits)
        case .headset: user.headsetButton()
        case .speaker(let isOn): user.speaker(isOn)
        case .lock: user.lock()
        case .unlock: user.unlock()
        case .openApp: user.openApp(app)
        case .doNotDisturb(let isOn): user.doNotDisturb(isOn ? .on : .off)
        case .block(let number): user.block(Self.handle(number))
        case .dial(let number): user.call(Self.handle(number), with: app)
        default: return false
        }
        return true
    }

    private func performInApp(_ step: Step) async throws -> Bool {
        switch step {
        case .start(let number), .startVideo(let number):
            let hasVideo = if case .startVideo = step { true } else { false }
            try await ask {
                try await $0.start(
                    CallHandle(.phoneNumber, Self.number(number)), hasVideo: hasVideo,
                    id: Self.id(number))
            }
        case .requestAnswer(let number): try await ask { try await $0.answer(Self.id(number)) }
        case .requestEnd(let number): try await ask { try await $0.end(Self.id(number)) }
        case .requestEndAll: try await ask { await $0.endAll() }
        case .requestHold(let number, let isOn):
            try await ask { try await $0.setHeld(isOn, of: Self.id(number)) }
        case .requestMute(let number, let isOn):
            try await ask { try await $0.setMuted(isOn, of: Self.id(number)) }
        case .requestGroup(let number, let other):
            try await ask {
                try await $0.setGroup(with: other.map(Self.id), of: Self.id(number))
            }
        case .requestDigits(let number, let digits):
            try await ask { try await $0.play(dtmf: digits, in: Self.id(number)) }
        case .incoming(let number):
            try await ask { try await $0.reportIncoming(Self.call(number)) }
        case .startAndIncoming(let number):
            try await within { app in
                let call = Self.call(number)
                let handle = CallHandle(.phoneNumber, Self.number(number))
                app.ask { try await $0.start(handle, id: call.id) }
                app.ask { try await $0.reportIncoming(call) }
            }
        case .tells(let number, let progress):
            try await within { $0.manager.report(progress, of: Self.id(number)) }
        case .service(let method, let behaviour):
            try await within { $0.service.behaviours[method] = behaviour }
        case .letGo: try await within { $0.service.letGo() }
        default: return false
        }
        return true
    }

    private func ask(
        _ body: @escaping @MainActor @Sendable (CallManager) async throws -> Void
    ) async throws {
        try await within { $0.ask(body) }
    }
}

/// A phone that an app's code may use and must not keep.
struct Unowned: @unchecked Sendable {
    // Sendable because a phone is, and the reference never changes.
    unowned let phone: SimulatedPhone

    init(_ phone: SimulatedPhone) { self.phone = phone }
}
