// SPDX-License-Identifier: Apache-2.0
package import NumberTable

/// Loads entries as a phone does, to the first breach, and counts further ones by their code.
final class EntryJudge {
    /// The first breach; nothing behind it is loaded.
    private(set) var first: DirectoryBreach?
    /// Breaches by Apple's code, each entry compared with the one before it.
    private(set) var breaches: [Int: Tally] = [:]
    private(set) var blockingCount = 0
    private(set) var identificationCount = 0
    private(set) var removalCount = 0
    /// What would stand after the load.
    private(set) var standing: (blocking: Int, identification: Int)?
    private var load: DirectoryLoad?
    private let isIncremental: Bool
    private let limit: Int
    /// Entries that stood before, less those that were asked to go.
    private var before: Int
    private var lastBlocking: Int64 = 0
    private var lastIdentification: Int64 = 0
    /// The labels of the last number to identify.
    private var lastLabels = EntryMerger(keepsLabels: true)

    /// Over what stands, for an incremental load, or nil for one from nothing.
    ///
    /// At most `limit` entries may stand after it.
    init(over base: NumberTableStack?, limit: Int) throws(ListError) {
        isIncremental = base != nil
        self.limit = limit
        do throws(EntryError) {
            load = try DirectoryLoad(
                over: base, isIncremental: base != nil, entryLimit: limit, path: nil)
        } catch {
            throw ListError(error, path: "")
        }
        let counts = try TableFiles.reading { () throws(NumberTableError) in
            try base?.counts()
        }
        before = (counts?.blocking ?? 0) + (counts?.identification ?? 0)
    }

    private var addedCount: Int { blockingCount + identificationCount }

    func add(
        _ kind: EntryKind, _ number: Int64, _ label: ListBytes, _ place: ListPlace
    ) throws(ListError) {
        try judge(place) { load throws(EntryError) in
            switch kind {
            case .blocking: try load.addBlocking(number)
            case .identification: try load.addIdentification(number, label: label)
            }
        }
        if let code = breach(kind, number, label) { note(code, place) }
        switch kind {
        case .blocking: blockingCount += 1
        case .identification: identificationCount += 1
        }
        if before + addedCount > limit { note(5, place) }
    }

    /// Adds all numbers of a range; once there was a breach they are only counted.
    func add(
        _ kind: EntryKind, _ range: ClosedRange<Int64>, _ label: ListBytes, _ place: ListPlace
    ) throws(ListError) {
        var number = range.lowerBound
        try add(kind, number, label, place)
        while number < range.upperBound, first == nil {
            number += 1
            try add(kind, number, label, place)
        }
        let rest = Int(range.upperBound - number)
        guard rest > 0 else { return }
        switch kind {
        case .blocking: (blockingCount, lastBlocking) = (blockingCount + rest, range.upperBound)
        case .identification:
            identificationCount += rest
            lastIdentification = range.upperBound
        }
        let over = min(rest, before + addedCount - limit)
        if over > 0 { note(5, place, count: over) }
    }

    /// Removes a number with all its labels, or, with nil, all of a list.
    func remove(
        _ kind: EntryKind, _ number: Int64?, _ place: ListPlace
    ) throws(ListError) {
        removalCount += 1
        try judge(place) { load throws(EntryError) in
            switch (kind, number) {
            case (.blocking, let number?): try load.removeBlocking(number)
            case (.blocking, nil): try load.removeAllBlocking()
            case (.identification, let number?): try load.removeIdentification(number)
            case (.identification, nil): try load.removeAllIdentification()
            }
        }
        if isIncremental { before = max(0, before - 1) } else { note(8, place) }
    }

    /// Ends the load, if it has come so far.
    func finish(_ place: ListPlace) throws(ListError) {
        guard let load = load.take() else { return }
        do throws(EntryError) {
            let result = try load.finish()
            standing = (result.blocking, result.identification)
        } catch {
            try take(error, place)
        }
    }

    // MARK: Breaches

    private func judge(
        _ place: ListPlace, _ body: (inout DirectoryLoad) throws(EntryError) -> Void
    ) throws(ListError) {
        guard var load = load.take() else { return }
        do throws(EntryError) {
            try body(&load)
            self.load = consume load
        } catch {
            try take(error, place)
        }
    }

    private func take(_ error: EntryError, _ place: ListPlace) throws(ListError) {
        if case .file(let reason) = error { throw .table(path: "", reason) }
        first = DirectoryBreach(error: error, place: place)
        // What only a look at the table shows is not found by comparing neighbours.
        if isIncremental { note(error.callDirectoryErrorCode, place) }
    }

    /// The code of what is wrong with an entry beside the one before it.
    private func breach(_ kind: EntryKind, _ number: Int64, _ label: ListBytes) -> Int? {
        let last = kind == .blocking ? lastBlocking : lastIdentification
        if kind == .blocking { lastBlocking = number } else { lastIdentification = number }
        let key = EntryRecord.key(kind, max(0, number))
        let fate =
            kind == .identification
            ? lastLabels.take(SortedEntry(key: key, line: 0, label: label)) : nil
        if !NumberTable.isLegal(number) || number < last { return 3 }
        guard number == last else { return nil }
        return fate == .kept ? nil : 4
    }

    private func note(_ code: Int, _ place: ListPlace, count: Int = 1) {
        breaches[code, default: Tally()].note(place, count: count)
    }
}

/// Where a load would end, and why.
package struct DirectoryBreach: Sendable {
    /// What a phone's load says, with the index of the entry.
    package var error: EntryError
    /// The line; line 0 for what is no list.
    package var place: ListPlace

    /// Apple's code.
    package var code: Int { error.callDirectoryErrorCode }
}

extension EntryError {
    /// Where the entry stood; nil for a removal and for a file that cannot be written.
    package var place: EntryPlace? {
        switch self {
        case .outOfOrder(let place, _, _), .duplicate(let place, _, _), .tooMany(let place, _, _):
            place
        case .unexpectedRemoval, .file: nil
        }
    }

    /// The entry's number; nil for a removal of all.
    package var number: Int64? {
        switch self {
        case .outOfOrder(_, let number, _), .duplicate(_, let number, _),
            .tooMany(_, let number, _):
            number
        case .unexpectedRemoval(_, let number): number
        case .file: nil
        }
    }
}
