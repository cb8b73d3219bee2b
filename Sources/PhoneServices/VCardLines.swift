// SPDX-License-Identifier: Apache-2.0

/// The lines of a file of vCards, put together where they were folded.
struct VCardLines {
    struct Line {
        enum Content: Equatable {
            case property([UInt8])
            /// It is over the limit and was passed over.
            case tooLong
        }

        /// Of its first line in the file, from 1.
        var number: Int
        var content: Content
        /// Whether it may belong to the picture or sound before it, as version 2.1 writes them.
        var isAfterBinary: Bool
    }

    /// The bytes of one line once it is put together.
    static let lineLimit = 1 << 20

    /// Version 2.1 folds at a space that is part of the text (§2.1.3); later ones add one.
    var keepsFoldSpace = false

    private let bytes: [UInt8]
    private let separator: UInt8
    private var position = 0
    private var number = 0
    private var isAfterBinary = false

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // Some old programs end lines with CR alone.
        separator = bytes.contains(UInt8(ascii: "\n")) ? UInt8(ascii: "\n") : UInt8(ascii: "\r")
    }

    /// The next line that is not empty; nil at the end.
    mutating func next() -> Line? {
        while let first = nextPhysical() {
            guard !first.isEmpty else {
                isAfterBinary = false
                continue
            }
            let start = number
            let content = wholeLine(first)
            let wasAfterBinary = isAfterBinary
            switch content {
            case .property(let line) where line.contains(UInt8(ascii: ":")):
                isAfterBinary =
                    Self.header(of: line, holds: "BASE64")
                    || Self.header(of: line, holds: "ENCODING=B")
            case .property: break
            case .tooLong: isAfterBinary = true
            }
            return Line(number: start, content: content, isAfterBinary: wasAfterBinary)
        }
        return nil
    }

    /// Puts a line together from its first part and those that follow.
    private mutating func wholeLine(_ first: ArraySlice<UInt8>) -> Line.Content {
        var line = Array(first.prefix(Self.lineLimit + 1))
        let isQuotedPrintable = Self.header(of: line, holds: "QUOTED-PRINTABLE")
        while line.count <= Self.lineLimit {
            if isQuotedPrintable, line.last == UInt8(ascii: "=") {
                guard let more = nextPhysical() else { return .property(line) }
                line.removeLast()
                line += more.prefix(Self.lineLimit)
            } else if let more = nextFolded() {
                line += more.prefix(Self.lineLimit)
            } else {
                return .property(line)
            }
        }
        while nextFolded() != nil {}
        return .tooLong
    }

    /// The next line of the file where it goes on with the one before.
    private mutating func nextFolded() -> ArraySlice<UInt8>? {
        guard position < bytes.count,
            bytes[position] == UInt8(ascii: " ") || bytes[position] == UInt8(ascii: "\t")
        else { return nil }
        return nextPhysical()?.dropFirst(keepsFoldSpace ? 0 : 1)
    }

    /// The next line as the file has it, without its end.
    private mutating func nextPhysical() -> ArraySlice<UInt8>? {
        guard position < bytes.count else { return nil }
        number += 1
        let end = bytes[position...].firstIndex(of: separator) ?? bytes.count
        var line = bytes[position..<end]
        position = min(end + 1, bytes.count)
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return line
    }

    /// Whether a line's name and parameters hold a word, which is in capitals.
    private static func header(of line: [UInt8], holds word: StaticString) -> Bool {
        let end = line.firstIndex(of: UInt8(ascii: ":")) ?? line.count
        let count = word.utf8CodeUnitCount
        guard end > count else { return false }
        let letters = UnsafeBufferPointer(start: word.utf8Start, count: count)
        return (0...end - count).contains { start in
            zip(line[start...], letters).allSatisfy { VCardText.upper($0) == $1 }
        }
    }
}
