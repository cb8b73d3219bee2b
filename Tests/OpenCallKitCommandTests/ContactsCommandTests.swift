// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing

@testable import OpenCallKitCommand

@Suite struct ContactsCommandTests {
    @Test(
        "A caller is a number, a mail address, or a handle of an app's own",
        arguments: [
            ("+442079460018", .phoneNumber), ("(020) 7946 0018", .phoneNumber),
            ("+44\u{A0}20", .phoneNumber), ("10086", .phoneNumber), ("*100#", .phoneNumber),
            ("ann@example.com", .emailAddress), ("sip:ann@example.com", .generic),
            ("ann", .generic),
            ("+", .generic), ("", .generic),
        ] as [(String, Handle.Kind)])
    func callers(word: String, kind: Handle.Kind) {
        #expect(ContactsBlockCommands.handle(word) == Handle(kind: kind, value: word))
    }

    @Test("An import says how many it read, and what it left out")
    func imports() {
        let some = ContactImport(
            contactCount: 1200, handleCount: 2500, knownCount: 1300,
            remarks: ["line 7: a card without a name; left out"])
        #expect(
            ContactsImportCommand.lines(some) == [
                "Read 1,200 people with 2,500 numbers and addresses; 1,300 are known now.",
                "line 7: a card without a name; left out",
            ])
        let one = ContactImport(contactCount: 1, handleCount: 1, knownCount: 1)
        #expect(
            ContactsImportCommand.lines(one) == [
                "Read 1 person with 1 number or address; 1 is known now."
            ])
    }

    @Test("Pages are asked for until there are enough rows, or no more")
    func paging() throws {
        let all = Array(0..<25)
        let page = { (count: Int, offset: Int) in
            Array(all.dropFirst(offset).prefix(min(count, 10)))
        }
        #expect(try rows(of: 100, page: page) == all)
        #expect(try rows(of: 12, page: page) == Array(0..<12))
        #expect(try rows(of: 1, page: { _, _ in [Int]() }).isEmpty)
    }
}
