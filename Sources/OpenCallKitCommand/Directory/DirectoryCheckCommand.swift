// SPDX-License-Identifier: Apache-2.0
import CallModel
import DirectoryLists
import NumberTable

/// `opencallkit directory check`.
enum DirectoryCheckCommand {
    private static let files = Argument(
        "LIST|TABLE", "what an extension would load, each by itself", isRepeatable: true)
    private static let limit = Option(
        "limit", value: "N", "how many entries an extension may load (1999999)")
    private static let incremental = Option(
        "incremental", value: "TABLE",
        "as changes to this table; more than one: deltas over it", isRepeatable: true)

    static let command = Command(
        "directory check",
        "say whether an iPhone would take a list or a table, as it stands",
        arguments: [files],
        options: ListArguments.all + [limit, incremental, .json],
        details: [
            """
            Nothing is sorted and nothing dropped: the entries are loaded in their order, by the
            same code as on a phone, and the first breach has Apple's code, the line and the index.
            Digits alone are loaded as they stand. A list's actions may also be unblock and
            unidentify, which are legal with --incremental.
            """,
            ListArguments.details,
            "Exit code 65 where a load would fail, or a line has no number.",
        ],
        examples: [
            "opencallkit directory check spam.csv --block",
            "opencallkit directory check shards/1.table shards/2.table",
            "opencallkit directory check changes.csv --incremental spam.table --json",
        ],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let options = try options(invocation)
        var isGood = true
        for path in invocation.all(files) {
            let report: CheckReport
            do throws(ListError) {
                report = CheckReport(try DirectoryCheck(options).check(path))
            } catch {
                throw ListArguments.failure(error)
            }
            try report.tell(isJSON: invocation.has(.json))
            isGood = isGood && report.isGood
        }
        guard isGood else {
            throw CommandFailure(.badData, "an iPhone would not take all of this as it stands")
        }
    }

    private static func options(
        _ invocation: Invocation
    ) throws(CommandFailure) -> DirectoryCheck.Options {
        var options = DirectoryCheck.Options()
        options.list = try ListArguments.options(invocation)
        options.region = try ListArguments.region(invocation)
        if let limit = try invocation.number(limit, in: 1...4_000_000_000) { options.limit = limit }
        let bases = invocation.all(incremental)
        if !bases.isEmpty { options.base = try ListArguments.stack(bases) }
        return options
    }
}

/// What a check has found, for people and scripts.
private struct CheckReport: Encodable {
    struct Breaches: Encodable {
        let name: String
        let count: Int
        let first: [String]
    }

    let name: String
    let isGood: Bool
    let blocking: Int
    let identification: Int
    let removals: Int
    /// Of the first breach; nil where the load succeeds.
    let code: Int?
    let codeName: String?
    let words: String?
    let line: Int?
    let list: String?
    let index: Int?
    let totalIndex: Int?
    let number: Int64?
    let breaches: [String: Breaches]
    let unreadable: [String: Breaches]
    let longLabels: Int
    let warnings: [String]

    private let verdict: DirectoryCheck.Verdict

    private enum CodingKeys: String, CodingKey {
        case name, isGood, blocking, identification, removals, code, codeName, words, line, list
        case index, totalIndex, number, breaches, unreadable, longLabels, warnings
    }

    init(_ verdict: DirectoryCheck.Verdict) {
        self.verdict = verdict
        name = verdict.name
        isGood = verdict.isGood
        blocking = verdict.blockingCount
        identification = verdict.identificationCount
        removals = verdict.removalCount
        code = verdict.first?.code
        codeName = code.map(callDirectoryErrorName)
        words = verdict.first.map { "\($0.error)" }
        line = verdict.first.flatMap { $0.place.line > 0 ? $0.place.line : nil }
        let place = verdict.first?.error.place
        list = place?.list.rawValue
        index = place?.index
        totalIndex = place?.totalIndex
        number = verdict.first?.error.number
        breaches = Dictionary(
            uniqueKeysWithValues: verdict.breaches.map { code, tally in
                (String(code), Self.breaches(callDirectoryErrorName(code), tally))
            })
        unreadable = Dictionary(
            uniqueKeysWithValues: verdict.unreadable.map { reason, tally in
                (reason.rawValue, Self.breaches(reason.words, tally))
            })
        longLabels = verdict.longLabels.count
        warnings = Self.warnings(verdict)
    }

    private static func breaches(_ name: String, _ tally: Tally) -> Breaches {
        let places = tally.places.filter { $0.line > 0 }
        return Breaches(name: name, count: tally.count, first: places.map(\.description))
    }

    private static func warnings(_ verdict: DirectoryCheck.Verdict) -> [String] {
        var warnings: [String] = []
        if verdict.isNearLimit {
            warnings.append(
                "over nine tenths of the \(grouped(verdict.limit)) entries that may stand: "
                    + "'opencallkit directory split' makes room")
        }
        if verdict.longLabels.count > 0 {
            let lines = verdict.longLabels.places.map(\.description).joined(separator: ", ")
            warnings.append(
                "\(counted(verdict.longLabels.count, "label")) over 1,024 bytes, which the "
                    + "extension cuts: \(lines)")
        }
        if verdict.convertedLabelCount > 0 {
            let count = counted(verdict.convertedLabelCount, "label")
            warnings.append("\(count) not in UTF-8, read as Windows-1252")
        }
        return warnings
    }

    func tell(isJSON: Bool) throws(CommandFailure) {
        if isJSON { return try Output.json(self) }
        Output.line("\(name.withoutControls): \(judgement.withoutControls)")
        var rows: [[String]] = []
        for code in verdict.breaches.keys.sorted() {
            guard let tally = verdict.breaches[code] else { continue }
            let name = "code \(code), \(callDirectoryErrorName(code))"
            rows.append([grouped(tally.count), name, Self.places(tally)])
        }
        for reason in RejectReason.allCases {
            guard let tally = verdict.unreadable[reason] else { continue }
            rows.append([grouped(tally.count), reason.words, Self.places(tally)])
        }
        if !rows.isEmpty {
            for line in Table(rows: rows, isNumberedFirst: true).lines(indent: 2) {
                Output.line(line)
            }
        }
        for warning in warnings { Output.line("  note: \(warning)") }
    }

    private static func places(_ tally: Tally) -> String {
        let places = tally.places.filter { $0.line > 0 }
        let words = places.map { "line \($0.line)" }.joined(separator: ", ")
        return tally.count > places.count && !places.isEmpty ? words + ", …" : words
    }

    private var judgement: String {
        let counts =
            "\(grouped(blocking)) blocked, \(grouped(identification)) identified"
            + (removals > 0 ? ", \(grouped(removals)) removed" : "")
        if let breach = verdict.first {
            let line = breach.place.line > 0 ? "line \(breach.place.line), " : ""
            let code = "code \(breach.code) (\(callDirectoryErrorName(breach.code)))"
            return "\(line)\(code): \(breach.error)"
        }
        if !verdict.unreadable.isEmpty { return "some lines have no number (\(counts))" }
        return "an iPhone would take it (\(counts))"
    }
}

/// Apple's name of a code, as `CXErrorCodeCallDirectoryManagerError` has it.
private func callDirectoryErrorName(_ code: Int) -> String {
    CallDirectoryError(rawValue: code).map { "\($0)" } ?? "code \(code)"
}
