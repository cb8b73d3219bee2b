// SPDX-License-Identifier: Apache-2.0

/// The identifiers of keys and of teams: ten capital letters and digits, such as `ABC123DEFG`.
package enum ProviderKeyIdentifier {
    package static let characterCount = 10
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)

    /// Returns a new one by chance; two are alike once in some 3.6 · 10¹⁵.
    package static func make() -> String {
        // The rest above the last whole number of alphabets would favour the first letters.
        let fairCount = UInt8(256 - 256 % alphabet.count)
        var characters: [UInt8] = []
        while characters.count < characterCount {
            for byte in randomBytes(count: characterCount)
            where byte < fairCount && characters.count < characterCount {
                characters.append(alphabet[Int(byte) % alphabet.count])
            }
        }
        return String(decoding: characters, as: UTF8.self)
    }

    /// Whether the text has the form of Apple's identifiers.
    package static func isRight(_ text: String) -> Bool {
        text.utf8.count == characterCount && text.utf8.allSatisfy(alphabet.contains)
    }
}
