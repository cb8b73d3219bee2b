// SPDX-License-Identifier: Apache-2.0
import NumberTable

/// Tables as files that others made: none of them ends the reader, and one that verifies gives the
/// same answers in every way of asking.
///
/// ```
/// byte 0   0  the table as it is    1  with its checksums made right
///          2  two such, of which bytes 1 and 2 are the size of the lower
/// ```
enum TableFuzz {
    static func check(_ bytes: [UInt8]) throws(FuzzFinding) {
        var source = ByteSource(bytes)
        switch source.below(3) {
        case 0: try checkOne(source.remainder())
        case 1: try checkOne(TableSeal(source.remainder()).bytes)
        default:
            let count = Int(source.byte()) | Int(source.byte()) << 8
            let lower = TableSeal(source.take(count)).bytes
            let upper = TableSeal(source.remainder()).bytes
            try checkOne(lower)
            try checkOne(upper)
            try checkTwo(lower, upper)
        }
    }

    private static func checkOne(_ bytes: [UInt8]) throws(FuzzFinding) {
        guard let table = try opened(bytes) else { return }
        // Parts that no checksum was asked of yet.
        for number in numbers(near: bytes) { _ = try? table.label(of: number) }
        guard (try? table.verify()) != nil else {
            touch(NumberTableStack([table]), numbers(near: bytes))
            return
        }
        let model = try must("a table that verifies cannot be read") {
            () throws(NumberTableError) in try TableModel(table)
        }
        try require(
            model.blocking.count == table.blockingCount
                && model.entryCount == table.identificationCount
                && model.removedBlocking.count == table.removedBlockingCount
                && model.removedIdentification.count == table.removedIdentificationCount,
            "counts of a table are not those of its entries")
        try compare(NumberTableStack([table]), model, numbers(near: bytes))
    }

    private static func checkTwo(_ lower: [UInt8], _ upper: [UInt8]) throws(FuzzFinding) {
        guard let base = try opened(lower), let layer = try opened(upper) else { return }
        let stack = NumberTableStack([base, layer])
        let asked = numbers(near: lower) + numbers(near: upper)
        guard (try? base.verify()) != nil, (try? layer.verify()) != nil else {
            touch(stack, asked)
            return
        }
        var model = try must("a table that verifies cannot be read") {
            () throws(NumberTableError) in try TableModel(base)
        }
        let change = try must("a layer that verifies cannot be read") {
            () throws(NumberTableError) in try TableModel(layer)
        }
        let below = NumberTableStack([base])
        let before = model
        model.apply(change, layer)
        try compare(stack, model, asked)
        let delta = try must("layers that verify have no difference") {
            () throws(NumberTableError) in
            try NumberTableStack.delta(from: below, to: stack, path: nil)
        }
        try must("a difference does not verify") { () throws(NumberTableError) in
            try delta.verify()
        }
        try compare(below.appending(delta), model, asked)
        let back = try must("layers that verify have no difference") {
            () throws(NumberTableError) in
            try NumberTableStack.delta(from: stack, to: below, path: nil)
        }
        try compare(NumberTableStack([base, layer, back]), before, asked)
    }

    private static func opened(_ bytes: [UInt8]) throws(FuzzFinding) -> NumberTable? {
        do throws(NumberTableError) {
            return try NumberTable(bytes: bytes)
        } catch {
            try requirePrintable(error.description)
            return nil
        }
    }

    /// Goes every way of reading; whatever it gives, nothing may end the process.
    private static func touch(_ stack: NumberTableStack, _ numbers: [Int64]) {
        for number in numbers {
            _ = try? stack.blocks(number)
            _ = try? stack.label(of: number)
            _ = try? stack.labels(of: number)
        }
        _ = try? stack.counts()
        _ = try? NumberTableStack.delta(from: NumberTableStack(), to: stack, path: nil)
        _ = try? NumberTableStack.delta(from: stack, to: NumberTableStack(), path: nil)
        for layer in stack.layers { _ = try? TableModel(layer) }
    }

    /// Compares all answers of a stack with what should stand.
    private static func compare(
        _ stack: NumberTableStack, _ model: TableModel, _ asked: [Int64]
    ) throws(FuzzFinding) {
        let failure = "a stack of layers that verify cannot be read"
        let read = try must(failure) { () throws(NumberTableError) in try TableModel(stack) }
        try require(read.blocking == model.blocking, "a stack blocks other numbers")
        try require(read.labels == model.labels, "a stack has other labels")
        let counts = try must(failure) { () throws(NumberTableError) in try stack.counts() }
        try require(
            counts.blocking == model.blocking.count && counts.identification == model.entryCount,
            "a stack counts \(counts), and has \(model.blocking.count) and \(model.entryCount)")
        let known = Array(model.blocking) + Array(model.labels.keys)
        let neighbours = known.flatMap { [$0 &- 1, $0 &+ 1] }
        for number in known + neighbours + asked {
            let isBlocked = try must(failure) { () throws(NumberTableError) in
                try stack.blocks(number)
            }
            try require(
                isBlocked == model.blocking.contains(number), "\(number) is blocked: \(isBlocked)")
            let labels = try must(failure) { () throws(NumberTableError) in
                try stack.labels(of: number)
            }
            let expected = model.labels[number] ?? []
            try require(
                labels == expected.map { String(decoding: $0, as: UTF8.self) },
                "\(number) has other labels when it is looked up")
            let label = try must(failure) { () throws(NumberTableError) in
                try stack.withLabel(of: number) { Array($0) }
            }
            try require(label == expected.first, "\(number) has another first label")
        }
    }

    @discardableResult
    private static func must<R>(
        _ words: String, _ body: () throws(NumberTableError) -> R
    ) throws(FuzzFinding) -> R {
        do throws(NumberTableError) {
            return try body()
        } catch {
            throw FuzzFinding("\(words): \(error)")
        }
    }

    /// Numbers to ask for: the edges, and what stands where first numbers may.
    private static func numbers(near bytes: [UInt8]) -> [Int64] {
        var numbers: [Int64] = [.min, -1, 0, 1, 1_000, .max - 1, .max]
        for offset in stride(from: 0, to: bytes.count - 8, by: max(8, bytes.count / 512 * 8)) {
            let word = bytes[offset..<offset + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
            let number = Int64(bitPattern: word)
            if NumberTable.isLegal(number) { numbers.append(number) }
        }
        return numbers
    }
}
