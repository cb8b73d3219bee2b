// SPDX-License-Identifier: Apache-2.0

/// How a value is filled up to a width.
public struct OSLogStringAlignment {
    private enum Side {
        case none
        case left
        case right
    }

    private let side: Side
    private let columns: () -> Int

    /// Not at all.
    public static var none: OSLogStringAlignment {
        OSLogStringAlignment(side: .none) { 0 }
    }

    /// With spaces behind it, up to that many columns.
    public static func left(columns: @autoclosure @escaping () -> Int) -> OSLogStringAlignment {
        OSLogStringAlignment(side: .left, columns: columns)
    }

    /// With spaces before it, up to that many columns.
    public static func right(columns: @autoclosure @escaping () -> Int) -> OSLogStringAlignment {
        OSLogStringAlignment(side: .right, columns: columns)
    }

    /// More columns than these would be a mistake.
    private static let widest = 256

    func aligned(_ text: String) -> String {
        let missing = side == .none ? 0 : min(columns(), Self.widest) - text.count
        guard missing > 0 else { return text }
        let spaces = String(repeating: " ", count: missing)
        return side == .left ? text + spaces : spaces + text
    }
}
