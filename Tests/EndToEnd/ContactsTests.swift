// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import Testing

/// Contacts and the person's own block list, as the command keeps them.
@Suite struct ContactsTests {
    private let home: String

    init() throws { home = try makeTemporaryFolder() }

    private func command(_ words: String...) throws -> Program {
        let program = try Program([Binaries.opencallkit] + words + ["--home", home])
        _ = try program.end()
        return program
    }

    private func phone() throws -> Program {
        let program = try Program(
            [Binaries.opencallkit, "phone", "run", "--region", "GB", "--home", home])
        let deadline = Deadline(30)
        while program.output.isEmpty {
            try Program.read([program], until: deadline, for: "the phone to be ready")
        }
        return program
    }

    @Test("Who is imported and who is blocked stays so over a restart")
    func kept() throws {
        defer { removeTree(home) }
        let first = try phone()
        let cards =
            "BEGIN:VCARD\r\nFN:Ann Example\r\nTEL:020 7946 0018\r\nEND:VCARD\r\n"
            + "BEGIN:VCARD\r\nTEL:1\r\nEND:VCARD\r\n"
        try writeText(cards, to: "\(home)/contacts.vcf")
        let read = try command("contacts", "import", "\(home)/contacts.vcf")
        #expect(
            read.output == [
                "Read 1 person with 1 number or address; 1 is known now.",
                "line 5: a card without a name; left out",
            ])
        let blocked = try command("contacts", "block", "020 7946 0019", "--json")
        #expect(
            blocked.output == [
                #"{"did":"block","handle":{"kind":2,"value":"020 7946 0019"}}"#
            ])
        first.signal(SIGTERM)
        #expect(try first.end() == 0)

        let second = try phone()
        let people = try command("contacts", "list", "--json")
        #expect(
            people.output == [
                #"{"handles":[{"kind":2,"value":"020 7946 0018"}],"name":"Ann Example"}"#
            ])
        #expect(try command("contacts", "blocked").output == ["020 7946 0019"])

        #expect(try command("call", "ring", "+44 20 7946 0018").exitCode == 0)
        #expect(try command("call", "list").output.last?.contains(" Ann Example (+44 20") == true)
        #expect(try command("call", "end").exitCode == 0)
        #expect(try command("call", "ring", "02079460019").exitCode == 0)
        #expect(try command("call", "list").output == ["No calls."])
        #expect(try command("directory", "blocked", "--json").output.count == 1)

        // The same number in another form.
        #expect(try command("contacts", "unblock", "+44 20 7946 0019").exitCode == 0)
        #expect(
            try command("contacts", "blocked").output.first?.hasPrefix("Nobody is blocked") == true)
        second.signal(SIGTERM)
        #expect(try second.end() == 0)
    }

    @Test("A file that holds no vCard, and a region that is none, are named")
    func refused() throws {
        defer { removeTree(home) }
        let wrong = try command("phone", "run", "--region", "Britain")
        #expect(wrong.exitCode == 64)
        #expect(wrong.errors.first?.contains("'Britain'") == true, "\(wrong.errors)")
        let first = try phone()
        try writeText("Name,Number\r\n", to: "\(home)/list.csv")
        let failed = try command("contacts", "import", "\(home)/list.csv")
        #expect(failed.exitCode == 1)
        #expect(failed.errors.count == 1)
        #expect(failed.errors.first?.contains("BEGIN:VCARD") == true, "\(failed.errors)")
        first.signal(SIGTERM)
        #expect(try first.end() == 0)
    }
}
