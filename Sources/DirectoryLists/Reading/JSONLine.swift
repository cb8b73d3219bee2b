// SPDX-License-Identifier: Apache-2.0

/// Reads one JSON object (RFC 8259) of one line, for the strings and numbers directly in it.
///
/// It asks for no more than it needs to find those: a nested value is passed over, and its inside
/// may be any balanced text.
struct JSONLine {
    private let bytes: ListBytes
    private var position = 0
    /// Nested values deeper than this are refused.
    private static let depthMax = 64

    init(_ bytes: ListBytes) { self.bytes = bytes }

    /// - Parameter member: Gets each name with its value: a string's characters, a number's text;
    ///   nothing for null and whatever else.
    /// - Returns: False for what is no JSON object.
    mutating func read(_ member: (_ name: [UInt8], _ value: [UInt8]?) -> Void) -> Bool {
        skipBlanks()
        guard take(UInt8(ascii: "{")) else { return false }
        skipBlanks()
        if take(UInt8(ascii: "}")) { return isAtEnd() }
        while true {
            skipBlanks()
            guard let name = string() else { return false }
            skipBlanks()
            guard take(UInt8(ascii: ":")) else { return false }
            skipBlanks()
            guard let value = value() else { return false }
            member(name, value.isText ? value.text : nil)
            skipBlanks()
            if take(UInt8(ascii: ",")) { continue }
            return take(UInt8(ascii: "}")) && isAtEnd()
        }
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0D { position += 1 }
    }

    private mutating func isAtEnd() -> Bool {
        skipBlanks()
        return next == nil
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    /// Nil for what is no value.
    private mutating func value() -> (text: [UInt8], isText: Bool)? {
        switch next {
        case UInt8(ascii: "\""): return string().map { ($0, true) }
        case UInt8(ascii: "{"), UInt8(ascii: "["): return skipNested() ? ([], false) : nil
        default:
            let start = position
            while let byte = next, Self.isBare(byte) { position += 1 }
            guard position > start, let first = bytes[start...].first else { return nil }
            let isNumber = first == UInt8(ascii: "-") || (0x30...0x39).contains(first)
            let text = Array(bytes[start..<position])
            let isWord = [Array("null".utf8), Array("true".utf8), Array("false".utf8)].contains(
                text)
            return isNumber || isWord ? (text, isNumber) : nil
        }
    }

    private static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "+"),
            UInt8(ascii: "."):
            true
        default: false
        }
    }

    private mutating func skipNested() -> Bool {
        var open: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                guard string() != nil else { return false }
                continue
            case UInt8(ascii: "{"): open.append(UInt8(ascii: "}"))
            case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard open.popLast() == byte else { return false }
            default: break
            }
            position += 1
            guard open.count <= Self.depthMax else { return false }
            if open.isEmpty { return true }
        }
        return false
    }

    /// The characters between quotes; nil where they do not close or an escape is none.
    private mutating func string() -> [UInt8]? {
        guard take(UInt8(ascii: "\"")) else { return nil }
        var text: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return text
            case UInt8(ascii: "\\"): guard escape(into: &text) else { return nil }
            default: text.append(byte)
            }
        }
        return nil
    }

    private mutating func escape(into text: inout [UInt8]) -> Bool {
        guard let byte = next else { return false }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            guard let scalar = escapedScalar() else { return false }
            text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        default: return false
        }
        return true
    }

    /// What stands behind `\u`; half a surrogate pair is U+FFFD.
    private mutating func escapedScalar() -> Unicode.Scalar? {
        guard let unit = fourDigits() else { return nil }
        guard unit & 0xF800 == 0xD800 else { return Unicode.Scalar(unit) }
        let start = position
        if unit & 0xFC00 == 0xD800, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")),
            let low = fourDigits(), low & 0xFC00 == 0xDC00
        {
            return Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF))
        }
        position = start
        return "\u{FFFD}"
    }

    private mutating func fourDigits() -> UInt32? {
        guard position + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for offset in position..<position + 4 {
            guard let digit = Character(Unicode.Scalar(bytes[offset])).hexDigitValue else {
                return nil
            }
            value = value << 4 | UInt32(digit)
        }
        position += 4
        return value
    }
}
