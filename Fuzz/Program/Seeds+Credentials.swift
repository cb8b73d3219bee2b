// SPDX-License-Identifier: Apache-2.0
import OCKCredentials

extension Seeds {
    /// 2026-05-28, a present for what is issued here.
    private static let now: Int64 = 1_780_000_000

    /// See `ProviderTokenFuzz`.
    static func tokens() throws -> [(name: String, bytes: [UInt8])] {
        let header = #"{"alg":"ES256","kid":"ABCDE12345"}"#
        let claims = #"{"iss":"TEAM123456","iat":1780000000}"#
        let key = try PrivateKey.generate(.p256)
        let token = try ProviderToken.sign(header: header, claims: claims, with: key)
        func both(_ header: String, _ claims: String) -> [UInt8] {
            Array(header.utf8) + [0] + Array(claims.utf8)
        }
        let odd = #"{"typ":"JWT","x":[1,{"y":null}],"alg":"ES256","kid":"\u0041\/"}"#
        let text = #"{"iat":"1780000000","iss":"T","exp":1.5e3,"aud":[true,false]}"#
        return [
            ("token", [0] + Array(token.utf8)),
            ("signed", [1] + both(header, claims)),
            ("signed-odd", [1] + both(odd, text)),
            ("signed-other-algorithm", [1] + both(#"{"alg":"none"}"#, claims)),
            ("changed", [2, 0, 40, 1] + both(header, claims)),
            ("key-file", [3] + Array(try key.p8().utf8)),
            ("public-key", [4] + (try PublicKey(of: key).der)),
            ("public-key-pem", [5] + Array(try PublicKey(of: key).pem().utf8)),
        ]
    }

    /// See `CertificateFuzz`.
    static func certificates() throws -> [(name: String, bytes: [UInt8])] {
        let authority = try CertificateAuthority.create(commonName: "Seeds", at: now)
        func push(_ kind: PushCertificateKind) throws -> Identity {
            try authority.issuePushCertificate(bundleIdentifier: "com.a", kind: kind, at: now)
        }
        let voip = try push(.voip)
        let universal = try push(.universal).certificate
        let list = try authority.revocationList(
            revoked: [
                RevokedCertificate(serialNumber: voip.certificate.serialNumber, date: now),
                RevokedCertificate(serialNumber: "0A", date: now - 1),
            ], at: now)
        let topics: [UInt8] =
            [0x30, 0x0E, 0x0C, 0x05] + Array("com.a".utf8) + [0x30, 0x05, 0x0C, 0x03]
            + Array("app".utf8)
        let file = PKCS12(identity: voip)
        let modern = try file.encoded(password: "a", encryption: .modern)
        let legacy = try file.encoded(password: "a", encryption: .tripleDES)
        return [
            ("voip", [0] + voip.certificate.der),
            ("universal", [0] + universal.der),
            ("authority", [0] + authority.certificate.der),
            ("server", [0] + (try authority.issueServer(at: now).certificate.der)),
            ("pem", [1] + Array(try universal.pem().utf8)),
            ("topics", [2] + topics),
            ("voip-topics", [3, 0x0C, 0x11] + Array("com.a.voip,b.voip".utf8)),
            ("revoked", [4] + list.der),
            ("revoked-pem", [5] + Array(try list.pem().utf8)),
            ("p12-modern", [6] + modern),
            ("p12-3des", [6] + legacy),
        ]
    }
}
