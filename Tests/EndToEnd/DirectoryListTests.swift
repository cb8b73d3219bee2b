// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// Lists and tables on the command line: `opencallkit directory build` and what goes with it.
@Suite final class DirectoryListTests {
    private let folder: String

    init() throws { folder = try makeTemporaryFolder() }

    deinit { removeTree(folder) }

    private func path(_ name: String) -> String { "\(folder)/\(name)" }

    @discardableResult
    private func directory(_ words: String..., code: Int32 = 0) throws -> Program {
        let program = try Program([Binaries.opencallkit, "directory"] + words)
        #expect(try program.end() == code, "\(words): \(program.errors)")
        return program
    }

    /// Runs a script in which `"$0"` is the command and `"$1"` the folder.
    private func script(_ text: String) throws -> Program {
        let program = try Program(["sh", "-c", text, Binaries.opencallkit, folder])
        try program.end(within: 120)
        return program
    }

    @Test("A list from standard input becomes a table that answers")
    func standardInput() throws {
        let program = try script(
            """
            printf '+4930123456,"a, b"\\n030 123457,c\\n12,d\\n' | gzip -c |
                "$0" directory build - -o "$1/t" --region DE --json
            """)
        #expect(program.exitCode == 0)
        #expect(program.output.first?.contains(#""identification":2"#) == true)
        #expect(program.output.first?.contains(#""noAreaCode":{"count":1"#) == true)
        #expect(program.output.first?.contains("standard input:3") == true)
        let found = try directory("lookup", path("t"), "030123456", "+4930123457", "--region", "DE")
        #expect(found.output == ["+4930123456    a, b", "+4930123457    c"])
        #expect(folderNames(folder) == ["t"])
    }

    @Test("Two million copies of one number are one entry")
    func copies() throws {
        let program = try script(
            """
            yes '+4930123456,a' | head -2000000 | "$0" directory build - -o "$1/t" --json
            """)
        #expect(program.output.first?.contains(#""identification":1"#) == true)
        #expect(program.output.first?.contains(#""sameEntry":{"count":1999999"#) == true)
    }

    @Test("A disk that is full at any write leaves no table, and the one that was there stays")
    func fullDisk() throws {
        let lines = (0..<60_000).map { "+\(4_930_000_000 + $0 * 7),label \($0)\n" }.joined()
        try writeText("+4930123456,a\n", to: path("first"))
        try writeText(lines, to: path("list"))
        try directory("build", path("first"), "-o", path("t"))
        let before = try readText(path("t"))
        let names = folderNames(folder).sorted()
        // In memory, and with runs on the disk; the table has about a megabyte.
        for memory in [128, 1] {
            for blocks in [0, 1, 8, 64, 512, 1_024] {
                let program = try script(
                    """
                    ulimit -f \(blocks)
                    "$0" directory build "$1/list" -o "$1/t" --memory \(memory)
                    """)
                #expect(program.exitCode == 74, "\(blocks) blocks: \(program.errors)")
                #expect(program.errors.count == 1, "\(program.errors)")
                #expect(try readText(path("t")) == before)
                #expect(folderNames(folder).sorted() == names)
            }
        }
        try writeText("bad\n", to: path("list"))
        let full = try directory(
            "build", path("list"), "-o", path("t"), "--block", "--rejects", "/dev/full", code: 74)
        #expect(full.errors.first?.contains("/dev/full") == true)
        #expect(try readText(path("t")) == before)
        #expect(try script(#""$0" directory export "$1/t" >/dev/full"#).exitCode == 74)
    }

    @Test("A list comes whole out of a named pipe, whose writer is not let go on before")
    func namedPipe() throws {
        let program = try script(
            """
            mkfifo "$1/pipe"
            for round in 1 2 3 4 5 6 7 8; do
                seq 4930100000 4930150000 > "$1/pipe" &
                "$0" directory check "$1/pipe" --block || exit
                wait $! || exit
            done
            """)
        #expect(program.exitCode == 0, "\(program.errors)")
        #expect(program.output.count == 8)
        #expect(program.output.allSatisfy { $0.contains("(50,001 blocked") })
    }

    @Test("What is read is not written over, nor is what else is written; exit 64")
    func sameFiles() throws {
        try writeText("+4930123456,a\n", to: path("list"))
        symlink(path("list"), path("link"))
        for words in [
            ["-o", path("list")], ["-o", path("link")], ["-o", "-"],
            ["-o", path("t"), "--rejects", path("list")],
            ["-o", path("t"), "--rejects", path("t")],
        ] {
            let program = try Program(
                [Binaries.opencallkit, "directory", "build", path("list")] + words)
            #expect(try program.end() == 64, "\(words)")
        }
        #expect(try readText(path("list")) == "+4930123456,a\n")
        #expect(folderNames(folder).sorted() == ["link", "list"])
    }

    @Test("Names and labels with line breaks and escapes stay on their line")
    func names() throws {
        let name = "a\nopencallkit: b\u{1B}[2J"
        try writeText("+4930123456,\"x\u{1B}[2J\"\n12,\n", to: path(name))
        let built = try directory(
            "build", path(name), "-o", path("t"), "--rejects", path("rejects"))
        let checked = try directory("check", path(name), code: 65)
        let refused = try directory("build", path("no\n\u{1B}"), "-o", path("t"), code: 66)
        let lines = built.output + checked.output + checked.errors + refused.errors
        for line in lines {
            #expect(!line.contains("\u{1B}"), "\(line)")
            #expect(!line.hasPrefix("opencallkit: b"), "\(line)")
        }
        #expect(try readText(path("rejects")).split(separator: "\n").count == 1)
    }

    @Test("A build that is interrupted leaves nothing behind", arguments: [SIGINT, SIGTERM])
    func interrupted(signal: Int32) throws {
        try writeText("33000000000-33999999999\n", to: path("list"))
        let program = try Program([
            Binaries.opencallkit, "directory", "build", path("list"), "--block", "-o", path("t"),
            "--limit", "2000000000",
        ])
        let deadline = Deadline(30)
        while folderNames(folder).count < 2, deadline.milliseconds > 0 {}
        #expect(folderNames(folder).contains { $0.hasSuffix(".partial") })
        program.signal(signal)
        #expect(try program.end() != 0)
        #expect(folderNames(folder) == ["list"])
    }

    @Test("A check names Apple's code, the line and the index, and ends with 65")
    func check() throws {
        try writeText("5,a\n7,b\n6,c\n7,b\n", to: path("list"))
        let program = try directory("check", path("list"), "--json", code: 65)
        let line = try #require(program.output.first)
        for part in [
            #""code":3"#, #""codeName":"entriesOutOfOrder""#, #""line":3"#, #""index":2"#,
        ] { #expect(line.contains(part), "\(line)") }
        try writeText("5,a\n7,b\n", to: path("list"))
        let good = try directory("check", path("list"))
        #expect(good.output.first?.contains("would take it (0 blocked, 2 identified)") == true)
    }

    @Test("A delta leads from one table to the other, and shards follow")
    func deltas() throws {
        try writeText((0..<1_000).map { "+\(4_930_123_000 + $0),a\n" }.joined(), to: path("old"))
        let numbers = (0..<1_010).filter { $0 != 999 }
        try writeText(numbers.map { "+\(4_930_123_000 + $0),a\n" }.joined(), to: path("new"))
        try directory("build", path("old"), "-o", path("old.table"))
        try directory("build", path("new"), "-o", path("new.table"))
        try directory("diff", path("old.table"), path("new.table"), "-o", path("delta"))
        try directory("apply", path("old.table"), path("delta"), "-o", path("t"))
        let export = try directory("export", path("t"))
        #expect(export.output.count == 1_010)
        #expect(try directory("export", path("new.table")).output == export.output)
        try directory("check", path("delta"), code: 65)
        try directory("check", path("delta"), "--incremental", path("old.table"))

        let shards = path("shards")
        try directory("split", path("old.table"), "-o", shards, "--limit", "400")
        let second = try directory(
            "split", path("old.table"), path("delta"), "-o", shards, "--limit", "400", "--json")
        #expect(second.output.count { $0.contains(#""isChanged":true"#) } == 1)
        #expect(
            folderNames(shards).sorted()
                == (1...4).map { "shard-\($0).table" } + ["shards.tsv"])
    }

    @Test("What is wrong with the command line or a file is told, with an exit code")
    func failures() throws {
        try writeText("+4930123456\n", to: path("list"))
        let cases: [([String], Int32, String)] = [
            (["build", path("list")], 64, "-o FILE"),
            (["build", path("none"), "-o", path("t")], 66, "check the path"),
            (["build", path("list"), "-o", path("t")], 64, "--block"),
            (["build", path("list"), "-o", path("t"), "--region", "XX"], 64, "ISO 3166"),
            (["build", path("list"), "-o", path("no/t"), "--block"], 73, "check the path"),
            (["build", "-", "-", "-o", path("t")], 64, "standard input"),
            (["stats", path("list")], 65, "no number table"),
            (["lookup", path("list"), "+4930123456"], 65, "no number table"),
            (["lookup", path("list")], 64, "needs a NUMBER"),
            (["split", path("list"), "-o", folder], 65, "no number table"),
            (["export", "--c-header", path("list")], 64, "takes no TABLE"),
        ]
        for (words, code, text) in cases {
            let program = try Program([Binaries.opencallkit, "directory"] + words)
            #expect(try program.end() == code, "\(words)")
            #expect(program.errors.count == 1, "\(program.errors)")
            #expect(program.errors.first?.contains(text) == true, "\(program.errors)")
        }
        #expect(folderNames(folder) == ["list"])
    }
}
