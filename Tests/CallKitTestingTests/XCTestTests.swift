// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Foundation
import XCTest

/// The phone in XCTest: no trait, and failures by a closure.
final class XCTestTests: XCTestCase {
    func testAPushRings() async throws {
        let phone = SimulatedPhone(.iOS(18))
        defer { phone.close() }
        let app = phone.launch("com.example.hotline") { VoIPService() }
        phone.push(to: app, ["name": "Tester"])
        try await phone.settle()
        XCTAssertEqual(phone.screen.ringing?.callerName, "Tester")
        phone.user.answer()
        try await phone.advance(by: .seconds(3))
        XCTAssertEqual(phone.calls.first?.isConnected, true)
        try phone.verify()
    }

    @MainActor func testOnTheMainThread() async throws {
        let phone = SimulatedPhone()
        defer { phone.close() }
        let app = phone.launch("com.example.hotline") { VoIPService() }
        try app.object(VoIPService.self).report()
        try await phone.settle()
        XCTAssertEqual(phone.calls.count, 1)
    }

    func testWhatNobodyHearsOfIsThrown() async throws {
        let phone = SimulatedPhone()
        defer { phone.close() }
        let app = phone.launch("com.example.hotline") { VoIPService() }
        phone.relaunch(app)
        do {
            try await phone.settle()
            XCTFail("an app that runs is not started again")
        } catch let error as PhoneError {
            XCTAssertTrue(error.description.contains("runs already"))
        }
    }

    func testAnObjectOfNoAppIsToldOf() async throws {
        let phone = SimulatedPhone()
        defer { phone.close() }
        phone.launch("com.example.hotline") { VoIPService() }
        phone.launch("com.example.other") { VoIPService() }
        try await phone.settle()
        let end = CXTransaction(action: CXEndCallAction(call: UUID()))
        try? await CXCallController().request(end)
        do {
            try await phone.settle()
            XCTFail("nobody knows whose controller that is")
        } catch let error as PhoneError {
            XCTAssertTrue(error.description.contains("outside of any app"))
        }
    }
}
