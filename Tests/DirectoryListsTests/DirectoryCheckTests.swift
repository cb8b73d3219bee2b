// SPDX-License-Identifier: Apache-2.0
import CallModel
import NumberTable
import PhoneNumbers
import Testing

@testable import DirectoryLists

@Suite struct DirectoryCheckTests {
    private let bench: Workbench

    init() throws { bench = try Workbench() }

    private func check(
        _ text: String, block: Bool = false,
        _ change: (inout DirectoryCheck.Options) -> Void = { _ in }
    ) throws -> DirectoryCheck.Verdict {
        var options = DirectoryCheck.Options()
        options.list.kind = block ? .blocking : .identification
        change(&options)
        return try DirectoryCheck(options).check(try bench.file(text))
    }

    @Test("A list in order is good, and its entries are counted")
    func good() throws {
        let verdict = try check("block,1,\nblock,2,\nidentify,1,a\nidentify,1,b\n")
        #expect(verdict.isGood)
        #expect(verdict.blockingCount == 2)
        #expect(verdict.identificationCount == 2)
        #expect(verdict.standing.map { [$0.blocking, $0.identification] } == [2, 2])
    }

    @Test("The first number out of order has code 3, its line and its index (B140)")
    func order() throws {
        let verdict = try check("block,5,\nidentify,5,a\n# x\n,4,b\n,3,c\n,9,d\n")
        #expect(verdict.first?.code == 3)
        #expect(verdict.first?.place.line == 4)
        let place = EntryPlace(list: .identification, index: 1, totalIndex: 2)
        #expect(verdict.first?.error == .outOfOrder(place, number: 4, previous: 5))
        #expect(verdict.breaches[3]?.count == 2)
        #expect(verdict.identificationCount == 4)
    }

    @Test("Zero, negatives and Int64.max are out of order", arguments: ["0", "-1", "\(Int64.max)"])
    func bounds(number: String) throws {
        #expect(try check("\(number)\n", block: true).first?.code == 3)
        #expect(try check("\(Int64.max - 1)\n", block: true).isGood)
    }

    @Test("A number twice, or with the same label twice, has code 4; other labels are legal (B141)")
    func duplicates() throws {
        #expect(try check("7\n7\n", block: true).first?.code == 4)
        #expect(try check("7,a\n7,b\n7,a\n").first?.code == 4)
        #expect(try check("7,a\n7,b\n").isGood)
        #expect(try check("7,a\n7,b\n7,a\n7,c\n7,b\n").breaches[4]?.count == 2)
    }

    @Test("One entry over the limit has code 5, at its index (B142)")
    func limit() throws {
        let verdict = try check("1\n2\n3\n4\n5\n", block: true) { $0.limit = 3 }
        #expect(verdict.first?.code == 5)
        #expect(verdict.first?.error.place?.index == 3)
        #expect(verdict.breaches[5]?.count == 2)
        #expect(try check("1\n2\n3\n", block: true) { $0.limit = 3 }.isGood)
        #expect(try check("1\n2\n3\n", block: true) { $0.limit = 3 }.isNearLimit)
    }

    @Test("A range counts with all its numbers, and is not walked once a load has ended")
    func ranges() throws {
        let verdict = try check("33162000000-33162999999\n", block: true) { $0.limit = 1_000 }
        #expect(verdict.blockingCount == 1_000_000)
        #expect(verdict.first?.error.place?.index == 1_000)
        #expect(verdict.breaches[5]?.count == 999_000)
        let wide = try check("33162999999\n33162000000..33999999999\n", block: true)
        #expect(wide.first?.code == 3)
        #expect(wide.blockingCount == 838_000_001)
    }

    @Test("A removal has code 8, unless the load is incremental (B146)")
    func removals() throws {
        let text = "unblock,7,\nblock,8,\nunblock,9,\n"
        let verdict = try check(text)
        #expect(verdict.first?.error == .unexpectedRemoval(.blocking, number: 7))
        #expect(verdict.first?.code == 8)
        #expect(verdict.breaches[8]?.count == 2)
        let base = try stack([7, 10])
        let incremental = try check(text) { $0.base = base }
        #expect(incremental.isGood)
        #expect(incremental.standing?.blocking == 2)
        #expect(try check("7\n", block: true) { $0.base = base }.first?.code == 4)
        #expect(try check("unblock,7\nblock,7\n") { $0.base = base }.isGood)
    }

    private func stack(_ numbers: [Int64]) throws -> NumberTableStack {
        var builder = NumberTableBuilder()
        builder.removeAllBlocking()
        builder.removeAllIdentification()
        for number in numbers { try builder.addBlocking(number) }
        return NumberTableStack([try builder.finish()])
    }

    @Test("Lines without a number are named, and the rest is loaded")
    func unreadable() throws {
        let verdict = try check("1,a\nwords,b\n3,c\n,d\n")
        #expect(!verdict.isGood)
        #expect(verdict.first == nil)
        #expect(verdict.unreadable[.notANumber]?.places.map(\.line) == [2])
        #expect(verdict.unreadable[.noNumber]?.places.map(\.line) == [4])
        #expect(verdict.standing?.identification == 2)
    }

    @Test("Long labels and other encodings are noted")
    func labels() throws {
        let long = String(repeating: "é", count: 600)
        let verdict = try check("1,\(long)\n2,b\n")
        #expect(verdict.isGood)
        #expect(verdict.longLabels.places.map(\.line) == [1])
    }

    @Test("A table is good; a delta has code 8 by itself, and is good over its table")
    func tables() throws {
        _ = try bench.build("+4930123456,a\n+4930123457,b\n")
        let old = try TableFiles.stack([bench.path("out.table")])
        let oldPath = bench.path("old.table")
        _ = try TableFiles.merge(old, path: oldPath)
        _ = try bench.build("+4930123456,c\n+4930123458,b\n")
        let new = try TableFiles.stack([bench.path("out.table")])
        let delta = bench.path("delta")
        _ = try TableFiles.diff(from: old, to: new, path: delta)

        var options = DirectoryCheck.Options()
        #expect(try DirectoryCheck(options).check(oldPath).isGood)
        #expect(try DirectoryCheck(options).check(oldPath).isTable)
        #expect(try DirectoryCheck(options).check(delta).first?.code == 8)
        options.base = old
        let verdict = try DirectoryCheck(options).check(delta)
        #expect(verdict.isGood)
        #expect(verdict.standing?.identification == 2)
    }

    @Test("A damaged table is an error that says where")
    func damaged() throws {
        _ = try bench.build((0..<2_000).map { "+\(4_930_123_456 + $0 * 3),l\($0 % 9)\n" }.joined())
        var bytes = try bench.bytes(of: "out.table")
        bytes[400] ^= 1
        let path = try bench.file(bytes, "bad.table")
        let failure = #expect(throws: ListError.self) {
            try DirectoryCheck(DirectoryCheck.Options()).check(path)
        }
        guard case .table(_, .damaged(path, _, _)) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test("Random lists get the code and the index that a load of the same entries gives")
    func random() throws {
        var random = SplitMix64(seed: 138)
        for round in 0..<300 {
            var number: Int64 = 0
            let rows = (0..<Int(random.next() % 12)).map { _ in
                number += Int64(random.next() % 8) - (random.next() % 6 == 0 ? 5 : 0)
                return (
                    isBlocked: random.next() % 3 == 0, number: number,
                    label: random.next() % 2 == 0 ? "a" : "b"
                )
            }
            let text = rows.map {
                $0.isBlocked ? "block,\($0.number),\n" : "identify,\($0.number),\($0.label)\n"
            }.joined()
            let limit = Int(3 + random.next() % 8)
            let expected = load(rows, limit: limit)
            let verdict = try check("action,number,label\n" + text) { $0.limit = limit }
            #expect(verdict.first?.error == expected, "round \(round): \(text)")
        }
    }

    private func load(
        _ rows: [(isBlocked: Bool, number: Int64, label: String)], limit: Int
    ) -> EntryError? {
        do throws(EntryError) {
            var load = try DirectoryLoad(
                over: nil, isIncremental: false, entryLimit: limit, path: nil)
            for row in rows {
                if row.isBlocked {
                    try load.addBlocking(row.number)
                } else {
                    let label = ByteStore()
                    label.append(Array(row.label.utf8))
                    try load.addIdentification(
                        row.number, label: ListBytes(start: label.base, count: label.count))
                }
            }
            _ = try load.finish()
            return nil
        } catch {
            return error
        }
    }
}
