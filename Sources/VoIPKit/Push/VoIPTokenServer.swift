// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// How an app's server is told by which token it can ring this device.
///
/// The two closures are never run at the same time, and what ends last is always of the newest
/// token: an older one can not replace it, however slow the network was.
public struct VoIPTokenServer: Sendable {
    /// Gives the server a token; throws where the server has not taken it.
    ///
    /// It should end when its task is cancelled. Where it does not, another is begun after
    /// ``patience``, and once this one has ended after all the newest token is sent again.
    public var upload: @Sendable (VoIPToken) async throws -> Void

    /// Has the server forget a token, which it may not know; nil where the server needs no such
    /// word because a user has one token there.
    public var withdraw: (@Sendable (VoIPToken) async throws -> Void)?

    /// How many seconds after the first failure it is tried again; twice as many after each
    /// further one.
    public var firstRetry: TimeInterval = 1

    /// The most seconds between two attempts.
    public var longestRetry: TimeInterval = 300

    /// After how many seconds an attempt is cancelled; half as many later it is given up.
    public var patience: TimeInterval = 60

    /// For how many seconds a token that the server has taken is not sent again at a launch.
    ///
    /// 0, as it is at first, sends it at every launch, which heals a server that lost it.
    public var resendAfter: TimeInterval = 0

    /// Makes one.
    ///
    /// - Parameters:
    ///   - withdraw: Has the server forget a token.
    ///   - upload: Gives the server a token.
    public init(
        withdraw: (@Sendable (VoIPToken) async throws -> Void)? = nil,
        upload: @escaping @Sendable (VoIPToken) async throws -> Void
    ) {
        self.upload = upload
        self.withdraw = withdraw
    }
}
