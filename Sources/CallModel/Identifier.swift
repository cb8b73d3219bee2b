// SPDX-License-Identifier: Apache-2.0

/// A 16-byte identifier of one kind of thing: a call, an action, a transaction or a push.
///
/// It is a UUID in value and in text (upper case, 8-4-4-4-12), without Foundation, so that the
/// cores can hold it. The order is that of the bytes; it serves wherever a result must not depend
/// on hash order.
///
/// What compares is inlinable: the cores compare identifiers all the time, and in another module
/// generic code is specialised only where its source can be seen.
@usableFromInline
package struct Identifier<Kind>: Hashable, Sendable, Comparable {
    @usableFromInline package let high: UInt64
    @usableFromInline package let low: UInt64

    @inlinable
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads the UUID text form, in either case.
    ///
    /// Nil for any other text.
    package init?(_ text: some StringProtocol) {
        var bits: (high: UInt64, low: UInt64) = (0, 0)
        var digits = 0
        var position = 0
        for byte in text.utf8 {
            defer { position += 1 }
            if [8, 13, 18, 23].contains(position) {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard digits < 32, let value = hexadecimalValue(byte) else { return nil }
            if digits < 16 {
                bits.high = bits.high << 4 | UInt64(value)
            } else {
                bits.low = bits.low << 4 | UInt64(value)
            }
            digits += 1
        }
        guard digits == 32, position == 36 else { return nil }
        self.init(high: bits.high, low: bits.low)
    }

    @inlinable
    package static func == (a: Self, b: Self) -> Bool { a.high == b.high && a.low == b.low }

    @inlinable
    package static func < (a: Self, b: Self) -> Bool {
        a.high == b.high ? a.low < b.low : a.high < b.high
    }

    @inlinable
    package func hash(into hasher: inout Hasher) {
        hasher.combine(high)
        hasher.combine(low)
    }
}

extension Identifier: CustomStringConvertible {
    /// The UUID text form in upper case, as Foundation prints a UUID.
    @usableFromInline
    package var description: String {
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for (index, word) in [high, low].enumerated() {
            for nibble in 0..<16 {
                let position = index * 16 + nibble
                if [8, 12, 16, 20].contains(position) { text.append(UInt8(ascii: "-")) }
                text.append(hexadecimalDigit(UInt8(truncatingIfNeeded: word >> (60 - 4 * nibble))))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension Identifier: Codable {
    @usableFromInline
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = Self(text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "an identifier has the form of a UUID"
            )
        }
        self = value
    }

    @usableFromInline
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// Markers that keep one kind of identifier from being taken for another.
package enum IdentifierKind {
    package enum Call {}
    package enum Action {}
    package enum Transaction {}
    package enum Push {}
}

/// A call, as the app's UUID names it.
///
/// Two apps may use the same one; the phone keeps their calls apart.
package typealias CallID = Identifier<IdentifierKind.Call>
/// An action: `CXAction.uuid`.
package typealias ActionID = Identifier<IdentifierKind.Action>
/// A transaction: `CXTransaction.uuid`.
package typealias TransactionID = Identifier<IdentifierKind.Transaction>
/// A push: the `apns-id` of its request.
package typealias PushID = Identifier<IdentifierKind.Push>

/// An app, by its `CFBundleIdentifier`.
package typealias BundleID = String

/// The value of a hexadecimal digit in either case, or nil.
package func hexadecimalValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
}

private func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    let nibble = value & 15
    return nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") + nibble - 10
}
