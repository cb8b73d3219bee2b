// SPDX-License-Identifier: Apache-2.0

/// A line of a list.
package struct ListPlace: Hashable, Sendable, Comparable, CustomStringConvertible {
    package var list: String
    /// The place of the list among those that are read.
    package var listIndex: Int
    /// The first line is 1.
    package var line: Int

    /// On one line, whatever the list's name is.
    package var description: String { "\(plainText(list, limit: 4_000)):\(line)" }

    package static func < (a: Self, b: Self) -> Bool {
        (a.listIndex, a.line) < (b.listIndex, b.line)
    }
}

/// How often something happened, and where first.
package struct Tally: Hashable, Sendable {
    package private(set) var count = 0
    /// The first three places, in order.
    package private(set) var places: [ListPlace] = []

    private static let placeCountMax = 3

    mutating func note(_ place: @autoclosure () -> ListPlace, count: Int = 1) {
        self.count += count
        let place = place()
        if places.count == Self.placeCountMax, let last = places.last, place >= last { return }
        guard !places.contains(place) else { return }
        places.append(place)
        places.sort()
        if places.count > Self.placeCountMax { places.removeLast() }
    }
}

/// What became of the lines of the lists.
package struct BuildSummary: Hashable, Sendable {
    /// Lines that could name a number: all but empty ones, comments and headers.
    package var lineCount = 0
    /// Lines that name ranges or patterns.
    package var rangeCount = 0
    package var blockingCount = 0
    package var identificationCount = 0
    package var labelCount = 0
    package var byteCount = 0
    /// Labels that were not UTF-8 and were read as Windows-1252.
    package var convertedLabelCount = 0
    package var cutLabelCount = 0
    /// Numbers that libphonenumber read.
    package var parsedCount = 0
    /// Sorted runs that went to disk; 0 where memory was enough.
    package var runCount = 0
    package var dropped: [RejectReason: Tally] = [:]

    package var droppedCount: Int { dropped.values.reduce(0) { $0 + $1.count } }

    /// In the order in which a line meets the reasons.
    package var droppedInOrder: [(reason: RejectReason, tally: Tally)] {
        RejectReason.allCases.compactMap { reason in dropped[reason].map { (reason, $0) } }
    }
}
