// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// Readers that do not read, and places that cannot be written to.
@Suite struct OutputTests {
    private static let daemons = [
        ["gateway", "run", "--provider-port", "0", "--device-port", "0"], ["phone", "run"],
    ]

    @Test("A daemon works while nobody reads what it prints", arguments: daemons)
    func nobodyReads(words: [String]) throws {
        let home = try makeTemporaryFolder()
        defer { removeTree(home) }
        let daemon = try Program(
            [Binaries.opencallkit] + words + ["--home", home], isOutputFull: true)
        let deadline = Deadline(30)
        let status = [Binaries.opencallkit, words[0], "status", "--home", home]
        while try Program(status).end() != 0, deadline.milliseconds > 0 {}
        #expect(deadline.milliseconds > 0, "it answers")
        daemon.signal(SIGTERM)
        #expect(try daemon.end(within: 20) == 0)
        #expect(daemon.output.contains { $0.contains("is ready") }, "what waited is written")
    }

    @Test("A command whose output cannot be written says so", arguments: [">/dev/full", ">&-"])
    func cannotWrite(redirection: String) throws {
        let script = "\"$0\" --help \(redirection)"
        let program = try Program(["sh", "-c", script, Binaries.opencallkit])
        #expect(try program.end() == 74)
        #expect(program.errors.count == 1, "\(program.errors)")
        #expect(program.errors.first?.contains("standard output") == true, "\(program.errors)")
    }

    @Test("A reader that has had enough is no failure of ours to tell")
    func head() throws {
        let program = try Program(["sh", "-c", "\"$0\" --help | head -1", Binaries.opencallkit])
        #expect(try program.end() == 0)
        #expect(program.errors == [])
    }

    @Test("A certificate's folder is made, but not a whole path to it")
    func outputFolder() throws {
        let home = try makeTemporaryFolder()
        defer { removeTree(home) }
        let words = [
            Binaries.opencallkit, "gateway", "issue", "voip-certificate", "com.example.a",
            "--home", "\(home)/home", "--output",
        ]
        let slip = try Program(words + ["\(home)/no/such"])
        #expect(try slip.end() == 73)
        #expect(slip.errors.count == 1, "\(slip.errors)")
        #expect(slip.errors.first?.contains("there is no \(home)/no") == true, "\(slip.errors)")
        #expect(folderNames(home) == [], "nothing is made")
        try Tool.run(words + ["\(home)/new"])
        #expect(folderNames("\(home)/new").count == 2)
    }
}
