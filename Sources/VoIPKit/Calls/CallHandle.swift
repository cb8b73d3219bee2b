// SPDX-License-Identifier: Apache-2.0

/// How the other side of a call is reached: a number, a mail address, or a name of the app's own.
///
/// A value in place of `CXHandle`, which is a class that may not cross actors.
public struct CallHandle: Hashable, Codable, Sendable {
    /// What the value is.
    public enum Kind: String, Hashable, Codable, Sendable {
        /// A name that only the app understands. Contacts, block lists and call directories know no
        /// caller by it.
        case generic
        /// A telephone number, best in E.164 form with its `+`.
        case phoneNumber
        /// A mail address.
        case emailAddress
    }

    /// What the value is.
    public let kind: Kind

    /// The number, address or name, as it was given.
    public let value: String

    /// Makes a handle; nothing is checked or changed.
    ///
    /// - Parameters:
    ///   - kind: What the value is.
    ///   - value: The number, address or name.
    public init(_ kind: Kind, _ value: String) {
        self.kind = kind
        self.value = value
    }
}
