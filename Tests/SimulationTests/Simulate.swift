// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// What became of a run of the `simulate` program.
struct SimulateResult {
    var status: Int32
    var output: Data
    /// What it said of a failure.
    var complaint: String
}

/// Runs the `simulate` program, which stands beside the test bundle or in `OPENCALLKIT_BIN_DIR`.
func simulate(_ arguments: [String], deterministicHashing: Bool = false) throws -> SimulateResult {
    let folder =
        ProcessInfo.processInfo.environment["OPENCALLKIT_BIN_DIR"].map { URL(fileURLWithPath: $0) }
        ?? Bundle.main.executableURL?.deletingLastPathComponent()
    let process = Process()
    process.executableURL = try #require(folder).appendingPathComponent("simulate")
    process.arguments = arguments
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFT_DETERMINISTIC_HASHING"] = deterministicHashing ? "1" : nil
    process.environment = environment
    // A complaint is longer than a pipe holds, and nobody reads it meanwhile.
    let complaints = FileManager.default.temporaryDirectory.appendingPathComponent(
        "simulate-\(UUID().uuidString)")
    #expect(FileManager.default.createFile(atPath: complaints.path, contents: nil))
    defer { try? FileManager.default.removeItem(at: complaints) }
    process.standardError = try FileHandle(forWritingTo: complaints)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let words = try Data(contentsOf: complaints)
    return SimulateResult(
        status: process.terminationStatus, output: data,
        complaint: String(decoding: words, as: UTF8.self))
}
