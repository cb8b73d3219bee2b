// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import OldCaller
import Testing

extension CallerTests {
    @Test("The same app, built in mode 5, does so too", .phone(.iOS(18)))
    func contactsInMode5() async throws {
        try await callAnn(with: SimulatedPhone.current.launch("com.example.old") { AppDelegate() })
    }
}
