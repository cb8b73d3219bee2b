// SPDX-License-Identifier: Apache-2.0
import Foundation

extension CallCore {
    /// A call begins here.
    mutating func performStart(_ action: CallAction, turn: inout CallTurn) {
        guard case .start(let handle, let name, let hasVideo) = action.kind else { return }
        let wasGivenUp = abandonedStarts.contains(action.id)
        abandonedStarts.removeAll { $0 == action.id }
        let isOver = ended.end(of: action.call, at: turn.now)?.isEarly == true
        guard index(of: action.call) == nil, !isOver, !wasGivenUp else {
            turn.add(.fail(action: action.id))
            let error = isOver || wasGivenUp ? CallError.cancelled : .callExists
            answerRequest(action.id, error, turn: &turn)
            // The system had but one call of this identifier, which has failed with its Start.
            if let index = index(of: action.call) { reportAfresh(index, turn: &turn) }
            return
        }
        ended.forget(action.call)
        let call = Call(
            id: action.call, direction: .outgoing, handle: handle, name: name, hasVideo: hasVideo,
            state: .connecting, created: turn.now)
        cancelLastTasks(of: call.id, turn: &turn)
        entries.append(CallEntry(call, place: .shown))
        let index = entries.count - 1
        remember(index, turn: &turn)
        tell(index, turn: &turn)
        // What is not said is not established, and Hold & Accept was seen missing (B101).
        reportUpdate(index, turn: &turn)
        open(action, of: index, turn: &turn)
    }

    /// The other side was invited: what was told of it meanwhile may follow now.
    mutating func startFulfilled(_ index: Int, turn: inout CallTurn) {
        entries[index].isSetUp = true
        let early = entries[index].early
        entries[index].early = EarlyProgress()
        if let date = early.startedConnecting { startedConnecting(index, date, turn: &turn) }
        if let date = early.connected { connected(index, date, turn: &turn) }
    }

    // MARK: Progress

    /// The service told something of a call by itself.
    mutating func progress(_ call: UUID, _ progress: CallProgress, turn: inout CallTurn) {
        guard let index = index(of: call) else {
            // Its push may be on its way (B134: an end comes over another connection).
            if case .ended(let reason, let date) = progress {
                ended.keep(
                    call, reason, date: Self.date(date, turn), isEarly: true, at: turn.now)
            }
            return
        }
        guard !entries[index].call.isEnded else { return }
        switch progress {
        case .startedConnecting(let date):
            startedConnecting(index, Self.date(date, turn), turn: &turn)
        case .connected(let date):
            connected(index, Self.date(date, turn), turn: &turn)
        case .ended(let reason, let date):
            endedByOther(index, reason, at: Self.date(date, turn), turn: &turn)
        case .updated(let handle, let name, let hasVideo):
            updated(index, handle, name, hasVideo, turn: &turn)
        }
    }

    /// Now, where none is said, or what was said is no moment.
    private static func date(_ date: Date?, _ turn: CallTurn) -> Date {
        guard let date, date.timeIntervalSinceReferenceDate.isFinite else { return turn.now }
        return date
    }

    private mutating func startedConnecting(_ index: Int, _ date: Date, turn: inout CallTurn) {
        let entry = entries[index]
        guard entry.call.direction == .outgoing, entry.call.dates.startedConnecting == nil,
            entry.call.dates.connected == nil
        else { return }
        guard entry.isSetUp else {
            if entry.early.startedConnecting == nil, entry.early.connected == nil {
                entries[index].early.startedConnecting = date
            }
            return
        }
        turn.add(.reportStartedConnecting(call: entry.id, date))
        change(index, turn: &turn) { $0.dates.startedConnecting = date }
    }

    private mutating func connected(_ index: Int, _ date: Date, turn: inout CallTurn) {
        let entry = entries[index]
        guard entry.isSetUp else {
            if entry.early.connected == nil { entries[index].early.connected = date }
            return
        }
        guard entry.call.direction == .outgoing, entry.call.dates.connected == nil else { return }
        turn.add(.reportConnected(call: entry.id, date))
        connect(index, at: date, turn: &turn)
    }

    /// From now on both sides hear each other, or could.
    mutating func connect(_ index: Int, at date: Date, turn: inout CallTurn) {
        change(index, turn: &turn) {
            $0.dates.connected = date
            $0.state = $0.isOnHold ? .held : .active
        }
    }

    private mutating func updated(
        _ index: Int, _ handle: CallHandle?, _ name: String?, _ hasVideo: Bool?,
        turn: inout CallTurn
    ) {
        let before = entries[index].call
        change(index, turn: &turn) {
            $0.handle = handle ?? $0.handle
            $0.name = name ?? $0.name
            $0.hasVideo = hasVideo ?? $0.hasVideo
        }
        guard entries[index].call != before else { return }
        if entries[index].place == .shown {
            reportUpdate(index, turn: &turn)
        } else {
            entries[index].isUpdateDue = true
        }
    }

    // MARK: Ringback

    /// The tone of the other side's ringing: from when it rings there until somebody is there.
    mutating func settleRingback(turn: inout CallTurn) {
        let isOn = entries.contains {
            $0.call.direction == .outgoing && $0.call.state == .connecting && $0.isHeard
                && $0.call.dates.startedConnecting != nil
        }
        guard isOn != isRingingBack else { return }
        isRingingBack = isOn
        turn.add(.ringback(isOn: isOn))
    }
}
