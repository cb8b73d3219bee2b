// SPDX-License-Identifier: Apache-2.0
import DirectoryLists
import NumberTable
import PhoneNumbers

/// Lists of numbers, in any format, packed or not.
///
/// ```
/// byte 0   1  block   2  keep labels   4  cut labels   8  digits as they stand
///          16, 32  the region   64  check it, do not build a table
/// byte 1…  the list
/// ```
enum ListFuzz {
    private static let regions = [nil, "DE", "CN", "US"]

    static func check(_ bytes: [UInt8]) throws(FuzzFinding) {
        var source = ByteSource(bytes)
        let ways = source.byte()
        var list = ListOptions()
        list.kind = ways & 1 != 0 ? .blocking : .identification
        let region = regions[Int(ways >> 4 & 3)].flatMap { Region($0) }
        do {
            if ways & 64 != 0 {
                var options = DirectoryCheck.Options()
                options.list = list
                options.region = region
                options.limit = 50
                try hold(try DirectoryCheck(options).check(list: source.remainder()))
            } else {
                var options = BuildOptions()
                options.region = region
                options.keepsLabels = ways & 2 != 0
                options.cutsLabels = ways & 4 != 0
                options.takesDigits = ways & 8 != 0
                options.limit = 5_000
                options.threadCount = 1
                let built = try ListBuilder(options).table(ofList: source.remainder(), list)
                try hold(built.table, built.summary, keepsLabels: options.keepsLabels)
            }
        } catch let error as ListError {
            switch error {
            case .entry, .scratch, .table:
                throw FuzzFinding("a list is no cause for: \(error)")
            default: try requirePrintable(error.description)
            }
        } catch {
            throw (error as? FuzzFinding) ?? FuzzFinding("\(error)")
        }
    }

    private static func hold(_ verdict: DirectoryCheck.Verdict) throws(FuzzFinding) {
        guard let first = verdict.first else { return }
        try require([3, 4, 5, 8].contains(first.code), "code \(first.code)")
        try require(first.place.line > 0, "a breach in no line")
        try require(verdict.breaches[first.code] != nil, "the first breach is not counted")
    }

    /// What stands in the table is what the summary says, in order, and each number once.
    private static func hold(
        _ table: NumberTable, _ summary: BuildSummary, keepsLabels: Bool
    ) throws(FuzzFinding) {
        do throws(NumberTableError) {
            try table.verify()
        } catch {
            throw FuzzFinding("\(error)")
        }
        try require(table.isComplete, "a table that is none")
        try require(table.blockingCount == summary.blockingCount, "blocked numbers are lost")
        try require(
            table.identificationCount == summary.identificationCount, "labels are lost")
        var last: Int64 = 0
        var entries = table.identificationEntries()
        while let entry = try? entries.next() {
            let isAbove = keepsLabels ? entry.number >= last : entry.number > last
            try require(isAbove, "numbers out of order")
            try require(entry.withLabel(\.count) <= 1024, "a label over its limit")
            last = entry.number
        }
    }
}
