// SPDX-License-Identifier: Apache-2.0
import DirectoryLists
import PhoneNumbers

/// `opencallkit directory stats`.
enum DirectoryStatsCommand {
    private static let top = Option("top", value: "N", "how many labels and countries (10)")

    static let command = Command(
        "directory stats",
        "count what a table holds, by country and by label",
        arguments: [TableArguments.files],
        options: [top, .json],
        examples: [
            "opencallkit directory stats spam.table",
            "opencallkit directory stats old.table change.delta --top 3",
        ],
        run: run
    )

    private struct Report: Encodable {
        struct Country: Encodable {
            let callingCode: Int?
            let region: String?
            let blocking: Int
            let identification: Int
        }

        struct Label: Encodable {
            let label: String
            let count: Int
        }

        struct Layer: Encodable {
            let file: String
            let isComplete: Bool
            let bytes: Int
            let blocking: Int
            let identification: Int
            let removedBlocking: Int
            let removedIdentification: Int
        }

        let blocking: Int
        let identification: Int
        let identifiedNumbers: Int
        let labels: Int
        let bytes: Int
        let layers: [Layer]
        let countries: [Country]
        let topLabels: [Label]
    }

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let top = try invocation.number(top, in: 0...100) ?? 10
        let stack = try ListArguments.stack(invocation.all(TableArguments.files))
        let statistics: TableStatistics
        do throws(ListError) {
            statistics = try TableStatistics(of: stack, topCount: top)
        } catch {
            throw ListArguments.failure(error)
        }
        if invocation.has(.json) { return try Output.json(report(statistics, top)) }
        show(statistics, top)
    }

    private static func report(_ statistics: TableStatistics, _ top: Int) -> Report {
        Report(
            blocking: statistics.blockingCount, identification: statistics.identificationCount,
            identifiedNumbers: statistics.identifiedNumberCount, labels: statistics.labelCount,
            bytes: statistics.byteCount,
            layers: statistics.layers.map {
                Report.Layer(
                    file: $0.path, isComplete: $0.isComplete, bytes: $0.byteCount,
                    blocking: $0.blockingCount, identification: $0.identificationCount,
                    removedBlocking: $0.removedBlockingCount,
                    removedIdentification: $0.removedIdentificationCount)
            },
            countries: statistics.countries.prefix(top).map {
                Report.Country(
                    callingCode: $0.callingCode, region: $0.region?.code,
                    blocking: $0.blockingCount, identification: $0.identificationCount)
            },
            topLabels: statistics.labels.map { Report.Label(label: $0.label, count: $0.count) })
    }

    private static func show(_ statistics: TableStatistics, _ top: Int) {
        let entries = statistics.blockingCount + statistics.identificationCount
        var rows = [
            [grouped(statistics.blockingCount), "numbers blocked"],
            [grouped(statistics.identifiedNumberCount), "numbers identified"],
            [grouped(statistics.identificationCount), "pairs of number and label"],
            [grouped(statistics.labelCount), "different labels"],
            [grouped(statistics.byteCount), "bytes\(perEntry(statistics.byteCount, entries))"],
        ]
        if statistics.layers.count > 1 {
            rows.append([String(statistics.layers.count), "layers"])
        }
        Output.table(Table(rows: rows, isNumberedFirst: true), whenEmpty: "")
        let countries = statistics.countries.prefix(top).map {
            [
                $0.callingCode.map { "+\($0)" } ?? "none", $0.region?.code ?? "",
                grouped($0.blockingCount), grouped($0.identificationCount),
            ]
        }
        if !countries.isEmpty {
            Output.line("")
            Output.table(
                Table(header: ["CODE", "REGION", "BLOCKED", "LABELS"], rows: countries),
                whenEmpty: "")
        }
        let labels = statistics.labels.map { [grouped($0.count), shownLabel($0.label)] }
        if !labels.isEmpty {
            Output.line("")
            Output.table(
                Table(header: ["TIMES", "LABEL"], rows: labels, isNumberedFirst: true),
                whenEmpty: "")
        }
    }

    /// `, 4.9 an entry`.
    private static func perEntry(_ bytes: Int, _ entries: Int) -> String {
        guard entries > 0 else { return "" }
        let tenths = (bytes * 10 + entries / 2) / entries
        return ", \(tenths / 10).\(tenths % 10) an entry"
    }
}
