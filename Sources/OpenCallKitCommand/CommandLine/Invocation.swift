// SPDX-License-Identifier: Apache-2.0

/// A sub-command with what was given to it, checked against what it takes.
struct Invocation: Sendable {
    let command: Command
    private let arguments: [String: [String]]
    private let options: [String: [String]]

    init(_ command: Command, arguments: [String: [String]], options: [String: [String]]) {
        self.command = command
        self.arguments = arguments
        self.options = options
    }

    /// Nil only for an optional argument that was left out: the parser has seen to the others.
    subscript(argument: Argument) -> String? { arguments[argument.name]?.first }

    /// The words of an argument that takes all that are left, in their order.
    func all(_ argument: Argument) -> [String] { arguments[argument.name] ?? [] }

    /// The option's value, nil where it was not given.
    subscript(option: Option) -> String? { options[option.name]?.first }

    /// The values of an option that may be given more than once, in their order.
    func all(_ option: Option) -> [String] { options[option.name] ?? [] }

    func has(_ option: Option) -> Bool { options[option.name] != nil }

    /// An argument that the parser does not let be left out.
    func required(_ argument: Argument) -> String {
        guard let word = self[argument] else {
            preconditionFailure("\(argument.name) is not an argument of \(command.name)")
        }
        return word
    }

    /// - Throws: A usage failure where the option's value is not a whole number in the range.
    func number(_ option: Option, in range: ClosedRange<Int>) throws(CommandFailure) -> Int? {
        guard let text = self[option] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw .usage(
                "--\(option.name) takes a whole number from \(range.lowerBound) to "
                    + "\(range.upperBound), not '\(text)'",
                command
            )
        }
        return number
    }

    /// - Throws: A usage failure where the option's value is not a port number; 0 is one, and means
    ///   any.
    func port(_ option: Option) throws(CommandFailure) -> UInt16? {
        try number(option, in: 0...65_535).map(UInt16.init)
    }
}
