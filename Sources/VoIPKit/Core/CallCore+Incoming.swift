// SPDX-License-Identifier: Apache-2.0
import Foundation

extension CallCore {
    /// A push or the app's own connection told of a call: it is reported whatever is known of it,
    /// since a push must lead to a report (B121).
    mutating func incoming(_ incoming: IncomingCall, turn: inout CallTurn) {
        if let index = index(of: incoming.id) {
            entries[index].reports.append(.again)
            report(index, turn: &turn)
            return
        }
        var call = Call(
            id: incoming.id, direction: .incoming, handle: incoming.handle, name: incoming.name,
            hasVideo: incoming.hasVideo, state: .ringing, created: turn.now)
        if isStarting(incoming.id) {
            // The duty of the push is done by any report (B61); the call is another's.
            strayReports.append(incoming.id)
            turn.add(.reportIncoming(call))
            return
        }
        let end = ended.end(of: incoming.id, at: turn.now)
        if let reason = incoming.endReason ?? end?.reason {
            call.state = .ended(reason)
            call.dates.ended = end?.date ?? turn.now
        }
        var entry = CallEntry(call, place: .reported)
        entry.reports = [.first]
        cancelLastTasks(of: call.id, turn: &turn)
        entries.append(entry)
        report(entries.count - 1, turn: &turn)
    }

    /// The system has lost an incoming call, or is about to: it is reported as if for the first
    /// time.
    mutating func reportAfresh(_ index: Int, turn: inout CallTurn) {
        let entry = entries[index]
        guard entry.call.direction == .incoming, !entry.call.isEnded, entry.place != .gone else {
            return
        }
        entries[index].reports.append(.afresh)
        report(index, turn: &turn)
    }

    private mutating func report(_ index: Int, turn: inout CallTurn) {
        remember(index, turn: &turn)
        turn.add(.reportIncoming(entries[index].call))
    }

    mutating func reportAnswered(_ call: UUID, _ error: CallError?, turn: inout CallTurn) {
        if let stray = strayReports.firstIndex(of: call) {
            strayReports.remove(at: stray)
            turn.add(.answerReport(call: call, error))
            if error == nil { turn.add(.reportEnded(call: call, nil, .failed)) }
            return
        }
        guard let index = index(of: call), let report = entries[index].reports.first else { return }
        entries[index].reports.removeFirst()
        switch report {
        // Not refused for what it is: the system shows a call of this identifier that an earlier
        // life left over.
        case .first where error == nil || error == .callExists:
            turn.add(.answerReport(call: call, nil))
            guard entries[index].place == .reported else { break }
            shown(index, turn: &turn)
        case .first:
            turn.add(.answerReport(call: call, error))
            refused(index, turn: &turn)
        case .afresh where error != nil && error != .callExists:
            if !entries[index].call.isEnded { refused(index, turn: &turn) }
        case .again, .afresh:
            if report == .again { turn.add(.answerReport(call: call, error)) }
            // The system had lost it meanwhile, and would now ring for a call that is over.
            if error == nil, entries[index].call.isEnded, entries[index].place == .gone {
                reportEnd(index, turn: &turn)
            }
        }
        guard entries[index].place == .gone, entries[index].reports.isEmpty else { return }
        leaveSystem(index, turn: &turn)
    }

    /// The system shows a call for which it was asked.
    private mutating func shown(_ index: Int, turn: inout CallTurn) {
        guard !entries[index].call.isEnded else {
            reportEnd(index, turn: &turn)
            return
        }
        entries[index].place = .shown
        tell(index, turn: &turn)
        if entries[index].isUpdateDue { reportUpdate(index, turn: &turn) }
        let ring = makeIdentifier()
        entries[index].ring = ring
        turn.add(.serve(ring, .ring(entries[index].call)))
    }

    /// Nothing is shown, and the app may not go on (B15): the caller is told that nobody is rung.
    private mutating func refused(_ index: Int, turn: inout CallTurn) {
        let wasOver = entries[index].call.isEnded
        end(index, .failed, at: turn.now, turn: &turn)
        closeActions(of: index, turn: &turn)
        entries[index].place = .gone
        if !wasOver { hangUp(index, turn: &turn) }
    }

    /// Performed, before the report was answered: the system shows it.
    mutating func takeAsShown(_ index: Int, turn: inout CallTurn) {
        guard entries[index].place == .reported else { return }
        entries[index].place = .shown
        tell(index, turn: &turn)
        if entries[index].isUpdateDue { reportUpdate(index, turn: &turn) }
    }

    mutating func reportUpdate(_ index: Int, turn: inout CallTurn) {
        entries[index].isUpdateDue = false
        turn.add(.reportUpdate(entries[index].call))
    }

    /// Calls of an earlier life count against the limit until they are ended (B13).
    mutating func leftOver(_ ids: [UUID], turn: inout CallTurn) {
        for id in ids where index(of: id) == nil {
            turn.add(.reportEnded(call: id, nil, .failed))
            turn.add(.forget(call: id))
        }
    }
}
