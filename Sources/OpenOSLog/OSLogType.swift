// SPDX-License-Identifier: Apache-2.0

/// How much a message matters.
public struct OSLogType: Hashable, RawRepresentable, Sendable {
    /// Apple's number for it.
    public let rawValue: UInt8

    /// - Parameter rawValue: Apple's number for it.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
}
