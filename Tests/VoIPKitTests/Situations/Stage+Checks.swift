// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Foundation
import Testing
import VoIPKit

extension Stage {
    private var place: Comment { "\(situation) (\(condition))\n\(phone.timeline.text)" }

    /// Holds what the script says is so now.
    func hold(_ check: Check) async throws {
        if holdOnPhone(check) { return }
        let object = try app.object(TestApp.self)
        try await object.catchUp(on: phone)
        await holdInApp(check, object)
    }

    private func call(_ number: Int) -> PhoneCall? {
        phone.calls.first { $0.id == Self.id(number) }
    }

    private func holdOnPhone(_ check: Check) -> Bool {
        switch check {
        case .ringing(let number):
            #expect(phone.screen.ringing?.id == number.map(Self.id), place)
        case .shown(let count): #expect(phone.calls.count == count, place)
        case .connected(let number, let isSo):
            #expect(call(number)?.isConnected == isSo, place)
        case .onHold(let number, let isSo): #expect(call(number)?.isOnHold == isSo, place)
        case .phoneMuted(let number, let isSo): #expect(call(number)?.isMuted == isSo, place)
        case .choices(let choices):
            #expect(Set(phone.screen.choices) == Set(choices), place)
        case .named(let number, let name): #expect(call(number)?.callerName == name, place)
        case .audio(let isSo):
            #expect((phone.audio.activeApp == TestApp.bundle) == isSo, place)
        case .recent(let number, let outcome):
            let row = phone.recents.first { $0.call == Self.id(number) }
            #expect(row?.outcome == outcome, place)
        case .pushRang(let index):
            if phone.pushes.indices.contains(index), case .rang = phone.pushes[index].result {
            } else {
                Issue.record("push \(index) rang no call: \(phone.pushes)\n\(place)")
            }
        case .pushRefused(let index, let code):
            let result = phone.pushes.indices.contains(index) ? phone.pushes[index].result : nil
            #expect(result == .refused(code.rawValue), place)
        case .pushCount(let count): #expect(phone.pushes.count == count, place)
        case .launches(let count): #expect(app.launchCount == count, place)
        default: return false
        }
        return true
    }

    @MainActor private func holdInApp(_ check: Check, _ app: TestApp) {
        let manager = app.manager
        switch check {
        case .state(let number, let state):
            #expect(manager.call(Self.id(number))?.state == state, place)
        case .ended(let number, let reason):
            let last = app.changes(of: Self.id(number)).last
            #expect(last?.call.state == .ended(reason), place)
        case .untold(let number): #expect(app.changes(of: Self.id(number)).isEmpty, place)
        case .muted(let number, let isSo):
            #expect(manager.call(Self.id(number))?.isMuted == isSo, place)
        case .together(let first, let second, let isSo):
            let groups = [first, second].map { manager.call(Self.id($0))?.group }
            #expect((groups[0] != nil && groups[0] == groups[1]) == isSo, place)
        case .asked(let number, let log):
            #expect(app.service.log(of: Self.id(number)) == log, place)
        case .heard(let numbers):
            #expect(app.service.heard == Set(numbers.map(Self.id)), place)
        case .ringback(let isSo): #expect(app.engine.isRingingBack == isSo, place)
        case .outcomes(let outcomes): #expect(app.outcomes == outcomes, place)
        default: Issue.record("nobody holds \(check)")
        }
    }

    // MARK: In every case

    /// Ends what goes on, and holds what is so whatever went wrong.
    func finish() async throws {
        phone.faults = SimulatedFaults()
        try await phone.advance(by: .seconds(5))
        for _ in 0..<2 {
            for call in phone.calls {
                if call.app == TestApp.bundle {
                    phone.user.end(call.id)
                } else {
                    phone.world.cellularHangsUp(call.id)
                }
                // One after the other, as a person does.
                try await phone.advance(by: .seconds(6))
            }
        }
        try await phone.advance(by: .seconds(70))
        try await within { $0.service.letGo() }
        try await phone.settle()
        #expect(phone.calls.isEmpty, place)
        #expect(phone.violations.isEmpty, "\(phone.violations)\n\(place)")
        #expect(phone.audio.activeApp == nil, place)
        #expect(app.terminations.isEmpty, place)
        if app.isRunning { try await app.object(TestApp.self).catchUp(on: phone) }
        let place = place
        try await within { app in #expect(app.remains == [], place) }
    }
}
