// SPDX-License-Identifier: Apache-2.0
import OCKHTTP2
import OCKNetworking

/// The sender's side that lives on its loop: the connection, and the pushes without an answer.
///
/// A push that no server has taken goes to the next connection, a few times. One that may have been
/// taken is never repeated here: a phone would ring twice.
final class Courier {
    /// A push without an answer.
    private struct Pending {
        let request: PushRequest
        let completion: (PushOutcome) -> Void
        let timeout: LoopTimer
        var attemptCount = 0
    }

    private let endpoint: PushSender.Endpoint
    private let tls: TLSContext
    private let limits: SenderLimits
    private let loop: EventLoop
    /// The present connection's session; its number is the count of connections made.
    private var session: HTTP2ClientSession?
    private var connectionCount = 0
    /// Whether an answer has come over the present connection.
    private var hasAnswered = false
    private var pending: [UInt64: Pending] = [:]
    private var nextNumber: UInt64 = 0
    /// Pushes, by number, for the connection that the back-off waits for.
    private var waiting: [UInt64] = []
    private var backOff: LoopTimer?
    private var failureCount = 0
    private var lastReason = CloseReason.closedHere

    init(
        endpoint: PushSender.Endpoint, tls: TLSContext, limits: SenderLimits, loop: EventLoop
    ) {
        self.endpoint = endpoint
        self.tls = tls
        self.limits = limits
        self.loop = loop
    }

    /// Sends a push; `completion` is called once.
    func send(_ request: PushRequest, completion: @escaping (PushOutcome) -> Void) {
        guard pending.count < limits.maximumPendingCount else {
            return completion(.failed(.overloaded(limit: limits.maximumPendingCount)))
        }
        let number = nextNumber
        nextNumber += 1
        let timeout = loop.timer { [unowned self] in giveUp(number) }
        timeout.arm(after: limits.answerTimeout)
        pending[number] = Pending(request: request, completion: completion, timeout: timeout)
        submit(number)
    }

    /// Fails what has no answer, and closes.
    func shutDown() {
        backOff = nil
        session?.connection.close()
        session = nil
        for number in pending.keys.sorted() { finish(number, .failed(.shutDown)) }
    }

    private func finish(_ number: UInt64, _ outcome: PushOutcome) {
        guard let entry = pending.removeValue(forKey: number) else { return }
        entry.timeout.disarm()
        entry.completion(outcome)
    }

    /// A server that does not answer is left; the next push finds another connection.
    private func giveUp(_ number: UInt64) {
        session?.connection.close()
        session = nil
        finish(number, .failed(.timedOut))
    }

    // MARK: Sending

    private func submit(_ number: UInt64) {
        guard let request = pending[number]?.request else { return }
        guard backOff == nil else { return waiting.append(number) }
        pending[number]?.attemptCount += 1
        openSession().request(
            method: "POST", path: request.path, headers: request.headers, body: request.body
        ) { [weak self] outcome in self?.answered(number, outcome) }
    }

    private func answered(_ number: UInt64, _ outcome: Result<HTTP2Response, HTTP2Error>) {
        guard let entry = pending[number] else { return }
        switch outcome {
        case .success(let answer):
            failureCount = 0
            hasAnswered = true
            finish(number, PushOutcome(answer, sentID: entry.request.apnsID))
        case .failure(.refused):
            // Later, when the end of the old connection and its reason have been heard.
            loop.later { [weak self] in self?.repeatOrFail(number) }
        case .failure(let error): finish(number, .failed(.connectionLost(error.description)))
        }
    }

    private func repeatOrFail(_ number: UInt64) {
        guard let entry = pending[number] else { return }
        if entry.attemptCount < limits.maximumAttemptCount {
            submit(number)
        } else {
            finish(number, .failed(.unreachable(lastReason.description)))
        }
    }

    // MARK: Connection

    private func openSession() -> HTTP2ClientSession {
        if let session, session.isAccepting { return session }
        connectionCount += 1
        let number = connectionCount
        let new = HTTP2ClientSession(
            connection: .connect(host: endpoint.host, port: endpoint.port, on: loop, tls: tls),
            loop: loop, authority: authority,
            onClosed: { [weak self] reason in self?.closed(number, reason) })
        session = new
        hasAnswered = false
        return new
    }

    private var authority: String {
        let host = endpoint.host.contains(":") ? "[\(endpoint.host)]" : endpoint.host
        return endpoint.port == 443 ? host : "\(host):\(endpoint.port)"
    }

    /// Called after the completions of the connection's requests.
    private func closed(_ number: Int, _ reason: CloseReason) {
        guard number == connectionCount, session != nil else { return }
        session = nil
        lastReason = reason
        // One that has served is replaced when the next push comes, without a wait.
        if !hasAnswered { rest() }
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
            let numbers = waiting
            waiting = []
            for number in numbers { submit(number) }
        }
        timer.arm(after: .nanoseconds(Int64.random(in: wait / 2...wait)))
        backOff = timer
    }
}
