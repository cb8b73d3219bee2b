// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing

@testable import PhoneServices

@Suite("VCardReader")
struct VCardReaderTests {
    private func read(_ lines: String..., end: String = "\r\n") -> VCardReader.Cards {
        VCardReader.read(Array((lines.joined(separator: end) + end).utf8))
    }

    private func card(_ lines: String..., version: String = "3.0") -> VCardReader.Cards {
        let all = ["BEGIN:VCARD", "VERSION:\(version)"] + lines + ["END:VCARD", ""]
        return VCardReader.read(Array(all.joined(separator: "\r\n").utf8))
    }

    private func phone(_ value: String) -> Handle { Handle(kind: .phoneNumber, value: value) }

    @Test("A card's name, numbers and addresses are read, whatever groups and types they have")
    func whole() {
        let cards = card(
            "N:Example;Ann;;;", "FN:Ann Example", "ORG:Example Ltd.;Sales",
            "TEL;TYPE=CELL,VOICE;TYPE=pref:+44 20 7946 0018",
            "item1.TEL;type=\"work,voice\":(020) 7946 0019", "item1.X-ABLabel:_$!<Other>!$_",
            "tel;VALUE=uri:tel:+44-20-7946-0020;ext=5", "EMAIL;TYPE=INTERNET:ann@example.com",
            "IMPP;X-SERVICE-TYPE=SIP:sip:ann@example.com", "PHOTO;ENCODING=b;TYPE=JPEG:AAAA",
            "NOTE:nothing\\, really")
        #expect(
            cards.contacts == [
                Contact(
                    name: "Ann Example",
                    handles: [
                        phone("+44 20 7946 0018"), phone("(020) 7946 0019"),
                        phone("+44-20-7946-0020;ext=5"),
                        Handle(kind: .emailAddress, value: "ann@example.com"),
                        Handle(kind: .generic, value: "sip:ann@example.com"),
                    ])
            ])
        #expect(cards.remarks == [])
        #expect(cards.cardCount == 1)
    }

    @Test(
        "The name is what people call it: FN, else N, else a nickname, else the organization",
        arguments: [
            (["FN:Ann Example", "N:Other;Name;;;"], "Ann Example"),
            (["N:Example;Ann;Maria;Dr.;MBE"], "Dr. Ann Maria Example MBE"),
            (["FN:", "N:Example;Ann"], "Ann Example"),
            (
                ["N:;;;;", "ORG:Example Ltd.;Sales"],
                "Example Ltd."
            ),
            (["N:李;雷;;;"], "李雷"), (["N:김;철수"], "김철수"), (["NICKNAME:Annie", "ORG:X"], "Annie"),
            (["FN:Smith\\, Jones\\; Sons\\\\Co\\nLtd"], "Smith, Jones; Sons\\Co Ltd"),
            (["N:a\\;b;c"], "c a;b"), (["FN:  Ann \t Example  "], "Ann Example"),
            (["FN:Ann\u{202E}\u{7}Example"], "AnnExample"),
        ])
    func names(lines: [String], name: String) {
        let all = ["BEGIN:VCARD"] + lines + ["TEL:1", "END:VCARD", ""]
        let cards = VCardReader.read(Array(all.joined(separator: "\n").utf8))
        #expect(cards.contacts.map(\.name) == [name])
    }

    @Test("Lines may end as on any system, and begin with a byte order mark")
    func lineEnds() {
        let lines = ["BEGIN:VCARD", "FN:Ann", "TEL:123", "END:VCARD", ""]
        for end in ["\r\n", "\n", "\r"] {
            for mark in ["", "\u{FEFF}"] {
                let text = mark + lines.joined(separator: end)
                let cards = VCardReader.read(Array(text.utf8))
                #expect(cards.contacts == [Contact(name: "Ann", handles: [phone("123")])])
                #expect(cards.remarks == [])
            }
        }
        let units = "\u{FEFF}\(lines.joined(separator: "\r\n"))".utf16
        let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        #expect(VCardReader.read(little).contacts.map(\.name) == ["Ann"])
        #expect(VCardReader.read(big).contacts.map(\.name) == ["Ann"])
    }

    @Test("Folded lines are one line; version 2.1 folds at a space of the text")
    func folds() {
        #expect(card("FN:Ann Ex", " ample", "TEL:1", " 23").contacts.first?.name == "Ann Example")
        #expect(card("FN:Ann", "\t Example", "TEL:1").contacts.first?.name == "Ann Example")
        let old = card("FN:Ann", " Example", "TEL:1", version: "2.1")
        #expect(old.contacts.first?.name == "Ann Example")
        #expect(card("FN:Ann", "  Example", "TEL;", " TYPE=HOME", " :1").contacts.count == 1)
    }

    @Test("Quoted-printable text is read, over soft line breaks and in any character set")
    func quotedPrintable() {
        let cards = card(
            "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E6=9D=8E;=E9=9B=B7;;;",
            "FN;ENCODING=QUOTED-PRINTABLE;CHARSET=utf-8:=E6=9D=8E=", "=E9=9B=", "=B7",
            "TEL;CELL;VOICE:+86 187 1234 5678", version: "2.1")
        #expect(
            cards.contacts == [Contact(name: "李雷", handles: [phone("+86 187 1234 5678")])])
        #expect(cards.remarks == [])
        let bare = card("FN;QUOTED-PRINTABLE;CHARSET=GBK:=C0=EE=C0=D7", "TEL:1", version: "2.1")
        #expect(bare.contacts.first?.name == "李雷")
        let japanese = card(
            "FN;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=8E=52=93=63", "TEL:1")
        #expect(japanese.contacts.first?.name == "山田")
        let wrong = card("FN;ENCODING=QUOTED-PRINTABLE:Ann =ZZ=4", "TEL:1")
        #expect(wrong.contacts.first?.name == "Ann =ZZ=4")
    }

    @Test("Text in no known character set is read byte by byte, with a remark")
    func characterSets() {
        let bytes: [UInt8] =
            Array("BEGIN:VCARD\nFN:M".utf8) + [0xFC] + Array("ller\nTEL:1\nEND:VCARD\n".utf8)
        let cards = VCardReader.read(bytes)
        #expect(cards.contacts.first?.name == "Müller")
        #expect(cards.remarks.count == 1)
        #expect(cards.remarks.first?.hasPrefix("line 2: not UTF-8") == true)
        for charset in [
            "NO-SUCH", "../../etc/x", "UTF-16//IGNORE", String(repeating: "A", count: 50),
        ] {
            let named = card("FN;CHARSET=\(charset);ENCODING=QUOTED-PRINTABLE:M=FCller", "TEL:1")
            #expect(named.contacts.first?.name == "Müller", "\(charset)")
            #expect(named.remarks.count == 1, "\(charset)")
        }
        #expect(card("FN;CHARSET=NO-SUCH:Ann", "TEL:1").remarks == [])
    }

    @Test("A name is one person, whose cards are joined")
    func joined() {
        let cards = read(
            "BEGIN:VCARD", "FN:Ann", "TEL:1", "END:VCARD", "BEGIN:VCARD", "FN:Bob", "TEL:2",
            "END:VCARD", "BEGIN:VCARD", "FN:Ann", "TEL:1", "TEL:3", "END:VCARD")
        #expect(
            cards.contacts == [
                Contact(name: "Ann", handles: [phone("1"), phone("3")]),
                Contact(name: "Bob", handles: [phone("2")]),
            ])
        #expect(cards.cardCount == 3)
    }

    @Test("What is left out is remarked upon, with its line")
    func remarks() {
        let cards = read(
            "BEGIN:VCARD", "TEL:1", "END:VCARD", "BEGIN:VCARD", "FN:Ann", "END:VCARD",
            "BEGIN:VCARD", "FN:Bob", "TEL:none", "TEL:", "TEL:2", "no property", "END:VCARD",
            "BEGIN:VCARD", "KIND:group", "FN:All", "MEMBER:urn:x", "END:VCARD", "BEGIN:VCARD",
            "FN:Eve", "TEL:\(String(repeating: "1", count: 257))", "TEL:3")
        #expect(cards.contacts.map(\.name) == ["Bob", "Eve"])
        #expect(
            cards.remarks == [
                "line 1: a card without a name; left out",
                "line 4: a card without a phone number or address; left out",
                "line 9: a phone number without digits; left out",
                "line 12: neither a property nor the end of one; left out",
                "line 21: over 256 bytes; left out",
                "line 19: this card has no END:VCARD; taken as far as it goes",
            ])
    }

    @Test("A card that never ends does not swallow the next; an agent's card is passed over")
    func nested() {
        let open = read(
            "BEGIN:VCARD", "FN:Ann", "TEL:1", "BEGIN:VCARD", "FN:Bob", "TEL:2",
            "END:VCARD")
        #expect(open.contacts.map(\.name) == ["Ann", "Bob"])
        #expect(open.remarks.count == 1)
        let agent = read(
            "BEGIN:VCARD", "FN:Ann", "TEL:1", "AGENT:", "BEGIN:VCARD", "FN:Bob",
            "TEL:2", "END:VCARD", "TEL:3", "END:VCARD")
        #expect(agent.contacts == [Contact(name: "Ann", handles: [phone("1"), phone("3")])])
        #expect(agent.remarks == [])
    }

    @Test("Pictures are passed over, also as version 2.1 writes them")
    func pictures() {
        let cards = card(
            "FN:Ann", "PHOTO;JPEG;ENCODING=BASE64:AAAA", " BBBB", "CCCC", "DDDD==", "", "TEL:1",
            version: "2.1")
        #expect(cards.contacts == [Contact(name: "Ann", handles: [phone("1")])])
        #expect(cards.remarks == [])
    }

    @Test("Lines over a megabyte are passed over; long names are cut at a character")
    func bounds() {
        let long = card(
            "FN:Ann", "NOTE:" + String(repeating: "x", count: VCardLines.lineLimit), " more",
            "TEL:1")
        #expect(long.contacts == [Contact(name: "Ann", handles: [phone("1")])])
        #expect(long.remarks == ["line 4: over 1 MiB in one line; left out"])
        let folded = card(
            ["FN:Ann", "NOTE:x"]
                + Array(repeating: " " + String(repeating: "x", count: 999), count: 1100)
                + ["TEL:1"])
        #expect(folded.contacts == [Contact(name: "Ann", handles: [phone("1")])])
        let name = card("FN:" + String(repeating: "李", count: 400), "TEL:1")
        #expect(name.contacts.first?.name == String(repeating: "李", count: 341))
        #expect(name.remarks.count == 1)
    }

    private func card(_ lines: [String]) -> VCardReader.Cards {
        let all = ["BEGIN:VCARD", "VERSION:3.0"] + lines + ["END:VCARD", ""]
        return VCardReader.read(Array(all.joined(separator: "\r\n").utf8))
    }

    @Test("Of many people and remarks the first are kept, and the others counted")
    func manyCards() {
        var text = ""
        for number in 0..<(Limits.settingCount + 500) {
            text += "BEGIN:VCARD\nFN:P\(number)\nTEL:\(number)\nEND:VCARD\n"
        }
        let cards = VCardReader.read(Array(text.utf8))
        #expect(cards.contacts.count == Limits.settingCount)
        #expect(cards.remarks.count == 100)
        #expect(cards.remarks.last == "and 401 more remarks")
        #expect(cards.cardCount == Limits.settingCount + 500)
    }

    @Test("What is written is read as the same, whatever characters it has")
    func roundTrip() {
        let people = [
            Contact(
                name: "Smith, Jones; Sons\\Co", handles: [phone("+1;ext=2"), phone("1,2\\3")]),
            Contact(
                name: String(repeating: "李雷é😀 ", count: 60) + "x",
                handles: [
                    Handle(kind: .emailAddress, value: "ann@example.com"),
                    Handle(kind: .generic, value: "sip:ann;x=y@example.com"),
                ]),
        ]
        let bytes = VCardWriter.write(people)
        let cards = VCardReader.read(bytes)
        #expect(cards.contacts == people)
        #expect(cards.remarks == [])
        let longest = bytes.split(separator: 0x0A).map(\.count).max() ?? 0
        #expect(longest <= 76, "75 bytes and CR")
    }

    @Test("Damaged bytes are never a crash, and what is read can be written and read again")
    func garbage() {
        let sample = Array(
            """
            BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=GBK;ENCODING=QUOTED-PRINTABLE:=C0=EE;=C0=\r
            =D7\r\nitem1.TEL;TYPE="a;b":+44 20 7946\r\n  0018\r\nPHOTO;BASE64:AAAA\r\nBBBB\r\n\r
            EMAIL:a@b\r\nAGENT:\r\nBEGIN:VCARD\r\nEND:VCARD\r\nEND:VCARD\r\n
            """.utf8)
        var random = SplitMix64(seed: 7)
        for _ in 0..<1000 {
            var bytes = sample
            for _ in 0...random.next(below: 8) {
                let place = Int(random.next(below: UInt64(bytes.count)))
                switch random.next(below: 4) {
                case 0: bytes.remove(at: place)
                case 1: bytes.insert(UInt8(random.next(below: 256)), at: place)
                case 2: bytes[place] = UInt8(random.next(below: 256))
                default: bytes += bytes[..<place].suffix(40)
                }
            }
            let cards = VCardReader.read(bytes)
            #expect(VCardReader.read(VCardWriter.write(cards.contacts)).contacts == cards.contacts)
        }
    }
}
