// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing
import OCKTimeline

@Suite struct TimelineTextTests {
    private func text(_ entries: [TimelineEntry]) -> String {
        TimelineText.render(entries, since: Samples.start, isColoured: false)
    }

    private func lines(_ entries: [TimelineEntry]) -> [Substring] {
        text(entries).split(separator: "\n")
    }

    @Test("A timeline is aligned text, its columns as wide as what they hold")
    func golden() {
        let expected = """
               0.000 ms  phone -> app   push.received  its push delegate is called
               2.000 ms  app -> phone   call.reported  reports an incoming call
               3.000 ms  phone -> user  call.ringing   rings: Tester
            2500.000 ms  phone          call.answered  answers

            """
        #expect(text(Samples.ring) == expected)
    }

    @Test("A timeline without entries is no text")
    func empty() {
        #expect(text([]) == "")
    }

    @Test("One entry is one line without blanks for others")
    func one() {
        let entry = Samples.entry(1, .user, .userActed, bundle: nil)
        #expect(text([entry]) == "1.000 ms  user  user.acted  does something\n")
    }

    @Test("Lines are in the order of time; of one moment, in the order in which entries came")
    func order() {
        #expect(text(Samples.ring.reversed()) == text(Samples.ring))
        let names = (0..<50).map { "n\($0)." }
        let entries = names.map { Samples.entry(7, .phone, .callUpdated, $0) }
        #expect(lines(entries).map { $0.split(separator: ": ")[1] } == names.map { $0[...] })
    }

    @Test("Of several apps and calls, columns tell which: calls are numbered as they come")
    func several() {
        let entries = [
            Samples.entry(1, .app, .callReported, call: Samples.second),
            Samples.entry(2, .app, .callReported, bundle: Samples.softphone, call: Samples.first),
            Samples.entry(3, .user, .userActed, bundle: nil),
        ]
        let expected = """
            1.000 ms  app   com.example.hotline    call 1  call.reported  reports an incoming call
            2.000 ms  app   org.example.softphone  call 2  call.reported  reports an incoming call
            3.000 ms  user                                 user.acted     does something

            """
        #expect(text(entries) == expected)
    }

    @Test("A call id that two apps use is two calls; an entry without an app means the first")
    func sameCall() {
        let entries = [
            Samples.entry(1, .network, .worldChanged, bundle: nil, call: Samples.first),
            Samples.entry(2, .app, .callReported, call: Samples.first),
            Samples.entry(3, .app, .callReported, bundle: Samples.softphone, call: Samples.first),
            Samples.entry(4, .user, .userActed, bundle: nil, call: Samples.first),
        ]
        let numbers = lines(entries).map { $0.contains("call 1") ? 1 : 2 }
        #expect(numbers == [1, 1, 2, 1])
    }

    @Test("Colour is there only when asked for, and a broken rule is red")
    func colour() {
        let entries = [Samples.entry(1, .app, .ruleBroken), Samples.entry(2, .phone, .callEnded)]
        let text = TimelineText.render(entries, since: Samples.start, isColoured: true)
        #expect(text.contains("\u{1B}[1;31mapp    rule.broken\u{1B}[0m"))
        #expect(text.contains("\u{1B}[36mphone  call.ended "))
        #expect(!self.text(entries).contains("\u{1B}"))
    }

    @Test("Nothing from outside breaks a line or turns its direction")
    func hostile() {
        var entry = Samples.entry(1, .app, .callReported, Samples.hostile + "\u{1B}[2J")
        entry.bundle = "a\n\u{202E}b"
        let text = text([entry, Samples.entry(2, .app, .callEnded)])
        #expect(text.split(separator: "\n").count == 2)
        #expect(!text.contains("\u{1B}"))
        #expect(!text.unicodeScalars.contains("\u{202E}"))
        #expect(text.contains("  ab  "))
    }

    @Test("A time before the start and the ends of the clock are no trouble")
    func times() {
        var early = Samples.entry(-2, .phone, .callEnded)
        #expect(text([early]).hasPrefix("-2.000 ms  "))
        early.at = MonotonicTime(nanoseconds: .min)
        let late = TimelineEntry(at: MonotonicTime(nanoseconds: .max), who: .app, step: .appEnded)
        #expect(lines([late, early]).count == 2)
    }

    @Test("Ten thousand entries are ten thousand lines")
    func many() {
        let text = text(Samples.many(10_000))
        #expect(text.utf8.count { $0 == UInt8(ascii: "\n") } == 10_000)
        #expect(text.utf8.count < 1_200_000)
    }
}
