// SPDX-License-Identifier: Apache-2.0
import CallModel

/// `opencallkit phone pushes`.
enum PhonePushesCommand {
    private static let limit = Option("limit", value: "COUNT", "the newest so many (50)")

    static let command = Command(
        "phone pushes",
        "list the pushes that came, and what became of each",
        options: [limit, .json],
        details: [
            """
            'refused' is followed by the error that the app's report of a call got: 'unknown' where
            the app has as many calls as its maximumCallGroups allows, as on iOS.
            """
        ],
        examples: ["opencallkit phone pushes --limit 10"],
        run: run
    )

    /// A push as a script reads it.
    private struct Line: Encodable {
        let id: PushID
        /// The push service's number of it: an apns-id may come more than once.
        let number: UInt64
        let bundle: BundleID
        let received: WallTime
        let outcome: String
        let call: CallID?
        /// Apple's code of the incoming-call error (`CXErrorCodeIncomingCallError.Code`).
        let error: Int?

        init(_ push: PushRecord) {
            id = push.id
            number = push.number
            bundle = push.bundle
            received = push.received
            outcome = push.outcome.name
            if case .rang(let call) = push.outcome { self.call = call } else { call = nil }
            if case .refused(let error) = push.outcome {
                self.error = error.rawValue
            } else {
                error = nil
            }
        }
    }

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let limit = try invocation.number(limit, in: 1...1_000_000) ?? 50
        let door = try PhoneDoor(invocation)
        let pushes = try pages(of: limit) { count, last throws(CommandFailure) -> [PushRecord] in
            let reply = try door.ask(.pushes(limit: count, before: last?.key))
            guard case .pushes(let page) = reply else { throw PhoneDoor.misunderstood }
            return page
        }
        if invocation.has(.json) {
            for push in pushes { try Output.json(Line(push)) }
            return
        }
        let rows = pushes.map { push in
            [timeText(push.received), push.bundle, push.outcome.words, push.id.description]
        }
        Output.table(
            Table(header: ["RECEIVED", "APP", "OUTCOME", "APNS-ID"], rows: rows),
            whenEmpty: "No push has come yet."
        )
    }
}

/// Rows that the phone hands out in pages, newest first, until there are no more or enough.
func pages<Row>(
    of limit: Int,
    page: (_ count: Int, _ last: Row?) throws(CommandFailure) -> [Row]
) throws(CommandFailure) -> [Row] {
    var rows: [Row] = []
    while rows.count < limit {
        let next = try page(limit - rows.count, rows.last)
        if next.isEmpty { break }
        rows += next
    }
    return rows
}

extension PushOutcome {
    fileprivate var words: String {
        switch self {
        case .pending: "waiting for the app"
        case .handed: "the app has it in hand"
        case .rang: "rang"
        case .refused(let error): "refused: \(error)"
        case .notRequired: "needed no call"
        case .notReported: "the app reported no call"
        case .notInstalled: "the app is not installed"
        case .notStarted: "the app did not start"
        case .appEnded: "the app ended"
        case .dropped: "dropped"
        case .expired: "came too late for the app"
        case .lost: "lost: the phone was killed"
        }
    }
}
