// SPDX-License-Identifier: Apache-2.0
package import NumberTable
package import PhoneNumbers

/// What a table holds, in figures.
package struct TableStatistics: Sendable {
    /// One file of several.
    package struct Layer: Sendable {
        package var path: String
        package var isComplete: Bool
        package var byteCount: Int
        package var blockingCount: Int
        package var identificationCount: Int
        package var removedBlockingCount: Int
        package var removedIdentificationCount: Int
    }

    /// Numbers that begin with a calling code; nil for those that begin with none.
    package struct Country: Sendable {
        package var callingCode: Int?
        package var region: Region?
        package var blockingCount = 0
        package var identificationCount = 0
    }

    package var layers: [Layer]
    package private(set) var blockingCount = 0
    /// Pairs of a number and a label.
    package private(set) var identificationCount = 0
    /// Different numbers with a label.
    package private(set) var identifiedNumberCount = 0
    package private(set) var labelCount = 0
    /// The most frequent calling codes first.
    package private(set) var countries: [Country] = []
    /// The most frequent labels first.
    package private(set) var labels: [(label: String, count: Int)] = []

    package var byteCount: Int { layers.reduce(0) { $0 + $1.byteCount } }

    /// Counts all that stands; memory grows with the different labels.
    ///
    /// The commonest labels are named, `topCount` of them.
    package init(of stack: NumberTableStack, topCount: Int) throws(ListError) {
        layers = stack.layers.map {
            Layer(
                path: $0.path, isComplete: $0.isComplete, byteCount: $0.byteCount,
                blockingCount: $0.blockingCount, identificationCount: $0.identificationCount,
                removedBlockingCount: $0.removedBlockingCount,
                removedIdentificationCount: $0.removedIdentificationCount)
        }
        var counter = CountryCounter()
        var numbers = stack.blockingNumbers()
        while let number = try TableFiles.reading({ () throws(NumberTableError) in
            try numbers.next()
        }) {
            blockingCount += 1
            counter.count(number) { $0.blockingCount += 1 }
        }
        try countEntries(of: stack, &counter, topCount)
        countries = counter.sorted()
    }

    private mutating func countEntries(
        of stack: NumberTableStack, _ counter: inout CountryCounter, _ topCount: Int
    ) throws(ListError) {
        let pool = LabelPool()
        var counts: [Int] = []
        var last: Int64 = 0
        var entries = stack.identificationEntries()
        while let entry = try TableFiles.reading({ () throws(NumberTableError) in
            try entries.next()
        }) {
            identificationCount += 1
            if entry.number != last { identifiedNumberCount += 1 }
            last = entry.number
            counter.count(entry.number) { $0.identificationCount += 1 }
            let label = Int(entry.withLabel { pool.number(of: $0) })
            if label == counts.count { counts.append(0) }
            counts[label] += 1
        }
        labelCount = counts.count
        let order = counts.indices.sorted { (counts[$1], $0) < (counts[$0], $1) }
        labels = order.prefix(topCount).map {
            (String(decoding: pool[UInt32($0)], as: UTF8.self), counts[$0])
        }
    }
}

/// Counts numbers by calling code; neighbours with the same first digits are looked at once.
private struct CountryCounter {
    private var countries: [TableStatistics.Country] = []
    private var placeOfCode: [Int?: Int] = [:]
    private var known: (range: Range<Int64>, place: Int)?

    mutating func count(_ number: Int64, _ add: (inout TableStatistics.Country) -> Void) {
        let place: Int
        if let known, known.range.contains(number) {
            place = known.place
        } else {
            place = find(number)
        }
        add(&countries[place])
    }

    private mutating func find(_ number: Int64) -> Int {
        let code = E164.callingCode(of: number)
        let place = placeOfCode[code] ?? countries.count
        if place == countries.count {
            let region = code.flatMap { Region.main(ofCallingCode: $0) }
            countries.append(TableStatistics.Country(callingCode: code, region: region))
            placeOfCode[code] = place
        }
        // Numbers of the same length with the same three first digits have the same calling code.
        var scale: Int64 = 1
        while number / scale >= 1_000 { scale *= 10 }
        let first = number / scale * scale
        let (end, isOver) = first.addingReportingOverflow(scale)
        known = (first..<(isOver ? .max : end), place)
        return place
    }

    func sorted() -> [TableStatistics.Country] {
        countries.sorted {
            let (a, b) = (
                $0.blockingCount + $0.identificationCount,
                $1.blockingCount + $1.identificationCount
            )
            return a != b ? a > b : ($0.callingCode ?? 0) < ($1.callingCode ?? 0)
        }
    }
}
