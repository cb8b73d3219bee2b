// SPDX-License-Identifier: Apache-2.0

/// What a person or a script wants, as a key or as a line.
enum ConsoleCommand: Hashable, Sendable {
    case dial(String)
    case answer
    case end
    /// Holds the call that goes on, or goes on with the one that is held.
    case hold
    case mute
    case keys(String)
    case swap
    case quit

    /// Reads a line of a script.
    ///
    /// - Throws: What is wrong with the line, and how it should be.
    init(line: String) throws(ConsoleError) {
        let words = line.split(maxSplits: 1) { $0.isWhitespace }
        let rest = words.dropFirst().first.map { String($0) }
        let command: Self?
        switch (words.first, rest) {
        case ("dial", let handle?): command = .dial(handle)
        case ("answer", nil): command = .answer
        case ("end", nil): command = .end
        case ("hold", nil): command = .hold
        case ("mute", nil): command = .mute
        case ("keys", let digits?) where digits.allSatisfy(Self.isDigit): command = .keys(digits)
        case ("swap", nil): command = .swap
        case ("quit", nil): command = .quit
        default: command = nil
        }
        guard let command else {
            throw ConsoleError(
                "'\(line.prefix(40))' is no command; there are dial WHO, answer, end, hold, mute, "
                    + "keys DIGITS, swap, quit")
        }
        self = command
    }

    /// Whether it is on a telephone's keypad.
    static func isDigit(_ character: Character) -> Bool { "0123456789*#".contains(character) }
}

/// Why nothing came of a command, and what to do.
struct ConsoleError: Error, Hashable {
    let words: String

    init(_ words: String) { self.words = words }
}
