// SPDX-License-Identifier: Apache-2.0
import Foundation
import FuzzTargets
import Testing

/// The inputs that are kept: those from which a search begins, and those that once broke something.
@Suite("Kept inputs of the fuzzer")
struct ReplayTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fuzz")

    struct Case: Sendable, CustomTestStringConvertible {
        var target: FuzzTarget
        var path: String
        var testDescription: String { path }
    }

    private static func cases(in name: String, of target: FuzzTarget) -> [Case] {
        let path = folder.appendingPathComponent("\(name)/\(target.rawValue)").path
        return FuzzCases.names(in: path).map { Case(target: target, path: "\(path)/\($0)") }
    }

    @Test("Each target has inputs to begin with", arguments: FuzzTarget.allCases)
    func corpus(target: FuzzTarget) {
        #expect(Self.cases(in: "Corpus", of: target).count >= 8)
    }

    @Test("No kept input breaks a rule, whole or cut short", arguments: FuzzTarget.allCases)
    func replay(target: FuzzTarget) throws {
        for kept in Self.cases(in: "Corpus", of: target) + Self.cases(in: "FailCases", of: target) {
            let bytes = try FuzzCases.bytes(of: kept.path)
            #expect(bytes.count <= target.byteCountMax, "\(kept.path)")
            for count in [bytes.count, bytes.count / 2, bytes.count / 4] {
                #expect(throws: Never.self, "\(kept.path), the first \(count) bytes") {
                    try target.check(Array(bytes.prefix(count)))
                }
            }
        }
    }
}
