// SPDX-License-Identifier: Apache-2.0

/// How a list is written.
package enum ListFormat: Hashable, Sendable {
    /// Fields between delimiters, with quotes where needed (RFC 4180); tabs make it TSV.
    case delimited(UInt8)
    /// One JSON object a line.
    case jsonLines
    /// One number, range or pattern a line.
    case numbers

    /// The formats by the names that a command line knows.
    package static let names: [(name: String, format: Self)] = [
        ("csv", .delimited(UInt8(ascii: ","))), ("tsv", .delimited(0x09)),
        ("semicolon", .delimited(UInt8(ascii: ";"))), ("bar", .delimited(UInt8(ascii: "|"))),
        ("json", .jsonLines), ("numbers", .numbers),
    ]

    package var name: String {
        Self.names.first { $0.format == self }?.name ?? "delimited"
    }

    var delimiter: UInt8? {
        if case .delimited(let byte) = self { byte } else { nil }
    }

    /// Finds the format by looking at the first lines.
    ///
    /// JSON lines begin with a brace. Otherwise the delimiter wins that cuts the most lines into
    /// the same number of fields with a number in one of them, the earlier of tab, comma, semicolon
    /// and bar where two are equal; with none, each line is a number.
    ///
    /// - Parameter sample: Whole lines.
    init(sample: [UInt8]) {
        let first = sample.split(separator: 0x0A).lazy
            .compactMap { $0.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D } }
            .first { $0 != UInt8(ascii: "#") }
        if first == UInt8(ascii: "{") {
            self = .jsonLines
            return
        }
        let candidates: [UInt8] = [0x09, UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|")]
        var best: (delimiter: UInt8, score: Int)?
        for delimiter in candidates {
            let score = Self.agreement(of: sample, on: delimiter)
            if score > best?.score ?? 0 { best = (delimiter, score) }
        }
        self = best.map { .delimited($0.delimiter) } ?? .numbers
    }

    /// How many of the first records have as many fields as most have, and more than one; those
    /// with a number count twice.
    private static func agreement(of sample: [UInt8], on delimiter: UInt8) -> Int {
        var counts = [Int](repeating: 0, count: DelimitedReader.fieldCountMax + 1)
        for record in SampleRecords(sample, delimiter: delimiter, limit: 100) {
            counts[record.count] += record.contains(where: looksLikeNumber) ? 2 : 1
        }
        return counts[2...].max() ?? 0
    }
}

/// The first records of a list, copied.
struct SampleRecords: Sequence, IteratorProtocol {
    private let reader: DelimitedReader
    private var left: Int

    init(_ sample: [UInt8], delimiter: UInt8?, limit: Int) {
        reader = DelimitedReader(LineBuffer(MemorySource(sample)), delimiter: delimiter)
        left = limit
    }

    mutating func next() -> [[UInt8]]? {
        while left > 0 {
            left -= 1
            // Bytes in memory do not fail.
            switch try? reader.next() {
            case .record: return (0..<reader.fieldCount).map { Array(reader.field($0)) }
            case .rejected: continue
            case .end, nil: return nil
            }
        }
        return nil
    }
}
