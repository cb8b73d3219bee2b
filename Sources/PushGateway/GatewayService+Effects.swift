// SPDX-License-Identifier: Apache-2.0
import CallModel
import GatewayCore
import OCKNetworking

/// Events in, effects out.
extension GatewayService {
    func apply(_ event: GatewayEvent) {
        let now = Moment(
            monotonic: MonotonicTime(nanoseconds: loop.now()),
            wall: WallTime(milliseconds: EventLoop.wallClockMilliseconds())
        )
        if options.keepsPayloads { journal.note(event) }
        // Whoever applies an event meanwhile finds an empty array, and works with another.
        var effects: [GatewayEffect] = []
        swap(&effects, &self.effects)
        core.apply(event, at: now, into: &effects)
        carryOut(effects, at: now)
        effects.removeAll(keepingCapacity: true)
        swap(&effects, &self.effects)
        arm()
    }

    private func arm() {
        let deadline = core.deadline()
        guard deadline != armedFor else { return }
        armedFor = deadline
        if let deadline {
            timer?.arm(at: deadline.nanoseconds)
        } else {
            timer?.disarm()
        }
    }

    private func carryOut(_ effects: [GatewayEffect], at now: Moment) {
        let effects = effects.span
        for index in effects.indices { carryOut(effects, index, at: now) }
    }

    /// Carries one out where it is, since a copy of it would cost as much as most of them.
    private func carryOut(_ effects: Span<GatewayEffect>, _ index: Int, at now: Moment) {
        switch effects[index] {
        case .answer(let key, let answer): providers?.answer(key, answer)
        case .setStreamLimit(let connection, let limit):
            providers?.setStreamLimit(limit, of: connection)
        case .goAway(let connection, let farewell): providers?.goAway(farewell, of: connection)
        case .drop(let connection): providers?.drop(connection)
        case .examine(let ticket, let token): examine(token, ticket)
        case .send(let connection, let reply): devices?.send(reply, to: connection)
        case .close(let connection, let refusal): devices?.close(connection, refusal: refusal)
        case .store(let ticket, let changes): store?.add(ticket, changes)
        case .controlSettled(let key, let failure): control?.settle(key, failure: failure)
        case .record(let entry): record(entry, at: now)
        case .remark(let connection, let stream, let remark):
            if let stream {
                journal.add(remark, to: RequestKey(connection: connection, stream: stream))
            }
            let name = providers?.name(connection) ?? "provider connection \(connection.number)"
            lines.add("\(name): \(remark.words)")
        case .log(.store(let words)): lines.add("store: \(words)")
        case .log(.device(let connection, let words)):
            let name = devices?.name(connection) ?? "phone connection \(connection.number)"
            lines.add("\(name): \(words)")
        }
    }

    private func record(_ entry: JournalEntry, at now: Moment) {
        if let trace, let step = TimelineEntry(entry, at: now.monotonic) { trace.add(step) }
        let place = journal.take(entry, at: now.wall)
        if let place, let control, control.isFollowed { control.tell(journal.report(at: place)) }
        guard PushLogLine.isTold(entry.step, logsAccepted: options.logsAccepted) else { return }
        lines.add { PushLogLine.append(entry, to: &$0) }
    }

    private func examine(_ token: [UInt8], _ ticket: ExaminationTicket) {
        let keys = material?.publicKeys ?? [:]
        worker?.run {
            TokenExaminer.facts(of: token, keys: keys)
        } then: { [weak self] facts in
            self?.apply(.tokenExamined(ticket, facts))
        }
    }
}
