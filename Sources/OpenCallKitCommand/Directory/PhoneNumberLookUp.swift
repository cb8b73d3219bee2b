// SPDX-License-Identifier: Apache-2.0
import CallModel

/// What a phone knows of numbers: `opencallkit directory lookup --phone`.
enum PhoneNumberLookUp {
    /// Asks the phone and prints what it says, a table of each number.
    ///
    /// - Parameters:
    ///   - numbers: In whatever form a person writes them.
    ///   - invocation: Whose phone it is, and whether a script reads the answer.
    /// - Throws: Where no phone runs, or a text is no number.
    static func run(_ numbers: [String], _ invocation: Invocation) throws(CommandFailure) {
        let door = try PhoneDoor(invocation)
        for number in numbers {
            guard case .lookedUp(let found) = try door.ask(.lookUpNumber(number)) else {
                throw PhoneDoor.misunderstood
            }
            if invocation.has(.json) {
                try Output.json(found)
            } else {
                Output.table(Table(rows: rows(found)), whenEmpty: "")
            }
        }
    }

    private static func rows(_ found: NumberLookUp) -> [[String]] {
        var rows = [["+\(found.number)", verdict(on: found)]]
        if let name = found.contact { rows.append(["  Contacts", name]) }
        if found.isBlockedByPerson { rows.append(["  own block list", "blocked"]) }
        for row in found.rows {
            let what = [row.blocks ? "blocked" : nil, row.label?.withoutControls]
            let words = what.compactMap(\.self).joined(separator: ", ")
            let state = row.isEnabled ? "" : " (off)"
            rows.append(["  \(row.extensionID)\(state)", words.isEmpty ? "-" : words])
        }
        return rows
    }

    /// What a call of this number would be: Contacts come first, then the own block list (B156).
    private static func verdict(on found: NumberLookUp) -> String {
        let asked = found.rows.filter(\.isEnabled)
        if found.isBlockedByPerson { return "is refused" }
        if let name = found.contact { return "rings as \(name)" }
        if asked.contains(where: \.blocks) { return "is refused" }
        let label = asked.compactMap { $0.label?.withoutControls }.first { !$0.isEmpty }
        return label.map { "rings as \($0)" } ?? "rings without a name"
    }
}
