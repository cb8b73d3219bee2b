// SPDX-License-Identifier: Apache-2.0

/// What came of reading a file of contacts.
package struct ContactImport: Hashable, Sendable, Codable {
    /// People that the file holds, each name once.
    package var contactCount: Int
    /// Their numbers and addresses.
    package var handleCount: Int
    /// All people that are known now.
    package var knownCount: Int
    /// What was left out and why, one sentence each with its line; at most a hundred.
    package var remarks: [String]

    package init(
        contactCount: Int, handleCount: Int, knownCount: Int, remarks: [String] = []
    ) {
        self.contactCount = contactCount
        self.handleCount = handleCount
        self.knownCount = knownCount
        self.remarks = remarks
    }
}
