// SPDX-License-Identifier: Apache-2.0
import PushSender

/// `opencallkit push reasons`.
enum PushReasonsCommand {
    private static let name = Argument(
        "REASON", "one of them, such as BadDeviceToken, or all of a status, such as 410",
        isOptional: true)

    static let command = Command(
        "push reasons",
        "explain the reasons with which a push service refuses a push",
        arguments: [name],
        options: [.json],
        details: [
            """
            Shows for each reason what it means and what to do, whether the device token is of any
            more use, and whether sending again may help.
            """
        ],
        examples: ["opencallkit push reasons", "opencallkit push reasons BadDeviceToken"],
        run: run
    )

    /// A reason as a script reads it.
    private struct Line: Encodable {
        let reason: String
        let status: Int
        let meaning: String
        let remedy: String
        let token: String
        let retry: String
    }

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let reasons = try wanted(invocation)
        if invocation.has(.json) {
            for reason in reasons { try Output.json(line(reason)) }
            return
        }
        guard invocation[name] != nil else {
            for line in list() { Output.line(line) }
            return
        }
        for (index, reason) in reasons.enumerated() {
            if index > 0 { Output.line("") }
            let line = line(reason)
            let rows = [
                ["reason", "\(line.status) \(line.reason)"], ["meaning", line.meaning],
                ["what to do", line.remedy], ["the token", line.token],
                ["sending again", line.retry],
            ]
            Output.table(Table(rows: rows), whenEmpty: "")
        }
    }

    private static func wanted(_ invocation: Invocation) throws(CommandFailure) -> [PushReason] {
        guard let word = invocation[name] else { return PushReason.all }
        let found = PushReason.all.filter {
            $0.rawValue.lowercased() == word.lowercased() || $0.status.map(String.init) == word
        }
        guard found.isEmpty else { return found }
        let hint = suggestion(for: word, among: PushReason.all.map(\.rawValue))
        throw CommandFailure(
            .usage, "there is no reason '\(word)'\(hint); 'opencallkit push reasons' lists them")
    }

    private static func line(_ reason: PushReason) -> Line {
        let token =
            switch reason.tokenVerdict {
            case .unaffected: "is not in question"
            case .misplaced: "is of no use here"
            case .dead: "is dead: forget it"
            }
        let retry =
            switch reason.retry {
            case .never: "never helps"
            case .afterMending, nil: "helps once the cause is mended"
            case .onNewConnection: "helps on a new connection"
            case .afterDelay: "helps after a while, longer each time"
            case .afterLongDelay: "helps after 15 minutes, longer each time"
            }
        return Line(
            reason: reason.rawValue, status: reason.status ?? 0, meaning: reason.meaning ?? "",
            remedy: reason.remedy ?? "", token: token, retry: retry)
    }

    /// The reasons with what to do about each, within a terminal's width.
    static func list(indent: Int = 0) -> [String] {
        let width = helpWidth - indent
        let wordWidth = PushReason.all.map(\.rawValue.count).max() ?? 0
        return PushReason.all.flatMap { reason in
            let words = "\(reason.meaning ?? ""): \(reason.remedy ?? "")"
            let filling = String(repeating: " ", count: wordWidth - reason.rawValue.count)
            let head = "\(reason.status ?? 0) \(reason.rawValue)\(filling)  "
            return wrapped(words, width: width - head.count).enumerated().map { index, line in
                let start = index == 0 ? head : String(repeating: " ", count: head.count)
                return String(repeating: " ", count: indent) + start + line
            }
        }
    }
}
