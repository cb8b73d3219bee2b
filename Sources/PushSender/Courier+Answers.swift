// SPDX-License-Identifier: Apache-2.0
import OCKHTTP2
import OCKNetworking

// What comes back for a push, and which of them are sent again.
extension Courier {
    func answered(
        _ number: UInt64, _ answer: borrowing HTTP2Answer, on connection: PushConnection
    ) {
        connection.hasAnswered = true
        failureCount = 0
        guard let entry = pending[number] else { return }
        let outcome = PushOutcome(answer, sentID: entry.push.notification.apnsID)
        if case .rejected(let rejection) = outcome,
            isSentAgain(entry, after: rejection, on: connection)
        {
            return
        }
        finish(entry, outcome)
    }

    func failed(_ number: UInt64, _ error: HTTP2Error, on connection: PushConnection) {
        guard let entry = pending[number] else { return }
        switch error {
        case .refused: giveBack(entry, connection)
        case .connectionClosed(let reason):
            let words = Farewell(reason, complaint: connection.session.complaint).words
            finish(entry, .failed(.connectionLost(connection.farewell?.words ?? words)))
        case .streamReset, .tooManyRequests, .responseTooLarge:
            finish(entry, .failed(.connectionLost(error.description)))
        }
    }

    // MARK: Not processed

    /// A stream that was refused, or lies above the last one of a GOAWAY (RFC 9113 §8.7).
    private func giveBack(_ entry: PendingPush, _ connection: PushConnection) {
        entry.place = .waiting
        if connection.session.isAccepting {
            entry.refusedStreamCount += 1
            guard entry.refusedStreamCount < limits.maximumAttemptCount else {
                return finish(entry, .failed(.refusedStream))
            }
            let wait = limits.firstBackOff.nanoseconds << Int64(entry.refusedStreamCount - 1)
            return rest(entry, for: .nanoseconds(wait))
        }
        if !connection.hasAnswered {
            entry.failedConnectionCount += 1
            guard entry.failedConnectionCount < limits.maximumAttemptCount else {
                let words = connection.farewell?.words ?? lastWords
                return finish(entry, .failed(.unreachable(words)))
            }
        }
        takeBack(entry)
    }

    /// Lets a push wait again, when the connection has told all, and why.
    private func takeBack(_ entry: PendingPush) {
        entry.place = .waiting
        returned.append(entry.number)
        guard returned.count == 1 else { return }
        loop.later { [weak self] in
            self?.sortIn()
            self?.fill()
        }
    }

    /// Puts what was given back to the front, in the order in which it once came.
    private func sortIn() {
        let entries = returned.compactMap { pending[$0] }.sorted { $0.sequence > $1.sequence }
        returned = []
        if let error = presentRefusal {
            for entry in entries.reversed() { finish(entry, .failed(error)) }
            return
        }
        for entry in entries { waiting.prepend(entry.number) }
    }

    // MARK: Sent again

    /// Whether a refusal is answered by sending the push again.
    private func isSentAgain(
        _ entry: PendingPush, after rejection: PushRejection, on connection: PushConnection
    ) -> Bool {
        if rejection.reason.rawValue == "ExpiredProviderToken", renewToken(for: connection, entry) {
            takeBack(entry)
            return true
        }
        guard entry.retryCount < retries.maximumRetryCount else { return false }
        let delay: Duration
        switch rejection.retry {
        case .afterDelay: delay = retries.tooManyRequestsDelay
        case .afterLongDelay: delay = retries.serverErrorDelay
        case .never, .afterMending, .onNewConnection: return false
        }
        let doubled = delay.nanoseconds << Int64(min(entry.retryCount, 10))
        // With some chance, so that what was refused together does not come back together.
        let wait = Int64.random(in: doubled...(doubled + doubled / 4))
        guard lives(entry.push.notification, for: wait) else { return false }
        entry.retryCount += 1
        entry.lastRejection = rejection
        rest(entry, for: .nanoseconds(wait))
        return true
    }

    /// Whether a push is still of use so many nanoseconds from now.
    private func lives(_ notification: PushNotification, for wait: Int64) -> Bool {
        guard let expiration = notification.expiration else { return true }
        let seconds = wait / 1_000_000_000
        return expiration == 0 ? seconds < 30 : expiration > limits.clock.wallSeconds() + seconds
    }

    /// Makes a new token and leaves the connection, which takes no other (APNs: Handling
    /// notification responses); once for each push.
    private func renewToken(for connection: PushConnection, _ entry: PendingPush) -> Bool {
        guard !entry.hasNewToken else { return false }
        let isWorthIt = keeper?.rejected(
            serial: connection.tokenSerial, now: limits.clock.monotonicNanoseconds(),
            wall: limits.clock.wallSeconds())
        guard isWorthIt == true else { return false }
        entry.hasNewToken = true
        leave(connection)
        return true
    }
}
