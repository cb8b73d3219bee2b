// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@Suite struct RandomRunTests {
    /// The optimised program is there: a debug build takes ten times as long.
    private static let isOptimised =
        ProcessInfo.processInfo.environment["OPENCALLKIT_BIN_DIR"] != nil

    @Test(
        "Every promise of a phone holds over a million random events from a hundred seeds",
        arguments: [1, 51])
    func phone(seed: Int) throws {
        let run = [
            "phone", "--seed", "\(seed)", "--seeds", "50", "--events",
            Self.isOptimised ? "10000" : "400",
        ]
        let result = try simulate(run)
        #expect(result.status == 0, "\(result.complaint)")
    }

    @Test("Every promise of a push service holds over random events from twenty seeds")
    func gateway() throws {
        let result = try simulate([
            "gateway", "--seed", "1", "--seeds", "20", "--events", "5000",
        ])
        #expect(result.status == 0, "\(result.complaint)")
    }

    @Test(
        "A fault planted between a phone and its checker is seen, named and shown in few events",
        arguments: [
            ("loseDeactivation", "audio"),
            ("repeatActivation", "audio goes up and down in turn"),
            ("loseEnd", "observer and screen agree"),
            ("performAgain", "an action is performed once"),
            ("loseAnswer", "a request is answered once"),
            ("lateChange", "nothing happens to a call that has ended"),
            ("loseTimeout", "an action that is late has failed"),
            ("ringAgain", "a call rings once"),
        ])
    func canary(name: String, promise: String) throws {
        let result = try simulate([
            "phone", "--seed", "3", "--seeds", "20", "--events", "4000", "--canary", name,
        ])
        #expect(result.status == 1)
        let lines = result.complaint.split(separator: "\n")
        #expect(lines.first?.contains(promise) == true, "\(lines.first ?? "nothing")")
        #expect(lines.contains { $0.hasPrefix("parameters: ") })
        let shortest = lines.first { $0.hasPrefix("shortest replay, ") }?.split(separator: " ")
        let count = shortest.flatMap { Int($0[2]) } ?? .max
        #expect(count <= 40, "\(shortest ?? [])")
    }
}
