// SPDX-License-Identifier: Apache-2.0
import CallModel

/// `opencallkit recents`.
enum RecentsCommand {
    private static let limit = Option("limit", value: "COUNT", "the newest so many (50)")

    static let command = Command(
        "recents",
        "list past calls, the newest first",
        options: [limit, .json],
        examples: ["opencallkit recents", "opencallkit recents --limit 1 --json"],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let limit = try invocation.number(limit, in: 1...1_000_000) ?? 50
        let door = try PhoneDoor(invocation)
        let calls = try pages(of: limit) { count, last throws(CommandFailure) -> [RecentCall] in
            let reply = try door.ask(.recents(limit: count, before: last?.record))
            guard case .recents(let page) = reply else { throw PhoneDoor.misunderstood }
            return page
        }
        if invocation.has(.json) {
            for call in calls { try Output.json(call) }
            return
        }
        Output.table(
            Table(
                header: ["BEGAN", "", "WHO", "APP", "TALKED", "OUTCOME"],
                rows: calls.map(row)
            ),
            whenEmpty: "No calls yet."
        )
    }

    private static func row(_ call: RecentCall) -> [String] {
        let talked = call.connected.flatMap { start in
            call.ended.map { durationText(from: start, to: $0) }
        }
        return [
            timeText(call.began), call.isOutgoing ? "to" : "from",
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
