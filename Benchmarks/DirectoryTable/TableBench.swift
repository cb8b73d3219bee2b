// SPDX-License-Identifier: Apache-2.0
import Glibc
import NumberTable

/// What can be asked of a table, each answer as its line.
final class TableBench {
    let folder: String
    let path: String
    private var open: NumberTable?
    private var queries: [String: UnsafeBufferPointer<Int64>] = [:]

    init(folder: String, path: String) {
        self.folder = folder
        self.path = path
    }

    func build() throws -> String {
        let labels = try Labels(folder: folder)
        var numbers = try Stream<Int64>("\(folder)/numbers")
        var indices = try Stream<UInt32>("\(folder)/labels")
        let before = try peakMemory()
        let time = try seconds {
            var builder = try NumberTableBuilder(path: path)
            while let number = try numbers.value(), let index = try indices.value() {
                try builder.addIdentification(number, label: labels[index])
            }
            _ = try builder.finish()
        }
        return "\(time) \(try fileSize(path)) \(try peakMemory() - before)"
    }

    func openTable() throws -> NumberTable {
        let table = try open ?? NumberTable(path: path)
        open = table
        return table
    }

    func lookUp(_ name: String) throws -> String {
        let queries = try queries[name] ?? mapped("\(folder)/\(name)", as: Int64.self)
        self.queries[name] = queries
        let isFirst = open == nil
        let table = try openTable()
        if isFirst { _ = try labelSum(of: queries, in: table) }  // for warmth
        var outcome = (found: 0, sum: 0)
        let time = try seconds(of: CLOCK_THREAD_CPUTIME_ID) {
            outcome = try labelSum(of: queries, in: table)
        }
        return "\(time / Double(queries.count) * 1e9) \(outcome.found) \(outcome.sum)"
    }

    func lookUpCold(_ index: Int) throws -> String {
        let queries = try mapped("\(folder)/hits", as: Int64.self)
        let query = UnsafeBufferPointer(rebasing: queries[(index % queries.count)...].prefix(1))
        let cached = try evict(path)
        var outcome = (found: 0, sum: 0)
        let time = try seconds {
            outcome = try labelSum(of: query, in: try NumberTable(path: path))
        }
        guard outcome.found == 1 else { throw Trouble("a number that is there was not found") }
        return "\(time * 1e6) \(cached) \(outcome.sum)"
    }

    /// How many of the numbers are there, and of their labels the lengths and first bytes, added.
    private func labelSum(
        of queries: UnsafeBufferPointer<Int64>, in table: NumberTable
    ) throws -> (found: Int, sum: Int) {
        var found = 0
        var sum = 0
        for query in queries {
            let label = try table.withLabel(of: query) { $0.count + Int($0[0]) }
            guard let label else { continue }
            found += 1
            sum += label
        }
        return (found, sum)
    }
}
