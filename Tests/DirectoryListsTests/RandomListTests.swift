// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing

@testable import DirectoryLists

/// Builds of random lists beside a model of a few lines.
@Suite struct RandomListTests {
    /// A line as the model knows it.
    private struct Line {
        var kind: EntryKind
        var numbers: ClosedRange<Int64>
        var label: String

        func text(_ format: ListFormat) -> String {
            let isRange = numbers.count > 1
            let number =
                isRange ? "\(numbers.lowerBound)-\(numbers.upperBound)" : "+\(numbers.lowerBound)"
            let action = kind == .blocking ? "block" : "identify"
            if format == .jsonLines {
                return #"{"number":"\#(number)","name":"\#(label)","action":"\#(action)"}"#
            }
            let field = format.delimiter.map { String(UnicodeScalar($0)) } ?? ","
            return [action, number, label.contains(field) ? "\"\(label)\"" : label]
                .joined(separator: field)
        }
    }

    private static let formats: [ListFormat] = [
        .delimited(UInt8(ascii: ",")), .delimited(0x09), .delimited(UInt8(ascii: ";")), .jsonLines,
    ]

    private func line(_ random: inout SplitMix64) -> Line {
        let kind: EntryKind = random.next() % 3 == 0 ? .blocking : .identification
        let lower = 4_930_123_400 + Int64(random.next() % 40)
        let width = random.next() % 5 == 0 ? Int64(random.next() % 12) : 0
        let labels = ["a", "b, c", "d; e", "f"]
        return Line(
            kind: kind, numbers: lower...lower + width,
            label: kind == .blocking ? "" : labels[Int(random.next() % 4)])
    }

    private func model(_ lines: [Line], keepsLabels: Bool) -> (Contents, dropped: Int) {
        var labels: [Int64: [String]] = [:]
        var blocked: Set<Int64> = []
        var dropped = 0
        for line in lines {
            for number in line.numbers {
                if line.kind == .blocking {
                    if !blocked.insert(number).inserted { dropped += 1 }
                } else if labels[number, default: []].contains(line.label)
                    || !keepsLabels && labels[number] != nil
                {
                    dropped += 1
                } else {
                    labels[number, default: []].append(line.label)
                }
            }
        }
        var contents = Contents()
        contents.blocking = blocked.sorted()
        contents.identification = labels.keys.sorted().flatMap { number in
            (labels[number] ?? []).map { Contents.Entry(number: number, label: $0) }
        }
        return (contents, dropped)
    }

    @Test("Ten thousand random lists become what the model says", arguments: [false, true])
    func lists(keepsLabels: Bool) throws {
        let bench = try Workbench()
        var random = SplitMix64(seed: keepsLabels ? 141 : 140)
        for round in 0..<5_000 {
            var options = BuildOptions()
            options.keepsLabels = keepsLabels
            options.threadCount = 1
            // Now and then each entry goes to disk by itself.
            if round % 50 == 0 { options.memory = 8 * 1024 }
            let lists = (0...Int(random.next() % 3)).map { _ in
                (0..<Int(random.next() % 10)).map { _ in line(&random) }
            }
            let built = try bench.buildInMemory(
                lists.map { lines in
                    let format = Self.formats[Int(random.next() % 4)]
                    var list = ListOptions.labelled
                    list.format = format
                    list.actionColumn = format == .jsonLines ? nil : .place(1)
                    list.numberColumn = format == .jsonLines ? nil : .place(2)
                    list.labelColumn = format == .jsonLines ? nil : .place(3)
                    let text = lines.map { $0.text(format) + "\n" }.joined()
                    return (Array(text.utf8), list)
                }, options)
            let (contents, dropped) = model(lists.flatMap(\.self), keepsLabels: keepsLabels)
            try #require(built.contents == contents, "round \(round)")
            try #require(built.summary.droppedCount == dropped, "round \(round)")
        }
    }

    @Test("A hundred thousand copies of one number are one entry")
    func copies() throws {
        let bench = try Workbench()
        let text = String(repeating: "+4930123456,a\n", count: 100_000)
        let built = try bench.build(text)
        #expect(built.contents.numbers == [4_930_123_456])
        #expect(built.count(.sameEntry) == 99_999)
        #expect(built.summary.dropped[.sameEntry]?.places.map(\.line) == [2, 3, 4])
    }

    @Test("Any bytes are a list, or an error, and never more")
    func anyBytes() throws {
        let bench = try Workbench()
        var random = SplitMix64(seed: 5)
        let pieces =
            [
                "+4930123456", ",", "\"", "\n", "\r\n", "\t", ";", "{", "}", "[", "\\u12",
                "\"number\":",
                "*", "?", "-", "..", "#", "\0", "é", "block", "\u{FEFF}", "0",
                "9999999999999999999",
            ].map { Array($0.utf8) } + [
                [0xFF, 0xFE], [0xC3], [0x1F, 0x8B, 8, 0], [0x28, 0xB5, 0x2F],
            ]
        var tables = 0
        for _ in 0..<2_000 {
            let count = Int(random.next() % 40)
            let bytes = (0..<count).flatMap { _ in pieces[Int(random.next() % UInt64(pieces.count))]
            }
            var options = BuildOptions()
            options.threadCount = 1
            do {
                _ = try bench.buildInMemory([(bytes, .blocking)], options)
                tables += 1
            } catch let error as ListError {
                #expect(!error.description.isEmpty)
            }
        }
        #expect(tables > 500)
    }
}
