// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import Testing

/// Calls from Contacts and Recents, as a person asks for them (B112).
@Suite struct CallingTests {
    private func failure(_ program: Program, _ words: String) {
        #expect(program.exitCode != 0)
        #expect(program.errors.last?.contains(words) == true, "\(program.errors)")
    }

    /// Lets the phone learn which handles Hotline calls: those of its provider.
    private func openHotline(_ world: World) throws {
        try expectSuccess(world.command("app", "open", Template.bundle))
        try world.wait(for: .providerRegistered)
    }

    /// Lets the phone forget what it knows of Hotline.
    private func installAnew(_ world: World) throws {
        try expectSuccess(world.command("app", "remove", Template.bundle))
        try expectSuccess(
            world.command("app", "install", "\(world.home)/bundles/Hotline.app"))
    }

    @Test("Whom nobody knows, what nobody can call, and a row that is not there are named")
    func refused() throws {
        let world = try World()
        failure(try world.command("contacts", "call", "Ann"), "nobody is known yet")
        failure(try world.command("recents", "call", "1"), "Recents is empty")
        failure(try world.command("recents", "call", "0"), "not '0'")

        let numbers = (0...9).map { "TEL:+44 20 7946 000\($0)\r\n" }.joined()
        try writeText(
            "BEGIN:VCARD\r\nFN:Ann Example\r\n\(numbers)END:VCARD\r\n"
                + "BEGIN:VCARD\r\nFN:Mail Only\r\nEMAIL:m@example.com\r\nEND:VCARD\r\n",
            to: "\(world.home)/people.vcf")
        try expectSuccess(world.command("contacts", "import", "\(world.home)/people.vcf"))
        failure(try world.command("contacts", "call", "Bob"), "nobody of Contacts is called 'Bob'")
        try installAnew(world)
        let unknown = try world.command("contacts", "call", "Ann", "--number", "1")
        failure(unknown, "try 'opencallkit app open com.example.hotline")
        try openHotline(world)
        let many = try world.command("contacts", "call", "Ann")
        failure(many, "has 10 numbers and addresses; say which with --number")
        #expect(many.errors.contains("  10  +44 20 7946 0009"))
        // Hotline lists numbers and its own handles.
        failure(try world.command("contacts", "call", "Mail"), "no installed app calls mail")
        failure(
            try world.command("contacts", "call", "Ann", "--number", "2", "--app", "a.b"),
            "a.b is not installed")

        try expectSuccess(world.command("call", "ring", "+44 20 7946 0003"))
        try expectSuccess(world.command("call", "end"))
        failure(try world.command("recents", "call", "1"), "of the cellular network")
        try expectSuccess(world.command("app", "remove", Template.bundle))
        failure(
            try world.command("contacts", "call", "Ann", "--number", "1"), "no app is installed")
    }

    @Test("The number that is chosen goes to the only app that can, which comes to the front")
    func asked() throws {
        let world = try World()
        try writeText(
            "BEGIN:VCARD\r\nFN:Ann Example\r\nTEL:030 1234567\r\nTEL:+4930765\r\nEND:VCARD\r\n",
            to: "\(world.home)/people.vcf")
        try expectSuccess(world.command("contacts", "import", "\(world.home)/people.vcf"))
        try openHotline(world)
        let call = try world.command(
            "contacts", "call", "ann", "--number", "2", "--video", "--json")
        #expect(
            call.output == [
                #"{"bundle":"com.example.hotline","did":"call","#
                    + #""handle":{"kind":2,"value":"+4930765"},"isVideo":true,"#
                    + #""name":"Ann Example"}"#
            ], "\(call.errors)")
        try world.wait(for: "the app to be asked") {
            world.entries.contains { $0.step == .userActed && $0.bundle == Template.bundle }
        }
    }

    @Test("B112: a phone that is started again calls with an app that it has not run since")
    func restarted() throws {
        let world = try World()
        try writeText(
            "BEGIN:VCARD\r\nFN:Ann Example\r\nTEL:+4930765\r\nEND:VCARD\r\n",
            to: "\(world.home)/people.vcf")
        try expectSuccess(world.command("contacts", "import", "\(world.home)/people.vcf"))
        world.phone.signal(SIGKILL)
        try world.phone.end()
        try world.startPhoneAgain()
        #expect(world.appProcess() == nil)
        try expectSuccess(world.command("contacts", "call", "Ann"))
        try world.wait(for: .providerRegistered)

        try installAnew(world)
        failure(
            try world.command("contacts", "call", "Ann"),
            "try 'opencallkit app open com.example.hotline")
    }

    @Test("The buttons of the call screen and of the phone do what they say")
    func buttons() throws {
        let world = try World()
        func state() throws -> CallSummary? {
            try world.rows(CallSummary.self, "call", "list").first
        }
        try expectSuccess(world.command("call", "ring", "+44 20 7946 0003"))
        try expectSuccess(world.command("call", "answer"))
        try expectSuccess(world.command("call", "hold"))
        #expect(try state()?.state == .held)
        try expectSuccess(world.command("call", "resume"))
        #expect(try state()?.state == .connected)
        try expectSuccess(world.command("call", "mute"))
        #expect(try state()?.isMuted == true)
        try expectSuccess(world.command("call", "unmute"))
        #expect(try state()?.isMuted == false)
        failure(try world.command("call", "keys", "1x"), "not '1x'")
        failure(try world.command("call", "swap"), "call")
        failure(try world.command("call", "split", "x"), "'x' is not a call's UUID")
        for button in ["lock", "unlock", "home"] {
            let deed = try world.command("phone", button, "--json")
            #expect(deed.output == [#"{"did":"\#(button)"}"#], "\(deed.errors)")
        }
        try expectSuccess(world.command("call", "end"))
    }
}
