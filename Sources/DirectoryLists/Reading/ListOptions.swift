// SPDX-License-Identifier: Apache-2.0

/// What an entry of a directory does.
package enum EntryKind: String, Hashable, Sendable, CaseIterable {
    case blocking, identification
}

/// How a list is to be read; what is nil is found by looking.
package struct ListOptions: Hashable, Sendable {
    package var format: ListFormat?
    package var numberColumn: ColumnName?
    package var labelColumn: ColumnName?
    package var actionColumn: ColumnName?
    /// What becomes of lines that say nothing of an action.
    package var kind = EntryKind.identification
    /// The label of lines without one.
    package var label: [UInt8]?

    package init() {}
}

/// A column as it is asked for: by its place, the first being 1, or by its name in the header or
/// in JSON.
package enum ColumnName: Hashable, Sendable, CustomStringConvertible {
    case place(Int)
    case name(String)

    /// - Returns: Nil for 0 and for places beyond those that are told apart.
    package init?(_ text: String) {
        guard let place = Int(text) else {
            self = .name(text)
            return
        }
        guard (1...DelimitedReader.fieldCountMax).contains(place) else { return nil }
        self = .place(place)
    }

    package var description: String {
        switch self {
        case .place(let place): String(place)
        case .name(let name): name
        }
    }
}
