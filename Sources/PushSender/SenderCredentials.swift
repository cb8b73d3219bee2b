// SPDX-License-Identifier: Apache-2.0
import OCKCredentials
import OCKNetworking

/// An identity that has been read and found usable.
struct SenderCredentials: Sendable {
    /// PEM of certificate and key, for the handshake; nil where tokens do it.
    private let pem: [UInt8]?
    private let trust: [UInt8]?
    /// Signs tokens; nil where the certificate does it.
    let signer: ProviderTokenKeeper.Signer?

    /// Reads an identity and tries it once.
    ///
    /// - Throws: ``PushSenderError/unusableIdentity(_:)``.
    init(_ identity: PushSender.Identity, trust: [UInt8]?) throws(PushSenderError) {
        self.trust = trust
        do throws(CredentialsError) {
            switch identity {
            case .certificate(let pem):
                self.pem = pem
                signer = nil
            case .p12(let p12, let password):
                let file = try PKCS12(decoding: p12, password: password)
                pem = try Array(file.identity.pem().utf8)
                signer = nil
            case .providerToken(let key, let keyID, let teamID):
                let key = try PrivateKey(p8: key)
                pem = nil
                let sign: ProviderTokenKeeper.Signer = { issuedAt in
                    let text = try? ProviderToken.sign(
                        keyID: keyID, teamID: teamID, issuedAt: issuedAt, with: key)
                    return text.map { Array("bearer \($0)".utf8) }
                }
                _ = try ProviderToken.sign(keyID: keyID, teamID: teamID, issuedAt: 0, with: key)
                signer = sign
            }
        } catch {
            throw .unusableIdentity(error.description)
        }
        _ = try context()
    }

    /// What a thread's handshakes are made with.
    func context() throws(PushSenderError) -> TLSContext {
        do {
            return try TLSContext.client(
                caPEM: trust, certificateChainPEM: pem, privateKeyPEM: pem, alpn: ["h2"])
        } catch {
            throw .unusableIdentity(error.description)
        }
    }
}
