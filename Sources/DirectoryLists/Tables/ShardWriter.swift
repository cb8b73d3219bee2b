// SPDX-License-Identifier: Apache-2.0
import Glibc
package import NumberTable

/// Cuts a table into shards, one for each of several extensions.
package struct ShardWriter {
    /// A shard that was written, or that stayed as it was.
    package struct Shard: Sendable {
        package var path: String
        package var id: Int
        package var entryCount: Int
        package var byteCount: Int
        /// Whether its file is another than before.
        package var isChanged: Bool
    }

    package struct Result: Sendable {
        package var shards: [Shard]
        /// Whether every number may have moved.
        package var isNewPlan: Bool
    }

    private let stack: NumberTableStack
    private let folder: String
    private let limit: Int
    private let shardCount: Int?
    private let onFile: (String) -> Void

    /// - Parameters:
    ///   - stack: What is cut.
    ///   - folder: Where the shards go, and their plan; one that is there already is followed.
    ///   - limit: The most entries of a shard.
    ///   - shardCount: The most shards; nil for as many as are needed.
    ///   - onFile: Gets the path of each file that is about to be made for a while.
    package init(
        _ stack: NumberTableStack, folder: String, limit: Int, shardCount: Int?,
        onFile: @escaping (String) -> Void = { _ in }
    ) {
        self.onFile = onFile
        self.stack = stack
        self.folder = folder
        self.limit = limit
        self.shardCount = shardCount
    }

    /// Writes the shards that changed, then the plan.
    package func write() throws(ListError) -> Result {
        let planPath = "\(folder)/\(ShardPlan.fileName)"
        let old = try ShardPlan(path: planPath)
        let (plan, isNew) = try plan(from: old)
        var shards: [Shard] = []
        var table = MergedTable(stack)
        var waiting = try table.next()
        do throws(ListError) {
            for (place, shard) in plan.shards.enumerated() {
                let end = place + 1 < plan.shards.count ? plan.shards[place + 1].start : .max
                shards.append(try writeShard(shard.id, &table, &waiting, before: end))
            }
            for shard in shards where shard.isChanged {
                try Self.rename(Self.partial(shard.path), to: shard.path)
            }
        } catch {
            for shard in shards { unlink(Self.partial(shard.path)) }
            throw error
        }
        try Self.writeWhole(plan.text, to: planPath)
        for shard in old?.shards ?? [] where !plan.shards.contains(where: { $0.id == shard.id }) {
            unlink(Self.path(folder, shard.id))
        }
        return Result(shards: shards, isNewPlan: isNew)
    }

    static func path(_ folder: String, _ id: Int) -> String { "\(folder)/shard-\(id).table" }

    // MARK: The plan

    private func plan(from old: ShardPlan?) throws(ListError) -> (ShardPlan, isNew: Bool) {
        var counts = [Int](repeating: 0, count: old?.shards.count ?? 1)
        var table = MergedTable(stack)
        while let number = try table.next() {
            guard number.entryCount <= limit else {
                throw .numberTooLarge(
                    number: number.number, entries: number.entryCount, limit: limit)
            }
            counts[old?.place(of: number.number) ?? 0] += number.entryCount
        }
        let total = counts.reduce(0, +)
        guard let old else {
            if let shardCount { try ShardPlan.check(total, limit: limit, shardCount: shardCount) }
            let parts = shardCount ?? ShardPlan.partCount(total, limit: limit)
            return (try plan(of: [ShardPlan.Shard(id: 1, start: 0)], [total], [parts]), true)
        }
        switch try old.cut(counts: counts, limit: limit, shardCount: shardCount) {
        case .runs(let parts): return (try plan(of: old.shards, counts, parts), false)
        case .evenly(let parts):
            return (try plan(of: [ShardPlan.Shard(id: 1, start: 0)], [total], [parts]), true)
        }
    }

    /// Cuts runs into parts of about as many entries each; the first part keeps the run's name.
    private func plan(
        of runs: [ShardPlan.Shard], _ counts: [Int], _ parts: [Int]
    ) throws(ListError) -> ShardPlan {
        guard parts.contains(where: { $0 > 1 }) else { return ShardPlan(shards: runs) }
        var nextID = (runs.map(\.id).max() ?? 0) + 1
        var shards: [ShardPlan.Shard] = []
        var table = MergedTable(stack)
        var waiting = try table.next()
        for (place, run) in runs.enumerated() {
            shards.append(run)
            let end = place + 1 < runs.count ? runs[place + 1].start : .max
            var (seen, part, inPart) = (0, 1, 0)
            while let number = waiting, number.number < end {
                let share = counts[place] * part / parts[place]
                // A part ends where its share is reached, or where a number would not fit.
                if part < parts[place], inPart > 0,
                    seen >= share || inPart + number.entryCount > limit
                {
                    shards.append(ShardPlan.Shard(id: nextID, start: number.number))
                    (nextID, part, inPart) = (nextID + 1, part + 1, 0)
                }
                seen += number.entryCount
                inPart += number.entryCount
                waiting = try table.next()
            }
            // Numbers with many labels may leave the last part too full.
            guard inPart <= limit else {
                throw .tooFewShards(
                    entries: counts[place], shards: parts[place], needed: parts[place] + 1)
            }
        }
        return ShardPlan(shards: shards)
    }

    // MARK: Files

    private static func partial(_ path: String) -> String { "\(path).new" }

    private func writeShard(
        _ id: Int, _ table: inout MergedTable, _ waiting: inout MergedTable.Number?,
        before end: Int64
    ) throws(ListError) -> Shard {
        let path = Self.path(folder, id)
        let partial = Self.partial(path)
        onFile(partial)
        var count = 0
        let made = try TableWriting.write(partial) { builder throws(ListError) in
            while let number = waiting, number.number < end {
                do throws(EntryError) {
                    if number.isBlocked { try builder.addBlocking(number.number) }
                    for label in number.labels {
                        try Self.add(number.number, label, to: &builder)
                    }
                } catch {
                    throw ListError(error, path: partial)
                }
                count += number.entryCount
                waiting = try table.next()
            }
        }
        let isSame = try Self.areEqual(partial, path)
        if isSame { unlink(partial) }
        return Shard(
            path: path, id: id, entryCount: count, byteCount: made.byteCount, isChanged: !isSame)
    }

    private static func add(
        _ number: Int64, _ label: [UInt8], to builder: inout NumberTableBuilder
    ) throws(EntryError) {
        var failure: EntryError?
        label.withUnsafeBufferPointer { bytes in
            do throws(EntryError) {
                try builder.addIdentification(number, label: bytes)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    private static func areEqual(_ a: String, _ b: String) throws(ListError) -> Bool {
        guard access(b, F_OK) == 0 else { return false }
        let (first, second) = (try FileSource(path: a), try FileSource(path: b))
        guard first.byteCount == second.byteCount else { return false }
        let size = 1 << 18
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * size, alignment: 8)
        defer { buffer.deallocate() }
        let left = UnsafeMutableRawBufferPointer(rebasing: buffer[..<size])
        let right = UnsafeMutableRawBufferPointer(rebasing: buffer[size...])
        while true {
            let count = try first.fill(left)
            guard try second.fill(right) == count else { return false }
            if count == 0 { return true }
            guard left.prefix(count).elementsEqual(right.prefix(count)) else { return false }
        }
    }

    private static func rename(_ path: String, to final: String) throws(ListError) {
        guard Glibc.rename(path, final) == 0 else { throw .unwritable(path: final, reason: errno) }
    }

    private static func writeWhole(_ text: String, to path: String) throws(ListError) {
        let partial = partial(path)
        let bytes = Array(text.utf8)
        let file = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw .unwritable(path: path, reason: errno) }
        let isWritten = Glibc.write(file, bytes, bytes.count) == bytes.count && fsync(file) == 0
        let reason = errno
        close(file)
        guard isWritten else {
            unlink(partial)
            throw .unwritable(path: path, reason: reason)
        }
        try rename(partial, to: path)
    }
}
