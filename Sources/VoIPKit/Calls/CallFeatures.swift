// SPDX-License-Identifier: Apache-2.0

/// What the system's screen may offer for a call (B100): each is said with every report, since what
/// holds where nothing is said is not established (B101).
public struct CallFeatures: OptionSet, Hashable, Sendable {
    /// The bits; what they mean is not promised.
    public let rawValue: Int

    /// Makes a set of the bits.
    ///
    /// - Parameter rawValue: The bits of another set.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Hold, and Hold & Accept.
    public static let holding = CallFeatures(rawValue: 1)
    /// Merge with another call.
    public static let grouping = CallFeatures(rawValue: 2)
    /// Split from a conference.
    public static let ungrouping = CallFeatures(rawValue: 4)
    /// The keypad.
    public static let digits = CallFeatures(rawValue: 8)
}
