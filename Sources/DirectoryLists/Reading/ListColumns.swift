// SPDX-License-Identifier: Apache-2.0

/// Which column of a list holds what.
struct ListColumns: Hashable, Sendable {
    var number: Int
    var label: Int?
    var action: Int?
    /// Whether the first record names the columns.
    var hasHeader: Bool

    /// Finds the columns: those that are asked for, then those that the header names, then those
    /// whose values look so.
    ///
    /// The records are the first of the list; messages call it `list`.
    init(
        _ records: [[[UInt8]]], _ options: ListOptions, list: String
    ) throws(ListError) {
        let width = records.map(\.count).max() ?? 0
        var finder = ColumnFinder(records: records, width: width, list: list)
        finder.findHeader(options)
        hasHeader = finder.names != nil
        action = try finder.wanted(options.actionColumn) ?? finder.actionColumn()
        let numberColumn = try finder.wanted(options.numberColumn)
        let labelColumn = try finder.wanted(options.labelColumn)
        let taken = [action, labelColumn].compactMap(\.self)
        if let place = numberColumn ?? finder.numberColumn(except: taken) {
            number = place
        } else if records.isEmpty {
            number = 0
        } else {
            throw .noNumberColumn(list: list, columns: finder.shownNames)
        }
        label = labelColumn ?? finder.labelColumn(except: [number] + taken)
        // A lone column of actions is none: it would be that of the numbers.
        if action == number { action = nil }
    }

    /// What the columns are called, for a message.
    static func shownNames(of records: [[[UInt8]]]) -> [String] {
        (records.first ?? []).map { $0.withUnsafeBufferPointer { plainText($0, limit: 40) } }
    }
}

private struct ColumnFinder {
    let records: [[[UInt8]]]
    let width: Int
    let list: String
    private(set) var names: [String]?

    init(records: [[[UInt8]]], width: Int, list: String) {
        self.records = records
        self.width = width
        self.list = list
    }

    private var values: ArraySlice<[[UInt8]]> { records.dropFirst(names == nil ? 0 : 1) }

    var shownNames: [String] { ListColumns.shownNames(of: records) }

    /// A first record without a number is a header if a column is asked for by name, or if it has
    /// a name that is known, or if it has several fields and numbers follow.
    mutating func findHeader(_ options: ListOptions) {
        guard let first = records.first else { return }
        let wanted = [options.numberColumn, options.labelColumn, options.actionColumn]
        let texts = first.map { String(decoding: $0, as: UTF8.self) }
        let isAskedFor = wanted.contains {
            guard case .name(let name) = $0 else { return false }
            return texts.contains { KnownNames.plain($0) == KnownNames.plain(name) }
        }
        let hasNumber = first.contains { looksLikeNumber($0) }
        let isKnown =
            KnownNames.place(of: KnownNames.numbers, in: texts, except: []) != nil
        let hasNumbersBehind = records.dropFirst().contains { $0.contains { looksLikeNumber($0) } }
        if isAskedFor || !hasNumber && (isKnown || hasNumbersBehind && width > 1) { names = texts }
    }

    func wanted(_ column: ColumnName?) throws(ListError) -> Int? {
        switch column {
        case nil: return nil
        case .place(let place):
            guard place <= max(1, width) || records.isEmpty else {
                throw .noColumn(list: list, name: String(place), columns: shownNames)
            }
            return place - 1
        case .name(let name):
            let plain = KnownNames.plain(name)
            guard let place = names?.firstIndex(where: { KnownNames.plain($0) == plain }) else {
                throw .noColumn(list: list, name: name, columns: shownNames)
            }
            return place
        }
    }

    /// The column in which every value that is there is an action.
    func actionColumn() -> Int? {
        guard width > 1 else { return nil }
        return (0..<width).first { column in
            let words = cells(column).filter { !$0.isEmpty }
            return !words.isEmpty
                && words.allSatisfy {
                    $0.withUnsafeBufferPointer { EntryAction($0.trimmed) != nil }
                }
        }
    }

    func numberColumn(except taken: [Int]) -> Int? {
        if let names, let place = KnownNames.place(of: KnownNames.numbers, in: names, except: taken)
        {
            return place
        }
        var best: (column: Int, count: Int)?
        for column in 0..<width where !taken.contains(column) {
            let count = cells(column).reduce(0) { $0 + (looksLikeNumber($1) ? 1 : 0) }
            if count > best?.count ?? 0 { best = (column, count) }
        }
        // A single column is that of the numbers, whatever stands in it.
        return best?.column ?? (width == 1 ? 0 : nil)
    }

    /// Without names the first column that is left; with names one that is known, or the only one
    /// if it holds words.
    func labelColumn(except taken: [Int]) -> Int? {
        let free = (0..<width).filter { !taken.contains($0) }
        guard let names else { return free.first }
        return KnownNames.place(of: KnownNames.labels, in: names, except: taken)
            ?? free.first.flatMap { column in
                free.count == 1 && !cells(column).allSatisfy(looksLikeNumber) ? column : nil
            }
    }

    private func cells(_ column: Int) -> [[UInt8]] {
        values.map { column < $0.count ? $0[column] : [] }
    }
}

/// Whether it has at least three digits, and nothing but digits and what people put between them,
/// or is a whole number.
func looksLikeNumber(_ cell: [UInt8]) -> Bool {
    let text = cell.withUnsafeBufferPointer { Array($0.trimmed) }
    if text.starts(with: "tel:".utf8) { return true }
    var digits = 0
    var others = 0
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
        switch scalar {
        case "0"..."9", "\u{FF10}"..."\u{FF19}", "\u{660}"..."\u{669}": digits += 1
        case "+", "-", "(", ")", ".", "/", " ", "*", "?", "#", "x", "X", "\u{A0}", "\u{FF0B}",
            "\u{2010}"..."\u{2015}":
            others += 1
        default: return false
        }
    }
    return digits >= 3 || digits > 0 && (others == 0 || others == 1 && text.first == 0x2D)
}
