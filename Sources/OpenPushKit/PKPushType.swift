// SPDX-License-Identifier: Apache-2.0
@_exported public import OpenFoundation

/// A kind of push.
public struct PKPushType: RawRepresentable, Hashable, Sendable {
    /// The name.
    public var rawValue: String

    /// Makes a type of that name.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Makes a type of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Tells an app of an incoming call, which it must report (B121).
    public static let voIP = PKPushType("PKPushTypeVoIP")

    /// Never comes here: it is for watches.
    @available(*, deprecated, message: "there are no complications")
    public static let complication = PKPushType("PKPushTypeComplication")

    /// Never comes here: it is for file providers.
    public static let fileProvider = PKPushType("PKPushTypeFileProvider")
}
