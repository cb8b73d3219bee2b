// SPDX-License-Identifier: Apache-2.0
import Foundation

extension CallHandle {
    /// What a text from a push is a handle of: a telephone number where it has 3 to 15 digits and
    /// nothing but what people write between them, a mail address, or a name of the app's own.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - kind: Its kind where the push says it.
    /// - Returns: The handle; nil where no character is left.
    static func read(_ text: String, _ kind: Kind?) -> CallHandle? {
        guard var value = CallText.clean(text) else { return nil }
        var kind = kind
        for (scheme, meaning) in [("tel:", Kind.phoneNumber), ("mailto:", .emailAddress)]
        where value.lowercased().hasPrefix(scheme) {
            value = String(value.dropFirst(scheme.count))
            kind = kind ?? meaning
        }
        guard !value.isEmpty else { return nil }
        let number = phoneNumber(value)
        switch kind {
        case .generic: return CallHandle(.generic, value)
        case .emailAddress: return CallHandle(.emailAddress, value)
        case .phoneNumber: return CallHandle(.phoneNumber, number ?? value)
        case nil: break
        }
        if let number { return CallHandle(.phoneNumber, number) }
        return CallHandle(isMailAddress(value) ? .emailAddress : .generic, value)
    }

    /// The digits with their `+`; nil where it is no number.
    private static func phoneNumber(_ text: String) -> String? {
        let kept = text.filter { !" ()-./\u{A0}\u{202F}".contains($0) }
        let digits = kept.hasPrefix("+") ? kept.dropFirst() : kept[...]
        guard (3...15).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return kept
    }

    private static func isMailAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".")
            && !text.contains(" ") && !parts[0].contains(":")
    }
}
