// SPDX-License-Identifier: Apache-2.0
import Foundation

extension CallCore {
    /// The system threw everything away (B9): no action is completed, every call is over, and the
    /// other sides are told.
    ///
    /// Ends stay kept: a doubled push of a call that was hung up rings no more than before.
    mutating func reset(turn: inout CallTurn) {
        isAudioActive = false
        wasReset = true
        dropTransactions(where: { _ in true }, turn: &turn)
        abandonedStarts = []
        fulfilled = []
        for request in requests where !isOpen(request.id) {
            answerRequest(request.id, .reset, turn: &turn)
        }
        for index in entries.indices {
            throwAway(index, turn: &turn)
            leaveMedia(index, turn: &turn)
        }
        entries = []
        for call in strayReports { turn.add(.answerReport(call: call, .reset)) }
        strayReports = []
    }

    private mutating func throwAway(_ index: Int, turn: inout CallTurn) {
        let open = entries[index].actions
        entries[index].actions = []
        for open in open {
            let id = open.action.id
            if open.stage == .asked, open.action.kind == .end {
                // Still telling the other side; its deadline stays.
                lastTasks.append(LastTask(id: id, call: open.action.call))
            } else {
                if open.stage == .asked { turn.add(.cancelService(id)) }
                disarm(id, turn: &turn)
            }
            answerRequest(id, .reset, turn: &turn)
        }
        let wasOver = entries[index].call.isEnded
        end(index, .failed, at: turn.now, turn: &turn)
        stopAtOnce(index, turn: &turn)
        if !wasOver { hangUp(index, turn: &turn) }
        for report in entries[index].reports where report != .afresh {
            turn.add(.answerReport(call: entries[index].id, .reset))
        }
        leaveSystem(index, turn: &turn)
    }

    /// Media of an entry that goes: nothing waits for what is asked.
    private mutating func stopAtOnce(_ index: Int, turn: inout CallTurn) {
        guard case .starting(let id) = entries[index].media else { return }
        turn.add(.cancelService(id))
        disarm(id, turn: &turn)
        entries[index].media = .playing
        turnMedia(index, turn: &turn)
    }
}
