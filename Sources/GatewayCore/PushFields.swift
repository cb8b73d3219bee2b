// SPDX-License-Identifier: Apache-2.0

/// A header field of a request that the service reads.
package enum PushField: UInt8, Hashable, Sendable, CaseIterable {
    case method
    case path
    case authorization
    case topic
    case id
    case expiration
    case priority
    case collapseID
    case pushType

    /// As HTTP/2 has it, in lower case.
    package var name: StaticString {
        switch self {
        case .method: ":method"
        case .path: ":path"
        case .authorization: "authorization"
        case .topic: "apns-topic"
        case .id: "apns-id"
        case .expiration: "apns-expiration"
        case .priority: "apns-priority"
        case .collapseID: "apns-collapse-id"
        case .pushType: "apns-push-type"
        }
    }

    /// The field of that name; nil for one that nobody reads.
    @inline(__always)
    static func named(_ name: Span<UInt8>) -> Self? {
        // The length alone decides among all but two.
        let field: Self
        switch name.count {
        case 5: field = .path
        case 7: field = name[0] == UInt8(ascii: ":") ? .method : .id
        case 10: field = .topic
        case 13: field = name[1] == UInt8(ascii: "u") ? .authorization : .priority
        case 14: field = .pushType
        case 15: field = .expiration
        case 16: field = .collapseID
        default: return nil
        }
        return name.isEqual(to: field.name) ? field : nil
    }
}

/// The header fields of a request: one text, and where in it each value is.
///
/// No field costs an array or a string of its own.
package struct PushFields: Hashable, Sendable {
    /// Names and values, one after the other.
    package private(set) var text: [UInt8]
    /// Where each field's value starts, by the field's number; negative where there is none.
    private var starts = SIMD16<Int32>(repeating: -1)
    /// How long each field's value is.
    private var counts = SIMD16<Int32>(repeating: 0)
    /// A bit for each field that came more than once.
    private var repeated: UInt16 = 0

    /// Takes the text over; each field must then be noted.
    package init(text: [UInt8]) { self.text = text }

    /// Fields of texts, in their order.
    package init(_ fields: [(name: String, value: String)]) {
        text = []
        for (name, value) in fields {
            let start = text.count
            text.append(contentsOf: name.utf8)
            let middle = text.count
            text.append(contentsOf: value.utf8)
            note(name: start..<middle, value: middle..<text.count)
        }
    }

    /// Notes the next field of the request.
    ///
    /// - Parameters:
    ///   - name: Where in ``text`` its name is, in lower case.
    ///   - value: Where its value is. Of a field that comes again the first value stays.
    package mutating func note(name: Range<Int>, value: Range<Int>) {
        guard let field = PushField.named(text.span.extracting(name)) else { return }
        let number = Int(field.rawValue)
        guard starts[number] < 0 else {
            repeated |= 1 << field.rawValue
            return
        }
        starts[number] = Int32(value.lowerBound)
        counts[number] = Int32(value.count)
    }

    var hasRepeatedField: Bool { repeated != 0 }

    /// Where the value is; nil where the request has no such field.
    func range(of field: PushField) -> Range<Int>? {
        let start = Int(starts[Int(field.rawValue)])
        return start < 0 ? nil : start..<start + Int(counts[Int(field.rawValue)])
    }

    /// The value as a text; nil where the request has no such field.
    package func string(_ field: PushField) -> String? {
        range(of: field).map { String(decoding: text[$0], as: UTF8.self) }
    }
}
