// SPDX-License-Identifier: Apache-2.0

/// Whether a value in a message may be read by others.
public struct OSLogPrivacy: Sendable {
    /// What stands for a value that may not be read.
    public enum Mask: Sendable {
        /// A hash, the same for equal values of one process.
        case hash
        /// Nothing but `<private>`.
        case none
    }

    private enum Option: Sendable {
        case auto
        case `public`
        case `private`
        case sensitive
    }

    private let option: Option
    let mask: Mask

    /// Numbers, truth values and types may be read, all else may not.
    public static var auto: OSLogPrivacy { auto(mask: .none) }

    /// It may be read.
    public static var `public`: OSLogPrivacy { OSLogPrivacy(option: .public, mask: .none) }

    /// It may not be read, unless the one who runs the app shows what is private.
    public static var `private`: OSLogPrivacy { `private`(mask: .none) }

    /// It may not be read, whatever the one who runs the app shows.
    public static var sensitive: OSLogPrivacy { sensitive(mask: .none) }

    /// Numbers, truth values and types may be read; the mask stands for all else.
    public static func auto(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(option: .auto, mask: mask) }

    /// The mask stands for it, unless the one who runs the app shows what is private.
    public static func `private`(mask: Mask) -> OSLogPrivacy {
        OSLogPrivacy(option: .private, mask: mask)
    }

    /// The mask stands for it, whatever the one who runs the app shows.
    public static func sensitive(mask: Mask) -> OSLogPrivacy {
        OSLogPrivacy(option: .sensitive, mask: mask)
    }

    func isPublic(_ kind: LogValue.Kind) -> Bool {
        switch option {
        case .auto: kind == .scalar
        case .public: true
        case .private, .sensitive: false
        }
    }

    var isSensitive: Bool { option == .sensitive }
}
