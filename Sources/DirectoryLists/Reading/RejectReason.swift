// SPDX-License-Identifier: Apache-2.0

/// Why a line of a list gives no entry.
package enum RejectReason: String, Sendable, CaseIterable {
    case noNumber
    case notANumber
    case noCallingCode
    case unknownCallingCode
    case noAreaCode
    case tooShort
    case tooLong
    case wrongLength
    case unassigned
    case libraryFailed
    case outOfBounds
    case badRange
    case badPattern
    case unknownAction
    case removal
    case noLabel
    case longLabel
    case badQuotes
    case badJSON
    case longLine
    case sameEntry
    case otherLabel

    /// What a person reads, in the row of a table.
    package var words: String {
        switch self {
        case .noNumber: "no number in its column"
        case .notANumber: "not a phone number"
        case .noCallingCode: "without a calling code, and no --region given"
        case .unknownCallingCode: "a calling code that no country has"
        case .noAreaCode: "a local number without its area code"
        case .tooShort: "too short for a phone number"
        case .tooLong: "too long for a phone number"
        case .wrongLength: "of a length that its country does not have"
        case .unassigned: "of a kind that its country does not assign (--strict)"
        case .libraryFailed: "libphonenumber failed to read it"
        case .outOfBounds: "below 1 or beyond what a phone takes"
        case .badRange: "a range whose ends do not fit each other"
        case .badPattern: "a pattern that no number can match"
        case .unknownAction: "an action other than block and identify"
        case .removal: "a removal, which only a delta can hold"
        case .noLabel: "no label, and not to be blocked"
        case .longLabel: "a label over 1,024 bytes (--cut-labels)"
        case .badQuotes: "quotes that do not close, or with text behind them"
        case .badJSON: "not a JSON object"
        case .longLine: "a line over 1 MiB"
        case .sameEntry: "the same entry again"
        case .otherLabel: "another label for the number (--keep-labels)"
        }
    }
}
