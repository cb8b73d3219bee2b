// SPDX-License-Identifier: Apache-2.0
import CallModel

/// `opencallkit directory status`.
enum DirectoryStatusCommand {
    static let command = Command(
        "directory status",
        "list the call directory extensions, in the order in which they are asked",
        options: [.json],
        details: [
            """
            BLOCKED and LABELS are the entries that stand. A failed load leaves those of the load
            before it; below the table stand its reason and other advice.
            """
        ],
        examples: ["opencallkit directory status", "opencallkit directory status --json"],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        guard case .directories(let all) = try PhoneDoor(invocation).ask(.directories) else {
            throw PhoneDoor.misunderstood
        }
        if invocation.has(.json) {
            for one in all { try Output.json(one) }
            return
        }
        Output.table(
            Table(
                header: ["EXTENSION", "NAME", "APP", "STATE", "BLOCKED", "LABELS", "LAST LOAD"],
                rows: all.map(row)),
            whenEmpty: "No app with a call directory extension is installed."
        )
        let notes = all.flatMap(notes)
        if !notes.isEmpty { Output.line("") }
        for note in notes { Output.line(note) }
    }

    private static func row(_ one: DirectorySummary) -> [String] {
        [
            one.id, one.name, one.app, state(of: one), grouped(one.counts?.blocking ?? 0),
            grouped(one.counts?.identification ?? 0), lastLoad(of: one),
        ]
    }

    private static func state(of one: DirectorySummary) -> String {
        guard one.isInstalled else { return "removed" }
        let words = one.isEnabled ? "on" : "off"
        return switch one.activity {
        case .loading(let entries)?: "\(words), loading: \(grouped(entries))"
        case .waiting?: "\(words), waiting"
        case nil: words
        }
    }

    private static func lastLoad(of one: DirectorySummary) -> String {
        guard let load = one.lastLoad else { return one.counts == nil ? "never" : "earlier" }
        if let failure = load.failure { return "\(timeText(load.ended)), \(failure.codeWords)" }
        let kind = load.isIncremental ? ", changes" : ""
        return "\(timeText(load.ended)), \(secondsText(load.duration))\(kind)"
    }

    private static func notes(on one: DirectorySummary) -> [String] {
        let failure = one.lastLoad?.failure.map { "\(one.id): \($0.words)" }
        let removed =
            one.isInstalled
            ? nil
            : "\(one.id): its app is removed; the entries stay for a while, in case it returns"
        return [failure, removed].compactMap(\.self) + one.advice.map { "\(one.id): \($0)" }
    }
}
