// SPDX-License-Identifier: Apache-2.0

/// The other party of a call: `CXHandle` as a value.
package struct Handle: Hashable, Sendable, Codable {
    /// Raw values are Apple's (`CXHandle.HandleType`).
    package enum Kind: Int, Hashable, Sendable, Codable {
        case generic = 1
        case phoneNumber = 2
        case emailAddress = 3

        /// What Swift calls it: `CXHandle.HandleType`.
        package var name: String {
            switch self {
            case .generic: "generic"
            case .phoneNumber: "phoneNumber"
            case .emailAddress: "emailAddress"
            }
        }
    }

    package var kind: Kind
    package var value: String

    package init(kind: Kind, value: String) {
        self.kind = kind
        self.value = value
    }
}
