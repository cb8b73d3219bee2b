// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing

@testable import OpenCallKitCommand

@Suite struct TableTests {
    @Test("Columns line up, and no line ends in blanks")
    func columns() {
        let table = Table(header: ["A", "LONG", "C"], rows: [["1", "2", ""], ["long", "", "x"]])
        #expect(table.lines() == ["A     LONG  C", "1     2", "long        x"])
        #expect(table.lines(indent: 2)[1] == "  1     2")
    }

    @Test("A cell stays in its column, whatever it holds")
    func controls() {
        let table = Table(rows: [["a\nb\u{1B}[2J", "\u{202E}c"], ["d", "e"]])
        #expect(table.lines() == ["ab[2J  c", "d      e"])
    }

    @Test("What is too long goes on below its last column, and a word is never broken")
    func folded() {
        let words = "one two three four five six"
        let table = Table(rows: [["a", words], ["bb", "x"], ["alone"]])
        #expect(
            table.lines(indent: 2, width: 30)
                == ["  a      one two three four", "         five six", "  bb     x", "  alone"])
        #expect(wrapped("aaaaaaaa b c", width: 3) == ["aaaaaaaa", "b c"])
    }

    @Test("A paragraph is filled to a terminal's width, but for its indented lines")
    func paragraph() {
        let word = String(repeating: "w", count: 30)
        #expect(
            wrappedParagraph("\(word)\n\(word) \(word)\n\n  a  b\nend")
                == ["\(word) \(word)", word, "", "  a  b", "end"])
    }

    @Test("Numbers in front stand at the right")
    func numbers() {
        let table = Table(rows: [["1", "one"], ["12", "twelve"]], isNumberedFirst: true)
        #expect(table.lines() == [" 1  one", "12  twelve"])
    }

    @Test("A shell reads back the words that it is given")
    func shell() {
        #expect(shellLine(["curl", "-d", #"{"a":"b"}"#]) == #"curl -d '{"a":"b"}'"#)
        #expect(shellWord("it's") == #"'it'\''s'"#)
        #expect(shellWord("/tmp/a-b_c.d") == "/tmp/a-b_c.d")
        #expect(shellWord("") == "''")
        #expect(shellWord("$HOME") == "'$HOME'")
    }

    @Test("A duration is minutes and seconds")
    func duration() {
        let start = WallTime(milliseconds: 1_000_000)
        func text(_ milliseconds: Int64) -> String {
            durationText(
                from: start,
                to: WallTime(milliseconds: start.milliseconds + milliseconds)
            )
        }
        #expect(text(999) == "0:00")
        #expect(text(62_000) == "1:02")
        #expect(text(3_661_000) == "61:01")
        #expect(text(-5) == "0:00")
    }

    @Test("Times that no clock shows are told in words")
    func absurdTimes() {
        let first = WallTime(milliseconds: .min)
        let last = WallTime(milliseconds: .max)
        #expect(timeText(first) == "long before all calls")
        #expect(timeText(last) == "far in the future")
        #expect(timeText(WallTime(milliseconds: 1_000_000_000_000)).hasPrefix("2001-09-09 "))
        #expect(durationText(from: first, to: last) == "over a year")
        #expect(durationText(from: WallTime(milliseconds: 0), to: last) == "over a year")
        #expect(durationText(from: last, to: first) == "0:00")
    }
}
