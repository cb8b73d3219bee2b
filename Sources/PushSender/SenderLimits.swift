// SPDX-License-Identifier: Apache-2.0
import OCKNetworking

/// What a sender keeps to.
package struct SenderLimits: Sendable {
    /// Pushes without an answer.
    package var maximumPendingCount = 100_000
    /// How long a push may go without an answer.
    package var answerTimeout: Duration = .seconds(30)
    /// How often a push that no server has taken is given to a new connection.
    package var maximumAttemptCount = 4
    /// The wait after the first failed connection; each further one doubles it.
    package var firstBackOff: Duration = .milliseconds(250)
    package var longestBackOff: Duration = .seconds(30)
    /// For how long no connection is made after the server has refused one for good.
    package var refusalRest: Duration = .seconds(10)
    /// The times that provider tokens are made of.
    package var clock = SenderClock()

    package init() {}
}

/// The two clocks of a sender.
package struct SenderClock: Sendable {
    /// Nanoseconds that never go back: how old a token is.
    package var monotonicNanoseconds: @Sendable () -> Int64 = {
        EventLoop.monotonicNanoseconds()
    }
    /// Seconds since 1970: what is written into a token.
    package var wallSeconds: @Sendable () -> Int64 = { EventLoop.wallClockMilliseconds() / 1000 }

    package init() {}
}
