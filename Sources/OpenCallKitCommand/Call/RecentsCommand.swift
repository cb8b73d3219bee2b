// SPDX-License-Identifier: Apache-2.0
import CallModel

/// `opencallkit recents`.
enum RecentsCommand {
    private static let limit = Option("limit", value: "COUNT", "the newest so many (50)")

    static let command = Command(
        "recents",
        "list past calls, the newest first",
        options: [limit, .json],
        details: ["The number of a row is what 'opencallkit recents call' takes; 1 is the newest."],
        examples: ["opencallkit recents", "opencallkit recents --limit 1 --json"],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let limit = try invocation.number(limit, in: 1...1_000_000) ?? 50
        let calls = try newest(limit, try PhoneDoor(invocation))
        if invocation.has(.json) {
            for call in calls { try Output.json(call) }
            return
        }
        Output.table(
            Table(
                header: ["N", "BEGAN", "", "WHO", "APP", "TALKED", "OUTCOME"],
                rows: calls.enumerated().map { row($0 + 1, $1) },
                isNumberedFirst: true
            ),
            whenEmpty: "No calls yet."
        )
    }

    /// The newest so many rows, or all where there are fewer.
    static func newest(_ limit: Int, _ door: PhoneDoor) throws(CommandFailure) -> [RecentCall] {
        try pages(of: limit) { count, last throws(CommandFailure) -> [RecentCall] in
            let reply = try door.ask(.recents(limit: count, before: last?.record))
            guard case .recents(let page) = reply else { throw PhoneDoor.misunderstood }
            return page
        }
    }

    private static func row(_ number: Int, _ call: RecentCall) -> [String] {
        let talked = call.connected.flatMap { start in
            call.ended.map { durationText(from: start, to: $0) }
        }
        return [
            String(number), timeText(call.began), call.isOutgoing ? "to" : "from",
            partyText(call.name, call.handle), call.bundle, talked ?? "-",
            call.outcome?.words ?? "goes on",
        ]
    }
}

extension CallOutcome {
    fileprivate var words: String {
        switch self {
        case .ended: "ended"
        case .declined: "declined"
        case .remoteEnded: "ended by the other side"
        case .unanswered: "missed"
        case .answeredElsewhere: "answered elsewhere"
        case .declinedElsewhere: "declined elsewhere"
        case .failed: "failed"
        }
    }
}
