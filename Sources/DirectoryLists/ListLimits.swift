// SPDX-License-Identifier: Apache-2.0

/// What lists may hold, and what a phone takes.
package enum ListLimits {
    /// Entries that one extension may load (B142), blocking and identification together.
    package static let extensionEntryCount = 1_999_999
    /// A label in a table, in UTF-8; a phone shows far less.
    package static let labelByteCount = 1024
    /// Memory for sorting, where nothing else is said.
    package static let sortingByteCount = 128 << 20
    /// The largest number that an entry may have: one below `CXCallDirectoryPhoneNumberMax`.
    package static let numberMax = Int64.max - 1
}
