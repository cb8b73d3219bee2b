// SPDX-License-Identifier: Apache-2.0
import Foundation
import OpenFoundation
import Testing

/// How long a call was, as apps write it.
struct DateComponentsFormatterTests {
    private func formatter(
        _ units: NSCalendar.Unit, _ style: DateComponentsFormatter.UnitsStyle = .positional,
        _ behavior: DateComponentsFormatter.ZeroFormattingBehavior = .default
    ) -> DateComponentsFormatter {
        let formatter = DateComponentsFormatter()
        formatter.allowedUnits = units
        formatter.unitsStyle = style
        formatter.zeroFormattingBehavior = behavior
        return formatter
    }

    @Test("A formatter writes all units with colons until it is told otherwise")
    func byDefault() {
        let formatter = DateComponentsFormatter()
        #expect(formatter.allowedUnits == [] && formatter.maximumUnitCount == 0)
        let style: DateComponentsFormatter.UnitsStyle = .positional
        let behavior: DateComponentsFormatter.ZeroFormattingBehavior = .default
        #expect(formatter.unitsStyle == style && formatter.zeroFormattingBehavior == behavior)
        let span: TimeInterval = 90_061
        #expect(formatter.string(from: span) == "1d 1:01:01")
        let bits = DateComponentsFormatter.ZeroFormattingBehavior(rawValue: 14)
        #expect(bits == .dropAll)
    }

    @Test("With colons, zeros in front are dropped and those behind stay")
    func positional() {
        let clock = formatter([.hour, .minute, .second])
        #expect(clock.string(from: 3_610) == "1:00:10")
        #expect(clock.string(from: 65.9) == "1:05")
        #expect(clock.string(from: 5) == "5")
        #expect(clock.string(from: 0) == "0")
        #expect(clock.string(from: -65) == "-1:05")
        #expect(formatter([.minute, .second]).string(from: 3_605) == "60:05")
    }

    @Test("Padding keeps every unit, and the first keeps its one digit")
    func pad() {
        let clock = formatter([.minute, .second], .positional, .pad)
        #expect(clock.string(from: 5) == "0:05")
        #expect(clock.string(from: 150) == "2:30")
        let days = formatter([.day, .hour, .minute, .second], .positional, .pad)
        #expect(days.string(from: 3_600) == "0d 1:00:00")
        let letters = formatter([.day, .hour, .minute, .second], .abbreviated, .pad)
        #expect(letters.string(from: 3_600) == "0d 1h 0m 0s")
    }

    @Test("Other styles drop zeros where they are told to")
    func dropped() {
        let units: NSCalendar.Unit = [.day, .hour, .minute, .second]
        #expect(formatter(units, .abbreviated).string(from: 3_610) == "1h 10s")
        #expect(formatter(units, .abbreviated, .dropLeading).string(from: 600) == "10m 0s")
        #expect(formatter(units, .abbreviated, .dropTrailing).string(from: 3_600) == "0d 1h")
        #expect(formatter(units, .abbreviated, .dropAll).string(from: 3_600) == "1h")
        let middle = formatter(units, .abbreviated, .dropMiddle)
        #expect(middle.string(from: 86_400 + 5) == "1d 5s")
        #expect(formatter([.minute], .abbreviated).string(from: 5) == "0m")
    }

    @Test("Units are told apart by letters or by words, one or many")
    func styles() {
        let units: NSCalendar.Unit = [.hour, .minute, .second], span = 3_600.0 + 120 + 1
        #expect(formatter(units, .abbreviated).string(from: span) == "1h 2m 1s")
        #expect(formatter(units, .short).string(from: span) == "1 hr, 2 min, 1 sec")
        #expect(formatter(units, .full).string(from: span) == "1 hour, 2 minutes, 1 second")
        #expect(formatter(units, .brief).string(from: span) == "1hr 2min 1sec")
        let words = formatter(units, .spellOut).string(from: 7_200 + 21)
        #expect(words == "two hours, twenty-one seconds")
        let few = formatter(units, .full)
        few.maximumUnitCount = 1
        #expect(few.string(from: span) == "1 hour")
    }

    @Test("Components and pairs of dates are spans as well")
    func otherSpans() {
        let clock = formatter([.hour, .minute, .second])
        let components = DateComponents(hour: 1, minute: 61, second: 5)
        #expect(clock.string(from: components) == "2:01:05")
        #expect(clock.string(from: Date.distantPast, to: .distantPast + 61) == "1:01")
        #expect(clock.string(for: components) == "2:01:05")
        #expect(clock.string(for: 61.0) == "1:01")
        #expect(clock.string(for: "an hour") == nil)
        let text = DateComponentsFormatter.localizedString(from: components, unitsStyle: .full)
        #expect(text == "2 hours, 1 minute, 5 seconds")
    }

    @Test("What is no span is not written", arguments: [Double.nan, .infinity, 1e300, -1e300])
    func noSpan(_ seconds: Double) {
        #expect(formatter([.second]).string(from: seconds) == nil)
    }
}
