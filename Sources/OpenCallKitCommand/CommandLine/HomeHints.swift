// SPDX-License-Identifier: Apache-2.0

/// The commands that a message tells one to run, for this home.
///
/// Messages come from rooms that know nothing of `--home`, and without it the advice would lead to
/// another phone or gateway.
struct HomeHints {
    /// ` --home DIR`, as ``Invocation/homeWords`` has it; empty where none was given.
    let home: String
    /// Whether the gateway is one of this home, too; else its commands stay as they are.
    var hasGateway = true

    /// The message with the home in each command of ours that it quotes, or that ends it after a
    /// colon.
    func applied(to message: String) -> String {
        guard !home.isEmpty else { return message }
        var result = ""
        var rest = message[...]
        while let start = rest.firstRange(of: "opencallkit ")?.lowerBound {
            result += rest[..<start]
            rest = rest[start...]
            guard let end = end(of: rest, after: result) else {
                // A mention that is no command, such as "the opencallkit command".
                result += rest.prefix(1)
                rest = rest.dropFirst()
                continue
            }
            result += rest[..<end]
            if takesHome(rest[..<end]) { result += home }
            rest = rest[end...]
        }
        return result + rest
    }

    /// Where the command that the text begins with ends; nil where it is none.
    private func end(of text: Substring, after before: String) -> String.Index? {
        switch before.last {
        case let quote? where quote == "'" || quote == "`":
            text.firstIndex(of: quote)
        case " " where before.hasSuffix(": "):
            text.endIndex
        default: nil
        }
    }

    private func takesHome(_ command: Substring) -> Bool {
        if command.contains("--home") || command.contains("--help") { return false }
        let needsNone = ["push reasons", "app bundle", "app check", "app new", "completion"]
            .contains {
                command.hasPrefix("opencallkit \($0)")
            }
        return !needsNone && (hasGateway || !command.hasPrefix("opencallkit gateway"))
    }
}
