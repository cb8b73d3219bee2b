// SPDX-License-Identifier: Apache-2.0
import CPhoneNumber
package import PhoneNumbers

/// Turns the numbers of a list into E.164.
///
/// What the rule of Documentation/PhoneNumbers.md knows for certain it reads by itself, a hundred
/// times as fast; all else is libphonenumber's. May be used by several threads at once.
package struct PhoneNumberParser: Sendable {
    /// How much a number must be to be taken.
    package enum Strictness: Sendable {
        /// It has a length that its plan's numbers have.
        case possible
        /// It fits a pattern of its plan, so that it may be assigned: libphonenumber reads all.
        case valid
    }

    private let region: Region?
    private let strictness: Strictness
    /// The region's letters as C has them; ZZ is libphonenumber's word for none.
    private let regionCode: [CChar]

    /// A parser of numbers that are dialled in `region`; without one only `+` forms are read.
    package init(region: Region?, strictness: Strictness = .possible) {
        self.region = region
        self.strictness = strictness
        regionCode = (region?.code ?? "ZZ").utf8CString.map { $0 }
    }

    /// The number that a text names.
    package func number(from text: String) throws(PhoneNumberProblem) -> Int64 {
        var text = text
        let result = text.withUTF8 { bytes in
            Result { () throws(PhoneNumberProblem) in try number(fromUTF8: bytes) }
        }
        return try result.get()
    }

    /// The same for text in UTF-8; any bytes are legal.
    package func number(
        fromUTF8 text: UnsafeBufferPointer<UInt8>
    ) throws(PhoneNumberProblem) -> Int64 {
        if strictness == .possible,
            let number = E164.certainNumber(fromUTF8: text, region: region)
        {
            return number
        }
        guard text.count <= E164.textByteCount else { throw .notANumber }
        let result = text.withMemoryRebound(to: CChar.self) {
            CPhoneNumber_parse($0.baseAddress, $0.count, regionCode)
        }
        switch result.outcome {
        case CPhoneNumber_valid: break
        case CPhoneNumber_unassigned where strictness == .possible: break
        case CPhoneNumber_unassigned: throw .unassigned
        case CPhoneNumber_local: throw .noAreaCode
        case CPhoneNumber_tooShort: throw .tooShort
        case CPhoneNumber_tooLong: throw .tooLong
        case CPhoneNumber_wrongLength: throw .wrongLength
        case CPhoneNumber_unknownCallingCode:
            throw region == nil ? .noCallingCode : .unknownCallingCode
        case CPhoneNumber_failed: throw .libraryFailed
        default: throw .notANumber
        }
        guard result.number > 0 else { throw .tooLong }
        return result.number
    }
}
