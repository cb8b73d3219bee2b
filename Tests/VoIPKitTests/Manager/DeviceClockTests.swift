// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import Foundation
import Testing
import VoIPKit

@Suite("An app that lives by the device's clock, on a phone with another") struct DeviceClockTests {
    /// What a phone's `launch` closure makes.
    @MainActor private final class App {
        let service = TestService(clock: SystemClock())
        let manager: CallManager
        let pushes: VoIPPushService

        init() {
            manager = CallManager(
                configuration: .test, service: service, store: MemoryCallStore())
            pushes = VoIPPushService(reporter: manager)
            pushes.start()
        }
    }

    @Test(
        "a call is answered and ended although every deadline seems long past, or far off",
        arguments: [Date(timeIntervalSince1970: 1_735_689_600), Date(timeIntervalSince1970: 8e9)])
    func answer(startDate: Date) async throws {
        let phone = SimulatedPhone(.iOS(18), startDate: startDate)
        defer { phone.close() }
        let app = phone.launch(TestApp.bundle) { App() }
        phone.push(to: app, ["call": UUID().uuidString, "handle": "+4930123456"])
        try await phone.settle()
        phone.user.answer()
        try await phone.settle()
        #expect(phone.calls.first?.isConnected == true, "\(phone.timeline.text)")
        phone.user.end()
        try await phone.settle()
        #expect(phone.calls.isEmpty && phone.violations.isEmpty)
        #expect(try await app.run(with: App.self) { $0.service.breaches } == [])
    }
}
