// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import NumberTable

@Suite struct EdgeTests {
    @Test("An empty table has nothing, whole or as a change")
    func empty() throws {
        let change = try NumberTableBuilder().finish()
        #expect(!change.isComplete)
        var builder = NumberTableBuilder()
        builder.removeAllBlocking()
        builder.removeAllIdentification()
        let whole = try builder.finish()
        #expect(whole.isComplete)
        for table in [change, whole] {
            try table.verify()
            #expect(table.blockingCount + table.identificationCount + table.labelCount == 0)
            #expect(try MultimapModel(table) == MultimapModel())
            #expect(try !table.blocks(1))
            #expect(try table.label(of: .max - 1) == nil)
            #expect(try table.labels(of: 5) == [])
        }
    }

    @Test("The least and the greatest number are taken, alone and together")
    func extremes() throws {
        for numbers in [[1], [.max - 1], [1, .max - 1], [1, 2, .max - 2, .max - 1]] as [[Int64]] {
            var builder = NumberTableBuilder()
            for number in numbers {
                try builder.addBlocking(number)
                try builder.addIdentification(number, label: "\(number)")
            }
            let table = try builder.finish()
            try table.verify()
            #expect(try MultimapModel(table).blocking == Set(numbers))
            for number in numbers { #expect(try table.labels(of: number) == ["\(number)"]) }
            for number in [.min, -1, 0, 3, .max] as [Int64] {
                #expect(try !table.blocks(number))
                #expect(try table.labels(of: number) == [])
                #expect(try table.label(of: number) == nil)
            }
        }
    }

    @Test(
        "A number outside 1 to Int64.max - 1 is out of order (3)",
        arguments: [.min, -1, 0, .max] as [Int64])
    func illegal(number: Int64) throws {
        var builder = NumberTableBuilder()
        try builder.addBlocking(7)
        try builder.addIdentification(7, label: "seven")
        for list in [EntryList.blocking, .identification] {
            let place = EntryPlace(list: list, index: 1, totalIndex: 2)
            let error = EntryError.outOfOrder(place, number: number, previous: 7)
            #expect(throws: error) {
                switch list {
                case .blocking: try builder.addBlocking(number)
                case .identification: try builder.addIdentification(number, label: "x")
                }
            }
            #expect(error.callDirectoryErrorCode == 3)
            #expect(error.description.contains("\(number)"))
        }
    }

    @Test(
        "A number that is not above the one before is 3, an equal one 4 at its index (B140, B141)")
    func order() throws {
        var builder = NumberTableBuilder()
        try builder.addIdentification(10, label: "a")
        try builder.addBlocking(10)
        try builder.addBlocking(20)
        let place = EntryPlace(list: .blocking, index: 2, totalIndex: 3)
        let descending = EntryError.outOfOrder(place, number: 15, previous: 20)
        #expect(throws: descending) { try builder.addBlocking(15) }
        let equal = EntryError.duplicate(place, number: 20, label: nil)
        #expect(throws: equal) { try builder.addBlocking(20) }
        #expect(equal.callDirectoryErrorCode == 4)
        try builder.addIdentification(10, label: "b")
        let again = EntryError.duplicate(
            EntryPlace(list: .identification, index: 2, totalIndex: 4), number: 10, label: "a")
        #expect(throws: again) { try builder.addIdentification(10, label: "a") }
        #expect(throws: EntryError.self) { try builder.addIdentification(9, label: "c") }
        let table = try builder.finish()
        #expect(try table.labels(of: 10) == ["a", "b"])
    }

    @Test("One entry over the limit, of both lists together, is 5 (B142)")
    func limit() throws {
        var builder = NumberTableBuilder(entryLimit: 3)
        try builder.addBlocking(1)
        try builder.addIdentification(1, label: "a")
        try builder.addIdentification(1, label: "b")
        let place = EntryPlace(list: .identification, index: 2, totalIndex: 3)
        let error = EntryError.tooMany(place, number: 4, limit: 3)
        #expect(throws: error) { try builder.addIdentification(4, label: "c") }
        #expect(error.callDirectoryErrorCode == 5)
        #expect(throws: EntryError.self) { try builder.addBlocking(2) }
        #expect(try builder.finish().identificationCount == 2)
    }

    @Test("Labels of no byte, a megabyte, with NUL and marks come back byte for byte")
    func labels() throws {
        let labels: [[UInt8]] = [
            [], [0], Array("a\0b".utf8), Array("\u{202E}evil\u{200F}".utf8), [0xFF, 0xFE],
            [UInt8](repeating: 0x61, count: 1 << 20), Array("1234567".utf8), Array("12345678".utf8),
            [UInt8](repeating: 0x62, count: 70_000), [UInt8](repeating: 0x63, count: 255),
            [UInt8](repeating: 0x63, count: 256), [1, 2, 3],
        ]
        var builder = NumberTableBuilder()
        for (index, label) in labels.enumerated() {
            try label.withUnsafeBufferPointer { label in
                try builder.addIdentification(Int64(index + 100), label: label)
            }
        }
        let table = try builder.finish()
        try table.verify()
        #expect(table.labelCount == labels.count)
        for (index, label) in labels.enumerated() {
            let found = try table.withLabel(of: Int64(index + 100)) { Array($0) }
            #expect(found == label)
        }
    }

    @Test("Numbers that follow one another take less than six bits each")
    func dense() throws {
        var builder = NumberTableBuilder()
        for number in 33_162_000_000..<33_162_100_000 as Range<Int64> {
            try builder.addBlocking(number)
        }
        let table = try builder.finish()
        #expect(table.byteCount < 100_000 * 6 / 8)
        #expect(try table.blocks(33_162_099_999))
        #expect(try !table.blocks(33_162_100_000))
    }

    @Test("A hundred thousand labels of one number, among others, come in order")
    func oneNumber() throws {
        var builder = NumberTableBuilder()
        try builder.addIdentification(4, label: "before")
        for index in 0..<100_000 { try builder.addIdentification(5, label: "\(index)") }
        try builder.addIdentification(6, label: "after")
        let table = try builder.finish()
        #expect(try table.label(of: 4) == "before")
        #expect(try table.label(of: 5) == "0")
        #expect(try table.label(of: 6) == "after")
        let labels = try table.labels(of: 5)
        #expect(labels == (0..<100_000).map { "\($0)" })
    }

    @Test("Labels that were forgotten for lack of memory are stored again, and found")
    func forgotten() throws {
        var builder = NumberTableBuilder(
            sink: TableSink(), entryLimit: .max, labelMemory: 100)
        var expected: [Int64: [String]] = [:]
        for number in 1...500 as ClosedRange<Int64> {
            for label in ["label \(number % 37)", "other \(number % 5)"] {
                try builder.addIdentification(number, label: label)
                expected[number, default: []].append(label)
            }
        }
        let table = try builder.finish()
        try table.verify()
        #expect(table.labelCount > 42)
        #expect(try MultimapModel(table).labels == expected)
    }
}
