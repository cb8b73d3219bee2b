// SPDX-License-Identifier: Apache-2.0

/// Rows that keep their place while they last; a place that is free is used again.
///
/// An array's rows are read and changed where they are, which those of a dictionary are not.
struct SlotTable<Row: Sendable>: Sendable {
    private var rows: [Row] = []
    private var isUsed: [Bool] = []
    private var free: [Int] = []
    /// What stands where nothing is.
    private let blank: Row

    init(blank: Row) { self.blank = blank }

    /// - Returns: The row's place.
    mutating func add(_ row: Row) -> Int {
        guard let place = free.popLast() else {
            rows.append(row)
            isUsed.append(true)
            return rows.count - 1
        }
        rows[place] = row
        isUsed[place] = true
        return place
    }

    mutating func remove(_ place: Int) {
        guard isUsed[place] else { return }
        rows[place] = blank
        isUsed[place] = false
        free.append(place)
    }

    /// The row at a place that was given out and not removed.
    subscript(place: Int) -> Row {
        _read {
            precondition(isUsed[place], "a place that is free was read")
            yield rows[place]
        }
        _modify {
            precondition(isUsed[place], "a place that is free was used")
            yield &rows[place]
        }
    }

    /// The places in use, in their order.
    var places: [Int] { rows.indices.filter { isUsed[$0] } }
}
