// SPDX-License-Identifier: Apache-2.0
import CallModel
import Foundation
import PhoneCore
import Testing

/// Every state of a call with every event, against the table that a person reads.
@Suite struct CallStateTests {
    private static let documentation = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Documentation")

    private static let header = "state\tevent\tnext state\teffects"

    /// What the phone does, in the form of the table.
    private static func row(_ state: CallStateName, _ event: CallEventName) -> String {
        var stage = CallStage(state)
        stage.happen(event)
        return [state.rawValue, event.rawValue, stage.next, stage.effects].joined(separator: "\t")
    }

    private static func table() -> [String] {
        CallStateName.allCases.flatMap { state in
            CallEventName.allCases.map { row(state, $0) }
        }
    }

    /// With `OPENCALLKIT_WRITE_TABLES=1` the table is written anew, to be read and compared.
    @Test("Each state of a call does with each event what Documentation/CallStates.tsv says")
    func everyCell() throws {
        let file = Self.documentation.appendingPathComponent("CallStates.tsv")
        if ProcessInfo.processInfo.environment["OPENCALLKIT_WRITE_TABLES"] == "1" {
            let text = ([Self.header] + Self.table()).joined(separator: "\n") + "\n"
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let written = try String(contentsOf: file, encoding: .utf8)
            .split(separator: "\n").map(String.init)
        #expect(written.first == Self.header)
        let found = Self.table()
        #expect(written.count == found.count + 1, "one row for each state and event")
        for (row, written) in zip(found, written.dropFirst()) {
            #expect(row == written)
        }
    }

    @Test("The diagram in Documentation/CallStates.md is the table's")
    func diagram() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let script = Self.documentation.deletingLastPathComponent()
            .appendingPathComponent("Scripts/diagrams")
        process.arguments = ["python3", script.path, "--check"]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "run Scripts/diagrams")
    }
}
