// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import CallModel
import Foundation
import Testing

@testable import VoIPKit

@Suite("Pushes that nobody should have sent") struct BrokenPushTests {
    /// Bodies as a push service would carry them: few tell of a call, some are no JSON.
    private static let bodies: [String] = {
        let values = [
            "", "null", "true", "17", "1e999", "\"x\"", "[]", "[1]", "{}", "{\"a\":1}", "{\"id\":",
            "\u{FEFF}{}", "\"\\ud800\"", "\"\(String(repeating: "ä", count: 2_300))\"",
            "{\"handle\":\"ann\"}", "-0", "\"8C36E1B2-0B0F-4B58-9C0A-6D5C1B1E1A1\"",
        ]
        let keys = ["call", "handle", "name", "aps", "data", "sent", "type", "video", "caller"]
        let deep =
            String(repeating: "{\"data\":", count: 400) + "1"
            + String(repeating: "}", count: 400)
        return values + [deep]
            + keys.flatMap { key in values.map { "{\"\(key)\":\($0)}" } }
    }()

    @Test(
        "each leads to a report, however broken; none to a call that nobody makes, or a violation",
        arguments: [(18, 0), (26, 4)])
    func reported(major: Int, minor: Int) async throws {
        let phone = SimulatedPhone(.iOS(major, minor))
        defer { phone.close() }
        let app = phone.launch(PushApp.bundle) { PushApp(phone) }
        try await phone.settle()
        for body in Self.bodies {
            let push = phone.deliver(to: PushApp.bundle, Array(body.utf8))
            try await phone.settle()
            guard case .rang = phone.result(of: push) else {
                Issue.record("\(body.prefix(80)): \(phone.result(of: push))")
                continue
            }
            // What rings can be read; what cannot is over.
            let outcome = try await app.run(with: PushApp.self) { $0.outcomes.last }
            #expect((phone.screen.ringing != nil) == (outcome?.reported?.endReason == nil))
            #expect((outcome?.fault == nil) || phone.screen.ringing == nil)
            if phone.screen.ringing != nil { phone.user.decline() }
            try await phone.advance(by: .seconds(61))
        }
        let count = try await app.run(with: PushApp.self) { $0.outcomes.count }
        #expect(count == Self.bodies.count)
        #expect(phone.violations.isEmpty)
        #expect(app.terminations.isEmpty)
        #expect(phone.calls.isEmpty)
    }

    @Test("a hundred at once: each is reported, nothing is left") func burst() async throws {
        let phone = SimulatedPhone(.iOS(18))
        defer { phone.close() }
        let app = phone.launch(PushApp.bundle) { PushApp(phone) }
        try await phone.settle()
        let pushes = (0..<100).map { phone.push(to: app, ["broken": $0]) }
        try await phone.settle()
        #expect(phone.violations.isEmpty)
        #expect(pushes.allSatisfy { phone.result(of: $0) != .notReported })
        let outcomes = try await app.run(with: PushApp.self) { $0.outcomes }
        #expect(outcomes.count == 100)
        #expect(outcomes.allSatisfy { $0.reported?.endReason == .failed })
        #expect(phone.calls.isEmpty)
    }
}
