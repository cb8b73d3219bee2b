// SPDX-License-Identifier: Apache-2.0

/// Walks over the bytes of one JSON object (RFC 8259).
///
/// The caller has bounded the bytes and found them to be UTF-8.
struct JSONScanner {
    /// What is wrong, as the end of a sentence that begins with the object's name.
    enum Failure: String, Error {
        case notAnObject = "must be one JSON object and nothing else"
        case malformed = "must be correct JSON"
        case tooDeep = "must not nest JSON deeper than 8 levels"
        case repeatedName = "must not have a name twice"
        case tooManyMembers = "must not have more than 64 members"
    }

    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads the object, which must be all there is, and shows each of its members to `visit`.
    ///
    /// `visit` returns a failure to stop with. What lies in nested objects and arrays is checked
    /// for its form alone.
    mutating func object(
        _ visit: (String, TokenObject.Value) -> Failure?
    ) throws(Failure) {
        skipSpace()
        guard peek() == UInt8(ascii: "{") else { throw .notAnObject }
        try members(depth: 1, visit)
        skipSpace()
        guard index == bytes.count else { throw .notAnObject }
    }

    private mutating func members(
        depth: Int,
        _ visit: (String, TokenObject.Value) -> Failure?
    ) throws(Failure) {
        try elements(until: UInt8(ascii: "}")) { scanner throws(Failure) in
            let name = try scanner.string()
            scanner.skipSpace()
            try scanner.expect(UInt8(ascii: ":"))
            scanner.skipSpace()
            if let failure = try visit(name, scanner.value(depth: depth)) { throw failure }
        }
    }

    private mutating func value(depth: Int) throws(Failure) -> TokenObject.Value {
        switch peek() {
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "-"): return .number(try number())
        case let byte? where Self.digits.contains(byte): return .number(try number())
        case UInt8(ascii: "{"):
            guard depth < TokenObject.depthMax else { throw .tooDeep }
            try members(depth: depth + 1) { _, _ in nil }
        case UInt8(ascii: "["):
            guard depth < TokenObject.depthMax else { throw .tooDeep }
            try elements(until: UInt8(ascii: "]")) { scanner throws(Failure) in
                _ = try scanner.value(depth: depth + 1)
            }
        case UInt8(ascii: "t"): try expect("true")
        case UInt8(ascii: "f"): try expect("false")
        case UInt8(ascii: "n"): try expect("null")
        default: throw .malformed
        }
        return .other
    }

    /// Reads from an opening bracket to the closing one, with commas between the elements.
    private mutating func elements(
        until end: UInt8,
        _ element: (inout JSONScanner) throws(Failure) -> Void
    ) throws(Failure) {
        index += 1
        skipSpace()
        if take(end) { return }
        while true {
            try element(&self)
            skipSpace()
            if take(end) { return }
            try expect(UInt8(ascii: ","))
            skipSpace()
        }
    }

    private mutating func number() throws(Failure) -> String {
        let start = index
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) { try digits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            _ = take(UInt8(ascii: "+")) || take(UInt8(ascii: "-"))
            try digits()
        }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func digits() throws(Failure) {
        let start = index
        while let byte = peek(), Self.digits.contains(byte) { index += 1 }
        guard index > start else { throw .malformed }
    }

    private mutating func string() throws(Failure) -> String {
        try expect(UInt8(ascii: "\""))
        var text: [UInt8] = []
        while let byte = peek(), byte >= 0x20 {
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): try text.append(contentsOf: escaped())
            default: text.append(byte)
            }
        }
        throw .malformed
    }

    /// Reads what follows a backslash.
    private mutating func escaped() throws(Failure) -> [UInt8] {
        guard let byte = peek() else { throw .malformed }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return Array(Character(try unicodeScalar()).utf8)
        default: throw .malformed
        }
    }

    /// Reads the four digits of `\u`, or both halves of a surrogate pair.
    ///
    /// Half a pair is an error.
    private mutating func unicodeScalar() throws(Failure) -> Unicode.Scalar {
        let first = try fourDigits()
        if let scalar = Unicode.Scalar(first) { return scalar }
        try expect(UInt8(ascii: "\\"))
        try expect(UInt8(ascii: "u"))
        let second = try fourDigits()
        guard (0xD800..<0xDC00).contains(first), (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x1_0000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw .malformed }
        return scalar
    }

    private mutating func fourDigits() throws(Failure) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue
            else { throw .malformed }
            value = value << 4 | UInt32(digit)
            index += 1
        }
        return value
    }

    private func peek() -> UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        index += 1
        return true
    }

    private mutating func expect(_ byte: UInt8) throws(Failure) {
        guard take(byte) else { throw .malformed }
    }

    private mutating func expect(_ word: String) throws(Failure) {
        for byte in word.utf8 { try expect(byte) }
    }

    private mutating func skipSpace() {
        while let byte = peek(), [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
    }
}
