// SPDX-License-Identifier: Apache-2.0

/// The JSON object that is a token's header or its claims (RFC 8259).
///
/// A reader of its own, because this room uses no Foundation and the bytes come from strangers: it
/// refuses the same name twice, which RFC 7515 §4 wants and common decoders do not, and what lies
/// deeper than eight levels.
struct TokenObject {
    /// A member's value.
    enum Value: Equatable {
        case text(String)
        /// As it was written.
        case number(String)
        /// An object, an array, true, false or null.
        case other
    }

    static let memberCountMax = 64
    static let depthMax = 8

    private let part: String
    private var members: [(name: String, value: Value)] = []

    /// Reads the object from its base64url digits; `part` names it in defects.
    init(_ digits: ArraySlice<UInt8>, of part: String) throws(TokenDefect) {
        self.part = part
        let bytes = try Base64URL.decode(digits, of: part)
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw TokenDefect("\(part) must be UTF-8")
        }
        var scanner = JSONScanner(bytes)
        do throws(JSONScanner.Failure) {
            try scanner.object { name, value in
                if members.contains(where: { $0.name == name }) { return .repeatedName }
                guard members.count < Self.memberCountMax else { return .tooManyMembers }
                members.append((name, value))
                return nil
            }
        } catch {
            throw TokenDefect("\(part) \(error.rawValue)")
        }
    }

    /// The member's value, or nil if there is none of that name.
    subscript(_ name: String) -> Value? { members.first { $0.name == name }?.value }

    /// The member's text, which must be 1 to 64 visible ASCII characters, fit for a log.
    func text(_ name: String) throws(TokenDefect) -> String {
        switch self[name] {
        case nil: throw TokenDefect("\(part) must have \(name)")
        case .text(let text):
            let visible: ClosedRange<UInt8> = 0x21...0x7E
            guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy(visible.contains) else {
                throw TokenDefect("\(name) in \(part) must be 1 to 64 visible ASCII characters")
            }
            return text
        case .number, .other: throw TokenDefect("\(name) in \(part) must be a string")
        }
    }
}
