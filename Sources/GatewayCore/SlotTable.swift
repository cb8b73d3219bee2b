// SPDX-License-Identifier: Apache-2.0

/// Rows that keep their place while they last; a place that is free is used again.
///
/// An array's rows are changed where they are, which a dictionary's of this size are not.
struct SlotTable<Row: Sendable>: Sendable {
    private var rows: [Row?] = []
    private var free: [Int] = []

    var count: Int { rows.count - free.count }

    /// - Returns: The row's place.
    mutating func add(_ row: Row) -> Int {
        guard let place = free.popLast() else {
            rows.append(row)
            return rows.count - 1
        }
        rows[place] = row
        return place
    }

    mutating func remove(_ place: Int) {
        rows[place] = nil
        free.append(place)
    }

    /// The row at a place that was given out and not removed.
    subscript(place: Int) -> Row {
        _read {
            guard rows[place] != nil else { preconditionFailure("a place that is free was read") }
            yield rows[place].unsafelyUnwrapped
        }
        _modify {
            guard rows[place] != nil else { preconditionFailure("a place that is free was used") }
            yield &rows[place]!
        }
    }

    /// The places in use, in their order.
    var places: [Int] { rows.indices.filter { rows[$0] != nil } }
}
