// SPDX-License-Identifier: Apache-2.0
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import OCKCredentials

/// Provider tokens and keys: nothing is good that was not signed, and nothing unfit for a log comes
/// out.
///
/// ```
/// byte 0   0  a token as it stands
///          1  header, a zero byte, claims: signed here
///          2  the same, with the byte at byte 1, 2 changed by byte 3
///          3  a .p8 file    4  a public key in DER    5  one in PEM
/// ```
enum ProviderTokenFuzz {
    /// A new key for each process, whose signatures nobody can know before.
    private static let key = Result { try PrivateKey.generate(.p256) }

    static func check(_ bytes: [UInt8]) throws(FuzzFinding) {
        var source = ByteSource(bytes)
        switch source.below(6) {
        case 0: try judge(source.remainder(), isSigned: false)
        case 1:
            guard let token = signed(source.remainder()) else { return }
            try judge(token, isSigned: token.count <= ProviderToken.byteCountMax)
        case 2: try judgeChanged(&source)
        case 3: try readKeyFile(source.remainder())
        case 4: _ = try? PublicKey(der: source.remainder())
        default: _ = try? PublicKey(pem: String(decoding: source.remainder(), as: UTF8.self))
        }
    }

    private static func signed(_ text: [UInt8]) -> [UInt8]? {
        let parts = text.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let key = try? key.get() else { return nil }
        let token = try? ProviderToken.sign(
            header: String(decoding: parts[0], as: UTF8.self),
            claims: String(decoding: parts[1], as: UTF8.self), with: key)
        return token.map { Array($0.utf8) }
    }

    private static func judgeChanged(_ source: inout ByteSource) throws(FuzzFinding) {
        let position = Int(source.byte()) << 8 | Int(source.byte())
        let change = source.byte()
        guard var token = signed(source.remainder()) else { return }
        token[position % token.count] ^= change
        let isWhole = change == 0 && token.count <= ProviderToken.byteCountMax
        try judge(token, isSigned: isWhole)
    }

    private static func judge(_ token: [UInt8], isSigned: Bool) throws(FuzzFinding) {
        let reading = ProviderTokenReader.read(token)
        let visible: ClosedRange<UInt8> = 0x21...0x7E
        for text in [reading.algorithm, reading.keyID, reading.teamID].compactMap(\.self) {
            try require(
                (1...64).contains(text.utf8.count) && text.utf8.allSatisfy(visible.contains),
                "a text of a token is not fit for a log")
        }
        if let defect = reading.defect {
            try require(
                !defect.isEmpty && defect.utf8.count <= 200
                    && defect.utf8.allSatisfy { (0x20...0x7E).contains($0) },
                "a defect is not fit for a log")
        } else {
            try requireWhole(reading, token)
        }
        guard let key = try? key.get(), let publicKey = try? PublicKey(of: key) else { return }
        let verdict = ProviderTokenReader.signature(of: token, with: publicKey)
        try require((verdict == .valid) == isSigned, "the signature is judged \(verdict)")
    }

    private struct Header: Decodable {
        var alg: String
        var kid: String
    }

    /// A token without a defect says the same to another reader of JSON.
    private static func requireWhole(
        _ reading: ProviderTokenReading, _ token: [UInt8]
    ) throws(FuzzFinding) {
        try require(reading.algorithm == "ES256", "a good token is of another algorithm")
        try require(reading.keyID != nil && reading.teamID != nil, "a good token lacks an id")
        switch reading.issuedAt {
        case .number, .text: break
        case .absent, .malformed: throw FuzzFinding("a good token has no time")
        }
        var base64 = token.prefix { $0 != UInt8(ascii: ".") }.map {
            $0 == UInt8(ascii: "-")
                ? UInt8(ascii: "+") : $0 == UInt8(ascii: "_") ? UInt8(ascii: "/") : $0
        }
        while !base64.count.isMultiple(of: 4) { base64.append(UInt8(ascii: "=")) }
        guard let json = Data(base64Encoded: Data(base64)),
            let header = try? JSONDecoder().decode(Header.self, from: json)
        else { throw FuzzFinding("a good token's header is no JSON") }
        try require(
            header.alg == reading.algorithm && header.kid == reading.keyID,
            "two readers of a header differ")
    }

    private static func readKeyFile(_ file: [UInt8]) throws(FuzzFinding) {
        guard let key = try? PrivateKey(p8: file) else { return }
        guard let text = try? key.p8() else { throw FuzzFinding("a key that was read has no form") }
        let again = try? PrivateKey(p8: Array(text.utf8))
        try require((try? again?.p8()) == text, "a key changes when it is written and read")
    }
}
