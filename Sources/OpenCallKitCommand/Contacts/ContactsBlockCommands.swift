// SPDX-License-Identifier: Apache-2.0
import CallModel

/// `opencallkit contacts block`, `contacts unblock` and `contacts blocked`: the person's own block
/// list.
enum ContactsBlockCommands {
    private static let caller = Argument(
        "CALLER", "a phone number in any form, a mail address, or an app's own handle")
    private static let limit = Option("limit", value: "COUNT", "the first so many (all)")

    static let block = Command(
        "contacts block",
        "refuse the calls of a number, without a word on the screen",
        arguments: [caller],
        options: [.json],
        details: [
            """
            A number is the same in whatever form it is written, where the phone knows its region
            or the number has its country code: +44 20 7946 0018, 0044207946018, 020 7946 0018.
            """
        ],
        examples: ["opencallkit contacts block +442079460018"],
        run: runBlock
    )

    static let unblock = Command(
        "contacts unblock",
        "let the calls of a number ring again",
        arguments: [caller],
        options: [.json],
        details: [
            "Call directory extensions may still block it; see: opencallkit directory lookup"
        ],
        examples: ["opencallkit contacts unblock +442079460018"],
        run: runUnblock
    )

    static let blocked = Command(
        "contacts blocked",
        "list whom the person has blocked",
        options: [limit, .json],
        examples: ["opencallkit contacts blocked", "opencallkit contacts blocked --json"],
        run: runBlocked
    )

    /// What is meant by a word of the command line.
    static func handle(_ word: String) -> Handle {
        let isNumber =
            word.utf8.contains { $0 &- 0x30 < 10 }
            && word.utf8.allSatisfy {
                $0 &- 0x30 < 10 || $0 >= 0x80 || "+-()./ *#,;".utf8.contains($0)
            }
        if isNumber { return Handle(kind: .phoneNumber, value: word) }
        let isMail = word.utf8.contains(UInt8(ascii: "@")) && !word.utf8.contains(UInt8(ascii: ":"))
        return Handle(kind: isMail ? .emailAddress : .generic, value: word)
    }

    private struct BlockDeed: Encodable {
        let did: String
        let handle: Handle
    }

    @Sendable private static func runBlock(_ invocation: Invocation) throws(CommandFailure) {
        try set(true, "block", invocation)
    }

    @Sendable private static func runUnblock(_ invocation: Invocation) throws(CommandFailure) {
        try set(false, "unblock", invocation)
    }

    private static func set(
        _ isBlocked: Bool, _ did: String, _ invocation: Invocation
    ) throws(CommandFailure) {
        let handle = handle(invocation.required(caller))
        try PhoneDoor(invocation).act(.setBlocked(handle, isBlocked))
        if invocation.has(.json) { try Output.json(BlockDeed(did: did, handle: handle)) }
    }

    @Sendable private static func runBlocked(_ invocation: Invocation) throws(CommandFailure) {
        let limit = try invocation.number(limit, in: 1...1_000_000) ?? 1_000_000
        let door = try PhoneDoor(invocation)
        let handles = try rows(of: limit) { count, offset throws(CommandFailure) -> [Handle] in
            let reply = try door.ask(.blockList(limit: count, offset: offset))
            guard case .blockList(let page) = reply else { throw PhoneDoor.misunderstood }
            return page
        }
        if invocation.has(.json) {
            for one in handles { try Output.json(one) }
            return
        }
        Output.table(
            Table(rows: handles.map { [$0.value] }),
            whenEmpty: "Nobody is blocked. Next: opencallkit contacts block NUMBER"
                + invocation.homeWords
        )
    }
}
