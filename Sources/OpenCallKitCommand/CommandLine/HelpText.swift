// SPDX-License-Identifier: Apache-2.0

/// The help of the command, of a group of sub-commands, or of one.
struct HelpText {
    let commands: [Command]

    /// - Parameter path: The words of a sub-command or group; empty for all.
    /// - Returns: Lines, the last without its break.
    func text(for path: [String]) -> String {
        if let command = commands.first(where: { $0.path == path }) { return text(of: command) }
        return list(under: path)
    }

    private func list(under path: [String]) -> String {
        let known = commands.filter { $0.path.starts(with: path) }
        var lines: [String] = []
        if path.isEmpty {
            lines += [
                "The iOS calling system on Linux: a push service, a phone, and the apps it rings.",
                "",
            ]
        }
        let words = (["opencallkit"] + path + ["COMMAND", "…"]).joined(separator: " ")
        lines += ["Usage: \(words)", "", "Commands:"]
        lines += Table(rows: known.map { [$0.name, $0.summary] })
            .lines(indent: 2, width: helpWidth)
        lines += ["", "Each has its own help: opencallkit \(known.first?.name ?? "") --help"]
        if path.isEmpty {
            lines += ["", "Exit codes:"]
            let codes = ExitCode.allCases.map { [String($0.rawValue), $0.words] }
            lines += Table(rows: codes, isNumberedFirst: true).lines(indent: 2, width: helpWidth)
        }
        return lines.joined(separator: "\n")
    }

    private func text(of command: Command) -> String {
        var usage = ["opencallkit"] + command.path + command.arguments.map(placeholder)
        usage.append("[OPTIONS]")
        var lines = [
            command.summary.prefix(1).uppercased() + command.summary.dropFirst() + ".", "",
            "Usage: \(usage.joined(separator: " "))",
        ]
        for paragraph in command.details { lines += [""] + wrappedParagraph(paragraph) }
        if !command.arguments.isEmpty {
            lines += ["", "Arguments:"]
            lines += Table(rows: command.arguments.map { [placeholder($0), $0.summary] })
                .lines(indent: 2, width: helpWidth)
        }
        lines += ["", "Options:"]
        let options = command.allOptions.filter { !$0.isHidden }
        lines += Table(
            rows: options.map {
                [optionWords($0), $0.summary]
            }
        ).lines(indent: 2, width: helpWidth)
        lines += ["", command.examples.count == 1 ? "Example:" : "Examples:"]
        lines += command.examples.flatMap(exampleLines)
        return lines.joined(separator: "\n")
    }

    /// A command line that can be pasted, broken before an option where it is too long.
    private func exampleLines(_ example: String) -> [String] {
        var lines: [String] = []
        for (index, part) in example.split(separator: " --").enumerated() {
            let piece = index == 0 ? String(part) : "--\(part)"
            if let last = lines.last, last.count + piece.count + 5 <= helpWidth {
                lines[lines.count - 1] += " " + piece
            } else {
                lines.append(piece)
            }
        }
        return lines.enumerated().map { index, line in
            (index == 0 ? "  " : "    ") + line + (index == lines.count - 1 ? "" : " \\")
        }
    }

    private func placeholder(_ argument: Argument) -> String {
        let name = argument.isRepeatable ? "\(argument.name)…" : argument.name
        return argument.isOptional ? "[\(name)]" : name
    }

    /// `-o, --output FILE`.
    private func optionWords(_ option: Option) -> String {
        let names = [option.letter.map { "-\($0)" }, "--\(option.name)"].compactMap(\.self)
        return ([names.joined(separator: ", ")] + [option.value].compactMap(\.self))
            .joined(separator: " ")
    }
}
