// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc

/// Starts a load of a call directory extension and follows it to its end.
struct DirectoryWait {
    static let exitWords = """
        Ends with 65 where the entries are at fault (codes 3, 4, 5 and 8), and with 1 where the load
        failed otherwise.
        """

    /// How often the phone is asked how far it is, in milliseconds.
    private static let pause: Int32 = 100

    private let door: PhoneDoor
    private let id: ExtensionID

    init(_ door: PhoneDoor, id: ExtensionID) {
        self.door = door
        self.id = id
    }

    /// Does what starts a load, and waits for that to end.
    func begin(_ action: UserAction) throws(CommandFailure) -> DirectoryResult {
        let before = try summary()
        try door.act(action)
        if action == .setDirectoryEnabled(id, true), let before, before.isEnabled {
            return DirectoryResult(before, isNew: false)
        }
        let progress = LoadProgress(total: before?.counts?.total)
        defer { progress.clear() }
        while true {
            guard let now = try summary() else {
                throw CommandFailure(.failed, "\(id) was removed from the phone while it loaded")
            }
            // One that was given up is not over before its process has ended.
            if now.activity == nil, now.lastLoad != before?.lastLoad {
                return DirectoryResult(now, isNew: true)
            }
            switch now.activity {
            case .loading(let entries)?: progress.show(entries)
            case .waiting?: progress.showWaiting()
            case nil: break
            }
            poll(nil, 0, Self.pause)
        }
    }

    private func summary() throws(CommandFailure) -> DirectorySummary? {
        guard case .directories(let all) = try door.ask(.directories) else {
            throw PhoneDoor.misunderstood
        }
        return all.first { $0.id == id }
    }
}

/// How a load has ended.
struct DirectoryResult {
    private let summary: DirectorySummary
    /// Nil where no load was needed.
    private let load: DirectorySummary.LastLoad?

    fileprivate init(_ summary: DirectorySummary, isNew: Bool) {
        self.summary = summary
        load = isNew ? summary.lastLoad : nil
    }

    /// What a script reads.
    private struct Line: Encodable {
        let id: ExtensionID
        let blocking: Int
        let identification: Int
        let isIncremental: Bool?
        let milliseconds: Int64?
        let code: Int?
        let words: String?
        let advice: [String]
    }

    /// Prints it.
    ///
    /// - Throws: Where the load has failed: Apple's code and the words.
    func tell(_ invocation: Invocation) throws(CommandFailure) {
        let failure = load?.failure
        if invocation.has(.json) {
            try Output.json(
                Line(
                    id: summary.id, blocking: summary.counts?.blocking ?? 0,
                    identification: summary.counts?.identification ?? 0,
                    isIncremental: load?.isIncremental,
                    milliseconds: load.map { $0.duration.nanoseconds / 1_000_000 },
                    code: failure?.code, words: failure?.words, advice: summary.advice))
        }
        if let failure {
            throw CommandFailure(
                failure.isOfEntries ? .badData : .failed,
                "\(summary.id) was not loaded: \(failure.codeWords): \(failure.words)")
        }
        if !invocation.has(.json) { Output.line(words) }
        for advice in summary.advice { Output.error("advice: \(advice)") }
    }

    private var words: String {
        let counts = summary.counts ?? DirectoryCounts()
        let stand =
            "\(counted(counts.blocking, "blocked number")), "
            + counted(counts.identification, "label")
        guard let load else { return "\(summary.id) was on already: \(stand)." }
        let kind = load.isIncremental ? "Loaded what has changed of" : "Loaded"
        return "\(kind) \(summary.id) in \(secondsText(load.duration)): \(stand)."
    }
}

extension DirectoryFailure {
    /// Whether the extension's developer mends it by mending the entries.
    fileprivate var isOfEntries: Bool {
        switch CallDirectoryError(rawValue: code) {
        case .entriesOutOfOrder, .duplicateEntries, .maximumEntriesExceeded,
            .unexpectedIncrementalRemoval:
            true
        default: false
        }
    }

    /// The code with Apple's name for it, if it has one (B161).
    var codeWords: String {
        let name = CallDirectoryError(rawValue: code).map { " (\($0))" }
        return "error \(code)\(name ?? "")"
    }
}

/// How many entries have come, on one line of a terminal; on standard error, and nowhere else.
private struct LoadProgress {
    private let isShown = isatty(STDERR_FILENO) == 1
    /// What the last load gave; nil where there was none.
    private let total: Int?
    private let width = 30

    init(total: Int?) { self.total = total.flatMap { $0 > 0 ? $0 : nil } }

    func show(_ count: Int) {
        guard let total else { return write("\r\(counted(count, "entry", "entries")) \u{1B}[K") }
        let full = min(width, count * width / total)
        let bar = String(repeating: "#", count: full) + String(repeating: ".", count: width - full)
        write("\r[\(bar)] \(grouped(count)) of about \(grouped(total)) \u{1B}[K")
    }

    func showWaiting() { write("\rwaiting for another extension \u{1B}[K") }

    /// Takes the line away.
    func clear() { write("\r\u{1B}[K") }

    private func write(_ text: String) {
        if isShown { _ = writeWhole(Array(text.utf8), to: STDERR_FILENO) }
    }
}

/// A count with its noun: `1 label`, `1,999,999 labels`.
func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(grouped(count)) \(count == 1 ? one : many ?? one + "s")"
}

/// A count with commas between its thousands: `1,999,999`.
func grouped(_ count: Int) -> String {
    var digits = Array(String(count.magnitude))
    for index in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: index) }
    return (count < 0 ? "-" : "") + String(digits)
}

/// A length of time in seconds, to the hundredth below ten: `0.31 s`, `12 s`.
func secondsText(_ interval: Interval) -> String {
    let hundredths = max(0, interval.nanoseconds) / 10_000_000
    guard hundredths < 1_000 else { return "\(hundredths / 100) s" }
    let rest = String(hundredths % 100)
    return "\(hundredths / 100).\(rest.count < 2 ? "0" : "")\(rest) s"
}
