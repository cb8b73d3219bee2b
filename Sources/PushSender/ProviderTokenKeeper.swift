// SPDX-License-Identifier: Apache-2.0

/// Signs provider tokens and says when one must give way to the next.
///
/// The service wants a token to be at most 60 minutes old, and not to change more often than every
/// 20 minutes on one connection (APNs: Establishing a token-based connection). A token is renewed
/// at 50 minutes, and at 30 already where a connection begins, so that the next change is more than
/// 20 minutes away on each. Ages are told by the monotonic clock; the wall clock counts where it
/// says that a token is too old or of the future, since it stood still or has been set.
struct ProviderTokenKeeper {
    /// Makes the value of `authorization`, for a time in seconds since 1970.
    typealias Signer = @Sendable (_ issuedAt: Int64) -> [UInt8]?

    /// A token in use.
    struct Token {
        /// Grows by 1 with each token.
        let serial: Int
        /// The value of `authorization`.
        let authorization: [UInt8]
        /// On the monotonic clock.
        let signedAt: Int64
        /// Seconds since 1970.
        let issuedAt: Int64
    }

    /// What a connection that uses a token has to do.
    enum Advice: Equatable {
        /// Go on.
        case keep
        /// Go on with the present token.
        case change
        /// End: it may not change its token yet, and the one that it has is of no use.
        case leave
    }

    static let ageAtRenewal: Int64 = 50 * 60
    static let ageForNewConnection: Int64 = 30 * 60
    static let leastInterval: Int64 = 20 * 60
    /// How far before a token's time the wall clock may be without harm.
    static let clockTolerance: Int64 = 60

    private let sign: Signer
    private(set) var token: Token?
    /// When a token was last renewed because the service called it expired.
    private var rejectedAt: Int64?

    init(_ sign: @escaping Signer) { self.sign = sign }

    /// The token for a connection that begins; nil if the key fails.
    mutating func tokenForConnection(now: Int64, wall: Int64) -> Token? {
        if let token, age(of: token, now, wall) < Self.ageForNewConnection { return token }
        return renew(now, wall)
    }

    /// What a connection has to do that uses the token of a serial since a time; the token is
    /// renewed when it is due.
    mutating func advice(serial: Int, since: Int64, now: Int64, wall: Int64) -> Advice {
        guard let token else { return .leave }
        if serial == token.serial, age(of: token, now, wall) < Self.ageAtRenewal { return .keep }
        guard (now - since) / 1_000_000_000 >= Self.leastInterval else { return .leave }
        if serial == token.serial, renew(now, wall) == nil { return .keep }
        return .change
    }

    /// The service calls the token of a serial expired.
    ///
    /// - Returns: Whether a newer token is worth a try, on a new connection; not twice within 20
    ///   minutes, for then it is the clock that is wrong.
    mutating func rejected(serial: Int, now: Int64, wall: Int64) -> Bool {
        guard serial == token?.serial else { return true }
        if let rejectedAt, (now - rejectedAt) / 1_000_000_000 < Self.leastInterval { return false }
        rejectedAt = now
        return renew(now, wall) != nil
    }

    /// In seconds; very old if the wall clock says that it is of the future.
    private func age(of token: Token, _ now: Int64, _ wall: Int64) -> Int64 {
        let wallAge = wall - token.issuedAt
        guard wallAge >= -Self.clockTolerance else { return .max }
        return max((now - token.signedAt) / 1_000_000_000, wallAge)
    }

    private mutating func renew(_ now: Int64, _ wall: Int64) -> Token? {
        guard let authorization = sign(wall) else { return nil }
        token = Token(
            serial: (token?.serial ?? 0) + 1, authorization: authorization, signedAt: now,
            issuedAt: wall)
        return token
    }
}
