// SPDX-License-Identifier: Apache-2.0
import CallModel
import DirectoryLists
import NumberTable

/// `opencallkit directory diff`.
enum DirectoryDiffCommand {
    private static let old = Argument("OLD", "the table that the extension has loaded")
    private static let new = Argument("NEW", "the table that it shall have")

    static let command = Command(
        "directory diff",
        "make the delta that turns one table into another",
        arguments: [old, new],
        options: [TableArguments.output, .json],
        details: [
            """
            An extension that gets it (isIncremental) loads the change alone: removals, then
            additions. 'directory apply' puts it on a table.
            """
        ],
        examples: ["opencallkit directory diff old.table new.table -o change.delta"],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let output = try TableArguments.output(invocation)
        let old = try ListArguments.stack([invocation.required(old)])
        let new = try ListArguments.stack([invocation.required(new)])
        TableOutput.prepare(output)
        let delta = try ListArguments.writing { () throws(ListError) in
            try TableFiles.diff(from: old, to: new, path: output)
        }
        try LayerReport(output, delta).tell("Made", invocation)
    }
}

/// `opencallkit directory apply`.
enum DirectoryApplyCommand {
    private static let files = Argument(
        "TABLE DELTA", "a whole table, and the deltas in the order of their making",
        isRepeatable: true)

    static let command = Command(
        "directory apply",
        "make one table of a table and deltas",
        arguments: [files],
        options: [TableArguments.output, .json],
        examples: ["opencallkit directory apply old.table change.delta -o new.table"],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let output = try TableArguments.output(invocation)
        let stack = try ListArguments.stack(invocation.all(files))
        TableOutput.prepare(output)
        let table = try ListArguments.writing { () throws(ListError) in
            try TableFiles.merge(stack, path: output)
        }
        try LayerReport(output, table).tell("Made", invocation)
    }
}

/// What a table or delta that was made holds.
struct LayerReport: Encodable {
    let file: String
    let bytes: Int
    let blocking: Int
    let identification: Int
    let removedBlocking: Int
    let removedIdentification: Int
    let isDelta: Bool

    init(_ file: String, _ table: NumberTable) {
        self.file = file
        bytes = table.byteCount
        blocking = table.blockingCount
        identification = table.identificationCount
        removedBlocking = table.removedBlockingCount
        removedIdentification = table.removedIdentificationCount
        isDelta = !table.isComplete
    }

    func tell(_ verb: String, _ invocation: Invocation) throws(CommandFailure) {
        if invocation.has(.json) { return try Output.json(self) }
        Output.line("\(verb) \(file.withoutControls), \(byteText(bytes)).")
        let added = isDelta ? " added" : ""
        var rows = [
            [grouped(blocking), "numbers blocked" + added],
            [grouped(identification), "labels" + added],
        ]
        if isDelta {
            rows.append([grouped(removedBlocking), "numbers blocked no more"])
            rows.append([grouped(removedIdentification), "numbers whose labels go"])
        }
        Output.table(Table(rows: rows, isNumberedFirst: true), whenEmpty: "")
    }
}
