// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// The rule for an app's name among apps.
package enum BundleIdentifier {
    package static let rule =
        "it is at most 155 letters, digits, hyphens and periods, with no part between periods empty"

    /// `CFBundleIdentifier`: "alphanumeric characters, hyphens, and periods".
    package static func isValid(_ text: BundleID) -> Bool {
        guard (1...155).contains(text.utf8.count) else { return false }
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isAllowed) }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
