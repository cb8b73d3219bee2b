// SPDX-License-Identifier: Apache-2.0
import OCKCredentials

/// One-time codes that a person can read aloud: 20 letters and digits, 100 bits of chance.
enum ActivationCode {
    /// Without I, L, O and U, which look like others or spell words.
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    static func make() -> String {
        let digits = randomBytes(count: 20).map { alphabet[Int($0 & 31)] }
        return stride(from: 0, to: 20, by: 5)
            .map { String(decoding: digits[$0..<$0 + 5], as: UTF8.self) }
            .joined(separator: "-")
    }

    /// The hash by which a code is known.
    ///
    /// Case, hyphens and spaces around do not matter.
    static func hash(_ text: String) -> [UInt8] {
        let letters = text.utf8.prefix(256).filter { $0 != UInt8(ascii: "-") && $0 > 0x20 }
        let upper = letters.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }
        return sha256(upper)
    }
}
