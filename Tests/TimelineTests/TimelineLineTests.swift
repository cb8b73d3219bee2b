// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing
import OCKTimeline

@Suite struct TimelineLineTests {
    private let start = MonotonicTime(nanoseconds: 5_000_000_000)

    private func entry(
        after microseconds: Int64,
        _ who: TimelineParty = .gateway,
        _ step: TimelineStep = .pushAccepted,
        detail: String? = nil
    ) -> TimelineEntry {
        let at = MonotonicTime(nanoseconds: 5_000_000_000 + microseconds * 1000)
        return TimelineEntry(at: at, who: who, step: step, detail: detail)
    }

    @Test("A line has the time, who, the step and words")
    func text() {
        let line = TimelineLine(entry(after: 12_345), since: start)
        #expect(line.text() == "    12.345 ms  gateway   push.accepted      takes the push")
    }

    @Test("An entry's own words follow the step's")
    func detail() {
        let line = TimelineLine(entry(after: 1, detail: "status 200"), since: start)
        #expect(line.text().hasSuffix("  takes the push: status 200"))
    }

    @Test("The words of all lines of a push's way start in one column", arguments: StepOrder.steps)
    func aligned(step: TimelineStep) {
        for party in TimelineParty.allCases {
            let line = TimelineLine(entry(after: 1, party, step), since: start)
            #expect(line.text().count == 44 + step.words.count)
        }
    }

    @Test("A longer step takes its room; it widens no other line")
    func long() {
        let step = TimelineStep.audioInterruptionEnded
        let line = TimelineLine(entry(after: 1, .phone, step), since: start)
        #expect(line.text().hasSuffix("  phone     \(step.rawValue)  \(step.words)"))
    }

    @Test("Columns can be of other widths")
    func columns() {
        let columns = TimelineColumns(time: 6, who: 7, step: 13)
        let line = TimelineLine(entry(after: 12_345), since: start, columns: columns)
        #expect(line.text() == "12.345 ms  gateway  push.accepted  takes the push")
    }

    @Test(
        "Times are milliseconds with three decimals",
        arguments: [(0, "0.000"), (7, "0.007"), (1_000, "1.000"), (61_234_567, "61234.567")]
    )
    func time(microseconds: Int64, text: String) {
        #expect(TimelineLine(entry(after: microseconds), since: start).milliseconds == text)
    }

    @Test("A time before the start is negative")
    func negative() {
        #expect(TimelineLine(entry(after: -1_500), since: start).milliseconds == "-1.500")
    }

    @Test("Colour is there only when asked for")
    func colour() {
        let line = TimelineLine(entry(after: 1), since: start)
        #expect(!line.text().contains("\u{1B}"))
        #expect(line.text(isColoured: true).contains("\u{1B}[34mgateway"))
    }

    @Test("Control and bidirectional characters never reach the terminal")
    func controls() {
        let words = "a\u{1B}[2J\nb\u{202E}c"
        let line = TimelineLine(entry(after: 1, detail: words), since: start)
        #expect(line.text().hasSuffix(": a[2Jbc"))
    }

    @Test("The JSON form has at, who and step first, then what the entry has")
    func json() {
        var full = entry(after: 12_345, .phone, .callRinging, detail: "say \"hi\"\n\u{1}")
        full.bundle = "com.example.hotline"
        full.call = CallID(high: 1, low: 2)
        let line = TimelineLine(full, since: start)
        let expected =
            #"{"at":12.345,"who":"phone","step":"call.ringing","bundle":"com.example.hotline","#
            + #""call":"00000000-0000-0001-0000-000000000002","detail":"say \"hi\"\n\u0001"}"#
        #expect(line.json == expected)
        #expect(
            TimelineLine(entry(after: 0), since: start).json
                == #"{"at":0.000,"who":"gateway","step":"push.accepted"}"#
        )
    }
}
