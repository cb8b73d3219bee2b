// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc

/// A phone without a push service, with a home of its own, on which call directories are loaded.
final class DirectoryPhone {
    let home: String
    private(set) var program: Program

    /// What `directory enable` and `reload` print with `--json`.
    struct Load: Decodable, Equatable {
        var id: String
        var blocking: Int
        var identification: Int
        var isIncremental: Bool?
        var milliseconds: Int?
        var code: Int?
        var words: String?
    }

    init() throws {
        home = try makeTemporaryFolder()
        program = try Self.start(home)
    }

    deinit {
        program.signal(SIGTERM)
        _ = try? program.end(within: 20)
        _ = try? Tool.run(["rm", "-rf", home])
    }

    private static func start(_ home: String) throws -> Program {
        let program = try Program(
            [Binaries.opencallkit, "phone", "run", "--home", home, "--json"])
        let deadline = Deadline(30)
        while program.output.isEmpty {
            try Program.read([program], until: deadline, for: "the phone to be ready")
        }
        return program
    }

    /// Ends the phone with that signal, and starts it again.
    func restart(after signal: Int32) throws {
        program.signal(signal)
        try program.end(within: 20)
        program = try Self.start(home)
    }

    // MARK: Commands

    func command(_ words: String...) throws -> Program {
        let program = try Program([Binaries.opencallkit] + words + ["--home", home])
        try program.end(within: 120)
        return program
    }

    func rows<Row: Decodable>(_ type: Row.Type, _ words: String...) throws -> [Row] {
        let program = try Program([Binaries.opencallkit] + words + ["--json", "--home", home])
        guard try program.end() == 0 else { throw Failure("\(words): \(program.errors)") }
        return try program.output.map { try decode(type, $0) }
    }

    /// Bundles and installs an app with its extensions.
    func install(_ executable: String, info: String, extensions: [String]) throws {
        mkdir("\(home)/bundles", 0o700)
        let words = [
            Binaries.opencallkit, "app", "bundle", executable, "--info", info, "--output",
            "\(home)/bundles", "--json",
        ]
        struct Bundle: Decodable { var path: String }
        let made = try Tool.run(words + extensions.flatMap { ["--extension", $0] })
        try expectSuccess(command("app", "install", try decode(Bundle.self, made).path))
    }

    /// Switches an extension on, or loads it again, to the end of the load.
    ///
    /// - Returns: What came of it, whether it failed or not.
    func load(_ word: String, _ id: String) throws -> Load {
        let program = try command("directory", word, id, "--json")
        guard let line = program.output.first else {
            throw Failure("directory \(word): \(program.errors)")
        }
        return try decode(Load.self, line)
    }

    func status(of id: String) throws -> DirectorySummary {
        let all = try rows(DirectorySummary.self, "directory", "status")
        guard let one = all.first(where: { $0.id == id }) else {
            throw Failure("\(id) is not among \(all.map(\.id))")
        }
        return one
    }

    // MARK: Files

    /// The folder that the processes of a group share, made if it is not there yet.
    func group(_ name: String) throws -> String {
        let groups = "\(home)/state/groups"
        mkdir(groups, 0o700)
        mkdir("\(groups)/\(name)", 0o700)
        return "\(groups)/\(name)"
    }

    /// What an app or an extension has printed.
    func log(of id: String) throws -> String { try readText("\(home)/state/logs/\(id).log") }
}

/// Lists with as many entries as a phone takes, made by awk, which is quicker than a test.
enum NumberFiles {
    /// The most entries of both kinds together (B142).
    static let limit = 1_999_999
    static let blockedCount = 999_999
    static let callerCount = limit - blockedCount
    static let firstBlocked: Int64 = 33_162_000_000
    static let firstCaller: Int64 = 4_915_100_000_000

    /// `blocked.txt` and `callers.tsv`, with as many entries more as said.
    static func write(to folder: String, more: Int = 0) throws {
        let blocked = blockedCount + more
        try Tool.run([
            "sh", "-c",
            """
            awk 'BEGIN { for (i = 0; i < \(blocked); i++) printf "%.0f\\n", \(firstBlocked) + i }' \
            > "$0/blocked.txt"
            awk 'BEGIN { for (i = 0; i < \(callerCount); i++)
              printf "%.0f\\tCompany %d\\n", \(firstCaller) + 3 * i, i % 50000 }' > "$0/callers.tsv"
            """, folder,
        ])
    }

    /// The label of a caller.
    static func label(ofCaller index: Int) -> String { "Company \(index % 50_000)" }
    static func caller(_ index: Int) -> String { "+\(firstCaller + 3 * Int64(index))" }
    static func blocked(_ index: Int) -> String { "+\(firstBlocked + Int64(index))" }
}
