// SPDX-License-Identifier: Apache-2.0

/// The tags of ASN.1 that certificates' extensions need here (X.690 §8).
enum DERTag {
    static let null: UInt8 = 0x05
    static let utf8String: UInt8 = 0x0C
    static let printableString: UInt8 = 0x13
    static let ia5String: UInt8 = 0x16
    static let sequence: UInt8 = 0x30

    /// A primitive, context-specific tag, such as the [2] of a DNS name.
    static func context(_ number: UInt8) -> UInt8 { 0x80 | number }
}

/// Reads DER elements one after another, in bounded time and without recursion.
struct DERReader {
    private var rest: ArraySlice<UInt8>
    private let what: String

    /// Reads elements from `bytes`; `what` names them in errors.
    init(_ bytes: ArraySlice<UInt8>, of what: String) {
        rest = bytes
        self.what = what
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Returns the next element's tag and content.
    ///
    /// At the end, throws.
    mutating func next() throws(CredentialsError) -> (tag: UInt8, content: ArraySlice<UInt8>) {
        guard let tag = rest.popFirst(), let first = rest.popFirst() else {
            throw malformed("an element is cut short")
        }
        guard tag & 0x1F != 0x1F else { throw malformed("a tag has more than one byte") }
        let count = try length(first)
        guard count <= rest.count else {
            throw malformed("an element is longer than its container")
        }
        let content = rest.prefix(count)
        rest = rest.dropFirst(count)
        return (tag, content)
    }

    /// Returns the content of the next element, which must have this tag.
    mutating func next(_ tag: UInt8) throws(CredentialsError) -> ArraySlice<UInt8> {
        let element = try next()
        guard element.tag == tag else {
            throw malformed("an element has tag \(element.tag) where \(tag) is due")
        }
        return element.content
    }

    /// Returns the next element as text: a UTF8String, PrintableString or IA5String.
    mutating func nextText() throws(CredentialsError) -> String {
        let (tag, content) = try next()
        guard [DERTag.utf8String, DERTag.printableString, DERTag.ia5String].contains(tag) else {
            throw malformed("an element has tag \(tag) where text is due")
        }
        guard let text = String(validating: content, as: UTF8.self) else {
            throw malformed("a text is not UTF-8")
        }
        return text
    }

    private mutating func length(_ first: UInt8) throws(CredentialsError) -> Int {
        guard first & 0x80 != 0 else { return Int(first) }
        let byteCount = Int(first & 0x7F)
        guard (1...4).contains(byteCount), rest.count >= byteCount else {
            throw malformed("a length is indefinite, cut short or beyond 4 bytes")
        }
        let count = rest.prefix(byteCount).reduce(0) { $0 << 8 | Int($1) }
        guard count >= 0x80, rest.first != 0 else {
            throw malformed("a length is not the shortest")
        }
        rest = rest.dropFirst(byteCount)
        return count
    }

    private func malformed(_ detail: String) -> CredentialsError {
        .malformed(what: what, detail: detail)
    }
}

/// Writes DER elements.
enum DERWriter {
    /// One element with the length in its shortest form.
    static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        var length: [UInt8] = []
        var count = content.count
        guard count >= 0x80 else { return [tag, UInt8(count)] + content }
        while count > 0 {
            length.insert(UInt8(truncatingIfNeeded: count), at: 0)
            count >>= 8
        }
        return [tag, 0x80 | UInt8(length.count)] + length + content
    }

    static func sequence(_ elements: [[UInt8]]) -> [UInt8] {
        element(DERTag.sequence, elements.flatMap(\.self))
    }

    static func utf8String(_ text: String) -> [UInt8] {
        element(DERTag.utf8String, Array(text.utf8))
    }

    static var null: [UInt8] { element(DERTag.null, []) }
}
