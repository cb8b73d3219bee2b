// SPDX-License-Identifier: Apache-2.0

/// A server's name for a push, kept without an allocation where it is a UUID.
///
/// Servers write UUIDs in either case, and the case is kept.
struct IdentifierText: Sendable, Hashable, CustomStringConvertible {
    private enum Content: Hashable {
        case none
        case uuid(UInt64, UInt64, isUpperCase: Bool)
        case text(String)
    }

    private let content: Content

    static let none = IdentifierText(nil)

    init(_ bytes: UnsafeBufferPointer<UInt8>?) {
        guard let bytes, !bytes.isEmpty else {
            content = .none
            return
        }
        content =
            Self.uuid(bytes) ?? .text(Farewell.printable(Array(bytes.prefix(200))[...]))
    }

    init(_ text: String) {
        var text = text
        self = text.withUTF8 { IdentifierText($0) }
    }

    /// Empty where there is none.
    var text: String {
        switch content {
        case .none: return ""
        case .text(let text): return text
        case .uuid(let high, let low, let isUpperCase):
            let digits = Array((isUpperCase ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
            return String(unsafeUninitializedCapacity: 36) { buffer in
                var position = 0
                for index in 0..<32 {
                    if Self.hasHyphen(before: index) {
                        buffer[position] = UInt8(ascii: "-")
                        position += 1
                    }
                    let half = index < 16 ? high : low
                    buffer[position] = digits[Int(half >> UInt64(60 - index % 16 * 4) & 15)]
                    position += 1
                }
                return position
            }
        }
    }

    var description: String { text }

    var isEmpty: Bool { content == .none }

    private static func hasHyphen(before index: Int) -> Bool {
        index == 8 || index == 12 || index == 16 || index == 20
    }

    private static func uuid(_ bytes: UnsafeBufferPointer<UInt8>) -> Content? {
        guard bytes.count == 36 else { return nil }
        var halves: (UInt64, UInt64) = (0, 0)
        var hasUpper = false
        var hasLower = false
        var index = 0
        for (position, byte) in bytes.enumerated() {
            if position == 8 || position == 13 || position == 18 || position == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"):
                digit = byte - UInt8(ascii: "a") + 10
                hasLower = true
            case UInt8(ascii: "A")...UInt8(ascii: "F"):
                digit = byte - UInt8(ascii: "A") + 10
                hasUpper = true
            default: return nil
            }
            if index < 16 {
                halves.0 = halves.0 << 4 | UInt64(digit)
            } else {
                halves.1 = halves.1 << 4 | UInt64(digit)
            }
            index += 1
        }
        // Mixed cases would not come back as they came.
        guard !(hasUpper && hasLower) else { return nil }
        return .uuid(halves.0, halves.1, isUpperCase: hasUpper)
    }
}
