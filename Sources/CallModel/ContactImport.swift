// SPDX-License-Identifier: Apache-2.0

/// What came of reading a file of contacts.
package struct ContactImport: Hashable, Sendable, Codable {
    /// People that the file holds, and that are known now.
    package var contactCount: Int
    package var handleCount: Int
    /// What was left out and why, one sentence each with its line; at most a hundred.
    package var remarks: [String]

    package init(contactCount: Int, handleCount: Int, remarks: [String] = []) {
        self.contactCount = contactCount
        self.handleCount = handleCount
        self.remarks = remarks
    }
}
