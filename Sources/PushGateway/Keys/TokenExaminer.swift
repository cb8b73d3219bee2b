// SPDX-License-Identifier: Apache-2.0
import GatewayCore
import OCKCredentials

/// Reads and verifies provider tokens; some 80 µs each, and so the worker's affair.
enum TokenExaminer {
    /// What the token says, and whether its key has signed it.
    ///
    /// - Parameters:
    ///   - token: What followed `bearer`.
    ///   - keys: Public keys by their identifiers.
    /// - Returns: The facts that the core judges.
    static func facts(of token: [UInt8], keys: [String: PublicKey]) -> ProviderTokenFacts {
        let reading = ProviderTokenReader.read(token)
        return ProviderTokenFacts(
            defect: reading.defect,
            algorithm: reading.algorithm,
            keyID: reading.keyID,
            teamID: reading.teamID,
            issuedAt: issuedAt(reading.issuedAt),
            signature: signature(of: token, reading.keyID.flatMap { keys[$0] })
        )
    }

    private static func issuedAt(
        _ read: ProviderTokenReading.IssuedAt
    ) -> ProviderTokenFacts.IssuedAt {
        switch read {
        case .absent: .absent
        case .number(let seconds): .number(seconds)
        case .text(let seconds): .text(seconds)
        case .malformed: .malformed
        }
    }

    private static func signature(
        of token: [UInt8], _ key: PublicKey?
    ) -> ProviderTokenFacts.Signature {
        guard let key else { return .keyUnknown }
        return switch ProviderTokenReader.signature(of: token, with: key) {
        case .valid: .valid
        case .invalid: .invalid
        case .der: .der
        case .malformed: .malformed
        }
    }
}
