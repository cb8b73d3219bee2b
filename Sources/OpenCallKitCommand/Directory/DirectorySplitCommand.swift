// SPDX-License-Identifier: Apache-2.0
import DirectoryLists

/// `opencallkit directory split`.
enum DirectorySplitCommand {
    private static let output = Option(
        "output", letter: "o", value: "DIR", "where the shards go, and their plan (needed)")
    private static let limit = Option(
        "limit", value: "N", "the most entries of a shard (1999999)")
    private static let shards = Option(
        "shards", value: "N", "the most shards: as many as the app has extensions")

    static let command = Command(
        "directory split",
        "cut a table into shards, for several extensions of an app",
        arguments: [TableArguments.files],
        options: [output, limit, shards, .json],
        details: [
            """
            Each shard holds a run of numbers, blocked and identified together. The plan stays in
            the folder (shards.tsv): the next split follows it, so that a number stays in its shard
            and a change touches the shards of its numbers alone. Shards are first filled to three
            quarters; one that outgrows the limit gives its upper part to a new one.
            """,
            """
            With --shards the table is cut evenly, and where there is no shard left to be made, all
            are cut anew. Files whose contents do not change are not touched.
            """,
        ],
        examples: [
            "opencallkit directory split all.table -o shards",
            "opencallkit directory split all.table change.delta -o shards --shards 4 --json",
        ],
        run: run
    )

    /// A shard, as a script reads it.
    private struct Line: Encodable {
        let file: String
        let entries: Int
        let bytes: Int
        let isChanged: Bool
        /// Whether all numbers may have moved, between all shards.
        let isNewPlan: Bool
    }

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        guard let folder = invocation[output] else {
            throw .usage("'directory split' needs -o DIR: where the shards go", command)
        }
        let limit =
            try invocation.number(limit, in: 1...4_000_000_000) ?? ListLimits.extensionEntryCount
        let shardCount = try invocation.number(shards, in: 1...10_000)
        let stack = try ListArguments.stack(invocation.all(TableArguments.files))
        try requireParent(of: folder)
        try makeFolder(folder)
        let writer = ShardWriter(stack, folder: folder, limit: limit, shardCount: shardCount) {
            TableOutput.remember($0)
            TableOutput.prepare($0)
        }
        let result = try ListArguments.writing { () throws(ListError) in try writer.write() }
        if invocation.has(.json) {
            for shard in result.shards {
                try Output.json(
                    Line(
                        file: shard.path, entries: shard.entryCount, bytes: shard.byteCount,
                        isChanged: shard.isChanged, isNewPlan: result.isNewPlan))
            }
            return
        }
        let rows = result.shards.map {
            [
                $0.path, grouped($0.entryCount), byteText($0.byteCount),
                $0.isChanged ? "written" : "unchanged",
            ]
        }
        Output.table(
            Table(header: ["SHARD", "ENTRIES", "SIZE", ""], rows: rows), whenEmpty: "No shards.")
    }
}
