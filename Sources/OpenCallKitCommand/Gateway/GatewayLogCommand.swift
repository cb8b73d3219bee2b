// SPDX-License-Identifier: Apache-2.0
import PushGateway

/// `opencallkit gateway log`.
enum GatewayLogCommand {
    static let token = Option("token", value: "HEX", "of this token alone; its beginning is enough")
    private static let topic = Option("topic", value: "TOPIC", "of this topic alone")
    private static let count = Option("n", value: "N", "the newest N alone (20)")
    private static let follow = Option("follow", "go on with what happens, until Ctrl-C")

    static let command = Command(
        "gateway log",
        "show what became of each push",
        options: [follow, count, token, topic, .json],
        details: [
            """
            One line a push: when it was answered, environment, topic, the token's first 8 digits,
            the HTTP status, and how far it has come: refused, accepted, sent, acknowledged,
            expired, displaced, collapsed, dropped or removed. With --follow a push has one more
            line each time it gets further.
            """,
            """
            A running gateway remembers the last 10,000. With --json, times are in milliseconds
            since 1970, and 'payload' is there where 'gateway run' was given --payloads.
            """,
        ],
        examples: [
            "opencallkit gateway log", "opencallkit gateway log --follow",
            "opencallkit gateway log --topic com.example.hotline.voip --n 1 --json",
        ],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let follows = invocation.has(follow)
        let query = JournalQuery(
            token: try invocation.tokenDigits(token), topic: invocation[topic],
            count: try invocation.number(count, in: 0...1_000_000) ?? 20, follows: follows)
        let isJSON = invocation.has(.json)
        let hints = HomeHints(home: invocation.homeWords)
        var failure: CommandFailure?
        var isFirst = true
        try GatewayPlace(invocation).talk([.journal(query)], timeout: follows ? nil : .seconds(10))
        {
            guard case .push(let report) = $0 else { return $0 == .end && follows }
            do throws(CommandFailure) {
                if isJSON {
                    try Output.json(report)
                } else {
                    if isFirst, Output.isTerminal { Output.line(PushLine.heading) }
                    Output.line(hints.applied(to: PushLine(report: report).text))
                }
                isFirst = false
                return true
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
        if isFirst, !isJSON, !follows {
            let isFiltered = query.token != nil || query.topic != nil
            Output.line(isFiltered ? "No push with this token or topic." : "No pushes yet.")
        }
    }
}

extension Invocation {
    /// The beginning of a token, or all of it.
    ///
    /// - Throws: A usage failure for anything but hexadecimal digits.
    func tokenDigits(_ option: Option) throws(CommandFailure) -> String? {
        guard let text = self[option] else { return nil }
        guard text.utf8.allSatisfy({ isHexadecimalDigit($0) }) else {
            throw .usage("--\(option.name) takes hexadecimal digits, not '\(text)'", command)
        }
        return text.lowercased()
    }
}

private func isHexadecimalDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
        UInt8(ascii: "A")...UInt8(ascii: "F"):
        true
    default: false
    }
}
