// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing
import OCKTimeline

@Suite struct MermaidDiagramTests {
    private func diagram(_ entries: [TimelineEntry], title: String = "") -> String {
        MermaidDiagram.render(entries, since: Samples.start, title: title)
    }

    @Test("Parties that occur are participants, deeds to others arrows, and the rest notes")
    func golden() {
        let expected = """
            sequenceDiagram
                title A push rings
                actor user
                participant phone
                participant app2 as com.example.hotline
                phone->>app2: 0.000 ms – its push delegate is<br/>called
                app2->>phone: 2.000 ms – reports an incoming<br/>call
                phone->>user: 3.000 ms – rings#58; Tester
                note over phone: 2500.000 ms – answers

            """
        #expect(diagram(Samples.ring.reversed(), title: " A push rings ") == expected)
    }

    @Test("A broken rule stands on a red ground")
    func broken() {
        let entry = Samples.entry(1, .app, .ruleBroken, "B37; late")
        let expected = """
            sequenceDiagram
                participant app0 as com.example.hotline
                rect rgba(220, 38, 38, 0.3)
                note over app0: 1.000 ms – breaks a rule#58; B37#59;<br/>late
                end

            """
        #expect(diagram([entry]) == expected)
    }

    @Test("A timeline without entries is a diagram without participants")
    func empty() {
        #expect(diagram([]) == "sequenceDiagram\n")
    }

    @Test("An answer is a dashed arrow, a refusal ends in a cross, a deed to oneself is a note")
    func arrows() {
        let lines = diagram([
            Samples.entry(1, .app, .actionFulfilled, to: .phone),
            Samples.entry(2, .phone, .callRefused, to: .app),
            Samples.entry(3, .phone, .callEnded, to: .phone),
        ]).split(separator: "\n")
        #expect(lines[3].hasPrefix("    app1-->>phone: "))
        #expect(lines[4].hasPrefix("    phone-xapp1: "))
        #expect(lines[5].hasPrefix("    note over phone: "))
    }

    @Test("Several apps are several participants; past eight they share one")
    func apps() {
        let entries = (0..<12).map {
            Samples.entry($0, .phone, .appLaunched, to: .app, bundle: "app.number\($0)")
        }
        let lines = diagram(entries).split(separator: "\n")
        #expect(lines.count { $0.contains("participant app") } == 9)
        #expect(lines[10] == "    participant app9 as other apps")
        #expect(lines.count { $0.hasPrefix("    phone->>app9: ") } == 4)
    }

    @Test("What would mean something to Mermaid is an entity, in words, names and title")
    func hostile() {
        var entry = Samples.entry(1, .app, .callReported, Samples.hostile)
        entry.bundle = Samples.hostile
        let text = diagram([entry], title: Samples.hostile)
        let lines = text.split(separator: "\n")
        #expect(lines.count == 4)
        for line in lines {
            // What is left of a line once entities and our own line breaks are gone.
            let rest = line.replacing("<br/>", with: "").replacing(/#[0-9]+;/, with: "")
            #expect(!rest.contains(/[#;%{}<>&"`$\\]/), "\(line)")
            #expect(!rest.contains("style"))
            #expect(rest.count { $0 == ":" } == (line.contains("note over") ? 1 : 0))
        }
        #expect(!text.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\u{2028}" })
    }

    @Test("A name of blanks or controls alone leaves a participant that can be read")
    func blank() {
        let entry = Samples.entry(1, .app, .appOpened, bundle: " \u{202E}\n")
        #expect(diagram([entry], title: "\n ").contains("    participant app0 as app\n"))
        #expect(!diagram([entry], title: "\n ").contains("title"))
    }

    @Test("A diagram is no longer than Mermaid takes, and keeps both ends and broken rules")
    func many() {
        let text = diagram(Samples.many(10_000))
        #expect(text.utf16.count < 50_000)
        #expect(text.utf16.count > 40_000)
        #expect(text.contains("number 0\n"))
        #expect(text.contains("number 9999\n") || text.contains("number<br/>9999\n"))
        #expect(text.contains("rect rgba"))
        #expect(text.contains(/… [0-9]+ left out …/))
    }

    @Test("Words of any length are cut, and one long word is broken into lines")
    func long() {
        let text = diagram([
            Samples.entry(1, .app, .callReported, String(repeating: "x", count: 9999))
        ])
        #expect(text.utf16.count < 500)
        #expect(text.contains("<br/>\(String(repeating: "x", count: 32))<br/>"))
        #expect(text.contains("…\n"))
    }
}
