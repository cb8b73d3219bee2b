// SPDX-License-Identifier: Apache-2.0

/// The server has accepted a push.
///
/// Whether a device gets it is another matter.
public struct PushReceipt: Sendable, Hashable {
    let id: IdentifierText
    let unique: IdentifierText

    init(id: IdentifierText, unique: IdentifierText) {
        self.id = id
        self.unique = unique
    }

    /// A receipt, such as a test makes for code that sends.
    public init(apnsID: String, apnsUniqueID: String? = nil) {
        self.init(
            id: IdentifierText(apnsID), unique: apnsUniqueID.map { IdentifierText($0) } ?? .none)
    }

    /// The push's name: the one given, or the server's own; in the server's spelling.
    public var apnsID: String { id.text }

    /// The name for the delivery log of Apple's Push Notifications Console; nil but from the
    /// development environment.
    public var apnsUniqueID: String? { unique.isEmpty ? nil : unique.text }
}
