// SPDX-License-Identifier: Apache-2.0

/// Finds the sub-command that a command line names, and what it is given.
///
/// Options may stand anywhere after the words of the sub-command; those that every sub-command has
/// may also stand before them. After `--` every word is an argument.
struct CommandLineParser {
    let commands: [Command]

    /// What a command line asks for.
    enum Request {
        case run(Invocation)
        /// The help of a sub-command, or of all that begin with these words.
        case help([String])
        case version
    }

    /// - Parameter words: The command line without the program's name.
    /// - Returns: What is asked for, checked against what the sub-command takes.
    /// - Throws: A usage failure that names the word, and where to read more.
    func parse(_ words: [String]) throws(CommandFailure) -> Request {
        if words.first == "help" { return try parse(Array(words.dropFirst()) + ["--help"]) }
        let (path, rest) = split(words)
        if rest.contains("--version"), path.isEmpty { return .version }
        if asksForHelp(rest) {
            let isWhole = commands.contains { $0.path == path }
            guard isWhole || rest.first?.hasPrefix("-") == true else {
                throw unknown(path + rest.prefix(1))
            }
            return .help(path)
        }
        guard let command = commands.first(where: { $0.path == path }) else {
            throw unknown(path + rest.prefix(1))
        }
        return .run(try invocation(of: command, with: rest))
    }

    /// The longest run of words that names a sub-command or a group, and what is left.
    private func split(_ words: [String]) -> (path: [String], rest: [String]) {
        var path: [String] = []
        var rest: [String] = []
        var index = 0
        while index < words.count {
            let word = words[index]
            if word == "--\(Option.home.name)" {
                rest += words[index...].prefix(2)
                index += 2
            } else if word.hasPrefix("-"), word != "--" {
                rest.append(word)
                index += 1
                // An option's value must not be taken for a word of the path.
                if !path.isEmpty { break }
            } else if commands.contains(where: { $0.path.starts(with: path + [word]) }) {
                path.append(word)
                index += 1
            } else {
                break
            }
        }
        return (path, rest + words[min(index, words.count)...])
    }

    private func asksForHelp(_ words: [String]) -> Bool {
        words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    }

    /// Says what is wrong with words that should name a sub-command and do not.
    private func unknown(_ path: [String]) -> CommandFailure {
        let group = commands.contains { $0.path.starts(with: path) } ? path : path.dropLast()
        let known = commands.filter { $0.path.starts(with: group) && $0.path.count > group.count }
        let names = known.map { $0.path[group.count] }
        let help = (["opencallkit"] + group + ["--help"]).joined(separator: " ")
        guard path.count > group.count, let word = path.last, !word.hasPrefix("-") else {
            let place = group.isEmpty ? "" : "'\(group.joined(separator: " "))' "
            let list = names.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            return CommandFailure(
                .usage,
                "\(place)needs a sub-command, one of \(list.joined(separator: ", ")); see '\(help)'"
            )
        }
        return CommandFailure(
            .usage,
            "there is no sub-command '\(path.joined(separator: " "))'"
                + "\(suggestion(for: word, among: names)); see '\(help)'"
        )
    }

    private func invocation(
        of command: Command,
        with words: [String]
    ) throws(CommandFailure) -> Invocation {
        var options: [String: [String]] = [:]
        var arguments: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                arguments += rest
                break
            }
            guard word.hasPrefix("-"), word != "-" else {
                arguments.append(word)
                continue
            }
            try take(word, from: &rest, into: &options, of: command)
        }
        return Invocation(
            command,
            arguments: try named(arguments, of: command),
            options: options
        )
    }

    private func take(
        _ word: String,
        from rest: inout ArraySlice<String>,
        into options: inout [String: [String]],
        of command: Command
    ) throws(CommandFailure) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let isLong = parts[0].hasPrefix("--")
        let given = parts[0].drop { $0 == "-" }
        guard
            let option = command.allOptions.first(where: {
                isLong ? $0.name == given : $0.letter.map(String.init) == String(given)
            })
        else {
            let known = command.allOptions.filter { !$0.isHidden }.map { "--\($0.name)" }
            let hint = suggestion(for: String(parts[0]), among: known)
            throw .usage("'\(command.name)' has no option '\(parts[0])'\(hint)", command)
        }
        let name = option.name
        guard options[name] == nil || option.isRepeatable else {
            throw .usage("--\(name) is given twice", command)
        }
        guard let placeholder = option.value else {
            guard parts.count == 1 else { throw .usage("--\(name) takes no value", command) }
            options[name] = [""]
            return
        }
        let value = parts.count == 2 ? String(parts[1]) : rest.popFirst()
        guard let value, !value.isEmpty else {
            throw .usage("--\(name) needs a value: \(placeholder)", command)
        }
        options[name, default: []].append(value)
    }

    private func named(
        _ words: [String],
        of command: Command
    ) throws(CommandFailure) -> [String: [String]] {
        let takesAll = command.arguments.last?.isRepeatable == true
        if words.count > command.arguments.count, !takesAll {
            let extra = words[command.arguments.count]
            throw .usage("'\(command.name)' does not know what to do with '\(extra)'", command)
        }
        var arguments: [String: [String]] = [:]
        for (index, argument) in command.arguments.enumerated() {
            guard index < words.count else {
                guard argument.isOptional else {
                    throw .usage(
                        "'\(command.name)' needs \(argument.name): \(argument.summary)",
                        command
                    )
                }
                break
            }
            arguments[argument.name] =
                argument.isRepeatable ? Array(words[index...]) : [words[index]]
        }
        return arguments
    }
}
