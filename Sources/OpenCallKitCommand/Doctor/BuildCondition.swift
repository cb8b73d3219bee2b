// SPDX-License-Identifier: Apache-2.0

/// The condition of an `#if`, as Linux with this package sees it.
enum BuildCondition {
    /// What can be imported here under a name that Apple's systems have too.
    static let modules: Set<String> = [
        "AVFAudio", "AVFoundation", "CallKit", "Dispatch", "Foundation", "FoundationEssentials",
        "FoundationNetworking", "Glibc", "Intents", "OSLog", "Observation", "PushKit", "Swift",
        "Synchronization", "Testing", "UIKit", "XCTest", "os",
    ]

    /// Nil where it depends on how one builds.
    static func value(_ condition: String) -> Bool? {
        let text = condition.filter { !$0.isWhitespace }
        let alternatives = text.split(separator: "||")
        guard !alternatives.isEmpty else { return nil }
        return joined(alternatives.map { conjunction($0) }, decides: true)
    }

    private static func conjunction(_ text: Substring) -> Bool? {
        joined(text.split(separator: "&&").map(single), decides: false)
    }

    /// `or` is decided by one that is true, `and` by one that is false.
    private static func joined(_ values: [Bool?], decides: Bool) -> Bool? {
        if values.contains(decides) { return decides }
        return values.contains(nil) ? nil : !decides
    }

    private static func single(_ text: Substring) -> Bool? {
        if text.hasPrefix("!") { return single(text.dropFirst()).map { !$0 } }
        if text == "true" { return true }
        if text == "false" { return false }
        guard text.hasSuffix(")"), let open = text.firstIndex(of: "(") else { return nil }
        let argument = String(text[text.index(after: open)...].dropLast())
        switch text[..<open] {
        case "os": return argument == "Linux"
        case "canImport": return modules.contains(argument)
        case "targetEnvironment": return false
        default: return nil
        }
    }
}
