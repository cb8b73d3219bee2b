// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import CallService
import Foundation
import Testing

@Suite("Versions") struct VersionTests {
    @Test("A call goes well on every system", arguments: [10, 12, 13, 15, 16, 17, 18, 26])
    func all(version: Int) async throws {
        let phone = SimulatedPhone(.iOS(version))
        defer { phone.close() }
        phone.failOn = .violationsAndAdvice
        let hotline = Hotline(on: phone)
        try await hotline.talk()
        #expect(phone.calls.map(\.isConnected) == [true])
        phone.user.end()
        try await phone.settle()
        #expect(try await hotline.calls.isEmpty)
    }

    @Test("An app of an old SDK may leave a push unreported", arguments: [12, 13])
    func linkedSDK(sdk: Int) async throws {
        let phone = SimulatedPhone(.iOS(18, linkedSDK: sdk))
        defer { phone.close() }
        // An app of an earlier day, which shows a notification in place of a call.
        let app = phone.launch("com.example.old") { OldApp() }
        phone.push(to: app)
        try await phone.settle()
        #expect(app.isRunning == (sdk == 12))
        #expect(phone.violations.map(\.number) == (sdk == 12 ? [] : ["B121"]))
    }
}
