// SPDX-License-Identifier: Apache-2.0
import CallModel

/// `opencallkit directory blocked`.
enum DirectoryBlockedCommand {
    private static let limit = Option("limit", value: "COUNT", "the newest so many (50)")

    static let command = Command(
        "directory blocked",
        "list the calls that were blocked, the newest first",
        options: [limit, .json],
        details: ["They ring nowhere, and are not among those of `recents`."],
        examples: ["opencallkit directory blocked", "opencallkit directory blocked --json"],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let limit = try invocation.number(limit, in: 1...1_000_000) ?? 50
        let door = try PhoneDoor(invocation)
        let calls = try pages(of: limit) { count, last throws(CommandFailure) -> [BlockedCall] in
            let reply = try door.ask(.blockedCalls(limit: count, before: last?.record))
            guard case .blockedCalls(let page) = reply else { throw PhoneDoor.misunderstood }
            return page
        }
        if invocation.has(.json) {
            for call in calls { try Output.json(call) }
            return
        }
        Output.table(
            Table(
                header: ["AT", "WHO", "FOR", "BLOCKED BY"],
                rows: calls.map { call in
                    [
                        timeText(call.at), partyText(call.name, call.handle), call.bundle,
                        call.blockedBy.words,
                    ]
                }),
            whenEmpty: "No call was blocked yet."
        )
    }
}

extension BlockedCall.Source {
    fileprivate var words: String {
        switch self {
        case .own: "the own block list"
        case .directory(let id): id
        }
    }
}
