// SPDX-License-Identifier: Apache-2.0
import DirectoryLists
import NumberTable

/// `opencallkit directory export`.
enum DirectoryExportCommand {
    private static let files = Argument(
        "TABLE", "a table, and behind it the deltas over it; or a delta alone", isOptional: true,
        isRepeatable: true)
    private static let output = Option(
        "output", letter: "o", value: "FILE", "where it goes (standard output)")
    private static let csv = Option("csv", "write the entries as CSV (the default)")
    private static let header = Option(
        "c-header", "write a reader of tables for programs in C or C++; needs no TABLE")

    static let command = Command(
        "directory export",
        "write a table as CSV, or a reader of tables in C",
        arguments: [files],
        options: [output, csv, header, .json],
        details: [
            """
            The columns are action, number and label. 'directory build --as-is --keep-labels' makes
            the same table of it. The reader in C is one header, for the format that
            Documentation/NumberTableFormat.md describes.
            """
        ],
        examples: [
            "opencallkit directory export spam.table -o spam.csv",
            "opencallkit directory export old.table change.delta --csv",
            "opencallkit directory export --c-header -o number_table.h",
        ],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let paths = invocation.all(files)
        if invocation.has(header) { return try writeHeader(invocation, isAlone: paths.isEmpty) }
        guard !paths.isEmpty else { throw .usage("'directory export' needs a TABLE", command) }
        let layers = try layers(paths)
        if let path = invocation[output] { TableOutput.remember("\(path).new") }
        try ListArguments.writing { () throws(ListError) in
            try TableExport(path: invocation[output]).writeCSV(layers)
        }
    }

    private static func writeHeader(
        _ invocation: Invocation, isAlone: Bool
    ) throws(CommandFailure) {
        guard isAlone, !invocation.has(csv) else {
            throw .usage("--c-header takes no TABLE: the reader is the same for all", command)
        }
        try ListArguments.writing { () throws(ListError) in
            try TableExport(path: invocation[output]).write(TableReaderInC.header)
        }
    }

    private static func layers(_ paths: [String]) throws(CommandFailure) -> [NumberTable] {
        guard paths.count == 1 else { return try ListArguments.stack(paths).layers }
        do throws(ListError) {
            return [try TableFiles.open(paths[0])]
        } catch {
            throw ListArguments.failure(error)
        }
    }
}
