// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Caller
import Testing

extension CallerTests {
    @Test("A whole app calls whom its user picks in Contacts", .phone(.iOS(18)))
    func contacts() async throws {
        try await callAnn(
            with: SimulatedPhone.current.launch("com.example.caller") { AppDelegate() })
    }
}

/// Has the app call Ann, as its user would from Contacts.
func callAnn(with app: SimulatedApp) async throws {
    let phone = SimulatedPhone.current
    let ann = CXHandle(type: .phoneNumber, value: "+493012345678")
    phone.user.contacts(["Ann": [ann]])
    try await phone.settle()
    #expect(phone.user.call(contact: "Ann", with: app).isDone)
    try await phone.settle()
    #expect(phone.calls.first?.handle == ann)
    #expect(phone.violations.isEmpty)
}
