// SPDX-License-Identifier: Apache-2.0
package import NumberTable
package import PhoneNumbers

/// Says what would become of a list or a table if an extension loaded it as it stands, in this
/// order.
package struct DirectoryCheck {
    /// What is known of the load.
    package struct Options: Sendable {
        package var list = ListOptions()
        /// Where national numbers are at home.
        package var region: Region?
        package var limit = ListLimits.extensionEntryCount
        /// What stands, for an incremental load; nil for one from nothing.
        package var base: NumberTableStack?

        package init() {}
    }

    /// What was found.
    package struct Verdict: Sendable {
        /// What messages call the list or table.
        package var name: String
        package var isTable = false
        package var blockingCount = 0
        package var identificationCount = 0
        package var removalCount = 0
        /// Where the load would end; nil where it would succeed.
        package var first: DirectoryBreach?
        /// All breaches, by Apple's code.
        package var breaches: [Int: Tally] = [:]
        /// Lines that give no number to load.
        package var unreadable: [RejectReason: Tally] = [:]
        /// Labels over the limit, which an extension cuts.
        package var longLabels = Tally()
        package var convertedLabelCount = 0
        /// What would stand after the load.
        package var standing: (blocking: Int, identification: Int)?
        package var limit: Int

        /// Whether a phone would take all of it.
        package var isGood: Bool { first == nil && unreadable.isEmpty }

        /// Whether nine tenths of what may stand are used.
        package var isNearLimit: Bool {
            guard let standing else { return false }
            return standing.blocking + standing.identification > limit / 10 * 9
        }
    }

    private let options: Options

    package init(_ options: Options) { self.options = options }

    /// Checks one file, of which the first bytes say whether it is a table.
    ///
    /// The path `-` is a list on standard input.
    package func check(_ path: String) throws(ListError) -> Verdict {
        if path != "-", TableFiles.isTable(path) {
            return try check(TableFiles.open(path))
        }
        return try check(ListReader(path: path, options.list))
    }

    /// The same for a list that is in memory.
    package func check(list bytes: [UInt8]) throws(ListError) -> Verdict {
        try check(ListReader(MemorySource(bytes), name: "list", options.list))
    }

    private func check(_ reader: ListReader) throws(ListError) -> Verdict {
        guard options.list.kind == .blocking || reader.canIdentify(options.list) else {
            throw .noLabels(list: reader.name, columns: reader.columnNames)
        }
        let checker = try ListChecker(reader, options)
        return try checker.check()
    }

    private func check(_ table: NumberTable) throws(ListError) -> Verdict {
        try TableFiles.reading { () throws(NumberTableError) in try table.verify() }
        let judge = try EntryJudge(over: options.base, limit: options.limit)
        let place = ListPlace(list: table.path, listIndex: 0, line: 0)
        try judge.load(table, isIncremental: options.base != nil, place)
        return Verdict(judge, name: table.path, isTable: true, limit: options.limit)
    }
}

extension DirectoryCheck.Verdict {
    init(_ judge: EntryJudge, name: String, isTable: Bool, limit: Int) {
        self.init(name: name, limit: limit)
        self.isTable = isTable
        blockingCount = judge.blockingCount
        identificationCount = judge.identificationCount
        removalCount = judge.removalCount
        first = judge.first
        breaches = judge.breaches
        standing = judge.standing
    }
}

extension EntryJudge {
    /// Loads what a table says: removals first, then entries, both lists in order.
    fileprivate func load(
        _ table: NumberTable, isIncremental: Bool, _ place: ListPlace
    ) throws(ListError) {
        // From nothing, a table that clears both lists has nothing to clear.
        if isIncremental || !table.isComplete {
            if table.clearsBlocking { try remove(.blocking, nil, place) }
            if table.clearsIdentification { try remove(.identification, nil, place) }
        }
        try remove(.blocking, all: table.removedBlockingNumbers(), place)
        try remove(.identification, all: table.removedIdentificationNumbers(), place)
        var numbers = table.blockingNumbers()
        while let number = try TableFiles.reading({ () throws(NumberTableError) in
            try numbers.next()
        }) {
            try add(.blocking, number, .empty, place)
        }
        var entries = table.identificationEntries()
        while let entry = try TableFiles.reading({ () throws(NumberTableError) in
            try entries.next()
        }) {
            let added: Result<Void, ListError> = entry.withLabel { label in
                Result { () throws(ListError) in
                    try add(.identification, entry.number, label, place)
                }
            }
            try added.get()
        }
        try finish(place)
    }

    private func remove(
        _ kind: EntryKind, all numbers: NumberCursor, _ place: ListPlace
    ) throws(ListError) {
        var numbers = numbers
        while let number = try TableFiles.reading({ () throws(NumberTableError) in
            try numbers.next()
        }) {
            try remove(kind, number, place)
        }
    }
}
