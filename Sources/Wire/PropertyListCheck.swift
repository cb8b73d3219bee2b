// SPDX-License-Identifier: Apache-2.0

/// Bounds a property list before it is parsed: how large, how deep, how many values.
///
/// A payload that an extension hands over is one, and any push may look like one, so that
/// Foundation must not meet it unchecked: references that share make its time exponential.
package enum PropertyListCheck {
    package static let byteLimit = 1 << 20
    /// How deep a list may be nested, unless said otherwise.
    package static let depthLimit = 32
    /// Values of a binary list, counted as often as they are reached: references may share, and so
    /// multiply.
    package static let valueLimit = 65536

    /// What is wrong, in words; nil if it may be parsed.
    package static func problem(
        _ bytes: [UInt8], depthLimit: Int = PropertyListCheck.depthLimit
    ) -> String? {
        guard bytes.count <= byteLimit else { return "it is over \(byteLimit) bytes" }
        if bytes.starts(with: Array("bplist00".utf8)) {
            var list = BinaryPropertyList(bytes, depthLimit: depthLimit)
            return list.problem()
        }
        var start = bytes[...]
        if start.starts(with: [0xEF, 0xBB, 0xBF]) { start = start.dropFirst(3) }
        guard start.first(where: { !isSpace($0) }) == UInt8(ascii: "<") else {
            return "it is neither an XML nor a binary property list"
        }
        return problemOfXML(start, depthLimit: depthLimit)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [9, 10, 13, 32].contains(byte) }

    /// Counts open elements.
    ///
    /// It accepts more than XML does; the parser decides on the rest.
    private static func problemOfXML(
        _ bytes: ArraySlice<UInt8>, depthLimit: Int
    ) -> String? {
        var rest = bytes
        var depth = 0
        while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[open...]
            if rest.starts(with: Array("<!--".utf8)) {
                guard let next = skip("-->", in: rest) else { return "a comment has no end" }
                rest = next
            } else if rest.starts(with: Array("<![CDATA[".utf8)) {
                guard let next = skip("]]>", in: rest) else { return "a CDATA section has no end" }
                rest = next
            } else if rest.starts(with: Array("<!ENTITY".utf8)) {
                return "it declares entities"
            } else if rest.starts(with: Array("<!".utf8)) {
                // A document type may hold declarations, which are looked at like the rest.
                rest = rest.dropFirst(2)
            } else {
                guard let close = rest.firstIndex(of: UInt8(ascii: ">")) else {
                    return "a tag has no end"
                }
                depth += change(of: rest[rest.startIndex...close])
                guard depth <= depthLimit else { return "it is nested over \(depthLimit) deep" }
                rest = rest[(close + 1)...]
            }
        }
        return nil
    }

    private static func change(of tag: ArraySlice<UInt8>) -> Int {
        let first = tag.dropFirst().first
        if first == UInt8(ascii: "/") { return -1 }
        if first == UInt8(ascii: "?") { return 0 }
        return tag.dropLast().last == UInt8(ascii: "/") ? 0 : 1
    }

    private static func skip(_ end: String, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let end = Array(end.utf8)
        var rest = bytes
        while let index = rest.firstIndex(of: end[0]) {
            rest = rest[index...]
            if rest.starts(with: end) { return rest.dropFirst(end.count) }
            rest = rest.dropFirst()
        }
        return nil
    }
}

/// The frame of a binary property list: trailer, offsets and references, without its values.
private struct BinaryPropertyList {
    private let bytes: [UInt8]
    private let depthLimit: Int
    private var visited = 0

    init(_ bytes: [UInt8], depthLimit: Int) {
        self.bytes = bytes
        self.depthLimit = depthLimit
    }

    private struct Frame {
        var offsetByteCount: Int
        var referenceByteCount: Int
        var count: Int
        var top: Int
        var table: Int
    }

    mutating func problem() -> String? {
        guard let frame = readFrame() else { return "its trailer is broken" }
        return problem(of: frame.top, frame, depth: 1)
    }

    private func readFrame() -> Frame? {
        guard bytes.count >= 8 + 1 + 32 else { return nil }
        let trailer = bytes.count - 32
        guard let count = number(at: trailer + 8, 8), let top = number(at: trailer + 16, 8),
            let table = number(at: trailer + 24, 8)
        else { return nil }
        let frame = Frame(
            offsetByteCount: Int(bytes[trailer + 6]),
            referenceByteCount: Int(bytes[trailer + 7]),
            count: count,
            top: top,
            table: table
        )
        guard (1...8).contains(frame.offsetByteCount), (1...8).contains(frame.referenceByteCount),
            count > 0, count <= bytes.count, top < count, table >= 8, table < trailer,
            table + count * frame.offsetByteCount <= trailer
        else { return nil }
        return frame
    }

    /// Walks what the object of that number holds; depth and count bound the recursion.
    private mutating func problem(of object: Int, _ frame: Frame, depth: Int) -> String? {
        visited += 1
        guard visited <= PropertyListCheck.valueLimit else {
            return "it has over \(PropertyListCheck.valueLimit) values"
        }
        guard depth <= depthLimit else { return "it is nested over \(depthLimit) deep" }
        guard object < frame.count,
            let offset = number(
                at: frame.table + object * frame.offsetByteCount,
                frame.offsetByteCount
            ),
            offset >= 8, offset < frame.table
        else { return "a reference leads nowhere" }
        switch bytes[offset] >> 4 {
        case 0xA: return problemOfCollection(at: offset, frame, depth: depth)
        case 0xD:
            return problemOfKeys(at: offset, frame)
                ?? problemOfCollection(at: offset, frame, depth: depth)
        default:
            guard let end = endOfScalar(at: offset) else {
                return "a value is of no kind that a property list has"
            }
            return end <= frame.table ? nil : "a value is longer than the file"
        }
    }

    private mutating func problemOfCollection(
        at offset: Int, _ frame: Frame, depth: Int
    ) -> String? {
        guard let (count, start) = length(at: offset) else { return "a length is broken" }
        let references = bytes[offset] >> 4 == 0xD ? count * 2 : count
        guard references <= frame.table,
            start + references * frame.referenceByteCount <= frame.table
        else { return "a collection is longer than the file" }
        for index in 0..<references {
            let place = start + index * frame.referenceByteCount
            guard let next = number(at: place, frame.referenceByteCount) else {
                return "a reference is broken"
            }
            if let problem = problem(of: next, frame, depth: depth + 1) { return problem }
        }
        return nil
    }

    /// Looks whether the keys of a dictionary are strings.
    private func problemOfKeys(at offset: Int, _ frame: Frame) -> String? {
        guard let (count, start) = length(at: offset) else { return "a length is broken" }
        for index in 0..<count {
            let place = start + index * frame.referenceByteCount
            guard let object = number(at: place, frame.referenceByteCount), object < frame.count,
                let key = number(
                    at: frame.table + object * frame.offsetByteCount, frame.offsetByteCount),
                key < frame.table, [0x5, 0x6].contains(bytes[key] >> 4)
            else { return "a key is no string" }
        }
        return nil
    }

    /// Where a value without references ends; nil for one that Foundation may not read safely, such
    /// as a set, or for a text or date that is none.
    private func endOfScalar(at offset: Int) -> Int? {
        let low = Int(bytes[offset] & 0xF)
        switch bytes[offset] {
        case 0x08, 0x09: return offset + 1
        case 0x10...0x14, 0x22, 0x23: return offset + 1 + (1 << low)
        case 0x33: return isDate(at: offset + 1) ? offset + 9 : nil
        case 0x40...0x4F: return length(at: offset).map { $0.start + $0.count }
        case 0x50...0x5F:
            guard let (count, start) = length(at: offset), start + count <= bytes.count else {
                return nil
            }
            return bytes[start..<start + count].allSatisfy { $0 < 0x80 } ? start + count : nil
        case 0x60...0x6F: return length(at: offset).map { $0.start + 2 * $0.count }
        default: return nil
        }
    }

    /// Seconds since 2001, within some thousand years: calendars trap far from the present.
    private func isDate(at offset: Int) -> Bool {
        guard offset + 8 <= bytes.count else { return false }
        let bits = bytes[offset..<offset + 8].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        return Double(bitPattern: bits).magnitude < 1e12
    }

    /// The element count of a collection and where its references begin.
    private func length(at offset: Int) -> (count: Int, start: Int)? {
        let short = Int(bytes[offset] & 0xF)
        guard short == 0xF else { return (short, offset + 1) }
        guard offset + 1 < bytes.count, bytes[offset + 1] >> 4 == 1 else { return nil }
        let byteCount = 1 << Int(bytes[offset + 1] & 0xF)
        guard byteCount <= 8, let count = number(at: offset + 2, byteCount),
            count <= bytes.count
        else { return nil }
        return (count, offset + 2 + byteCount)
    }

    /// A big-endian number; nil outside the file, or if no file that we read is so long.
    private func number(at offset: Int, _ byteCount: Int) -> Int? {
        guard offset >= 0, offset + byteCount <= bytes.count else { return nil }
        var value: UInt64 = 0
        for byte in bytes[offset..<offset + byteCount] { value = value << 8 | UInt64(byte) }
        return value <= UInt64(Int32.max) ? Int(value) : nil
    }
}
