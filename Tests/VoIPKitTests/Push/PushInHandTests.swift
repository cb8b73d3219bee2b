// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import Foundation
import PushKit
import Testing

@testable import VoIPKit

@Suite("Pushes that were on their way when calls left CallKit")
struct PushInHandTests {
    @Test(
        "each is reported to CallKit, and its call rings on the app's own screen",
        arguments: [false, true], [false, true])
    func reported(isOnCall: Bool, isReadable: Bool) async throws {
        let device = try await SwitchDevice(.callKit)
        defer { device.phone.close() }
        let (earlier, call) = (UUID(), UUID())
        if isOnCall { try await device.connect(earlier) }
        let before = reportCount(device)
        try await device.run { app in
            app.availability.isSwitchedOn = false
            let pushes = VoIPPushService(
                reporter: app.manager, permission: app.availability, clock: app.clock)
            let payload = isReadable ? ["call": call.uuidString, "handle": "+4930123456"] : [:]
            pushes.receive(payload, of: .voIP, mustReport: true)
        }
        #expect(reportCount(device) == before + 1)
        #expect(device.phone.calls.map(\.id) == (isOnCall ? [earlier] : []))
        #expect(try await device.run { $0.content?.ringing?.id } == (isReadable ? call : nil))
        try await device.ask { await $0.endAll() }
        #expect(device.phone.calls.isEmpty)
        #expect(
            try await device.run {
                ($0.manager.system as? CallSystemSwitch)?.hasNothingOpen == true
                    && $0.manager.calls.isEmpty
            })
        #expect(device.phone.violations.isEmpty)
    }

    @Test("calls that come back to CallKit meanwhile are answered there") func back() async throws {
        let device = try await SwitchDevice(.callKit)
        defer { device.phone.close() }
        let call = UUID()
        try await device.run { $0.availability.isSwitchedOn = false }
        try await device.run { app in
            let pushes = VoIPPushService(
                reporter: app.manager, permission: app.availability, clock: app.clock)
            pushes.receive([:], of: .voIP, mustReport: true)
            app.availability.isSwitchedOn = true
        }
        try await device.ring(call)
        try await device.answer(call)
        #expect(try await device.run { $0.service.heard } == [call])
        try await device.ask { await $0.endAll() }
        #expect(device.phone.calls.isEmpty)
        #expect(device.phone.violations.isEmpty)
    }

    @Test("where calls are CallKit's, the push's own call is reported, whatever is permitted")
    func callKit() async throws {
        let device = try await SwitchDevice(.callKit)
        defer { device.phone.close() }
        let call = UUID()
        try await device.run { app in
            let pushes = VoIPPushService(
                reporter: app.manager, permission: TestPermission(false), clock: app.clock)
            pushes.receive(["call": call.uuidString], of: .voIP, mustReport: true)
        }
        #expect(device.phone.screen.ringing?.id == call)
        try await device.ask { await $0.endAll() }
        #expect(device.phone.violations.isEmpty)
    }

    /// A call of nobody leaves a missed call (B135).
    private func reportCount(_ device: SwitchDevice) -> Int {
        device.phone.recents.count { $0.app == "com.example.hotline" }
    }
}
