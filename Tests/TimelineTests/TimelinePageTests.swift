// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing
import OCKTimeline

@Suite struct TimelinePageTests {
    private func page(
        _ entries: [TimelineEntry],
        title: String = "Title",
        breaches: [RuleBreach] = []
    ) -> String {
        TimelinePage.html(entries, title: title, since: Samples.start, breaches: breaches)
    }

    private func rows(_ page: String) -> [Substring] {
        page.split(separator: "\n").filter { $0.hasPrefix("<tr class=") }
    }

    @Test("A row has the time, the bars of calls, a mark in the lanes, and words")
    func golden() throws {
        let rows = rows(page(Samples.ring))
        let expected =
            #"<tr class="call c0" data-call="1" title="3.000 ms&#10;call.ringing&#10;by phone"#
            + "&#10;to user&#10;app com.example.hotline"
            + "&#10;call 00000000-0000-0001-0000-0000000000A1\">"
            + #"<td class="time">0.003</td>"#
            + #"<td class="tracks"><i class="bar waiting c0" style="--t:0"></i></td>"#
            + #"<td class="lanes"><i class="arrow back" style="--a:0;--n:1"></i></td>"#
            + #"<td class="words"><i class="chip">1</i><b>phone</b> rings "#
            + #"<bdi class="detail">Tester</bdi></td><td class="step">call.ringing</td></tr>"#
        #expect(rows.count == 5)
        #expect(rows[2] == expected)
        #expect(rows[3].contains("2.5 s later"))
        // Answered is not connected yet (B17), and no end has come: the bar goes on.
        #expect(rows[4].contains(#"<i class="bar waiting c0" style"#))
        #expect(rows[4].contains(#"<i class="dot" style="--a:1">"#))
    }

    @Test("Lanes are those of the parties and apps that occur")
    func lanes() {
        let page = page(Samples.ring)
        #expect(
            page.contains(
                "<div><span>user</span><span>phone</span>"
                    + "<span>app<small><bdi>com.<wbr>example.<wbr>hotline</bdi></small></span>"
            ))
        #expect(page.contains("--lanes:3;--tracks:1"))
    }

    @Test("A push that led to a call is part of that call")
    func push() {
        #expect(rows(page(Samples.ring))[0].contains(#"data-call="1""#))
    }

    @Test("A timeline without entries says so, and no rule is broken")
    func empty() {
        let page = page([])
        #expect(page.contains("Nothing happened."))
        #expect(page.contains("No rule broken"))
        #expect(rows(page).isEmpty)
    }

    @Test("One entry is one row")
    func one() {
        let page = page([Samples.entry(61_001, .user, .userActed, bundle: nil)])
        #expect(rows(page).count == 1)
        #expect(page.contains(#"<td class="time">1:01.001</td>"#))
        #expect(page.contains("1 step "))
    }

    @Test("Rows are in the order of time, whatever the order of entries")
    func order() {
        #expect(page(Samples.ring.reversed()) == page(Samples.ring))
    }

    @Test("The page needs nothing from anywhere else, and may load nothing")
    func selfContained() {
        let page = page(Samples.ring)
        #expect(page.contains("default-src 'none'"))
        for word in ["http:", "https:", "src=", "url(", "@import", "<link", "<img", "//"] {
            #expect(!page.contains(word), "\(word)")
        }
    }

    @Test("Nothing from outside is markup: in names, words and the title")
    func hostile() {
        var entry = Samples.entry(1, .app, .ruleBroken, Samples.hostile)
        entry.bundle = Samples.hostile
        entry.call = Samples.first
        let breach = RuleBreach(
            .tokenPrinted, at: Samples.time(9), bundle: Samples.hostile, did: Samples.hostile)
        let shown = page([entry], title: Samples.hostile, breaches: [breach])
        let plain = page([Samples.entry(1, .app, .ruleBroken, call: Samples.first, "x")])
        for tag in ["<script", "</script", "</style", "</title"] {
            let count = plain.ranges(of: tag).count
            #expect(shown.ranges(of: tag).count == count, "\(tag)")
        }
        #expect(shown.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;;"))
        #expect(!shown.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\u{2028}" })
        #expect(rows(shown).count == 2)
    }

    @Test("A broken rule has a card with its number, what was done, due and to be done")
    func breach() throws {
        let entries =
            Samples.ring + [
                Samples.entry(
                    3000, .app, .ruleBroken, call: Samples.first, "B39: what the entry says")
            ]
        let breach = RuleBreach(
            .actionCompletedTwice, at: Samples.time(3000), bundle: Samples.hotline,
            call: Samples.first, did: "fulfilled an answer twice")
        let page = page(entries, breaches: [breach])
        let row = try #require(rows(page).last)
        #expect(row.hasPrefix(#"<tr class="rule c0" id="r4""#))
        #expect(row.contains("<b>B39</b> <bdi>fulfilled an answer twice</bdi>"))
        #expect(row.contains("<dt>due</dt><dd>\(breach.rule.due)</dd>"))
        #expect(row.contains("<dt>do</dt><dd>\(breach.rule.remedy)</dd>"))
        #expect(!page.contains("what the entry says"))
        #expect(page.contains("1 rule broken"))
        #expect(page.contains(##"<a href="#r4">3.000 s</a> <b>B39</b>"##))
    }

    @Test("A breach of which no entry tells has a row of its own, after its moment's entries")
    func untold() {
        let breach = RuleBreach(
            .secondProvider, at: Samples.time(2), bundle: Samples.hotline, did: "made two")
        let rows = rows(page(Samples.ring, breaches: [breach]))
        #expect(rows[1].contains("call.reported"))
        #expect(rows[2].contains("made two"))
    }

    @Test("Two breaches of one moment each have the row of their own entry")
    func twoBreaches() {
        let breaches = ["one", "two"].map {
            RuleBreach(.callNeverEnded, at: Samples.time(1), bundle: Samples.hotline, did: $0)
        }
        let entries = ["one", "two"].map { Samples.entry(1, .app, .ruleBroken, $0) }
        let rows = rows(page(entries, breaches: breaches))
        #expect(rows.count == 2)
        #expect(rows[0].contains("<bdi>one</bdi>"))
        #expect(rows[1].contains("<bdi>two</bdi>"))
    }

    @Test("Advice is told apart from what Apple enforces or documents")
    func advice() {
        let breach = RuleBreach(
            .providerForEachPush, at: Samples.time(1), bundle: Samples.hotline, did: "made one")
        let page = page([], breaches: [breach])
        #expect(page.contains("No rule broken"))
        #expect(page.contains("1 advice"))
        #expect(rows(page)[0].hasPrefix(#"<tr class="rule advice""#))
    }

    @Test("Calls have a button and a colour each; bars of calls that overlap stand side by side")
    func calls() {
        let entries = [
            Samples.entry(1, .app, .callReported, call: Samples.first),
            Samples.entry(2, .app, .callReported, call: Samples.second),
            Samples.entry(3, .phone, .callHeld, call: Samples.first),
            Samples.entry(4, .phone, .callEnded, call: Samples.second),
        ]
        let page = page(entries)
        #expect(page.contains("--tracks:2"))
        #expect(page.contains(#"class="c0" data-call="1" aria-pressed="false""#))
        #expect(page.contains(#"class="c1" data-call="2" aria-pressed="false""#))
        #expect(page.contains("all calls</button>"))
        let rows = rows(page)
        #expect(rows[1].contains(#"<i class="bar waiting c1 first" style="--t:1">"#))
        #expect(rows[2].contains(#"<i class="bar held c0 last" style="--t:0">"#))
        #expect(!rows[3].contains("c0"))
    }

    @Test("A call's bar ends with the call, whatever still comes of it")
    func over() {
        let entries = [
            Samples.entry(1, .app, .callReported, call: Samples.first),
            Samples.entry(2, .phone, .callEnded, call: Samples.first),
            Samples.entry(3, .phone, .recentsRecorded, call: Samples.first),
        ]
        let rows = rows(page(entries))
        #expect(rows[1].contains(#"<i class="bar waiting c0 last""#))
        #expect(rows[2].contains(#"<td class="tracks"></td>"#))
        #expect(rows[2].contains(#"data-call="1""#))
    }

    @Test("A page is bounded: both ends and broken rules stay, and it says what is left out")
    func many() {
        let page = page(Samples.many(10_000))
        let rows = rows(page)
        #expect(rows.count <= TimelinePage.rowLimit)
        #expect(rows.count > TimelinePage.rowLimit / 2)
        #expect(page.utf8.count < 4_000_000)
        #expect(rows.first?.contains("number 0<") == true)
        #expect(rows.last?.contains("number 9999<") == true)
        #expect(page.contains("steps left out"))
        #expect(page.contains("number 5050<"))
        #expect(page.contains("10000 steps"))
    }

    @Test("Ten thousand calls at once, all rules broken, and words of a megabyte stay bounded")
    func worst() {
        let words = String(repeating: "\"", count: 1_000_000)
        let entries = (0..<10_000).map {
            Samples.entry(
                Int64($0), .app, .ruleBroken, bundle: "app\($0)",
                call: CallID(high: 3, low: UInt64($0)), $0 == 0 ? words : "x")
        }
        let page = page(entries, title: words)
        #expect(page.utf8.count < 4_000_000)
        #expect(page.contains("and 9950 more"))
        #expect(page.contains("and 9976 more"))
    }
}
