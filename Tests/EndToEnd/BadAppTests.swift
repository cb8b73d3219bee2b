// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import Testing

/// Apps and bundles that are not as they should be.
@Suite struct BadAppTests {
    /// Starts Hotline as a process of no installed bundle, and waits for its words.
    private func stranger(socket: String) throws -> String {
        let program = try Program(["env", "OPENCALLKIT_APP_SOCKET=\(socket)", Binaries.hotline])
        let deadline = Deadline(30)
        while program.errors.isEmpty {
            try Program.read([program], until: deadline, for: "the app's words")
        }
        return program.errors[0]
    }

    @Test("A process of no installed bundle is refused, with the socket named and what to do")
    func notInstalled() throws {
        let world = try World()
        let words = try stranger(socket: "\(world.home)/run/app.sock")
        #expect(words.contains("\(world.home)/run/app.sock"))
        #expect(words.contains("opencallkit app install"))
        try expectSuccess(world.command("phone", "status"))
    }

    @Test("An app that speaks on the control socket is refused")
    func controlSocket() throws {
        let world = try World()
        let words = try stranger(socket: "\(world.home)/run/control.sock")
        #expect(words.contains("\(world.home)/run/control.sock"))
        #expect(words.contains("app.sock"))
        try expectSuccess(world.command("phone", "status"))
    }

    @Test("Without a phone, an app runs, and says in one line how to start one")
    func noPhone() throws {
        let words = try stranger(socket: "/tmp/opencallkit-nowhere.sock")
        #expect(words.contains("/tmp/opencallkit-nowhere.sock"))
        #expect(words.contains("opencallkit phone run"))
    }

    private static let plist = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>KEYS</dict></plist>
        """
    private static let keys: [(String, String)] = [
        ("CFBundleIdentifier", "com.example.bad"), ("CFBundleExecutable", "Bad"),
        ("CFBundleDisplayName", "Bad"),
    ]

    private func bundle(in home: String, plist: String) throws -> String {
        let path = "\(home)/Bad.app"
        removeTree(path)
        try check(mkdir(path, 0o755), "mkdir")
        try Tool.run(["cp", "/bin/true", "\(path)/Bad"])
        try writeText(plist, to: "\(path)/Info.plist")
        return path
    }

    @Test("A bundle with a key missing or wrong is refused, with the key and the file named")
    func keys() throws {
        let world = try World()
        for (missing, _) in Self.keys {
            let rest = Self.keys.filter { $0.0 != missing }
            let text = rest.map { "<key>\($0.0)</key><string>\($0.1)</string>" }.joined()
            let plist = Self.plist.replacing("KEYS", with: text)
            let path = try bundle(in: world.home, plist: plist)
            for words in [["app", "check", path], ["app", "install", path]] {
                let program = try Program(
                    [Binaries.opencallkit] + words + ["--home", world.home])
                #expect(try program.end() == 1)
                let text = (program.output + program.errors).joined(separator: "\n")
                #expect(text.contains(missing), "\(text)")
                #expect(text.contains("\(path)/Info.plist"), "\(text)")
            }
        }
        let broken = try bundle(in: world.home, plist: "<plist><dict><key>")
        let program = try world.command("app", "install", broken)
        #expect(program.exitCode == 1)
        #expect(program.errors.count == 1)
        #expect(program.errors[0].contains("\(broken)/Info.plist"))
        struct App: Decodable { var bundle: BundleID }
        #expect(try world.rows(App.self, "app", "list").map(\.bundle) == [Template.bundle])
    }

    @Test("A path that leaves the bundle is refused")
    func leaves() throws {
        let world = try World()
        let text = Self.keys.map { "<key>\($0.0)</key><string>\($0.1)</string>" }.joined()
        let path = try bundle(
            in: world.home, plist: Self.plist.replacing("KEYS", with: text))
        unlink("\(path)/Bad")
        try check(symlink("/bin/true", "\(path)/Bad"), "symlink")
        let program = try world.command("app", "install", path)
        #expect(program.exitCode == 1)
        #expect(program.errors.count == 1)
        #expect(program.errors[0].contains("\(path)/Bad"))
        #expect(program.errors[0].contains("out of the bundle"))
    }
}
