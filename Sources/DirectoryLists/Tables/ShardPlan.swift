// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Which numbers each of several shards holds: a run of numbers each, so that a change touches the
/// shards of its numbers alone, and a number stays where it is until its shard is full.
///
/// A shard is first filled to three quarters, which leaves room. One that outgrows its limit gives
/// its upper part to a new shard; no other changes.
package struct ShardPlan: Hashable, Sendable {
    /// A shard and the first number that belongs to it.
    package struct Shard: Hashable, Sendable {
        /// The first is 1; a number is never used again.
        package var id: Int
        package var start: Int64
    }

    /// By their first numbers; the first shard's is 0.
    package private(set) var shards: [Shard]

    static let fileName = "shards.tsv"
    private static let heading =
        "# The first number of each shard, as 'opencallkit directory split' made them. Keep this."

    init(shards: [Shard]) { self.shards = shards }

    /// The place of the shard that a number belongs to.
    func place(of number: Int64) -> Int {
        var (low, high) = (0, shards.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if shards[middle].start <= number { low = middle } else { high = middle }
        }
        return low
    }

    // MARK: On disk

    var text: String {
        Self.heading + "\n" + shards.map { "\($0.id)\t\($0.start)\n" }.joined()
    }

    /// Reads a plan.
    ///
    /// - Returns: Nil where there is no such file.
    init?(path: String) throws(ListError) {
        guard access(path, F_OK) == 0 else { return nil }
        let source = try FileSource(path: path)
        let reader = DelimitedReader(LineBuffer(source), delimiter: 0x09)
        var shards: [Shard] = []
        while try reader.next() == .record {
            let fields = (0..<reader.fieldCount).map {
                String(decoding: reader.field($0), as: UTF8.self)
            }
            guard fields.count == 2, let id = Int(fields[0]), let start = Int64(fields[1]), id > 0,
                start > shards.last?.start ?? -1, !shards.contains(where: { $0.id == id }),
                !shards.isEmpty || start == 0, shards.count < 10_000
            else { throw .badPlan(path: path, line: reader.line) }
            shards.append(Shard(id: id, start: start))
        }
        guard !shards.isEmpty else { throw .badPlan(path: path, line: 1) }
        self.shards = shards
    }

    // MARK: Making one

    /// Which runs are to be cut into how many parts: nil for all of it as if it were one run.
    enum Cut: Equatable {
        /// Each run by its place; 1 keeps it.
        case runs([Int])
        case evenly(Int)
    }

    /// What has to change so that each shard keeps to the limit.
    ///
    /// The counts are the entries of each shard as they are, the limit is the most of one, and
    /// `shardCount` the most shards; nil for as many as are needed.
    func cut(
        counts: [Int], limit: Int, shardCount: Int?
    ) throws(ListError) -> Cut {
        let parts = counts.map { $0 <= limit ? 1 : Self.partCount($0, limit: limit) }
        let needed = parts.reduce(0, +)
        guard let shardCount, needed > shardCount else { return .runs(parts) }
        // Too many parts: there may be room for all if everything moves.
        try Self.check(counts.reduce(0, +), limit: limit, shardCount: shardCount)
        return .evenly(shardCount)
    }

    /// How many shards so many entries need, three quarters full.
    static func partCount(_ entries: Int, limit: Int) -> Int {
        let full = max(1, limit / 4 * 3)
        return max(1, (entries + full - 1) / full)
    }

    static func check(_ entries: Int, limit: Int, shardCount: Int) throws(ListError) {
        let needed = max(1, (entries + limit - 1) / limit)
        guard needed <= shardCount else {
            throw .tooFewShards(entries: entries, shards: shardCount, needed: needed)
        }
    }
}
