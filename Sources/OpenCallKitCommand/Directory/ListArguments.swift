// SPDX-License-Identifier: Apache-2.0
import DirectoryLists
import PhoneNumbers

/// What the sub-commands that read lists have in common.
enum ListArguments {
    static let region = Option(
        "region", value: "CC", "where national numbers are at home: CN, DE, US … (none)")
    static let format = Option(
        "format", value: "FORMAT",
        "csv, tsv, semicolon, bar, json or numbers (found by looking)")
    static let numberColumn = Option(
        "number-column", value: "N|NAME", "the column of numbers (found by looking)")
    static let labelColumn = Option(
        "label-column", value: "N|NAME", "the column of labels (found by looking)")
    static let actionColumn = Option(
        "action-column", value: "N|NAME", "the column that says block or identify (likewise)")
    static let label = Option("label", value: "TEXT", "the label of numbers that have none")
    static let block = Option("block", "block the numbers, where a line says nothing else")

    static let all = [region, format, numberColumn, labelColumn, actionColumn, label, block]

    static let details = """
        A list is CSV, TSV, JSON lines or one number a line, packed with gzip or zstd or not, in
        UTF-8 or, with a byte order mark, UTF-16; - is standard input. Lines that begin with # are
        passed over. In place of a number may stand a range (33162000000-33162999999), or a pattern
        with ? for each last digit (+3316200????) or * for as many as the country's numbers have.
        """

    /// - Throws: A usage failure for two letters that are no region.
    static func region(_ invocation: Invocation) throws(CommandFailure) -> Region? {
        guard let text = invocation[region] else { return nil }
        guard let region = Region(text), region.callingCode != nil else {
            throw .usage(
                "--region takes two letters of ISO 3166, such as CN or DE, not '\(text)'",
                invocation.command)
        }
        return region
    }

    static func options(_ invocation: Invocation) throws(CommandFailure) -> ListOptions {
        var options = ListOptions()
        options.format = try format(invocation)
        options.numberColumn = try column(numberColumn, invocation)
        options.labelColumn = try column(labelColumn, invocation)
        options.actionColumn = try column(actionColumn, invocation)
        options.label = invocation[label].map { Array($0.utf8) }
        options.kind = invocation.has(block) ? .blocking : .identification
        return options
    }

    private static func format(_ invocation: Invocation) throws(CommandFailure) -> ListFormat? {
        guard let text = invocation[format] else { return nil }
        if let found = ListFormat.names.first(where: { $0.name == text }) { return found.format }
        let names = ListFormat.names.map(\.name)
        throw .usage(
            "--format takes one of \(names.joined(separator: ", ")), not '\(text)'"
                + suggestion(for: text, among: names),
            invocation.command)
    }

    private static func column(
        _ option: Option, _ invocation: Invocation
    ) throws(CommandFailure) -> ColumnName? {
        guard let text = invocation[option] else { return nil }
        guard let column = ColumnName(text) else {
            throw .usage(
                "--\(option.name) takes a name, or a place from 1 to 256, not '\(text)'",
                invocation.command)
        }
        return column
    }

    /// What a failure of the lists ends the command with.
    static func failure(_ error: ListError) -> CommandFailure {
        let code: ExitCode =
            switch error {
            case .unreadable: .noInput
            case .scratch, .unwritable: .inputOutput
            case .table(_, let error): tableCode(error)
            case .noColumn, .noLabels, .noNumberColumn: .usage
            default: .badData
            }
        return CommandFailure(code, error.description)
    }
}
