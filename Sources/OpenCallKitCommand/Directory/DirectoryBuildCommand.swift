// SPDX-License-Identifier: Apache-2.0
import DirectoryLists

/// `opencallkit directory build`.
enum DirectoryBuildCommand {
    private static let lists = Argument(
        "LIST", "lists of numbers, or tables, the more important first", isRepeatable: true)
    private static let output = Option(
        "output", letter: "o", value: "FILE", "where the table goes (needed)")
    private static let blockList = Option(
        "block-list", value: "LIST", "a further list, whose numbers are blocked",
        isRepeatable: true)
    private static let keepLabels = Option(
        "keep-labels", "keep all labels of a number, not the first alone")
    private static let cutLabels = Option(
        "cut-labels", "cut labels over 1,024 bytes, do not refuse them")
    private static let strict = Option(
        "strict", "take only numbers that their country assigns")
    private static let asIs = Option(
        "as-is", "take digits as they stand, whatever number they are")
    private static let limit = Option(
        "limit", value: "N",
        "fail if there are more entries (no limit), or more in a range (1999999)")
    private static let memory = Option(
        "memory", value: "MB", "memory for sorting; what has no room goes to disk (128)")
    private static let rejects = Option(
        "rejects", value: "FILE", "write what was dropped there: list:line, reason, text")

    static let command = Command(
        "directory build",
        "make a table for a call directory extension of lists of numbers",
        arguments: [lists],
        options: [output] + ListArguments.all + [
            blockList, keepLabels, cutLabels, strict, asIs, limit, memory, rejects, .json,
        ],
        details: [
            ListArguments.details,
            """
            Of a number's labels the first is kept: that of the list named first, there of the
            earlier line. Labels that are not UTF-8 are read as Windows-1252. With --region, digits
            alone are a national number if such a one is assigned, else an international one
            without its +.
            """,
            """
            Lists of several countries, or of other columns, are made a table each, and one of
            these: a table stands where a list does, and deltas behind it.
            """,
            """
            The table appears whole or not at all. Exit code 0 also where lines were dropped; the
            summary says which.
            """,
        ],
        examples: [
            "opencallkit directory build callers.csv -o callers.table --region DE",
            "opencallkit directory build names.csv --block-list spam.txt.gz -o all.table",
            "opencallkit directory build de.table cn.table spam.txt -o all.table",
            "opencallkit directory build spam.csv --block -o spam.table --rejects dropped.tsv",
        ],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        guard let output = invocation[output] else {
            throw .usage("'directory build' needs -o FILE: where the table goes", command)
        }
        let sources = try sources(invocation)
        let options = try options(invocation)
        let read = sources.map(\.path)
        // A table may take the place of the one that it is made of.
        let lists = read.filter { !TableFiles.isTable($0) }
        try TableOutput.check(output, "-o", apartFrom: lists, invocation)
        if let rejects = invocation[rejects] {
            try TableOutput.check(rejects, "--rejects", apartFrom: read + [output], invocation)
        }
        TableOutput.prepare(output)
        let progress = BuildProgressLine()
        let result = Result { () throws(ListError) in
            let log = try invocation[rejects].map { (path) throws(ListError) in
                try RejectLog(path: path)
            }
            let builder = ListBuilder(options, log: log, onProgress: progress.show)
            return try builder.build(sources, to: output)
        }
        progress.clear()
        switch result {
        case .success(let summary):
            try BuildReport(table: output, summary: summary).tell(invocation)
        case .failure(let error): throw ListArguments.writeFailure(error)
        }
    }

    private static func sources(
        _ invocation: Invocation
    ) throws(CommandFailure) -> [ListBuilder.Source] {
        let options = try ListArguments.options(invocation)
        var blocking = options
        blocking.kind = .blocking
        let sources =
            invocation.all(lists).map { ListBuilder.Source(path: $0, options: options) }
            + invocation.all(blockList).map { ListBuilder.Source(path: $0, options: blocking) }
        guard sources.count(where: { $0.path == "-" }) <= 1 else {
            throw .usage("standard input can be read once, not as two lists", command)
        }
        return sources
    }

    private static func options(_ invocation: Invocation) throws(CommandFailure) -> BuildOptions {
        var options = BuildOptions()
        options.region = try ListArguments.region(invocation)
        options.keepsLabels = invocation.has(keepLabels)
        options.cutsLabels = invocation.has(cutLabels)
        options.isStrict = invocation.has(strict)
        options.takesDigits = invocation.has(asIs)
        guard !options.isStrict || !options.takesDigits else {
            throw .usage("--strict and --as-is exclude each other", command)
        }
        options.limit = try invocation.number(limit, in: 1...4_000_000_000)
        if let megabytes = try invocation.number(memory, in: 1...1_000_000) {
            options.memory = megabytes << 20
        }
        return options
    }
}

/// How far a build is, on a terminal.
private struct BuildProgressLine {
    private let line = ProgressLine(total: 1)

    func show(_ progress: BuildProgress) {
        let step = progress.step == .reading ? "lines read" : "entries written"
        let part = progress.total.map { Double(progress.done) / Double(max(1, $0)) }
        line.show(part: part, words: "\(progress.count) \(step)")
    }

    func clear() { line.clear() }
}
