// SPDX-License-Identifier: Apache-2.0

/// Who a caller is, as an extension says.
package struct CallerLabel: Hashable, Sendable, Codable {
    package var text: String
    package var source: ExtensionID

    package init(text: String, source: ExtensionID) {
        self.text = text
        self.source = source
    }
}

/// What extensions know of a number.
///
/// Blocking entries and identification entries are lists of their own (B140), so both may be there,
/// also of different extensions.
package struct CallerIdentification: Hashable, Sendable, Codable {
    /// The first extension in the order asked for that blocks the number.
    package var blockedBy: ExtensionID?
    /// The first label in that order that shows anything: an empty one looks further.
    package var label: CallerLabel?

    package init(blockedBy: ExtensionID? = nil, label: CallerLabel? = nil) {
        self.blockedBy = blockedBy
        self.label = label
    }
}

/// All that a phone knows of a number, without a call.
package struct NumberLookUp: Hashable, Sendable, Codable {
    /// What one extension's data says.
    package struct Row: Hashable, Sendable, Codable {
        package var extensionID: ExtensionID
        package var isEnabled: Bool
        package var blocks: Bool
        package var label: String?

        package init(
            extensionID: ExtensionID, isEnabled: Bool, blocks: Bool, label: String?
        ) {
            self.extensionID = extensionID
            self.isEnabled = isEnabled
            self.blocks = blocks
            self.label = label
        }
    }

    /// The country's code and the digits (E.164), without the plus.
    package var number: Int64
    /// The name in Contacts (B102).
    package var contact: String?
    /// On the person's own block list (B64).
    package var isBlockedByPerson: Bool
    /// Extensions whose data stands, in the person's order.
    package var rows: [Row]

    package init(
        number: Int64, contact: String? = nil, isBlockedByPerson: Bool = false, rows: [Row] = []
    ) {
        self.number = number
        self.contact = contact
        self.isBlockedByPerson = isBlockedByPerson
        self.rows = rows
    }
}
