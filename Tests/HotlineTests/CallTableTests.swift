// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import VoIPKit

@testable import Hotline

@Suite struct CallTableTests {
    private let now = Date(timeIntervalSince1970: 100_000)

    private func row(
        _ who: String, _ state: Call.State, secondsAgo: Double = 0,
        direction: Call.Direction = .outgoing
    ) -> CallTable.Row {
        CallTable.Row(
            direction: direction, who: who, state: state,
            since: now.addingTimeInterval(-secondsAgo))
    }

    private func lines(
        _ table: CallTable, columns: Int = 80, isColoured: Bool = false
    ) -> [String] {
        table.lines(at: now, columns: columns, isColoured: isColoured)
    }

    @Test("Who, state, time, muted and digits stand in their columns")
    func whole() {
        var muted = row("Ann Example", .active, secondsAgo: 65)
        muted.isMuted = true
        muted.digits = "12#"
        let table = CallTable(
            rows: [row("Tester", .ringing, secondsAgo: 3, direction: .incoming), muted],
            dialled: "+49", notes: ["ready"])
        #expect(
            lines(table) == [
                "Hotline", "",
                "<- Tester                            ringing      0:03           ",
                "-> Ann Example                       active       1:05      muted  12#",
                "", "d dial  a answer  e end  h hold  m mute  0-9*# keys  s swap  q quit",
                "dial: +49_", "", "ready",
            ])
    }

    @Test("Without calls it says so")
    func none() {
        #expect(lines(CallTable(rows: [], dialled: nil, notes: []))[2] == "no calls")
    }

    @Test(
        "Times",
        arguments: [
            (0.0, "0:00"), (59.9, "0:59"), (3599, "59:59"), (3661, "1:01:01"), (-5, "0:00"),
        ])
    func times(seconds: Double, text: String) {
        let table = CallTable(
            rows: [row("A", .active, secondsAgo: seconds)], dialled: nil, notes: [])
        #expect(lines(table)[2].contains("  \(text) "))
    }

    @Test(
        "No line is wider than the terminal, whatever a call is named",
        arguments: [0, 1, 20, 40, 66, 80])
    func width(columns: Int) {
        let names = [
            String(repeating: "W", count: 300), String(repeating: "测", count: 99), "👩‍👩‍👧 é",
        ]
        let table = CallTable(
            rows: names.map { row($0, .active) }, dialled: names[0], notes: names)
        for line in lines(table, columns: columns) {
            #expect(TerminalText.width(of: line) <= columns, "\(line)")
        }
    }

    @Test("A name in wide characters keeps the columns behind it in place")
    func wide() {
        let table = CallTable(
            rows: [row("测试", .held), row("Test", .held)], dialled: nil, notes: [])
        let text = lines(table)
        #expect(TerminalText.width(of: text[2]) == TerminalText.width(of: text[3]))
        #expect(text[2].count + 2 == text[3].count)
    }

    @Test("Nothing of a caller's choosing reaches the terminal as a command")
    func controls() {
        var hostile = row("\u{1B}[2JAnn\r\n\u{202E}\u{7}", .active)
        hostile.digits = "\u{1B}c1"
        let text = lines(CallTable(rows: [hostile], dialled: "\u{1B}", notes: ["\u{9B}x"]))
        #expect(!text.joined().contains { TerminalText.isControl($0) })
        #expect(text[2].hasPrefix("-> [2JAnn  "))
    }

    @Test("Colours stand around the state alone, and only where they are wanted")
    func colours() {
        let table = CallTable(rows: [row("A", .active)], dialled: nil, notes: [])
        let coloured = lines(table, isColoured: true)
        #expect(coloured[2].contains("\u{1B}[32mactive     \u{1B}[0m"))
        let plain = coloured[2].replacingOccurrences(
            of: "\u{1B}\\[[0-9]*m", with: "", options: .regularExpression)
        #expect(plain == lines(table)[2])
    }
}
