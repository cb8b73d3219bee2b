// SPDX-License-Identifier: Apache-2.0
import NumberTable
import PhoneNumbers
import Testing

@testable import DirectoryLists

@Suite struct ListBuilderTests {
    private let bench: Workbench

    init() throws { bench = try Workbench() }

    @Test("An empty list makes an empty table", arguments: ["", "\n\n", "# nothing\n", "number\n"])
    func empty(text: String) throws {
        let built = try bench.build(text)
        #expect(built.contents == Contents())
        #expect(built.summary.lineCount == 0)
    }

    @Test("One entry, and entries in falling order")
    func order() throws {
        #expect(try bench.build("+4930123456,a\n").contents.labels == ["a"])
        let falling = (0..<100).map { "+\(4_930_123_456 - $0)\n" }.joined()
        #expect(try bench.build(falling).contents.numbers == (0..<100).map { 4_930_123_357 + $0 })
    }

    @Test("The same entry again is dropped and counted, with the first lines")
    func sameEntry() throws {
        let text = "+4930123456,a\n+4930123457,a\n+4930123456,a\n+49 30 123456,a\n"
        let built = try bench.build(text)
        #expect(built.contents.numbers == [4_930_123_456, 4_930_123_457])
        let tally = try #require(built.summary.dropped[.sameEntry])
        #expect(tally.count == 2)
        #expect(tally.places.map(\.line) == [3, 4])
    }

    @Test("Of other labels the first list's wins, there the earlier line's; or all are kept")
    func otherLabels() throws {
        let first = Array("+4930123456,b\n+4930123456,a\n".utf8)
        let second = Array("+4930123456,c\n+4930123456,a\n+4930123457,d\n".utf8)
        let lists = [(first, ListOptions()), (second, ListOptions())]
        let built = try bench.build(lists)
        #expect(built.contents.labels == ["b", "d"])
        #expect(built.count(.otherLabel) == 3)
        let places = built.summary.dropped[.otherLabel]?.places.map { "\($0.listIndex):\($0.line)" }
        #expect(places == ["0:2", "1:1", "1:2"])

        var options = BuildOptions()
        options.keepsLabels = true
        let all = try bench.build(lists, options)
        #expect(all.contents.labels == ["b", "a", "c", "d"])
        #expect(all.count(.sameEntry) == 1)
    }

    @Test("A table, with its deltas, stands where a list does: its entries say what they are")
    func tables() throws {
        _ = try bench.build("+4930123456,a\n+4930123457,b\n")
        let old = try NumberTable(path: bench.path("out.table"))
        _ = try bench.build("action,number,label\nblock,+4930123458,\nidentify,+4930123457,c\n")
        let new = try NumberTable(path: bench.path("out.table"))
        let delta = bench.path("delta")
        _ = try TableFiles.diff(
            from: NumberTableStack([old]), to: NumberTableStack([new]), path: delta)
        _ = try bench.build("+4930123456,a\n+4930123457,b\n")
        let list = try bench.file("+4930123455,d\n+4930123457,e\n", "list")
        func build(_ paths: [String]) throws -> (Contents, BuildSummary) {
            let sources = paths.map { ListBuilder.Source(path: $0, options: ListOptions()) }
            let summary = try ListBuilder(BuildOptions()).build(
                sources, to: bench.path("all.table"))
            return (try Contents(of: bench.path("all.table")), summary)
        }
        let (whole, summary) = try build([bench.path("out.table"), list])
        #expect(whole.labels == ["d", "a", "b"] && whole.blocking.isEmpty)
        #expect(summary.lineCount == 4)
        #expect(summary.dropped[.otherLabel]?.places.map(\.line) == [2])
        let (changed, _) = try build([list, bench.path("out.table"), delta])
        #expect(changed.labels == ["d", "e"] && changed.blocking == [4_930_123_458])
        #expect(throws: ListError.deltaAlone(path: delta)) { try build([delta, list]) }
    }

    @Test("A number can be blocked and identified")
    func bothKinds() throws {
        let text = Array("+4930123456,a\nx,b\n".utf8)
        let built = try bench.build([(text, ListOptions()), (text, .blocking)])
        #expect(built.contents.blocking == built.contents.numbers)
        let actions = try bench.build("action,number,label\nblock,+491711234567,\nidentify,,x\n")
        #expect(actions.contents.blocking == [491_711_234_567])
        #expect(actions.count(.noNumber) == 1)
    }

    @Test("A list without labels, and not to be blocked, is refused in words")
    func noLabels() throws {
        let failure = #expect(throws: ListError.self) {
            try bench.build("+4930123456\n", list: ListOptions())
        }
        #expect(failure?.description.contains("--block") == true)
    }

    @Test("A line without a label is dropped, unless it says that it identifies")
    func emptyLabels() throws {
        let dropped = try bench.build("+4930123456,a\n+4930123457,\n", list: ListOptions())
        #expect(dropped.count(.noLabel) == 1)
        let text = "identify,+4930123456,a\nidentify,+4930123457,\n"
        #expect(try bench.build(text, list: ListOptions()).contents.labels == ["a", ""])
        #expect(try bench.build("+4930123456,a\n+4930123457,\n").contents.labels == ["a", "x"])
    }

    @Test("Labels keep NUL and right-to-left marks; over 1,024 bytes they are refused or cut")
    func oddLabels() throws {
        let odd = "a\0b\u{202E}c\u{200F}"
        let long = String(repeating: "é", count: 513)
        let longest = String(repeating: "y", count: 1_000_000)
        let text = "+4930123456,\(odd)\n+4930123457,\(long)\n+4930123458,\(longest)\n"
        let built = try bench.build(text)
        #expect(built.contents.labels == [odd])
        #expect(built.count(.longLabel) == 2)
        var options = BuildOptions()
        options.cutsLabels = true
        let cut = try bench.build(text, options)
        #expect(cut.contents.labels.map(\.utf8.count) == [odd.utf8.count, 1024, 1024])
        #expect(cut.contents.labels[1].last == "é")
        #expect(cut.summary.cutLabelCount == 2)
    }

    @Test("A label that is not UTF-8 is read as Windows-1252, and counted")
    func encodings() throws {
        let text = Array("+4930123456,Caf".utf8) + [0xE9, 0x80] + Array("\n+4930123457,é\n".utf8)
        let built = try bench.build([(text, ListOptions())])
        #expect(built.contents.labels == ["Café€", "é"])
        #expect(built.summary.convertedLabelCount == 1)
    }

    @Test("National numbers are at home in the region; without one they are dropped")
    func regions() throws {
        let text = "01 62 00 00 01\n0612-345678\n8613800138000\n+12125550100\n12\nno number\n"
        var options = BuildOptions()
        options.region = Region("FR")
        let built = try bench.build(text, options)
        #expect(
            built.contents.numbers == [
                12_125_550_100, 33_162_000_001, 33_612_345_678, 8_613_800_138_000,
            ])
        #expect(built.summary.droppedCount == 2)
        #expect(try bench.build("030 123456\n").count(.noCallingCode) == 1)
    }

    @Test("Ranges join numbers: the earlier line wins, and nothing comes twice")
    func ranges() throws {
        let text = "+4930123455..+4930123457,r\n+4930123456,n\n+4930123454,n\n"
        let built = try bench.build(text)
        #expect(
            built.contents.numbers == [4_930_123_454, 4_930_123_455, 4_930_123_456, 4_930_123_457])
        #expect(built.contents.labels == ["n", "r", "r", "r"])
        #expect(built.count(.otherLabel) == 1)
        let other = try bench.build("+33612345678,n\n+3361234567?,r\n+336123456*,s\n")
        let labels = other.contents.labels
        #expect(labels.count == 100)
        #expect(labels[70...79] == ["r", "r", "r", "r", "r", "r", "r", "r", "n", "r"])
        #expect(labels[..<70].allSatisfy { $0 == "s" })
    }

    @Test("A range of more numbers than the table may hold is an error with line and count")
    func wideRanges() throws {
        for text in ["33000000000-33999999999", "+33*"] {
            let failure = #expect(throws: ListError.self) { try bench.build("+331\n\(text)\n") }
            guard case .rangeTooWide(_, 2, _, let count, 1_999_999) = failure else {
                Issue.record("\(text): \(String(describing: failure))")
                continue
            }
            #expect(count >= 1_000_000_000)
        }
        #expect(bench.names == ["list0"])
    }

    @Test("More entries than the limit are an error, and leave nothing")
    func limit() throws {
        var options = BuildOptions()
        options.limit = 10
        #expect(try bench.build("+493012345?\n", options).contents.numbers.count == 10)
        #expect(throws: ListError.tooManyEntries(limit: 10)) {
            try bench.build("+493012345?\n+4930123460\n", options)
        }
        #expect(try Contents(of: bench.path("out.table")).numbers.count == 10)
    }

    @Test("Ranges that take more than the memory are an error with the line")
    func rangeMemory() throws {
        var options = BuildOptions()
        options.memory = 64 * 1024
        let text = (0..<2_000).map { "+4930\($0 + 1000)00-+4930\($0 + 1000)99\n" }.joined()
        let failure = #expect(throws: ListError.self) { try bench.build(text, options) }
        guard case .tooManyRanges(_, let line, _) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect((200...2_000).contains(line))
    }

    @Test("Rejects name list, line, reason and text, in the order of the lines")
    func rejects() throws {
        let path = bench.path("rejects")
        let text = "030 123456,a\nbad\u{1B}[1m,b\n12,c\n-5,d\n030 123456,a\n,\n"
        var options = BuildOptions()
        options.region = Region("DE")
        _ = try bench.build(text, options, log: try RejectLog(path: path))
        let list = bench.path("list0")
        let lines = try bench.text(of: "rejects").split(separator: "\n")
        #expect(
            lines == [
                "\(list):2\tnotANumber\tbad\\u{1b}[1m", "\(list):3\tnoAreaCode\t12",
                "\(list):4\toutOfBounds\t-5,d", "\(list):6\tnoNumber\t,",
                "\(list):5\tsameEntry\t+4930123456 a",
            ])
    }
}
