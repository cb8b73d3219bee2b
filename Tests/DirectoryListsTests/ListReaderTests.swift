// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import DirectoryLists

@Suite struct ListReaderTests {
    private let bench: Workbench

    init() throws { bench = try Workbench() }

    /// A list's rows as `line number|label|action`, and its refused lines as `line !reason`.
    private func rows(_ bytes: [UInt8], _ options: ListOptions = ListOptions()) throws -> [String] {
        let reader = try ListReader(path: try bench.file(bytes), options)
        var rows: [String] = []
        while true {
            switch try reader.next() {
            case .end: return rows
            case .rejected(let reason, let line, _): rows.append("\(line) !\(reason.rawValue)")
            case .row(let row):
                let label = row.label.map { "|" + String(decoding: $0, as: UTF8.self) } ?? ""
                let action = row.action.map { "|\($0)" } ?? ""
                let number = String(decoding: row.number, as: UTF8.self)
                rows.append("\(row.line) \(number)\(label)\(action)")
            }
        }
    }

    private func rows(_ text: String, _ options: ListOptions = ListOptions()) throws -> [String] {
        try rows(Array(text.utf8), options)
    }

    @Test(
        "The format is found by looking",
        arguments: [
            ("+491,a\n+492,b\n", "csv"), ("+491\ta\n+492\tb\n", "tsv"),
            ("+491;a, b\n+492;c, d\n", "semicolon"), ("+491|a\n+492|b\n", "bar"),
            (#"{"number":"+491"}"#, "json"), ("+491\n+492\n", "numbers"), ("", "numbers"),
            ("# a, b\n\n+491\n", "numbers"), ("\"+491\",\"a;b;c\"\n+492,d\n", "csv"),
        ])
    func formats(text: String, name: String) throws {
        let reader = try ListReader(path: try bench.file(text), ListOptions())
        #expect(reader.format.name == name)
    }

    @Test("Quotes hold delimiters, doubled quotes and line breaks (RFC 4180)")
    func quotes() throws {
        let text =
            "number,label\r\n\"+491\",\"a, \"\"b\"\"\r\nc\"\r\n+492,d \"e\"\r\n+493,\" f \"\r\n"
        #expect(
            try rows(text) == ["2 +491|a, \"b\"\r\nc", "4 +492|d \"e\"", "5 +493| f "])
        // A return is the field's own in quotes alone.
        #expect(
            try rows("+491,\"a\r\"\n+492,\"b\"\r\n+493,c\r\n")
                == ["1 +491|a\r", "2 +492|b", "3 +493|c"])
    }

    @Test("Quotes that do not close cost their own line alone")
    func openQuotes() throws {
        #expect(
            try rows("+491,a\n+492,\"b\n+493,c\n") == ["1 +491|a", "2 !badQuotes", "3 +493|c"])
        #expect(try rows("+491,a\n+492,\"b\"c\n+493,d\n")[1] == "2 !badQuotes")
        #expect(try rows("+491,a\n+492,\"b") == ["1 +491|a", "2 !badQuotes"])
    }

    @Test("Empty lines and comments are passed over, and lines keep their numbers")
    func comments() throws {
        #expect(try rows("# spam\n\n  \t\n+491 # one\n  # two\n+492") == ["4 +491", "6 +492"])
    }

    @Test("A header is known by its names, or by the numbers behind it")
    func headers() throws {
        #expect(try rows("name,phone\nA,+491\n") == ["2 +491|A"])
        #expect(try rows("Nom;Numéro\nA;+331\n") == ["2 +331|A"])
        #expect(try rows("wer,was\nA,+4912345\nB,+4912346\n") == ["2 +4912345|A", "3 +4912346|B"])
        #expect(try rows("number\n+491\n") == ["2 +491"])
        #expect(try rows("+4912345,A\n") == ["1 +4912345|A"])
    }

    @Test("A column is named by its place or its name")
    func columns() throws {
        let text = "id,phone,other,city\n7,+491,+492,Bonn\n"
        var options = ListOptions()
        #expect(try rows(text, options) == ["2 +491"])
        options.numberColumn = .name("Other")
        options.labelColumn = .place(4)
        #expect(try rows(text, options) == ["2 +492|Bonn"])
        options.labelColumn = .name("town")
        let names = ["id", "phone", "other", "city"]
        let list = bench.path("list")
        #expect(throws: ListError.noColumn(list: list, name: "town", columns: names)) {
            try rows(text, options)
        }
        options.labelColumn = .place(5)
        #expect(throws: ListError.noColumn(list: list, name: "5", columns: names)) {
            try rows(text, options)
        }
    }

    @Test("A column of actions is known by its words; another word is refused")
    func actions() throws {
        #expect(
            try rows("block,+491,\nidentify,+492,a\n,+493,b\n") == [
                "1 +491||add(DirectoryLists.EntryKind.blocking)",
                "2 +492|a|add(DirectoryLists.EntryKind.identification)", "3 +493|b",
            ])
        var options = ListOptions()
        options.actionColumn = .place(1)
        #expect(try rows("spam,+491\n", options) == ["1 !unknownAction"])
    }

    @Test("JSON lines give their members by name, whatever else is in them")
    func json() throws {
        let text = """
            {"phone": "+491", "name": "a\\u00e9\\ud83d\\ude00\\"", "more": {"x": ["}", 1]}}
            {"name": null, "phone": 492, "action": "block"}
            {"name": "no number"}
            [1]
            {"phone": "+493"} x
            """
        #expect(
            try rows(text) == [
                "1 +491|aé😀\"", "2 492||add(DirectoryLists.EntryKind.blocking)", "3 |no number",
                "4 !badJSON", "5 !badJSON",
            ])
    }

    @Test("A byte order mark is taken off; UTF-16 with one is read", arguments: [false, true])
    func marks(isBigEndian: Bool) throws {
        #expect(try rows([0xEF, 0xBB, 0xBF] + Array("+491,a".utf8)) == ["1 +491|a"])
        let units = Array("\u{FEFF}+491,é😀\r\n+492,b".utf16)
        let bytes = units.flatMap { unit in
            let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isBigEndian ? pair : pair.reversed()
        }
        #expect(try rows(bytes) == ["1 +491|é😀", "2 +492|b"])
        #expect(try rows(bytes + [0x00]).last == "2 +492|b\u{FFFD}")
    }

    @Test("UTF-16 without a byte order mark, and files of other kinds, are named")
    func foreign() throws {
        let list = bench.path("list")
        let kinds: [([UInt8], ForeignFile)] = [
            (Array("+491".utf16.flatMap { [UInt8($0), 0] }), .utf16),
            (Array("PK\u{3}\u{4}rest".utf8), .archive), (Array("[{}]".utf8), .jsonArray),
            (Array("SQLite format 3\0".utf8), .database), (Array("<?xml ?>".utf8), .propertyList),
            (Array("BEGIN:VCARD\r\n".utf8), .vCard),
        ]
        for (bytes, kind) in kinds {
            #expect(throws: ListError.otherKind(list: list, kind)) { try rows(bytes) }
        }
    }

    @Test("A line over 1 MiB is refused, and the next is read")
    func longLine() throws {
        let long = String(repeating: "1", count: LineBuffer.lineByteCountMax + 1)
        #expect(try rows("+491\n\(long)\n+492\n") == ["1 +491", "2 !longLine", "3 +492"])
        #expect(try rows("+491\n\(long)\(long)\n+492\n").count == 3)
        #expect(try rows("+491\n\(long)") == ["1 +491", "2 !longLine"])
        let longest = String(repeating: "1", count: LineBuffer.lineByteCountMax)
        #expect(try rows("+491\n\(longest)\n+492\n").map(\.utf8.count)[1] == longest.utf8.count + 2)
    }

    @Test("A list longer than what is read at once comes whole, wherever its lines end")
    func long() throws {
        let lines = (0..<60_000).map { "+\(4_900_000_000 + $0),label \($0 % 7)" }
        let found = try rows(lines.joined(separator: "\n"))
        #expect(found.count == lines.count)
        let isEqual = zip(found, lines).enumerated().allSatisfy { index, pair in
            pair.0 == "\(index + 1) \(pair.1.replacing(",", with: "|"))"
        }
        #expect(isEqual)
    }

    @Test("A list that is not there, or is a folder, is told")
    func unreadable() throws {
        #expect(throws: ListError.unreadable(list: "/nonexistent", reason: 2)) {
            try ListReader(path: "/nonexistent", ListOptions())
        }
        #expect(throws: ListError.unreadable(list: bench.folder, reason: 21)) {
            try ListReader(path: bench.folder, ListOptions())
        }
    }
}
