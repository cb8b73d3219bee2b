// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import CallService
import XCTest

/// The same phone in XCTest: made by hand, and its failures passed on.
final class XCTestTests: XCTestCase {
    private func makePhone() -> SimulatedPhone {
        let phone = SimulatedPhone(.iOS(18))
        phone.onFailure = { XCTFail($0) }
        phone.failOn = .violationsAndAdvice
        addTeardownBlock { phone.close() }
        return phone
    }

    func testPushRings() async throws {
        let hotline = Hotline(on: makePhone())
        try await hotline.ring("Tester")
        XCTAssertEqual(hotline.phone.screen.ringing?.callerName, "Tester")
        hotline.phone.user.decline()
        try await hotline.phone.settle()
        XCTAssertEqual(hotline.phone.recents.map(\.outcome), [.declined])
    }

    func testAnsweredCallConnects() async throws {
        let hotline = Hotline(on: makePhone())
        try await hotline.talk()
        XCTAssertEqual(hotline.phone.calls.map(\.isConnected), [true])
        hotline.phone.user.end()
        try await hotline.phone.settle()
        let calls = try await hotline.calls
        XCTAssertTrue(calls.isEmpty)
    }
}
