// SPDX-License-Identifier: Apache-2.0
import DirectoryLists
import Glibc
import NumberTable
import PhoneNumbers

/// Lists of numbers, in any format, packed or not.
///
/// ```
/// byte 0   1  block   2  keep labels   4  cut labels   8  digits as they stand
///          16, 32  the region   64  check it, do not build a table
///          128  build it packed, too, and again from what is exported
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
                let bytes = source.remainder()
                let built = try ListBuilder(options).table(ofList: bytes, list)
                try hold(built.table, built.summary, keepsLabels: options.keepsLabels)
                if ways & 128 != 0 {
                    try comesPacked(bytes, list, options, built.table)
                    try comesAgain(built.table)
                }
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

    /// A list gives the same table when it is packed.
    private static func comesPacked(
        _ bytes: [UInt8], _ list: ListOptions, _ options: BuildOptions, _ table: NumberTable
    ) throws {
        guard !PackedBytes.arePacked(bytes) else { return }
        for packed in [PackedBytes.gzip(bytes), PackedBytes.zstd(bytes)] {
            let same = try ListBuilder(options).table(ofList: packed, list).table
            try require(
                try ListContents(same) == ListContents(table),
                "a list gives another table when it is packed")
        }
    }

    /// What a table is exported as gives the table again.
    private static func comesAgain(_ table: NumberTable) throws {
        var template = Array("/tmp/opencallkit-fuzz-XXXXXX".utf8CString)
        guard let name = mkdtemp(&template) else { throw FuzzFinding("no folder in /tmp") }
        let folder = String(cString: name)
        let path = "\(folder)/list"
        defer {
            unlink(path)
            rmdir(folder)
        }
        try TableExport(path: path).writeCSV([table])
        var options = BuildOptions()
        options.keepsLabels = true
        options.takesDigits = true
        options.threadCount = 1
        let exported = try FuzzCases.bytes(of: path)
        let again = try ListBuilder(options).table(ofList: exported, ListOptions()).table
        try require(
            try ListContents(again) == ListContents(table),
            "a table that was exported is another when it is built")
    }
}

/// A table's entries, in order.
private struct ListContents: Equatable {
    private var blocking: [Int64] = []
    private var numbers: [Int64] = []
    private var labels: [[UInt8]] = []

    init(_ table: NumberTable) throws(NumberTableError) {
        var cursor = table.blockingNumbers()
        while let number = try cursor.next() { blocking.append(number) }
        var entries = table.identificationEntries()
        while let entry = try entries.next() {
            numbers.append(entry.number)
            labels.append(entry.withLabel { Array($0) })
        }
    }
}
