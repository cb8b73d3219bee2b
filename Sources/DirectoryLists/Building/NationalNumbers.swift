// SPDX-License-Identifier: Apache-2.0
import PhoneNumbers

/// Reads numbers with libphonenumber, as its own rules have it and ours complete them.
///
/// May be used by several threads at once.
///
/// Digits alone are ambiguous: they may be a national number, or begin with a calling code and lack
/// the `+`. With a home region they are national if such a number is assigned there; else
/// international if such a number is assigned; else national if its length is possible. Without a
/// home region they are international.
struct NationalNumbers: Sendable {
    private let region: Region?
    private let isStrict: Bool
    private let assigned: PhoneNumberParser
    private let possible: PhoneNumberParser

    /// A strict one takes only numbers that are assigned, not those that are just possible.
    init(region: Region?, isStrict: Bool) {
        self.region = region
        self.isStrict = isStrict
        assigned = PhoneNumberParser(region: region, strictness: .valid)
        possible = PhoneNumberParser(region: region, strictness: .possible)
    }

    func number(_ text: ListBytes) -> Result<Int64, RejectReason> {
        let isBare = text.allSatisfy { (0x30...0x39).contains($0) }
        do throws(PhoneNumberProblem) {
            guard isBare else {
                return .success(try (isStrict ? assigned : possible).number(fromUTF8: text))
            }
            if region != nil {
                if let number = try? assigned.number(fromUTF8: text) { return .success(number) }
            }
            let parser = isStrict || region != nil ? assigned : possible
            let international = Result { () throws(PhoneNumberProblem) in
                try parser.number(from: "+" + String(decoding: text, as: UTF8.self))
            }
            if case .success(let number) = international { return .success(number) }
            if region == nil { return .success(try international.get()) }
            return .success(try (isStrict ? assigned : possible).number(fromUTF8: text))
        } catch {
            return .failure(RejectReason(error))
        }
    }

    /// Whether the number's country has numbers of as many digits.
    func hasPossibleLength(_ number: Int64) -> Bool {
        (try? possible.number(from: E164.text(number))) == number
    }
}

extension RejectReason {
    init(_ problem: PhoneNumberProblem) {
        switch problem {
        case .notANumber: self = .notANumber
        case .tooShort: self = .tooShort
        case .tooLong: self = .tooLong
        case .wrongLength: self = .wrongLength
        case .noAreaCode: self = .noAreaCode
        case .noCallingCode: self = .noCallingCode
        case .unknownCallingCode: self = .unknownCallingCode
        case .unassigned: self = .unassigned
        case .libraryFailed: self = .libraryFailed
        }
    }
}
