// SPDX-License-Identifier: Apache-2.0
import CallModel

/// One row of a page: an entry, with the breach that it tells of.
struct PageRow {
    var entry: TimelineEntry
    var breach: RuleBreach?

    /// Entries and breaches by time, each breach with the entry that tells of it.
    ///
    /// A breach of which no entry tells has a row of its own, after the entries of its moment.
    static func rows(_ entries: [TimelineEntry], _ breaches: [RuleBreach]) -> [Self] {
        struct Place: Hashable {
            var at: MonotonicTime
            var bundle: BundleID?
        }
        var waiting: [Place: [RuleBreach]] = [:]
        for breach in breaches.reversed() {
            waiting[Place(at: breach.at, bundle: breach.bundle), default: []].append(breach)
        }
        var told: [TimelineEntry] = []
        var breachOfTold: [RuleBreach?] = []
        for entry in entries {
            let isBreach = entry.step == .ruleBroken
            told.append(entry)
            breachOfTold.append(
                isBreach ? waiting[Place(at: entry.at, bundle: entry.bundle)]?.popLast() : nil)
        }
        for breach in breaches {
            let place = Place(at: breach.at, bundle: breach.bundle)
            guard let own = waiting[place]?.popLast() else { continue }
            told.append(
                TimelineEntry(
                    at: own.at, who: .app, step: .ruleBroken, bundle: own.bundle, call: own.call,
                    push: own.push))
            breachOfTold.append(own)
        }
        return zip(told, breachOfTold).enumerated()
            .sorted { ($0.element.0.at, $0.offset) < ($1.element.0.at, $1.offset) }
            .map { Self(entry: $0.element.0, breach: $0.element.1) }
    }

    var isBreach: Bool { entry.step == .ruleBroken }
}

/// What a step is about: its colour.
enum PageKind: String, CaseIterable {
    case push
    case call
    case action
    case audio
    case app
    case user
    case world
    case rule

    init(_ step: TimelineStep) {
        self =
            switch step {
            case .pushRegistered, .pushPosted, .pushAccepted, .pushRefused, .pushDelivered,
                .pushReceived, .pushHandled, .pushLost, .tokenInvalidated:
                .push
            case .callReported, .callRefused, .callStarted, .callRinging, .callAnswered,
                .callConnecting, .callConnected, .callHeld, .callResumed, .callEnded,
                .callUpdated, .callMuted, .callUnmuted, .callGrouped, .callUngrouped,
                .recentsRecorded, .callIdentified, .callBlocked:
                .call
            case .transactionRequested, .transactionRefused, .actionPerformed, .actionFulfilled,
                .actionFailed, .actionTimedOut:
                .action
            case .audioActivated, .audioDeactivated, .audioInterrupted, .audioInterruptionEnded,
                .audioRouteChanged, .mediaServicesReset:
                .audio
            case .appLaunched, .appEnded, .appOpened, .appLeft, .providerRegistered,
                .providerReset, .providerInvalidated, .directoryLoadStarted, .directoryLoaded,
                .directoryLoadFailed, .directoryRemoved:
                .app
            case .userActed: .user
            case .worldChanged, .faultInjected: .world
            case .ruleBroken, .warningShown, .appHung: .rule
            }
    }
}

/// Times and lengths of time, as a page shows them.
enum PageTime {
    /// Seconds with three decimals, after a minute with the minutes.
    static func clock(_ interval: Interval) -> String {
        let total = interval.nanoseconds.magnitude / 1_000_000
        let minutes = total / 60_000
        let seconds = String(total / 1000 % 60)
        let decimals = padded(String(total % 1000), to: 3, onTheLeft: true, with: "0")
        let sign = interval.nanoseconds < 0 && total > 0 ? "−" : ""
        guard minutes > 0 else { return "\(sign)\(seconds).\(decimals)" }
        return "\(sign)\(minutes):\(padded(seconds, to: 2, onTheLeft: true, with: "0")).\(decimals)"
    }

    /// A length of time in the two largest units that say enough.
    static func words(_ interval: Interval) -> String {
        let tenths = (interval.nanoseconds.magnitude + 50_000_000) / 100_000_000
        let seconds = tenths / 10
        if seconds >= 3600 { return words(seconds / 3600, "h", seconds / 60 % 60, "min") }
        if seconds >= 60 { return words(seconds / 60, "min", seconds % 60, "s") }
        if seconds > 0 { return tenths % 10 == 0 ? "\(seconds) s" : "\(seconds).\(tenths % 10) s" }
        return "\(interval.nanoseconds.magnitude / 1_000_000) ms"
    }

    private static func words(_ big: UInt64, _ unit: String, _ small: UInt64, _ part: String)
        -> String
    {
        small == 0 ? "\(big) \(unit)" : "\(big) \(unit) \(small) \(part)"
    }
}
