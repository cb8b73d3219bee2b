// SPDX-License-Identifier: Apache-2.0
package import NumberTable

/// Why a list or a table cannot be worked on at all.
///
/// What is wrong with a single line is a ``RejectReason``. The description names the list, the rule
/// and the next step.
package enum ListError: Error, Equatable, Sendable {
    /// It cannot be opened or read; the error number.
    case unreadable(list: String, reason: Int32)
    /// Packed data ends in the middle, after so many bytes.
    case truncated(list: String, compression: Compression, offset: Int)
    /// Packed data is damaged at this byte.
    case corrupt(list: String, compression: Compression, offset: Int, reason: String)
    /// It is a file of another kind.
    case otherKind(list: String, ForeignFile)
    /// No column looks like one of numbers.
    case noNumberColumn(list: String, columns: [String])
    /// A column was asked for that is not there.
    case noColumn(list: String, name: String, columns: [String])
    /// Numbers without labels, which are not to be blocked.
    case noLabels(list: String, columns: [String])
    /// A range or prefix of more numbers than the table may hold.
    case rangeTooWide(list: String, line: Int, text: String, count: UInt64, limit: Int)
    /// Ranges take too much of the memory that was granted.
    case tooManyRanges(list: String, line: Int, memory: Int)
    /// More entries than the limit.
    case tooManyEntries(limit: Int)
    /// The room on disk for sorting cannot be had or written; the error number.
    case scratch(folder: String, reason: Int32)
    /// A file cannot be written; the error number.
    case unwritable(path: String, reason: Int32)
    /// A table cannot be read or written.
    case table(path: String, NumberTableError)
    /// A delta stands where a whole table should.
    case deltaAlone(path: String)
    /// A whole table stands where a delta should.
    case tableAbove(path: String)
    /// More entries than so many shards can hold.
    case tooFewShards(entries: Int, shards: Int, needed: Int)
    /// One number has more labels than a shard may hold.
    case numberTooLarge(number: Int64, entries: Int, limit: Int)
    /// The plan of a folder of shards is not what it should be.
    case badPlan(path: String, line: Int)
    /// What the table's builder refuses, which the sorted entries never give it cause for.
    case entry(EntryError)
}

/// Files that are taken for lists by mistake, told by their first bytes.
package enum ForeignFile: Sendable {
    case table, archive, database, jsonArray, utf16, propertyList, vCard
}
