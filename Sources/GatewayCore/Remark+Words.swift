// SPDX-License-Identifier: Apache-2.0

extension Remark {
    /// One line for the log: what was found, and what is right.
    package var words: String {
        lenienceWords ?? tokenWords ?? certificateWords ?? requestWords
    }

    private var lenienceWords: String? {
        switch self {
        case .priorityZero:
            "apns-priority is 0, which Apple does not list: send 10, 5 or 1 (--strict refuses it)"
        case .issuedAtText:
            "the token's iat is a JSON string: make it a number (--strict refuses it)"
        case .upperCaseID:
            "apns-id has upper-case letters: Apple asks for lower case (--strict refuses it)"
        case .noALPN:
            "the client does not offer h2 by ALPN: most servers need it (--strict refuses it)"
        case .backgroundWithoutPriority:
            "a background push without apns-priority: send 5 (--strict refuses it)"
        case .authorizationIgnored:
            "authorization is ignored: the client certificate says who sends"
        case .expirationPast(let seconds) where seconds < 1_000_000_000:
            "apns-expiration \(seconds) is a date in the last century, so there is one attempt: "
                + "send the time now plus \(seconds)"
        case .expirationPast(let seconds):
            "apns-expiration \(seconds) has passed, so there is one attempt"
        case .expirationInMilliseconds:
            "apns-expiration is thousands of years ahead: it is in seconds, not milliseconds"
        case .payloadNotObject:
            "the payload does not begin as a JSON object: apps will not understand it"
        default: nil
        }
    }

    private var tokenWords: String? {
        switch self {
        case .authorizationScheme: "authorization is not `bearer` and a provider token"
        case .tokenDefect(let words): "the provider token is malformed: \(words)"
        case .tokenAlgorithm(let name): "the provider token's alg is \(name): sign with ES256"
        case .keyIDMissing: "the provider token's header has no kid: name the key"
        case .keyUnknown(let id):
            "no key \(id) is known here: see `opencallkit gateway keys`, or issue one"
        case .keyRevoked(let id): "the key \(id) is revoked: issue another"
        case .signatureInvalid(let id):
            "the signature is not by the key \(id): sign with the file AuthKey_\(id).p8"
        case .signatureDER:
            "the signature is in DER: send r and s raw, 64 bytes (RFC 7518, section 3.4)"
        case .signatureMalformed: "the signature is not 64 bytes of base64url"
        case .teamMissing: "the provider token's claims have no iss: name the team"
        case .teamNotKeys(let team, let id, let owner):
            "the provider token's iss is \(team), and the key \(id) is of team \(owner)"
        case .issuedAtMissing: "the provider token's claims have no iat"
        case .issuedAtMalformed: "the provider token's iat is no number of seconds since 1970"
        case .issuedAtAhead(let seconds):
            "the provider token was issued \(seconds) s ahead of this clock: set the clocks"
        case .tokenOld(let seconds):
            "the provider token is \(seconds) s old: make a new one at least once an hour"
        case .keyForOtherEnvironment(let id, let environment):
            "the key \(id) is not for the \(environment) environment"
        case .keyUnrelated(let id, let first):
            "the key \(id) is not related to \(first), which this connection began with: open "
                + "another connection"
        case .tokenUpdatedTooSoon(let seconds):
            "the provider token was replaced too soon: keep one for 20 minutes at least; this "
                + "connection is of use again in \(seconds) s"
        case .tokenNotExamined: "the provider token could not be examined in time"
        default: nil
        }
    }

    private var certificateWords: String? {
        switch self {
        case .certificate(let verdict): "the client certificate is \(verdict.words)"
        case .certificateWithoutTopics:
            "the client certificate is no push certificate: it has no topics"
        case .certificateForOtherEnvironment(let environment):
            "the client certificate is not for the \(environment) environment"
        default: nil
        }
    }

    private var requestWords: String {
        switch self {
        case .topicNotInCertificate: "the client certificate does not list the topic"
        case .topicNotInKey: "the key is for other topics"
        case .broadcast: "channels and broadcasts are not offered here"
        case .needsCertificate: "mdm needs a client certificate"
        case .needsProviderToken: "location needs a provider token"
        case .tokenPrinted:
            "the device token is printed Data: send its bytes in hexadecimal, without < > or spaces"
        case .tokenNotHexadecimal: "the device token is not hexadecimal"
        case .tokenOddDigits: "the device token has an odd number of digits: one is missing"
        case .tokenTooLong: "the device token is longer than any"
        case .tokenUnknown: "the device token was not issued here"
        case .tokenForOtherEnvironment(let environment):
            "the device token is of the \(environment) environment: send there"
        case .tokenForTopic(let topic): "the device token is for the topic \(topic)"
        case .typeForOtherToken(let kind): "apns-push-type is not one for \(kind) tokens"
        case .tokenReplaced: "the app has a newer token"
        case .appRemoved: "the app was removed from its device"
        case .deviceBehind(let limit): "\(limit) pushes wait for the device already"
        case .tokenRate: "too many pushes to this device token"
        case .storeFailed(let words): "the push could not be stored: \(words)"
        case .fault(let number): "fault \(number)"
        default: ""
        }
    }
}

extension CertificateVerdict {
    fileprivate var words: String {
        switch self {
        case .valid: "valid"
        case .expired: "expired: issue another"
        case .notYetValid: "not valid yet: set the clocks"
        case .revoked: "revoked: issue another"
        case .untrusted: "not of this gateway's authority: issue one here"
        }
    }
}
