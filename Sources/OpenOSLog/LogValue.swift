// SPDX-License-Identifier: Apache-2.0

/// A value in a message.
struct LogValue {
    /// What it is, which decides on its privacy where nothing else does.
    enum Kind {
        /// A number, a truth value, a type: public.
        case scalar
        /// A string, an object, an error: private.
        case text
    }

    let kind: Kind
    let alignment: OSLogStringAlignment
    let privacy: OSLogPrivacy
    /// Asks for the value.
    let make: () -> String

    /// What is written; asks for the value only where it is shown or hashed.
    func text(showsPrivate: Bool) -> String {
        let isPublic = privacy.isPublic(kind) || (showsPrivate && !privacy.isSensitive)
        if isPublic { return alignment.aligned(make()) }
        return alignment.aligned(privacy.mask == .hash ? Self.hash(make()) : "<private>")
    }

    /// The same for equal values of one process, and of no use in another: the standard library
    /// hashes with a key that each process draws.
    static func hash(_ text: String) -> String {
        "<mask.hash: '\(String(UInt(bitPattern: text.hashValue), radix: 16))'>"
    }
}
