// SPDX-License-Identifier: Apache-2.0

/// Reads a list of numbers: a file or standard input, packed or not, in any of the formats.
///
/// What is in the way of reading on at all is thrown; what is wrong with a line is an event. A byte
/// order mark is taken off, and text in UTF-16 that has one is read as UTF-8. Not Sendable: one
/// owner.
final class ListReader {
    /// What messages call the list.
    let name: String
    let format: ListFormat
    /// The columns by their numbers; nil in JSON lines.
    let columns: ListColumns?
    /// Whether labels can come from the list itself.
    let hasLabels: Bool
    let hasActions: Bool
    /// Whether its beginning has nothing to read, so that nothing can lack.
    let isBlank: Bool
    /// What the columns are called, or the members of an object.
    let columnNames: [String]
    /// Nil where the list is in memory.
    private let file: FileSource?
    private let rows: any ListRows

    private static let sampleByteCount = 64 * 1024

    /// Opens the list and looks at its beginning.
    ///
    /// The path `-` is standard input; the options say what is known of the list.
    convenience init(path: String, _ options: ListOptions) throws(ListError) {
        let file = try FileSource(path: path)
        try self.init(file, name: file.name, options)
    }

    /// The same for bytes from elsewhere.
    init(_ source: any ByteSource, name: String, _ options: ListOptions) throws(ListError) {
        file = source as? FileSource
        self.name = name
        let buffer = LineBuffer(try Self.text(of: source, name))
        var sample = try buffer.peek(Self.sampleByteCount)
        if !buffer.hasAll || sample.count == Self.sampleByteCount,
            let end = sample.lastIndex(of: 0x0A)
        {
            sample.removeSubrange((end + 1)...)
        }
        if let foreign = ForeignFile(beginning: sample) {
            throw .otherKind(list: name, foreign)
        }
        format = options.format ?? ListFormat(sample: sample)
        guard format != .jsonLines else {
            let names = JSONColumns.names(in: sample)
            let members = JSONColumns(names: names, options)
            columns = nil
            columnNames = ListColumns.shownNames(of: [names.map { Array($0.utf8) }])
            rows = JSONRows(buffer, members)
            hasLabels = members.label != nil
            hasActions = members.action != nil
            isBlank = false
            return
        }
        let delimiter = format.delimiter
        var records = Array(SampleRecords(sample, delimiter: delimiter, limit: 200))
        if delimiter == nil {
            records = records.map { $0.map { Array($0.withUnsafeBufferPointer(withoutComment)) } }
        }
        let columns = try ListColumns(records, options, list: name)
        self.columns = columns
        columnNames = columns.hasHeader ? ListColumns.shownNames(of: records) : []
        rows = DelimitedRows(buffer, delimiter: delimiter, columns: columns)
        hasLabels = columns.label != nil
        hasActions = columns.action != nil
        isBlank = records.isEmpty && buffer.hasAll
    }

    /// Whether entries for identification can come of it: labels, or the word that it has its own.
    func canIdentify(_ options: ListOptions) -> Bool {
        hasLabels || hasActions || isBlank || options.label != nil
    }

    /// Bytes of the file that have been read, as they lie on disk.
    var readCount: Int { file?.readCount ?? 0 }

    /// The file's length; nil for a pipe.
    var byteCount: Int? { file?.byteCount }

    func next() throws(ListError) -> ListEvent { try rows.next() }

    /// The list's text, unpacked and in UTF-8.
    private static func text(
        of source: any ByteSource, _ name: String
    ) throws(ListError) -> any ByteSource {
        let packed = PeekingSource(source)
        let text: PeekingSource
        switch Compression(sign: try packed.peek(Compression.signByteCount)) {
        case .gzip: text = PeekingSource(GzipSource(packed, list: name))
        case .zstd: text = PeekingSource(ZstdSource(packed, list: name))
        case nil: text = packed
        }
        let mark = try text.peek(3)
        if mark.starts(with: [0xEF, 0xBB, 0xBF]) {
            text.skip(3)
            return text
        }
        guard mark.starts(with: [0xFF, 0xFE]) || mark.starts(with: [0xFE, 0xFF]) else {
            return text
        }
        let isBigEndian = mark.first == 0xFE
        text.skip(2)
        return UTF16Source(text, isBigEndian: isBigEndian)
    }
}

extension ForeignFile {
    /// Nil for what may be a list.
    init?(beginning bytes: [UInt8]) {
        let first = bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        if bytes.starts(with: "PK\u{3}\u{4}".utf8) {
            self = .archive
        } else if bytes.starts(with: "SQLite format 3\0".utf8) {
            self = .database
        } else if bytes.starts(with: "<?xml".utf8) || bytes.starts(with: "bplist".utf8) {
            self = .propertyList
        } else if bytes.starts(with: "BEGIN:VCARD".utf8) {
            self = .vCard
        } else if first == UInt8(ascii: "[") {
            self = .jsonArray
        } else if bytes.count >= 4, bytes[0] == 0 && bytes[2] == 0 || bytes[1] == 0 && bytes[3] == 0
        {
            self = .utf16
        } else {
            return nil
        }
    }
}

extension JSONColumns {
    /// Finds the members: those that are asked for, then those whose names are known.
    init(names: [String], _ options: ListOptions) {
        func member(_ column: ColumnName?, _ known: [String], _ taken: [Int]) -> [UInt8]? {
            if let column { return Array(column.description.utf8) }
            return KnownNames.place(of: known, in: names, except: taken)
                .map { Array(names[$0].utf8) }
        }
        action = member(options.actionColumn, ["action"], [])
        number = member(options.numberColumn, KnownNames.numbers, []) ?? Array("number".utf8)
        let number = number
        let taken = names.indices.filter { Array(names[$0].utf8) == number }
        label = member(options.labelColumn, KnownNames.labels, taken)
    }

    /// The names of the members of the first objects, in the order in which they come.
    static func names(in sample: [UInt8]) -> [String] {
        var names: [String] = []
        for line in sample.split(separator: 0x0A).prefix(200) {
            let line = Array(line)
            line.withUnsafeBufferPointer { bytes in
                var reader = JSONLine(bytes)
                _ = reader.read { name, _ in
                    let text = String(decoding: name, as: UTF8.self)
                    if names.count < 64, !names.contains(text) { names.append(text) }
                }
            }
        }
        return names
    }
}
