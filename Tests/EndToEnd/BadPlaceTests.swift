// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// Places in which a daemon cannot work: one line, an exit code, and nothing half-written.
@Suite struct BadPlaceTests {
    private static let daemons = [
        ["gateway", "run", "--provider-port", "0", "--device-port", "0"], ["phone", "run"],
    ]

    private func fails(
        _ words: [String], with code: Int32, home: String, naming text: String
    ) throws {
        let program = try Program([Binaries.opencallkit] + words + ["--home", home])
        #expect(try program.end() == code, "\(words)")
        #expect(program.errors.count == 1, "\(program.errors)")
        #expect(program.output.isEmpty)
        #expect(program.errors.first?.contains(text) == true, "\(program.errors)")
    }

    @Test("A port that is taken")
    func port() throws {
        let world = try World()
        let home = try makeTemporaryFolder()
        defer { removeTree(home) }
        let port = String(world.ready.providerPort)
        try fails(
            ["gateway", "run", "--provider-port", port, "--device-port", "0"], with: 69,
            home: home, naming: port)
        #expect(unfinishedFiles(in: home) == [])
        // The next try finds everything in order.
        try Tool.run([
            Binaries.opencallkit, "gateway", "issue", "voip-certificate", "com.example.a",
            "--home", home, "--output", home,
        ])
    }

    @Test("A home that is another's already")
    func taken() throws {
        let world = try World()
        for words in Self.daemons {
            try fails(words, with: 69, home: world.home, naming: "run")
        }
        try expectSuccess(world.command("phone", "status"))
        try expectSuccess(world.command("gateway", "status"))
    }

    @Test("A home in which nothing can be made", arguments: daemons)
    func notWritable(words: [String]) throws {
        try fails(words, with: 73, home: "/proc/nowhere", naming: "/proc/nowhere")
    }

    @Test("A home whose name is too long for a socket", arguments: daemons)
    func longName(words: [String]) throws {
        let parent = try makeTemporaryFolder()
        defer { removeTree(parent) }
        let home = "\(parent)/\(String(repeating: "x", count: 100))"
        try fails(words, with: 73, home: home, naming: "107")
        #expect(access(home, F_OK) != 0, "nothing is made")
    }

    @Test(
        "A disk that is full", .enabled(if: canMount, "needs leave to mount a small disk"),
        arguments: daemons)
    func diskFull(words: [String]) throws {
        let home = try makeTemporaryFolder()
        defer { removeTree(home) }
        // A disk of a few pages, filled before the daemon starts; only this process tree sees it.
        let command = ([Binaries.opencallkit] + words + ["--home", "\(home)/small"])
            .joined(separator: " ")
        let script = """
            mount -t tmpfs -o size=16k tmpfs \(home) && head -c 8192 /dev/zero > \(home)/filler
            \(command)
            code=$?
            find \(home) -name '*.new'
            exit $code
            """
        let program = try Program(["unshare", "--mount", "sh", "-c", script])
        #expect([73, 69].contains(try program.end()))
        #expect(program.errors.count == 1, "\(program.errors)")
        #expect(program.output == [])
    }

    @Test("Without a phone or a gateway, a command says in one line how to start one")
    func nobody() throws {
        let home = try makeTemporaryFolder()
        defer { removeTree(home) }
        for words in [["call", "list"], ["recents"], ["phone", "status"], ["app", "list"]] {
            try fails(words, with: 69, home: home, naming: "opencallkit phone run")
        }
        try fails(["gateway", "status"], with: 69, home: home, naming: "opencallkit gateway run")
    }

    private static var canMount: Bool {
        let words = ["unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
        return (try? Program(words).end()) == 0
    }

    private func unfinishedFiles(in folder: String) -> [String] {
        folderNames(folder).flatMap { name -> [String] in
            name.hasSuffix(".new") ? [name] : unfinishedFiles(in: "\(folder)/\(name)")
        }
    }
}
