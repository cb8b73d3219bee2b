// SPDX-License-Identifier: Apache-2.0
import CallModel

/// Timelines that several suites render.
enum Samples {
    static let start = MonotonicTime(nanoseconds: 5_000_000_000)
    static let hotline = "com.example.hotline"
    static let softphone = "org.example.softphone"
    static let first = CallID(high: 1, low: 0xA1)
    static let second = CallID(high: 1, low: 0xB2)
    static let push = PushID(high: 2, low: 1)

    /// What a name from outside may hold.
    static let hostile = "<script>alert(\"1\")</script>\u{202E}'&;#%{}\n```$x$\u{2028}style:x"

    static func time(_ milliseconds: Int64) -> MonotonicTime {
        start + .milliseconds(milliseconds)
    }

    static func entry(
        _ milliseconds: Int64,
        _ who: TimelineParty,
        _ step: TimelineStep,
        to: TimelineParty? = nil,
        bundle: BundleID? = hotline,
        call: CallID? = nil,
        push: PushID? = nil,
        _ detail: String? = nil
    ) -> TimelineEntry {
        TimelineEntry(
            at: time(milliseconds), who: who, step: step, to: to, bundle: bundle, call: call,
            push: push, detail: detail)
    }

    /// A push that rings, in the order of time.
    static let ring = [
        entry(0, .phone, .pushReceived, to: .app, push: push),
        entry(2, .app, .callReported, to: .phone, call: first, push: push),
        entry(3, .phone, .callRinging, to: .user, call: first, "Tester"),
        entry(2500, .phone, .callAnswered, call: first),
    ]

    /// As many entries as asked for, of a few calls, one in a hundred a broken rule.
    static func many(_ count: Int) -> [TimelineEntry] {
        (0..<count).map { index in
            let isBroken = index % 100 == 50
            return entry(
                Int64(index), .phone, isBroken ? .ruleBroken : .actionPerformed, to: .app,
                call: CallID(high: 1, low: UInt64(index / 500)), "number \(index)")
        }
    }
}
