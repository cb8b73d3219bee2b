// SPDX-License-Identifier: Apache-2.0
import OCKHTTP2
import OCKNetworking

// Pushes that wait too long, and pushes that wait on purpose.
extension Courier {
    /// Gives up what is due, and waits for the next.
    ///
    /// Later pushes have later deadlines, so that the earliest of those at hand is enough to wait
    /// for, and a look at all of them is seldom.
    func deadlineCame() {
        isDeadlineSet = false
        let now = loop.now()
        var due: [PendingPush] = []
        var earliest = Int64.max
        pending.forEach { entry in
            if entry.deadline <= now {
                due.append(entry)
            } else {
                earliest = min(earliest, entry.deadline)
            }
        }
        for entry in due.sorted(by: { $0.sequence < $1.sequence }) { giveUp(entry) }
        guard earliest < .max, !isDeadlineSet else { return fill() }
        isDeadlineSet = true
        deadlineTimer.arm(at: earliest)
        fill()
    }

    private func giveUp(_ entry: PendingPush) {
        switch entry.place {
        case .sent(let connection):
            connection.session.cancel(entry.number)
            leaveIfSilent(connection, since: entry.frameCount)
            finish(entry, .failed(.timedOut))
        case .waiting:
            if let current { leaveIfSilent(current, since: entry.frameCount) }
            let words = lastWords.isEmpty ? "the server allows no stream" : lastWords
            finish(entry, .failed(.unreachable("not sent in time: \(words)")))
        case .resting:
            finish(
                entry, entry.lastRejection.map { .rejected($0) } ?? .failed(.refusedStream))
        }
    }

    /// A server that has said nothing all the while is left; the next push finds another
    /// connection.
    private func leaveIfSilent(_ connection: PushConnection, since frameCount: Int) {
        guard connection.session.receivedFrameCount == frameCount else { return }
        if connection.farewell == nil {
            connection.farewell = Farewell(
                "the server said nothing for \(limits.answerTimeout.components.seconds) s")
        }
        if current === connection { current = nil }
        connection.session.connection.close()
    }

    // MARK: Rests

    /// Sends a push again after a while.
    func rest(_ entry: PendingPush, for wait: Duration) {
        let due = loop.now() + wait.nanoseconds
        entry.place = .resting
        entry.deadline = max(entry.deadline, due + limits.answerTimeout.nanoseconds)
        let index = resting.firstIndex { $0.due < due } ?? resting.count
        resting.insert((due, entry.number), at: index)
        awaitRest()
    }

    func restIsOver() {
        let now = loop.now()
        while let last = resting.last, last.due <= now {
            resting.removeLast()
            guard let entry = pending[last.number] else { continue }
            entry.place = .waiting
            entry.frameCount = current?.session.receivedFrameCount ?? 0
            waiting.append(last.number)
        }
        awaitRest()
        fill()
    }

    private func awaitRest() {
        if let last = resting.last { restTimer.arm(at: last.due) }
    }
}
