// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Runs the `simulate` program, which stands beside the test bundle or in `OPENCALLKIT_BIN_DIR`.
private func simulate(_ arguments: [String], deterministicHashing: Bool = false) throws -> (
    Int32, Data
) {
    let folder =
        ProcessInfo.processInfo.environment["OPENCALLKIT_BIN_DIR"].map { URL(fileURLWithPath: $0) }
        ?? Bundle.main.executableURL?.deletingLastPathComponent()
    let process = Process()
    process.executableURL = try #require(folder).appendingPathComponent("simulate")
    process.arguments = arguments
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFT_DETERMINISTIC_HASHING"] = deterministicHashing ? "1" : nil
    process.environment = environment
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, data)
}

@Suite struct DeterminismTests {
    @Test(
        "One seed gives the same bytes of effects in processes with different hash seeds",
        arguments: ["phone", "gateway"])
    func sameBytes(core: String) throws {
        let run = [core, "--seed", "20", "--events", "4000", "--log"]
        let (status, first) = try simulate(run)
        let (_, second) = try simulate(run)
        let (_, third) = try simulate(run, deterministicHashing: true)
        #expect(status == 0)
        #expect(first.count > 100_000)
        #expect(first == second && second == third)
        let (_, other) = try simulate([core, "--seed", "21", "--events", "4000", "--log"])
        #expect(other != first)
    }

    @Test("Every invariant holds over random events", arguments: ["phone", "gateway"], 1...20)
    func invariants(core: String, seed: Int) throws {
        let (status, _) = try simulate([core, "--seed", "\(seed)", "--events", "5000"])
        #expect(status == 0, "simulate \(core) --seed \(seed) --events 5000")
    }
}
