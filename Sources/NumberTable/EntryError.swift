// SPDX-License-Identifier: Apache-2.0

/// The two lists of a call directory, each with an order of its own (B140).
public enum EntryList: String, Equatable, Sendable, CustomStringConvertible {
    case blocking
    case identification

    /// The list's name, as messages say it.
    public var description: String { rawValue }
}

/// Where an entry stood in the sequence that a call directory extension or a list sent.
public struct EntryPlace: Equatable, Sendable, CustomStringConvertible {
    /// The list that the entry was for.
    public var list: EntryList
    /// 0-based, among the additions of its list.
    public var index: Int
    /// 0-based, among the additions of both lists.
    public var totalIndex: Int

    /// Makes a place of its parts.
    public init(list: EntryList, index: Int, totalIndex: Int) {
        self.list = list
        self.index = index
        self.totalIndex = totalIndex
    }

    /// The list and both indices.
    public var description: String {
        let ofBoth = totalIndex == index ? "" : "; \(totalIndex) of both lists"
        return "\(list) entry \(index) (counted from 0\(ofBoth))"
    }
}

/// The first breach of the rules for entries.
///
/// Nothing more can be added after it.
public enum EntryError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The number is not above the one before it, or is no number that a directory takes (1 to
    /// `Int64.max - 1`); `previous` is 0 for the first. Sort the list.
    case outOfOrder(EntryPlace, number: Int64, previous: Int64)
    /// The number stands already (blocking), or stands already with this label (identification).
    /// Leave one of the two out.
    case duplicate(EntryPlace, number: Int64, label: String?)
    /// One entry more than the limit. Split the list over several extensions (B143).
    case tooMany(EntryPlace, number: Int64, limit: Int)
    /// A removal in a load that is not incremental; `number` is nil for the removal of all. Ask
    /// `isIncremental` first, and remove only if it is true (B146).
    case unexpectedRemoval(EntryList, number: Int64?)
    /// The entries could not be kept.
    case file(NumberTableError)

    /// Apple's `CXErrorCodeCallDirectoryManagerError`: 3, 4, 5 or 8; 0 for a file that cannot be
    /// written.
    public var callDirectoryErrorCode: Int {
        switch self {
        case .outOfOrder: 3
        case .duplicate: 4
        case .tooMany: 5
        case .unexpectedRemoval: 8
        case .file: 0
        }
    }

    /// The place, the entry, the rule and the next step.
    ///
    /// It shows the number and the label.
    public var description: String {
        switch self {
        case .outOfOrder(let place, let number, _) where !NumberTable.isLegal(number):
            "\(place): \(number) is no number of a directory; give 1 to \(Int64.max - 1)"
        case .outOfOrder(let place, let number, let previous):
            "\(place): \(number) is not above \(previous), which came before; sort the list"
        case .duplicate(let place, let number, nil):
            "\(place): \(number) is there already; leave one of the two out"
        case .duplicate(let place, let number, let label?):
            "\(place): \(number) has the label “\(label)” already; leave one of the two out"
        case .tooMany(let place, let number, let limit):
            "\(place): \(number) is over the limit of \(limit) entries; split the list over "
                + "several extensions"
        case .unexpectedRemoval(let list, let number):
            "a removal of \(number.map { "\($0)" } ?? "all") from the \(list) list in a load that "
                + "is not incremental; remove only if isIncremental is true"
        case .file(let error): error.description
        }
    }
}
