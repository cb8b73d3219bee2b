// SPDX-License-Identifier: Apache-2.0
import OCKHTTP2
import OCKNetworking

// Connections: when one is made, left and given up.
extension Courier {
    /// The connection for the next push, with a token that is good.
    func usableConnection() -> PushConnection? {
        guard let connection = current, connection.session.isAccepting else { return connect() }
        guard keeper != nil else { return connection }
        let now = limits.clock.monotonicNanoseconds()
        let wall = limits.clock.wallSeconds()
        switch keeper?.advice(
            serial: connection.tokenSerial, since: connection.tokenSince, now: now, wall: wall)
        {
        case .change:
            if let token = keeper?.token { connection.use(token, since: now) }
            return connection
        case .leave:
            leave(connection)
            return connect()
        case .keep, nil: return connection
        }
    }

    /// Sends no more over it; the answers that it owes still come.
    func leave(_ connection: PushConnection) {
        if current === connection { current = nil }
        if connection.farewell == nil { connection.farewell = Farewell("left for a new token") }
        connection.session.retire()
    }

    private func connect() -> PushConnection? {
        let now = limits.clock.monotonicNanoseconds()
        let wall = limits.clock.wallSeconds()
        let token = keeper?.tokenForConnection(now: now, wall: wall)
        guard keeper == nil || token != nil else {
            failWaiting(.unusableIdentity("the key signs no provider token"))
            return nil
        }
        // Looked up anew each time, as Apple advises.
        let link = Connection.connect(
            host: endpoint.host, port: endpoint.port, on: loop, tls: tls)
        var goAway: (UInt32, [UInt8]) -> Void = { _, _ in }
        var closed: (CloseReason) -> Void = { _ in }
        let session = HTTP2ClientSession(
            connection: link, loop: loop, authority: endpoint.authority,
            onGoAway: { goAway($0, $1) },
            onClosed: { reason in
                // The session keeps this closure, which must not keep the session.
                let body = closed
                closed = { _ in }
                body(reason)
            })
        let connection = PushConnection(session)
        if let token { connection.use(token, since: now) }
        goAway = { [weak self, unowned connection] code, debug in
            self?.wentAway(connection, Farewell(errorCode: code, debug: debug))
        }
        closed = { [weak self] reason in self?.closed(connection, reason) }
        session.onAnswer = { [unowned self, unowned connection] number, answer in
            answered(number, answer, on: connection)
        }
        session.onFailure = { [unowned self, unowned connection] number, error in
            failed(number, error, on: connection)
        }
        session.onRoom = { [unowned self] in fill() }
        connections.append(connection)
        current = connection
        return connection
    }

    // MARK: Ends

    /// A GOAWAY came.
    ///
    /// Apple has been seen to send two; the first reason that is one counts.
    private func wentAway(_ connection: PushConnection, _ farewell: Farewell) {
        let isFirst = connection.farewell == nil
        if isFirst || connection.farewell?.reason == nil { connection.farewell = farewell }
        if current === connection { current = nil }
        guard isFirst else { return }
        if farewell.reason?.rawValue == "ExpiredProviderToken" {
            _ = keeper?.rejected(
                serial: connection.tokenSerial, now: limits.clock.monotonicNanoseconds(),
                wall: limits.clock.wallSeconds())
        }
        ended(connection, farewell)
    }

    /// Called after all that the connection had to say of its pushes.
    private func closed(_ connection: PushConnection, _ reason: CloseReason) {
        connections.removeAll { $0 === connection }
        if current === connection { current = nil }
        guard connection.farewell == nil else { return fill() }
        let farewell = Farewell(reason, complaint: connection.session.complaint)
        connection.farewell = farewell
        ended(connection, farewell)
    }

    private func ended(_ connection: PushConnection, _ farewell: Farewell) {
        lastWords = farewell.words
        if farewell.isFinal {
            let error = PushSenderError.refusedConnection(
                reason: farewell.reason, detail: farewell.words)
            refusal = (error, loop.now() + limits.refusalRest.nanoseconds)
            failWaiting(error)
        } else if !connection.hasAnswered {
            countFailure()
            rest()
        }
        // One that has served is replaced at once.
        fillLater()
    }

    /// What the server last said about connections in general, while it is heeded.
    var presentRefusal: PushSenderError? {
        guard let refusal else { return nil }
        if loop.now() < refusal.until { return refusal.error }
        self.refusal = nil
        return nil
    }

    /// Counts a connection that brought nothing against each push that waits for one.
    private func countFailure() {
        pending.forEach { entry in
            if case .waiting = entry.place { entry.failedConnectionCount += 1 }
        }
        for entry in pending.all where entry.failedConnectionCount >= limits.maximumAttemptCount {
            guard case .waiting = entry.place else { continue }
            finish(entry, .failed(.unreachable(lastWords)))
        }
        batchesLostConnection(lastWords)
    }

    /// Waits before the next connection, with some chance, so that many senders do not come at
    /// once.
    private func rest() {
        let exponent = min(failureCount, 16)
        failureCount += 1
        let longest = limits.longestBackOff.nanoseconds
        let wait = min(longest, limits.firstBackOff.nanoseconds << Int64(exponent))
        let timer = loop.timer { [unowned self] in
            backOff = nil
            fill()
        }
        timer.arm(after: .nanoseconds(Int64.random(in: wait / 2...wait)))
        backOff = timer
    }
}
