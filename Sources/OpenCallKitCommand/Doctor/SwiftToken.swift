// SPDX-License-Identifier: Apache-2.0

/// A word of Swift source: a name with its mark (`@objc`, `#selector`), a string without what is
/// in it, or a sign.
struct SwiftToken: Hashable, Sendable {
    let text: String
    /// From 1.
    let line: Int

    /// What stands for a string.
    static let string = "\"\""

    var isName: Bool {
        guard let first = text.utf8.first else { return false }
        return SwiftLexer.isNameByte(first)
    }
}

/// Splits Swift source into words, without comments, strings' contents, and what is not built here.
///
/// Any bytes will do: what is no Swift gives other words and no error.
struct SwiftLexer {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var tokens: [SwiftToken] = []
    private var conditions: [Branches] = []

    /// The words of a source file, in their order.
    static func tokens(_ bytes: [UInt8]) -> [SwiftToken] {
        var lexer = SwiftLexer(bytes)
        lexer.run()
        return lexer.tokens
    }

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    static func isNameByte(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x5F || byte >= 0x80
    }

    private mutating func run() {
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\n"):
                line += 1
                position += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"): skipLine()
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): skipComment()
            case UInt8(ascii: "\""): string(hashes: 0)
            case UInt8(ascii: "#"): hash()
            case UInt8(ascii: "@"): add(name(from: position, after: position + 1))
            case UInt8(ascii: "`"): position += 1
            case UInt8(ascii: "-") where peek(1) == UInt8(ascii: ">"):
                position += 2
                add("->")
            case _ where Self.isNameByte(byte): add(name(from: position, after: position))
            default:
                position += 1
                add(String(UnicodeScalar(byte)))
            }
        }
    }

    private func peek(_ distance: Int) -> UInt8 {
        position + distance < bytes.count ? bytes[position + distance] : 0
    }

    private mutating func add(_ text: String) {
        // What an `#if` leaves out is not there.
        guard conditions.allSatisfy(\.isTaken) else { return }
        tokens.append(SwiftToken(text: text, line: line))
    }

    private mutating func name(from start: Int, after begin: Int) -> String {
        position = begin
        while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    // MARK: Comments and strings

    private mutating func skipLine() {
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
    }

    private mutating func skipComment() {
        var depth = 0
        repeat {
            switch (bytes[position], peek(1)) {
            case (UInt8(ascii: "/"), UInt8(ascii: "*")):
                depth += 1
                position += 2
            case (UInt8(ascii: "*"), UInt8(ascii: "/")):
                depth -= 1
                position += 2
            case (let byte, _):
                if byte == UInt8(ascii: "\n") { line += 1 }
                position += 1
            }
        } while depth > 0 && position < bytes.count
    }

    /// At the quotation mark, behind so many number signs.
    private mutating func string(hashes: Int) {
        add(SwiftToken.string)
        let quote = UInt8(ascii: "\"")
        let isLong = peek(1) == quote && peek(2) == quote
        position += isLong ? 3 : 1
        while position < bytes.count {
            let byte = bytes[position]
            if byte == quote, !isLong || (peek(1) == quote && peek(2) == quote),
                hasHashes(hashes, at: position + (isLong ? 3 : 1))
            {
                position += (isLong ? 3 : 1) + hashes
                return
            }
            if byte == UInt8(ascii: "\n") {
                // A string of one line that has no end is none.
                if !isLong { return }
                line += 1
            }
            if byte == UInt8(ascii: "\\"), hasHashes(hashes, at: position + 1) {
                position += 1 + hashes
                if peek(0) == UInt8(ascii: "(") { skipInterpolation() } else { position += 1 }
            } else {
                position += 1
            }
        }
    }

    private func hasHashes(_ count: Int, at start: Int) -> Bool {
        start + count <= bytes.count
            && bytes[start..<start + count].allSatisfy { $0 == UInt8(ascii: "#") }
    }

    /// Skips what a string computes, from its parenthesis on.
    ///
    /// Strings in it have no depth of their own here: one mark ends what the other began.
    private mutating func skipInterpolation() {
        var depth = 0
        var isQuoted = false
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\n"):
                line += 1
                isQuoted = false
            case UInt8(ascii: "\\") where isQuoted: position += 1
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: "(") where !isQuoted: depth += 1
            case UInt8(ascii: ")") where !isQuoted: depth -= 1
            default: break
            }
            position += 1
            if depth == 0 { return }
        }
    }

    // MARK: Number signs

    private mutating func hash() {
        var hashes = 0
        while peek(hashes) == UInt8(ascii: "#") { hashes += 1 }
        if peek(hashes) == UInt8(ascii: "\"") {
            position += hashes
            return string(hashes: hashes)
        }
        let word = name(from: position, after: position + 1)
        switch word {
        case "#if": conditions.append(Branches(BuildCondition.value(restOfLine())))
        case "#elseif":
            let value = BuildCondition.value(restOfLine())
            if var last = conditions.popLast() {
                last.next(value)
                conditions.append(last)
            }
        case "#else":
            if var last = conditions.popLast() {
                last.next(true)
                conditions.append(last)
            }
        case "#endif": _ = conditions.popLast()
        default: add(word)
        }
    }

    private mutating func restOfLine() -> String {
        let start = position
        skipLine()
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        return text.firstRange(of: "//").map { String(text[..<$0.lowerBound]) } ?? text
    }

    /// The branches of an `#if`, of which one is open.
    private struct Branches {
        private(set) var isTaken: Bool
        /// Whether the compiler has surely taken one.
        private var isDone: Bool

        init(_ value: Bool?) {
            isTaken = value ?? true
            isDone = value == true
        }

        mutating func next(_ value: Bool?) {
            isTaken = !isDone && value ?? true
            isDone = isDone || value == true
        }
    }
}
