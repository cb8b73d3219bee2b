// SPDX-License-Identifier: Apache-2.0
import Glibc
import NumberTable

extension TableBench {
    /// What an extension with a few changes does: a third of them removes a number, a third gives
    /// one another label, and a third adds one.
    private struct Changes {
        var removed: [Int64] = []
        /// Rising: those that get another label and those that are new.
        var added: [Int64] = []
    }

    /// One incremental load over the table, from its first call to the layer on the disk.
    func change(_ count: Int, seed: UInt64) throws -> String {
        let stack = try NumberTableStack([openTable()])
        let labels = try Labels(folder: folder)
        let changes = try changes(count, seed: seed)
        let layer = "\(path).layer"
        unlink(layer)
        let time = try seconds {
            var load = try DirectoryLoad(
                over: stack, isIncremental: true, entryLimit: .max, path: layer)
            for number in changes.removed { try load.removeIdentification(number) }
            for (index, number) in changes.added.enumerated() {
                try load.addIdentification(number, label: labels[UInt32(index % labels.count)])
            }
            let result = try load.finish()
            precondition(result.identification > 0)
        }
        let size = try fileSize(layer)
        return "\(time) \(size) \(try diskSeconds(size, beside: path))"
    }

    /// Numbers that are there and numbers that are not, chosen by the seed.
    private func changes(_ count: Int, seed: UInt64) throws -> Changes {
        let hits = try mapped("\(folder)/hits", as: Int64.self)
        let misses = try mapped("\(folder)/misses", as: Int64.self)
        let part = count / 3
        let start = Int(seed) * count % (hits.count - 2 * count)
        var changes = Changes()
        changes.removed = Array(hits[start..<start + 2 * part])
        let relabelled = Set(changes.removed.prefix(part))
        changes.added = relabelled.union(misses[start..<start + count - 2 * part]).sorted()
        return changes
    }
}
