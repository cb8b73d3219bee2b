// SPDX-License-Identifier: Apache-2.0

/// What a person should know about a request, a connection or its answer: why a rule refused it,
/// or what was let through although Apple does not promise it.
///
/// No token, payload or secret is in it. Few requests have one, so that it is kept apart from what
/// it belongs to, which stays small.
package indirect enum Remark: Hashable, Sendable {
    // Let through, unless the rules are strict.
    case priorityZero
    case issuedAtText
    case upperCaseID
    case noALPN
    case backgroundWithoutPriority

    // Let through always, and seldom meant.
    case authorizationIgnored
    case expirationPast(Int64)
    case expirationInMilliseconds
    case payloadNotObject

    // Provider tokens.
    case authorizationScheme
    case tokenDefect(String)
    case tokenAlgorithm(String)
    case keyIDMissing
    case keyUnknown(String)
    case keyRevoked(String)
    case signatureInvalid(keyID: String)
    case signatureDER
    case signatureMalformed
    case teamMissing
    case teamNotKeys(team: String, keyID: String, owner: String)
    case issuedAtMissing
    case issuedAtMalformed
    case issuedAtAhead(seconds: Int64)
    case tokenOld(seconds: Int64)
    case keyForOtherEnvironment(keyID: String, APNsEnvironment)
    case keyUnrelated(keyID: String, first: String)
    case tokenUpdatedTooSoon(secondsLeft: Int64)
    case tokenNotExamined

    // Certificates.
    case certificate(CertificateVerdict)
    case certificateWithoutTopics
    case certificateForOtherEnvironment(APNsEnvironment)

    // Requests.
    case topicNotInCertificate
    case topicNotInKey
    case broadcast
    case needsCertificate
    case needsProviderToken
    case tokenPrinted
    case tokenNotHexadecimal
    case tokenOddDigits
    case tokenTooLong
    case tokenUnknown
    case tokenForOtherEnvironment(APNsEnvironment)
    case tokenForTopic(String)
    case typeForOtherToken(TokenKind)
    case tokenReplaced
    case appRemoved
    case deviceBehind(limit: Int)
    case tokenRate
    case storeFailed(String)
    case fault(number: Int)

    /// Which bit stands for it where each is told once; nil for one that is told each time.
    var onceBit: UInt8? {
        switch self {
        case .priorityZero: 0
        case .issuedAtText: 1
        case .upperCaseID: 2
        case .noALPN: 3
        case .backgroundWithoutPriority: 4
        case .authorizationIgnored: 5
        case .expirationPast: 6
        case .expirationInMilliseconds: 7
        case .payloadNotObject: 8
        default: nil
        }
    }
}
