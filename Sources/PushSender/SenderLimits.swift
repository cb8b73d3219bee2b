// SPDX-License-Identifier: Apache-2.0

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

    package init() {}
}
