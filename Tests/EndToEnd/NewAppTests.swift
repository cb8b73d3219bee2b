// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import OCKTimeline
import Testing

/// What `opencallkit app new` writes, on a real phone with a real push service.
@Suite struct NewAppTests {
    private static let bundle: BundleID = "com.example.ringer"
    /// Made and built by `Scripts/new-app`.
    private static let made = "\(Binaries.package)/.build/new-app/Ringer.app"
    private static let isMade = access(made, F_OK) == 0

    private struct App: Decodable {
        var bundle: BundleID
        var pushToken: String?
    }

    /// Installs it beside Hotline, and opens it, so that it has its token.
    private func install(in world: World) throws -> String {
        // The world has no sandbox.
        try expectSuccess(
            world.command("app", "install", Self.made, "--environment", "production"))
        let registered = world.count(of: .pushRegistered)
        try expectSuccess(world.command("app", "open", Self.bundle))
        try world.wait(for: .pushRegistered, times: registered + 1)
        var token: String?
        let deadline = Deadline(30)
        while token == nil, deadline.milliseconds > 0 {
            let apps = try world.rows(App.self, "app", "list")
            token = apps.first { $0.bundle == Self.bundle }?.pushToken
        }
        guard let token else { throw Failure("the new app has no token") }
        return token
    }

    /// Sends a push as its README says.
    private func push(_ token: String, to world: World) throws {
        try expectSuccess(
            world.command(
                "push", "send", token, "--topic", "\(Self.bundle).voip", "--certificate",
                "\(world.home)/\(Self.bundle).voip.pem", "--host",
                "localhost:\(world.ready.providerPort)", "--data",
                #"{"handle":"+4930123456","name":"Tester"}"#))
    }

    /// Waits until a call has connected, and hangs up.
    private func talk(_ world: World, number: Int) throws {
        try world.wait(for: .callConnected, times: number)
        try world.wait(for: .audioActivated, times: number)
        try expectSuccess(world.command("call", "end"))
        try world.wait(for: .recentsRecorded, times: number)
    }

    @Test(
        "A new app rings, answers, and calls from Recents and Contacts, warm and cold (B112)",
        .enabled(if: isMade, "Scripts/new-app makes it"))
    func rings() throws {
        let world = try World()
        let token = try install(in: world)
        try expectSuccess(
            world.command(
                "gateway", "issue", "voip-certificate", Self.bundle, "--output", world.home))
        try push(token, to: world)
        try world.wait(for: .callRinging)
        try expectSuccess(world.command("call", "answer"))
        try talk(world, number: 1)

        let again = try world.command("recents", "call", "1")
        try expectSuccess(again)
        #expect(again.output == ["Asked \(Self.bundle) for a call to Tester (+4930123456)."])
        try talk(world, number: 2)

        try expectSuccess(world.command("app", "close", Self.bundle))
        try writeText(
            "BEGIN:VCARD\r\nFN:Ann Example\r\nTEL:+44 20 7946 0018\r\nEND:VCARD\r\n",
            to: "\(world.home)/people.vcf")
        try expectSuccess(world.command("contacts", "import", "\(world.home)/people.vcf"))
        try expectSuccess(world.command("contacts", "call", "Ann", "--app", Self.bundle))
        try talk(world, number: 3)
        let rows = try world.recents()
        #expect(rows.map(\.isOutgoing) == [true, true, false])
        #expect(rows.map(\.outcome) == [.ended, .ended, .ended])
        #expect(rows.first?.handle?.value == "+44 20 7946 0018")

        let doctor = try world.command("doctor")
        #expect(doctor.exitCode == 0, "\(doctor.output) \(doctor.errors)")
    }

    // MARK: Writing it

    private func make(_ words: String...) throws -> Program {
        let program = try Program(
            [Binaries.opencallkit, "app", "new"] + words + ["--path", Binaries.package])
        try program.end()
        return program
    }

    @Test("A new app is written into a folder that is new or empty, and into no other")
    func folders() throws {
        let home = try makeTemporaryFolder()
        defer { removeTree(home) }
        let made = try make("Caller", "-o", "\(home)/app", "--json")
        #expect(made.exitCode == 0 && made.output.count == 1, "\(made.errors)")
        #expect(made.output[0].contains(#""bundle":"com.example.caller""#))
        let manifest = try readText("\(home)/app/Package.swift")
        #expect(manifest.contains(#"path: "\#(Binaries.package)""#))

        try writeText("mine", to: "\(home)/app/Info.plist")
        let second = try make("Caller", "-o", "\(home)/app")
        #expect(second.exitCode == 73)
        #expect(second.errors.first?.contains("not empty") == true, "\(second.errors)")
        #expect(try readText("\(home)/app/Info.plist") == "mine")
        try check(mkdir("\(home)/empty", 0o755), "mkdir")
        #expect(try make("Caller", "-o", "\(home)/empty").exitCode == 0)
        #expect(try make("Caller", "-o", "\(home)/no/such").exitCode == 73)
        #expect(try make("Caller", "-o", "\(home)/app/Info.plist").exitCode == 73)
    }

    @Test("A name, an identifier or a clone that cannot be is refused in words")
    func refused() throws {
        let name = try make("my app")
        #expect(name.exitCode == 64 && name.errors[0].contains("such as MyApp"))
        let bundle = try make("Caller", "--bundle", "com..x")
        #expect(bundle.exitCode == 64 && bundle.errors[0].contains("'com..x'"))
        let clone = try Program([Binaries.opencallkit, "app", "new", "Caller", "--path", "/tmp"])
        #expect(try clone.end() == 66)
        #expect(clone.errors[0].contains("/tmp is no clone of OpenCallKit"))
        #expect(access("Caller", F_OK) != 0)
    }
}
