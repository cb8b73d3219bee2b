// SPDX-License-Identifier: Apache-2.0

/// The words that can follow each beginning of a command line.
struct CompletionTree {
    /// A beginning that names a group, a sub-command, or both.
    struct Node {
        /// The words so far, without the command's own name.
        let path: [String]
        /// The words of sub-commands that can follow, with what each does.
        let words: [(word: String, summary: String)]
        let options: [Option]
        /// Whether an argument of it is a file or folder.
        let takesFiles: Bool

        var key: String { path.joined(separator: " ") }
    }

    /// A beginning stands before what it begins.
    let nodes: [Node]

    init(_ commands: [Command]) {
        var paths: [[String]] = [[]]
        for command in commands {
            for count in 1...command.path.count {
                let path = Array(command.path.prefix(count))
                if !paths.contains(path) { paths.append(path) }
            }
        }
        nodes = paths.map { path in
            let own = commands.first { $0.path == path }
            let general = path.isEmpty ? [Option.home, Option.help, Self.version] : [Option.help]
            return Node(
                path: path, words: Self.words(after: path, commands),
                options: (own?.allOptions ?? general).filter { !$0.isHidden },
                takesFiles: own?.arguments.contains { Self.isFile($0.name) } ?? false)
        }
    }

    private static let version = Option("version", "print the version")

    private static func words(
        after path: [String], _ commands: [Command]
    ) -> [(word: String, summary: String)] {
        var words: [(word: String, summary: String)] = []
        for command in commands where command.path.count > path.count {
            guard command.path.starts(with: path) else { continue }
            let word = command.path[path.count]
            guard !words.contains(where: { $0.word == word }) else { continue }
            let isWhole = command.path.count == path.count + 1
            let others = commands.filter { $0.path.starts(with: path + [word]) }
            let names = others.map { $0.path.dropFirst(path.count + 1).joined(separator: " ") }
            words.append((word, isWhole ? command.summary : names.joined(separator: ", ")))
        }
        return words
    }

    /// `--output` and `-o`.
    static func spellings(_ option: Option) -> [String] {
        ["--\(option.name)"] + [option.letter.map { "-\($0)" }].compactMap(\.self)
    }

    /// Whether a placeholder of a help text stands for a path.
    static func isFile(_ placeholder: String?) -> Bool {
        ["FILE", "DIR", "PATH", "EXECUTABLE", "TABLE", "LIST", "OUT", "OLD", "NEW"]
            .contains(placeholder)
    }
}
