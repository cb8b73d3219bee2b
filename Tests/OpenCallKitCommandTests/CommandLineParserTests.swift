// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import OpenCallKitCommand

@Suite struct CommandLineParserTests {
    private static let port = Option("port", value: "PORT", "a port")
    private static let loud = Option("loud", "loudly")
    private static let song = Option("song", value: "NAME", "a song", isRepeatable: true)
    private static let secret = Option("secret", "for tests", isHidden: true)
    private static let word = Argument("WORD", "a word")
    private static let all = Argument("ALL", "all others", isRepeatable: true)
    private static let output = Option("output", letter: "o", value: "FILE", "a file")
    private static let more = Argument("MORE", "another", isOptional: true)

    private let parser = CommandLineParser(commands: [
        Command("sing", "sing", options: [port, loud, song, secret], examples: ["sing"]) { _ in },
        Command("talk to", "talk", arguments: [word, more], examples: ["talk to"]) { _ in },
        Command("talk about", "talk", examples: ["talk about"]) { _ in },
        Command(
            "call", "call", arguments: [word, all], options: [output], examples: ["call"]
        ) { _ in },
    ])

    private func invocation(_ line: String) throws -> Invocation {
        let request = try parser.parse(line.split(separator: " ").map(String.init))
        guard case .run(let invocation) = request else { throw Unexpected() }
        return invocation
    }

    private struct Unexpected: Error {}

    private func failure(_ line: String) -> CommandFailure? {
        #expect(throws: CommandFailure.self) {
            try parser.parse(line.split(separator: " ").map(String.init))
        }
    }

    @Test("A value follows its option, or an equals sign")
    func values() throws {
        #expect(try invocation("sing --port 8443")[Self.port] == "8443")
        #expect(try invocation("sing --port=8443")[Self.port] == "8443")
        #expect(try invocation("sing --port=a=b")[Self.port] == "a=b")
        #expect(try invocation("sing --port -1")[Self.port] == "-1")
        #expect(try invocation("sing --loud").has(Self.loud))
        #expect(try !invocation("sing").has(Self.loud))
    }

    @Test("An option that may be repeated keeps its values in order; any other comes once")
    func repeated() throws {
        #expect(try invocation("sing --song b --loud --song=a").all(Self.song) == ["b", "a"])
        #expect(try invocation("sing").all(Self.song).isEmpty)
        #expect(failure("sing --port 1 --port 2")?.message.contains("given twice") == true)
    }

    @Test(
        "A length of time has a unit, or is in seconds",
        arguments: [
            ("5s", 5), ("200ms", 0.2), ("2m", 120), ("1h", 3_600), ("1.5", 1.5), ("", nil),
            ("s", nil), ("-1s", nil), ("1e9", nil), ("25h", nil), ("soon", nil), ("1.2.3", nil),
        ] as [(String, Double?)]
    )
    func durations(text: String, seconds: Double?) {
        #expect(secondsValue(text) == seconds)
    }

    @Test("The home can stand anywhere, also before the sub-command")
    func home() throws {
        for line in ["--home /x talk to me", "talk --home /x to me", "talk to me --home=/x"] {
            let invocation = try invocation(line)
            #expect(invocation.command.name == "talk to")
            #expect(invocation[.home] == "/x")
            #expect(invocation[Self.word] == "me")
        }
    }

    @Test("Arguments are taken in order, and an optional one may be left out")
    func arguments() throws {
        #expect(try invocation("talk to me")[Self.more] == nil)
        #expect(try invocation("talk to me too")[Self.more] == "too")
        #expect(try invocation("talk to -- --me")[Self.word] == "--me")
        #expect(try invocation("talk to -")[Self.word] == "-")
    }

    @Test("An argument that may be repeated takes all that are left, and needs one")
    func repeatedArgument() throws {
        let invocation = try invocation("call a b --output=x c")
        #expect(invocation[Self.word] == "a")
        #expect(invocation.all(Self.all) == ["b", "c"])
        #expect(failure("call a")?.message.contains("needs ALL") == true)
    }

    @Test("An option may have a letter of its own, with one dash")
    func letters() throws {
        #expect(try invocation("call a -o x b")[Self.output] == "x")
        #expect(try invocation("call a b -o=x")[Self.output] == "x")
        #expect(failure("call a b -o")?.message.contains("--output needs a value") == true)
        #expect(failure("call a b --o x")?.message.contains("no option '--o'") == true)
        #expect(failure("call a b -output x")?.message.contains("no option '-output'") == true)
        #expect(failure("call a b -o x --output y")?.message.contains("given twice") == true)
    }

    @Test("A hidden option is taken as any other")
    func hidden() throws {
        #expect(try invocation("sing --secret").has(Self.secret))
        #expect(failure("sing --secre")?.message.contains("did you mean") == false)
    }

    @Test(
        "What is not understood is named, with what may have been meant and where to read more",
        arguments: [
            (
                "sng",
                "there is no sub-command 'sng' (did you mean 'sing'?); see 'opencallkit --help'"
            ),
            (
                "talk too",
                "there is no sub-command 'talk too' (did you mean 'to'?); "
                    + "see 'opencallkit talk --help'"
            ),
            ("talk", "'talk' needs a sub-command, one of to, about; see 'opencallkit talk --help'"),
            ("", "needs a sub-command, one of sing, talk, call; see 'opencallkit --help'"),
            (
                "sing --prot 1",
                "'sing' has no option '--prot' (did you mean '--port'?); "
                    + "see 'opencallkit sing --help'"
            ),
            ("sing -l", "'sing' has no option '-l'; see 'opencallkit sing --help'"),
            ("sing --port", "--port needs a value: PORT; see 'opencallkit sing --help'"),
            ("sing --port=", "--port needs a value: PORT; see 'opencallkit sing --help'"),
            ("sing --loud=1", "--loud takes no value; see 'opencallkit sing --help'"),
            ("sing --loud --loud", "--loud is given twice; see 'opencallkit sing --help'"),
            (
                "sing song",
                "'sing' does not know what to do with 'song'; see 'opencallkit sing --help'"
            ),
            ("talk to", "'talk to' needs WORD: a word; see 'opencallkit talk to --help'"),
        ]
    )
    func failures(line: String, message: String) {
        let failure = failure(line)
        #expect(failure?.message == message)
        #expect(failure?.code == .usage)
    }

    @Test("Numbers and ports are checked")
    func numbers() throws {
        #expect(try invocation("sing --port 0").port(Self.port) == 0)
        #expect(try invocation("sing --port 65535").port(Self.port) == 65_535)
        #expect(try invocation("sing").port(Self.port) == nil)
        for bad in ["65536", "-1", "x", "1.5", "0x10"] {
            let invocation = try invocation("sing --port \(bad)")
            let failure = #expect(throws: CommandFailure.self) { try invocation.port(Self.port) }
            #expect(failure?.message.contains("from 0 to 65535, not '\(bad)'") == true)
        }
    }

    @Test("Help can be asked for at every depth, and the version at the top")
    func help() throws {
        func path(_ line: String) throws -> [String]? {
            let request = try parser.parse(line.split(separator: " ").map(String.init))
            if case .help(let path) = request { return path }
            return nil
        }
        #expect(try path("--help") == [])
        #expect(try path("-h") == [])
        #expect(try path("help") == [])
        #expect(try path("talk --help") == ["talk"])
        #expect(try path("talk to --help") == ["talk", "to"])
        #expect(try path("help talk to") == ["talk", "to"])
        #expect(try path("sing --port x --help") == ["sing"])
        #expect(failure("nothing --help") != nil)
        guard case .version = try parser.parse(["--version"]) else {
            Issue.record("--version is not understood")
            return
        }
    }
}
