// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The address at which Apple's push service rings this app on this device.
///
/// It is not the token of alert pushes, and may change at any launch (B117, B118).
public struct VoIPToken: Hashable, Sendable {
    /// The token as PushKit gives it: opaque, and of no fixed length.
    public let bytes: Data

    /// The bytes as the push service wants them in the path of a request: two lower-case digits
    /// each.
    ///
    /// Printing `bytes` gives another text, which reaches nobody.
    public var hex: String {
        let digits = Array("0123456789abcdef".utf8)
        let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }

    /// Makes one of the bytes.
    ///
    /// - Parameter bytes: What `PKPushCredentials.token` has.
    public init(_ bytes: Data) { self.bytes = bytes }

    /// Nil where the text is no even number of hexadecimal digits, or none at all.
    init?(hex text: String) {
        let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
        guard !digits.isEmpty, digits.count.isMultiple(of: 2) else { return nil }
        var bytes = Data()
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
        self.bytes = bytes
    }
}

extension VoIPToken: CustomStringConvertible {
    /// Its first digits: whoever can read a log shall not have the whole.
    public var description: String { hex.prefix(8) + "…" }
}
