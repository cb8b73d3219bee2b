// SPDX-License-Identifier: Apache-2.0
import OCKNetworking
import OCKStorage
import PushSender

// The request that makes phones ring.
extension ProviderServer {
    /// What became of the push to one token, in the answer to `POST /calls`.
    struct PushReport: Encodable, Sendable {
        let token: String
        let bundle: String
        let environment: TokenEnvironment
        var status: Int?
        var id: String?
        var reason: String?
        var meaning: String?
        var error: String?
        var isRemoved: Bool?
    }

    /// The answer to `POST /calls`.
    private struct CallReport: Encodable {
        let call: String
        let pushes: [PushReport]
    }

    /// A call whose pushes are under way.
    final class PendingCall {
        let id: String
        let reply: HTTPReply
        var reports: [PushReport?]
        var missingCount: Int

        init(id: String, reply: HTTPReply, count: Int) {
            self.id = id
            self.reply = reply
            reports = [PushReport?](repeating: nil, count: count)
            missingCount = count
        }
    }

    func call(_ request: HTTPRequest, _ reply: HTTPReply) throws(RequestFault) {
        let invitation = try RequestBody.read(
            CallInvitation.self, from: request.body, contentType: request.value(of: "content-type")
        ).checked()
        guard callCount < options.maximumCallCount else {
            throw RequestFault(
                503, "\(options.maximumCallCount) calls are under way; call again in a moment")
        }
        callCount += 1
        onStore(reply) { store throws(StoreError) in
            try store.registrations(of: invitation.to, limit: TokenStore.countPerUserMax)
        } then: { [unowned self] found in
            let wanted = found.filter {
                invitation.bundle == nil || $0.registration.bundle == invitation.bundle
            }
            guard !wanted.isEmpty else {
                callEnded()
                return reply.refuse(
                    RequestFault(
                        404, "no app of this user has registered a token; PUT /tokens does",
                        field: "to"))
            }
            ring(wanted, invitation, reply)
        } orElse: { [unowned self] in
            callEnded()
        }
    }

    private func ring(
        _ entries: [StoredRegistration], _ invitation: CallInvitation, _ reply: HTTPReply
    ) {
        let now = EventLoop.wallClockMilliseconds()
        let pending = PendingCall(
            id: invitation.call ?? "", reply: reply, count: entries.count)
        let number = nextCallNumber
        nextCallNumber += 1
        pendingCalls[number] = pending
        let server = LoopBound(self, loop: loop)
        for (index, entry) in entries.enumerated() {
            guard let sender = senders[entry.registration.environment] else {
                note(
                    .failed(.unreachable("this server does not send to this environment")),
                    of: entry, at: index, number)
                continue
            }
            onEvent(.pushPosted(bundle: entry.registration.bundle))
            sender.send(invitation.push(to: entry.registration, now: now)) {
                [poster = loop.poster] outcome in
                poster.post { server.value.note(outcome, of: entry, at: index, number) }
            }
        }
    }

    private func note(
        _ outcome: PushOutcome, of entry: StoredRegistration, at index: Int, _ call: UInt64
    ) {
        var report = PushReport(
            token: entry.tokenHead, bundle: entry.registration.bundle,
            environment: entry.registration.environment)
        switch outcome {
        case .accepted(let receipt):
            report.status = 200
            report.id = receipt.apnsID
        case .rejected(let rejection):
            report.status = rejection.status
            report.id = rejection.apnsID.isEmpty ? nil : rejection.apnsID
            report.reason = rejection.reason.rawValue
            report.meaning = rejection.reason.meaning
            if rejection.reason.tokenVerdict != .unaffected {
                return forget(entry, rejection, report, at: index, call)
            }
        case .failed(let error): report.error = error.description
        }
        settle(report, at: index, call)
    }

    /// Forgets a dead token, unless the app has registered it again since.
    private func forget(
        _ entry: StoredRegistration, _ rejection: PushRejection, _ report: PushReport,
        at index: Int, _ call: UInt64
    ) {
        // A token of the wrong place is forgotten as it was sent to; one that is dead, if it was
        // registered before it died (APNs: Handling notification responses).
        let time = rejection.timestamp ?? entry.registeredAt
        let token = entry.registration.token
        guard let store, let worker else { return settle(report, at: index, call) }
        worker.run {
            (try? store.remove(token, registeredBy: time)) ?? false
        } then: { [unowned self] isRemoved in
            var report = report
            report.isRemoved = isRemoved
            if isRemoved {
                onLog("token \(entry.tokenHead)… forgotten: \(rejection.reason)")
            }
            settle(report, at: index, call)
        }
    }

    private func settle(_ report: PushReport, at index: Int, _ call: UInt64) {
        guard let pending = pendingCalls[call] else { return }
        pending.reports[index] = report
        pending.missingCount -= 1
        guard pending.missingCount == 0 else { return }
        pendingCalls[call] = nil
        let reports = pending.reports.compactMap(\.self)
        let acceptedCount = reports.count { $0.status == 200 }
        onLog("call \(pending.id): \(acceptedCount) of \(reports.count) pushes accepted")
        pending.reply.answer(
            acceptedCount > 0 ? 200 : 502, CallReport(call: pending.id, pushes: reports))
        callEnded()
    }
}
