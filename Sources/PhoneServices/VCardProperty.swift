// SPDX-License-Identifier: Apache-2.0

/// One line of a vCard: `item1.TEL;TYPE=cell:+44 20 7946 0018`.
struct VCardProperty {
    /// In capitals, without the group before it.
    let name: String
    let value: ArraySlice<UInt8>
    private(set) var isQuotedPrintable = false
    private(set) var isBase64 = false
    /// Nil where none is named.
    private(set) var charset: String?

    /// Nil for a line without a colon.
    init?(_ line: [UInt8]) {
        var isQuoted = false
        var nameEnd: Int?
        var starts: [Int] = []
        var colon: Int?
        scan: for (index, byte) in line.enumerated() {
            switch byte {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ";") where !isQuoted:
                nameEnd = nameEnd ?? index
                starts.append(index + 1)
            case UInt8(ascii: ":") where !isQuoted:
                colon = index
                break scan
            default: break
            }
        }
        // A quotation mark that nothing closes is a mark like any other.
        guard let colon = colon ?? line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let whole = line[..<min(nameEnd ?? colon, colon)]
        let start = whole.lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? 0
        name = Self.capitals(line[start..<whole.endIndex])
        value = line[(colon + 1)...]
        starts.removeAll { $0 > colon }
        for (place, start) in starts.enumerated() {
            let end = place + 1 < starts.count ? starts[place + 1] - 1 : colon
            take(parameter: line[start..<end])
        }
    }

    /// Whether the value is that word, in either case.
    func isValue(_ word: String) -> Bool {
        let value = value.drop { $0 == UInt8(ascii: " ") }
        return value.count < 64
            && Self.capitals(value).split(separator: " ").first.map(String.init) == word
    }

    /// Version 2.1 also has values without their parameter's name: `TEL;CELL;QUOTED-PRINTABLE`.
    private mutating func take(parameter: ArraySlice<UInt8>) {
        guard parameter.count < 64 else { return }
        let words = Self.capitals(parameter).split(separator: "=", maxSplits: 1)
        guard let last = words.last else { return }
        let value = last.trimmingPrefix("\"").prefix { $0 != "\"" }
        switch (words.count == 2 ? words[0] : "ENCODING", value) {
        case ("ENCODING", "QUOTED-PRINTABLE"): isQuotedPrintable = true
        case ("ENCODING", "BASE64"), ("ENCODING", "B"): isBase64 = true
        case ("CHARSET", _): charset = String(value)
        default: break
        }
    }

    private static func capitals(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.lazy.map(VCardText.upper), as: UTF8.self)
    }
}
