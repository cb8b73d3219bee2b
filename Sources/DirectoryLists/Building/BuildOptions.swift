// SPDX-License-Identifier: Apache-2.0
package import PhoneNumbers

/// How lists become a table.
package struct BuildOptions: Hashable, Sendable {
    /// Where national numbers are at home; nil takes none.
    package var region: Region?
    /// Whether numbers must be in use, not just possible, also those that are in E.164.
    package var isStrict = false
    /// Whether digits alone are taken as they stand, without a look at their country.
    package var takesDigits = false
    /// Whether a number keeps all its labels (B141), not the first alone.
    package var keepsLabels = false
    /// Whether labels over the limit are cut, not refused.
    package var cutsLabels = false
    /// The most entries that the table may hold; nil for no limit.
    package var limit: Int?
    /// Bytes for sorting.
    package var memory = ListLimits.sortingByteCount
    package var threadCount = processorCount

    package init() {}

    /// The most numbers of one range or pattern: without a limit, as many as an extension loads.
    var rangeLimit: Int { limit ?? ListLimits.extensionEntryCount }
}

/// How far a build is.
package struct BuildProgress: Hashable, Sendable {
    package enum Step: Sendable { case reading, writing }

    package var step: Step
    /// Bytes of the lists, or entries; nil where the whole is not known.
    package var done: Int
    package var total: Int?
    /// Lines, or entries.
    package var count: Int
}
