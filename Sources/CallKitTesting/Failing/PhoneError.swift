// SPDX-License-Identifier: Apache-2.0

/// Why a ``SimulatedPhone`` could not do what a test asked, in words: what, why, and what to do.
public struct PhoneError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The words.
    public let description: String

    init(_ description: String) { self.description = description }
}
