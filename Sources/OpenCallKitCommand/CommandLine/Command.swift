// SPDX-License-Identifier: Apache-2.0

/// One sub-command: what it is called, what it takes, and what it does.
struct Command: Sendable {
    /// The words that name it, such as `gateway issue voip-certificate`.
    let path: [String]
    /// What it does, as one line of a list.
    let summary: String
    let arguments: [Argument]
    let options: [Option]
    /// Paragraphs of the help text; see ``wrappedParagraph(_:)``.
    let details: [String]
    /// Whole command lines that work as they stand.
    let examples: [String]
    let run: @Sendable (Invocation) throws(CommandFailure) -> Void

    init(
        _ path: String,
        _ summary: String,
        arguments: [Argument] = [],
        options: [Option] = [],
        details: [String] = [],
        examples: [String],
        run: @escaping @Sendable (Invocation) throws(CommandFailure) -> Void
    ) {
        self.path = path.split(separator: " ").map(String.init)
        self.summary = summary
        self.arguments = arguments
        self.options = options
        self.details = details
        self.examples = examples
        self.run = run
    }

    var name: String { path.joined(separator: " ") }

    /// What it takes, with the options that every sub-command has.
    var allOptions: [Option] { options + [.home, .help] }
}

/// A word that a sub-command takes by its position.
struct Argument: Hashable, Sendable {
    /// In capitals, as the help text shows it.
    let name: String
    let summary: String
    let isOptional: Bool
    /// Whether it takes all words that are left, one at least; such a one comes last.
    let isRepeatable: Bool

    init(_ name: String, _ summary: String, isOptional: Bool = false, isRepeatable: Bool = false) {
        self.name = name
        self.summary = summary
        self.isOptional = isOptional
        self.isRepeatable = isRepeatable
    }
}

/// A word that a sub-command takes by its name, with a value (`--port 8443`, `--port=8443`) or
/// without one.
struct Option: Hashable, Sendable {
    /// Without the dashes.
    let name: String
    /// The letter that names it as well (`-o OUT`), where it has one.
    let letter: Character?
    /// In capitals, as the help text shows it; nil where the option has no value.
    let value: String?
    let summary: String
    /// For tests and for other processes of this command; no help text shows it.
    let isHidden: Bool
    /// Whether it may be given more than once, each time with another value.
    let isRepeatable: Bool

    init(
        _ name: String, letter: Character? = nil, value: String? = nil, _ summary: String,
        isHidden: Bool = false, isRepeatable: Bool = false
    ) {
        self.name = name
        self.letter = letter
        self.value = value
        self.summary = summary
        self.isHidden = isHidden
        self.isRepeatable = isRepeatable
    }

    static let home = Option(
        "home",
        value: "DIR",
        "keep state and sockets under DIR, not in the XDG folders"
    )
    static let help = Option("help", "show this text")
    static let json = Option("json", "print one JSON object a line, for scripts")
}
