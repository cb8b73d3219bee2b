// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// A certificate's serial number as text.
enum SerialNumber {
    /// RFC 5280 §4.1.2.2.
    static let byteCountMax = 20

    /// Capital hexadecimal digits, two for each byte, with a minus sign before a negative number.
    static func text(_ number: UnsafePointer<ASN1_INTEGER>?) -> String {
        let bytes = UnsafeBufferPointer(
            start: ASN1_STRING_get0_data(number),
            count: Int(ASN1_STRING_length(number))
        )
        let sign = ASN1_STRING_type(number) == V_ASN1_NEG_INTEGER ? "-" : ""
        return sign + hexadecimal(bytes).uppercased()
    }

    /// The bytes of a positive number, of which the first is not zero.
    static func bytes(_ text: String) throws(CredentialsError) -> [UInt8] {
        let digits = text.compactMap(\.hexDigitValue)
        let padded = digits.count % 2 == 0 ? digits : [0] + digits
        let bytes = stride(from: 0, to: padded.count, by: 2).map { index in
            UInt8(padded[index] << 4 | padded[index + 1])
        }
        let significant = Array(bytes.drop { $0 == 0 })
        guard digits.count == text.count, (1...byteCountMax).contains(significant.count) else {
            throw .invalidField(
                name: "serial number",
                rule: "1 to \(2 * byteCountMax) hexadecimal digits, not all of them zero"
            )
        }
        return significant
    }
}

/// A time of a certificate or list in seconds since 1970; `what` names it in the error.
func seconds(
    _ time: UnsafePointer<ASN1_TIME>?,
    of what: String
) throws(CredentialsError) -> Int64 {
    let epoch = ASN1_TIME_set(nil, 0)
    defer { ASN1_STRING_free(epoch) }
    var days: Int32 = 0
    var seconds: Int32 = 0
    guard ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else {
        throw .malformed(what: what, detail: "a time in it is not valid")
    }
    return Int64(days) * 86_400 + Int64(seconds)
}
