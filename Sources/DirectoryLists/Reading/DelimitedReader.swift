// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Takes records of fields from lines: CSV (RFC 4180), with any delimiter, or one field a line.
///
/// A field may stand in quotes, with the delimiter, doubled quotes and line breaks in it. Empty
/// lines and those that begin with `#` are passed over. Quotes that do not close cost their own
/// line alone. Not Sendable: one owner.
final class DelimitedReader {
    enum Found: Equatable {
        case record
        case rejected(RejectReason)
        case end
    }

    /// A field's place: in the record's own bytes, or, where quotes were taken off, in others.
    private struct Field {
        var offset: Int
        var count: Int
        /// Whether it lies where the record was copied to.
        var isUnquoted = false
        var isQuoted = false
    }

    /// Columns past this one are not told apart.
    static let fieldCountMax = 256

    /// The number of the line where the record begins; the first is 1.
    private(set) var line = 0
    private let buffer: LineBuffer
    /// Nil where the whole line is one field.
    private let delimiter: UInt8?
    private let hasQuotes: Bool
    private var fields: [Field] = []
    /// Fields without their quotes.
    private let unquoted = ByteStore()
    private var recordCount = 0
    private var lineCount = 0
    /// What the next call takes away first, with the lines in it.
    private var consumed = (bytes: 0, lines: 0)

    /// - Parameters:
    ///   - buffer: Is read by nobody else.
    ///   - delimiter: Nil where a line is one field.
    ///   - hasQuotes: Whether quotes are more than characters like others.
    init(_ buffer: LineBuffer, delimiter: UInt8?, hasQuotes: Bool = true) {
        self.buffer = buffer
        self.delimiter = delimiter
        self.hasQuotes = hasQuotes
    }

    var fieldCount: Int { fields.count }

    /// The record as it stands in the list, without its line break; valid until the next call.
    var text: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: buffer.head, count: recordCount)
    }

    /// A field's bytes, valid until the next call; empty where the record has none there.
    func field(_ index: Int) -> ListBytes {
        guard index < fields.count else { return .empty }
        let field = fields[index]
        let base = field.isUnquoted ? unquoted.base : buffer.head
        return ListBytes(start: base + field.offset, count: field.count)
    }

    /// A field that is text: blanks at its ends are part of it where it stands in quotes.
    func label(_ index: Int) -> ListBytes {
        guard index < fields.count else { return .empty }
        return fields[index].isQuoted ? field(index) : field(index).trimmed
    }

    /// Goes on to the next record.
    func next() throws(ListError) -> Found {
        while true {
            buffer.consume(consumed.bytes)
            lineCount += consumed.lines
            consumed = (0, 0)
            line = lineCount + 1
            switch try buffer.lineEnd(from: 0) {
            case .beyondLimit:
                recordCount = min(buffer.count, 200)
                fields = []
                try buffer.skipLine()
                recordCount = 0
                lineCount += 1
                return .rejected(.longLine)
            case .endOfList(let count):
                if count == 0 { return .end }
                if let found = try take(lineEnd: count, next: count) { return found }
            case .at(let end):
                if let found = try take(lineEnd: end, next: end + 1) { return found }
            }
        }
    }

    /// - Returns: Nil for a line that is passed over.
    private func take(lineEnd: Int, next: Int) throws(ListError) -> Found? {
        consumed = (next, 1)
        let bytes = UnsafeBufferPointer(start: buffer.head, count: lineEnd).withoutReturn
        recordCount = bytes.count
        guard let first = bytes.first(where: { $0 != 0x20 && $0 != 0x09 }),
            first != UInt8(ascii: "#")
        else { return nil }
        fields.removeAll(keepingCapacity: true)
        if hasQuotes, let base = bytes.baseAddress,
            memchr(base, 0x22, bytes.count) != nil
        {
            return try takeQuoted(lineEnd: lineEnd, next: next)
        }
        splitPlain(bytes)
        return .record
    }

    private func splitPlain(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let delimiter, let base = bytes.baseAddress else {
            fields.append(Field(offset: 0, count: bytes.count))
            return
        }
        var start = 0
        while fields.count < Self.fieldCountMax - 1,
            let found = memchr(base + start, Int32(delimiter), bytes.count - start)
        {
            let end = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base
            fields.append(Field(offset: start, count: end - start))
            start = end + 1
        }
        fields.append(Field(offset: start, count: bytes.count - start))
    }

    // MARK: Quotes

    /// Where in a field the next byte stands.
    private enum Place { case start, plain, quoted, behindQuote }

    /// The record that begins on a line with a quote in it, which may go on over more lines.
    private func takeQuoted(lineEnd: Int, next: Int) throws(ListError) -> Found {
        unquoted.removeAll()
        var place = Place.start
        var field = Field(offset: 0, count: 0, isUnquoted: true)
        var (begin, end, following, lines) = (0, lineEnd, next, 1)
        while true {
            for offset in begin..<end {
                guard take(buffer.head[offset], at: &place, &field) else {
                    return .rejected(.badQuotes)
                }
            }
            if place != .quoted {
                // One in quotes is the field's own.
                if place == .plain, unquoted.last == 0x0D { unquoted.removeLast() }
                endField(&field)
                let isReturned = end > 0 && buffer.head[end - 1] == 0x0D
                recordCount = isReturned ? end - 1 : end
                consumed = (following, lines)
                return .record
            }
            // The list's last line may have no line feed, and no other line behind it.
            guard following > end else { return .rejected(.badQuotes) }
            unquoted.append(0x0A)
            switch try buffer.lineEnd(from: following) {
            case .at(let position): (begin, end, following) = (following, position, position + 1)
            case .endOfList(let count):
                if count == following { return .rejected(.badQuotes) }
                (begin, end, following) = (following, count, count)
            case .beyondLimit: return .rejected(.badQuotes)
            }
            lines += 1
        }
    }

    /// - Returns: False for text behind closing quotes.
    private func take(_ byte: UInt8, at place: inout Place, _ field: inout Field) -> Bool {
        switch (place, byte) {
        case (.start, 0x22):
            place = .quoted
            field.isQuoted = true
        case (.quoted, 0x22): place = .behindQuote
        case (.quoted, _): unquoted.append(byte)
        case (.behindQuote, 0x22):
            unquoted.append(byte)
            place = .quoted
        case (_, _) where byte == delimiter:
            endField(&field)
            place = .start
        case (.behindQuote, 0x20), (.behindQuote, 0x09), (.behindQuote, 0x0D): break
        case (.behindQuote, _): return false
        case (.start, _), (.plain, _):
            unquoted.append(byte)
            place = .plain
        }
        return true
    }

    private func endField(_ field: inout Field) {
        field.count = unquoted.count - field.offset
        if fields.count < Self.fieldCountMax { fields.append(field) }
        field = Field(offset: unquoted.count, count: 0, isUnquoted: true)
    }
}
