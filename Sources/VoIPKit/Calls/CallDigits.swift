// SPDX-License-Identifier: Apache-2.0

/// Digits that the person typed, or that stood behind a number.
public struct CallDigits: Hashable, Sendable {
    /// What kind of sequence they are (B97).
    public enum Kind: String, Hashable, Sendable {
        /// One key of the keypad.
        case singleTone
        /// Digits behind a comma: to be sent two seconds later.
        case softPause
        /// Digits behind a semicolon or w: to be sent when the person agrees.
        case hardPause
    }

    /// `0`–`9`, `*`, `#`, and what else the system passes on.
    public let text: String
    /// What kind of sequence they are.
    public let kind: Kind

    /// Makes a sequence of digits.
    ///
    /// - Parameters:
    ///   - text: The digits.
    ///   - kind: What kind of sequence they are.
    public init(_ text: String, kind: Kind = .singleTone) {
        self.text = text
        self.kind = kind
    }
}
