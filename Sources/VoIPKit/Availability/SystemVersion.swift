// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A system's version, of which what is newer is greater.
///
/// A value of its own, since `#available` is true for everything off Apple's platforms, and no test
/// can make it false.
public struct SystemVersion: Hashable, Comparable, Sendable {
    /// The number before the point.
    public let major: Int
    /// The number behind it.
    public let minor: Int

    /// Makes one.
    ///
    /// - Parameters:
    ///   - major: The number before the point.
    ///   - minor: The number behind it.
    public init(_ major: Int, _ minor: Int = 0) {
        self.major = major
        self.minor = minor
    }

    /// The version of the system that this runs on.
    ///
    /// Off Apple's platforms the operating system's number says nothing of the phone: there it is
    /// newer than all.
    public static var current: Self {
        #if canImport(Darwin)
        let version = ProcessInfo.processInfo.operatingSystemVersion
        return Self(version.majorVersion, version.minorVersion)
        #else
        return Self(.max)
        #endif
    }

    /// The first with CallKit.
    public static let withCallKit = Self(10)
    /// The first that opens the settings of call directories (B155).
    public static let withDirectorySettings = Self(13, 4)
    /// The first with LiveCommunicationKit.
    public static let withLiveCommunicationKit = Self(17, 4)

    /// Whether one is older than another.
    public static func < (one: Self, other: Self) -> Bool {
        (one.major, one.minor) < (other.major, other.minor)
    }
}
