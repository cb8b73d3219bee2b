// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Foundation
import VoIPKit

/// One thing that happens, by chance.
extension CallingLife {
    mutating func step() async throws {
        switch Int.random(in: 0..<100, using: &dice) {
        case 0..<22: push()
        case 22..<25: try await tellOverConnection()
        case 25..<37: try await start()
        case 37..<62: actOnRinging()
        case 62..<78: actOnCalls()
        case 78..<92: try await askApp()
        case 92..<98: turnWorld()
        default: breakSomething()
        }
    }

    /// A fresh identifier, or in one of ten cases one that was there lately.
    private mutating func identifier() -> UUID {
        if callCount > 0, dice.percent(10) {
            return Self.identifier(
                callCount - UInt64.random(in: 0..<min(callCount, 3), using: &dice))
        }
        callCount += 1
        return Self.identifier(callCount)
    }

    private static func identifier(_ number: UInt64) -> UUID {
        let digits = String(number, radix: 16)
        let zeros = String(repeating: "0", count: 12 - digits.count)
        return UUID(uuidString: "00000000-0000-4000-8000-\(zeros)\(digits)") ?? UUID()
    }

    private mutating func number() -> String {
        "+4930100\(Int.random(in: 0..<20, using: &dice))"
    }

    /// Nothing where the app does not run, or is only being launched.
    func within(_ body: @MainActor @Sendable (TestApp) -> Void) async throws {
        guard app.isRunning, (try? app.object(RunningApp.self)) != nil else { return }
        try await app.run(with: RunningApp.self) { body($0.app) }
    }

    private func ask(
        _ body: @escaping @MainActor @Sendable (CallManager) async throws -> Void
    ) async throws {
        try await within { $0.ask(body) }
    }

    // MARK: Calls that begin

    private mutating func push() {
        guard !dice.percent(3) else {
            phone.push(to: app, ["aps": ["alert": "?"]])
            return
        }
        let payload: [String: Any] = [
            "call": identifier().uuidString, "handle": number(), "video": dice.percent(20),
            "type": dice.percent(3) ? "cancelled" : "call",
        ]
        phone.push(to: app, payload, age: dice.percent(5) ? .seconds(40) : .zero)
    }

    private mutating func tellOverConnection() async throws {
        let call = IncomingCall(id: identifier(), handle: CallHandle(.phoneNumber, number()))
        // The end may overtake the report.
        if dice.percent(20) {
            try await within { $0.manager.report(.ended(.remote, nil), of: call.id) }
        }
        try await ask { try await $0.reportIncoming(call) }
    }

    private mutating func start() async throws {
        callCount += 1
        let (id, number, hasVideo) = (
            Self.identifier(callCount), number(), dice.percent(20)
        )
        try await ask {
            try await $0.start(CallHandle(.phoneNumber, number), hasVideo: hasVideo, id: id)
        }
    }

    // MARK: The person

    private mutating func actOnRinging() {
        let user = phone.user
        guard let choice = phone.screen.choices.randomElement(using: &dice) else {
            if dice.percent(50) { push() }
            return
        }
        switch choice {
        case .decline: if dice.percent(50) { user.decline() }
        case .accept: if dice.percent(20) { user.headsetButton() } else { user.answer() }
        case .endAndAccept: user.endAndAnswer()
        case .holdAndAccept: user.holdAndAnswer()
        case .endHeldAndAccept: user.endHeldAndAnswer()
        }
    }

    private mutating func actOnCalls() {
        let user = phone.user
        guard let call = phone.calls.randomElement(using: &dice) else { return push() }
        switch Int.random(in: 0..<10, using: &dice) {
        case 0, 1: user.end(call.id)
        case 2: if call.isOnHold { user.unhold(call.id) } else { user.hold(call.id) }
        case 3: if call.isMuted { user.unmute(call.id) } else { user.mute(call.id) }
        case 4: user.keypad(dice.percent(20) ? "12,3" : "5", in: call.id)
        case 5, 6: user.swap()
        case 7: user.merge()
        case 8: user.split(call.id)
        default: user.headsetButton(dice.percent(50) ? .short : .long)
        }
    }

    // MARK: The app's own screen

    private mutating func askApp() async throws {
        guard
            let call = phone.calls.filter({ $0.app == TestApp.bundle }).randomElement(using: &dice)
        else { return try await start() }
        let id = call.id
        let isOn = dice.percent(60)
        switch Int.random(in: 0..<8, using: &dice) {
        case 0: try await ask { try await $0.answer(id) }
        case 1: try await ask { try await $0.end(id) }
        case 2, 3: try await ask { try await $0.setHeld(isOn, of: id) }
        case 4: try await ask { try await $0.setMuted(isOn, of: id) }
        case 5: try await ask { try await $0.play(dtmf: "42#", in: id) }
        case 6:
            let other = phone.calls.first { $0.id != id }?.id
            try await ask { try await $0.setGroup(with: isOn ? other : nil, of: id) }
        default: if dice.percent(10) { try await ask { await $0.endAll() } }
        }
    }

    // MARK: The world

    private mutating func turnWorld() {
        let (user, world) = (phone.user, phone.world)
        switch Int.random(in: 0..<9, using: &dice) {
        case 0: world.incomingCellularCall(from: number())
        case 1: endCellular()
        case 2: user.lock()
        case 3: user.unlock()
        case 4: user.openApp(app)
        case 5: user.doNotDisturb(dice.percent(20) ? .on : .off)
        case 6: user.speaker(dice.percent(50))
        case 7: world.connect(.bluetoothHeadset)
        default: world.disconnect(.bluetoothHeadset)
        }
    }

    func endCellular() {
        for call in phone.calls where call.app != TestApp.bundle {
            phone.world.cellularHangsUp(call.id)
        }
    }

    private mutating func breakSomething() {
        switch Int.random(in: 0..<10, using: &dice) {
        case 0, 1: phone.restartCallService()
        case 2: app.kill()
        case 3: phone.world.resetMediaServices()
        case 4: phone.world.rotateToken(of: app)
        case 5:
            phone.world.interruptAudio()
            phone.world.endInterruption()
        default: break
        }
    }
}
