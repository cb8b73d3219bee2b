// SPDX-License-Identifier: Apache-2.0

/// Why a text is no phone number that a directory could hold.
package enum PhoneNumberProblem: Error, Hashable, Sendable, CaseIterable {
    /// There are no digits, or something else than a number between them.
    case notANumber
    case tooShort
    case tooLong
    /// Neither too short nor too long, yet no number of its plan has that length.
    case wrongLength
    /// A subscriber's number without its area code.
    case noAreaCode
    /// Neither a plus sign nor a home region says which calling code is meant.
    case noCallingCode
    /// Its calling code is nobody's.
    case unknownCallingCode
    /// It has a length of its plan, yet the plan assigns no such numbers.
    case unassigned
    /// libphonenumber failed, as when memory is short.
    case libraryFailed

    /// What is wrong and what to do, to be read after the text: `"12": too short for …`.
    package var words: String {
        switch self {
        case .notANumber: "not a phone number"
        case .tooShort: "too short for a phone number"
        case .tooLong: "too long for a phone number"
        case .wrongLength: "no number of its country has that many digits"
        case .noAreaCode: "a local number: its area code is missing"
        case .noCallingCode: "no calling code: write +…, or name the home region"
        case .unknownCallingCode: "no country has that calling code"
        case .unassigned: "its country assigns no such numbers"
        case .libraryFailed: "libphonenumber failed to read it"
        }
    }
}
