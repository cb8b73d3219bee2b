// SPDX-License-Identifier: Apache-2.0
import Glibc
import NumberTable
import PhoneNumbers
import Testing

@testable import DirectoryLists

@Suite struct TableFilesTests {
    private let bench: Workbench

    init() throws { bench = try Workbench() }

    private let odd =
        "+4930123456,\"a, \"\"b\"\"\nc \"\n+4930123456,\n+4930123457, \n+4930123458,é\n"

    @Test("What is exported is built again to the same table")
    func roundTrip() throws {
        var options = BuildOptions()
        options.keepsLabels = true
        _ = try bench.build(
            "action,number,label\nblock,+491711234567,\nidentify,+4930123457,\n"
                + odd.split(separator: "\n+").map { "identify,+\($0.drop { $0 == "+" })" }
                .joined(separator: "\n"), options, list: ListOptions())
        let table = try NumberTable(path: bench.path("out.table"))
        let old = try bench.bytes(of: "out.table")
        try TableExport(path: bench.path("list")).writeCSV([table])
        options.takesDigits = true
        let source = ListBuilder.Source(path: bench.path("list"), options: ListOptions())
        _ = try ListBuilder(options).build([source], to: bench.path("again.table"))
        #expect(try bench.bytes(of: "again.table") == old)
        #expect(bench.names == ["again.table", "list", "list0", "out.table"])
    }

    @Test("What is exported takes the place of no pipe")
    func pipe() throws {
        _ = try bench.build("+4930123456\n", list: .blocking)
        let table = try NumberTable(path: bench.path("out.table"))
        mkfifo(bench.path("pipe"), 0o600)
        #expect(throws: ListError.unwritable(path: bench.path("pipe"), reason: EINVAL)) {
            try TableExport(path: bench.path("pipe")).writeCSV([table])
        }
        #expect(bench.names == ["list0", "out.table", "pipe"])
    }

    @Test("A delta is exported as what it does")
    func delta() throws {
        _ = try bench.build("+4930123456,a\n+4930123457,b\n")
        let old = NumberTableStack([try NumberTable(path: bench.path("out.table"))])
        _ = try bench.build("+4930123457,c\n")
        let new = NumberTableStack([try NumberTable(path: bench.path("out.table"))])
        let delta = try TableFiles.diff(from: old, to: new, path: bench.path("delta"))
        try TableExport(path: bench.path("csv")).writeCSV([delta])
        #expect(
            try bench.text(of: "csv") == """
                action,number,label
                unidentify,+4930123456,
                unidentify,+4930123457,
                identify,+4930123457,c

                """)
    }

    @Test("A delta stands over a table, and a table over nothing")
    func stacks() throws {
        _ = try bench.build("+4930123456,a\n")
        let table = bench.path("out.table")
        let stack = try TableFiles.stack([table])
        let delta = bench.path("delta")
        _ = try TableFiles.diff(from: stack, to: NumberTableStack(), path: delta)
        #expect(throws: ListError.deltaAlone(path: delta)) { try TableFiles.stack([delta]) }
        #expect(throws: ListError.tableAbove(path: table)) { try TableFiles.stack([table, table]) }
        #expect(try TableFiles.stack([table, delta]).counts().identification == 0)
    }

    @Test("What begins as a table is one, however it goes on")
    func kinds() throws {
        _ = try bench.build("+4930123456,a\n")
        #expect(TableFiles.isTable(bench.path("out.table")))
        #expect(!TableFiles.isTable(bench.path("list0")))
        #expect(!TableFiles.isTable("/nonexistent"))
        let cut = try bench.file(Array(try bench.bytes(of: "out.table").prefix(100)), "cut")
        #expect(TableFiles.isTable(cut))
    }

    @Test("Statistics count numbers, labels and countries")
    func statistics() throws {
        var options = BuildOptions()
        options.keepsLabels = true
        _ = try bench.build(
            "block,+491711234567,\nidentify,+4930123456,a\nidentify,+4930123456,b\n"
                + "identify,+4930123457,a\nidentify,+12125550100,a\nidentify,+12125550101,c\n",
            options)
        let statistics = try TableStatistics(
            of: try TableFiles.stack([bench.path("out.table")]), topCount: 2)
        #expect(statistics.blockingCount == 1)
        #expect(statistics.identificationCount == 5)
        #expect(statistics.identifiedNumberCount == 4)
        #expect(statistics.labelCount == 3)
        #expect(statistics.labels.map(\.label) == ["a", "b"])
        #expect(statistics.labels.map(\.count) == [3, 1])
        #expect(statistics.countries.map(\.callingCode) == [49, 1])
        #expect(statistics.countries.map(\.identificationCount) == [3, 2])
        #expect(statistics.countries.first?.region == Region("DE"))
    }
}
