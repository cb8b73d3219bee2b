// SPDX-License-Identifier: Apache-2.0

/// Something that a service could not do, in words for a person: what, why, and what to do next.
package struct ServiceFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
