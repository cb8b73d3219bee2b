// SPDX-License-Identifier: Apache-2.0
import Foundation

extension CallCore {
    /// How long a start or stop of media may take while the opposite waits for it.
    private static let mediaPatience: TimeInterval = 1

    func isToBeHeard(_ index: Int) -> Bool { isAudioActive && entries[index].isHeard }

    /// Takes the media of a call one step towards what it is to be.
    ///
    /// A start and a stop are asked in turn, each when the one before is done.
    mutating func turnMedia(_ index: Int, turn: inout CallTurn) {
        let isWanted = isToBeHeard(index)
        switch entries[index].media {
        case .silent where isWanted:
            let id = makeIdentifier()
            entries[index].media = .starting(id)
            turn.add(.serve(id, .startMedia(entries[index].call)))
        case .playing where !isWanted:
            let id = makeIdentifier()
            entries[index].media = .stopping(id)
            turn.add(.serve(id, .stopMedia(entries[index].call)))
        case .starting(let id): hurry(id, isWaitedFor: !isWanted, turn: &turn)
        case .stopping(let id): hurry(id, isWaitedFor: isWanted, turn: &turn)
        case .silent, .playing: break
        }
    }

    private mutating func hurry(_ id: UUID, isWaitedFor: Bool, turn: inout CallTurn) {
        if !isWaitedFor {
            disarm(id, turn: &turn)
        } else if !armed.contains(id) {
            arm(id, turn.now.addingTimeInterval(Self.mediaPatience), turn: &turn)
        }
    }

    /// Done, or waited for long enough.
    mutating func mediaServed(_ task: UUID, turn: inout CallTurn) {
        guard let index = entries.firstIndex(where: { $0.media.task == task }) else { return }
        disarm(task, turn: &turn)
        switch entries[index].media {
        case .starting: entries[index].media = .playing
        case .stopping: entries[index].media = .silent
        case .silent, .playing: break
        }
    }

    /// The call goes while its media stops: a service that never comes to an end with that is not
    /// kept busy for ever.
    mutating func leaveMedia(_ index: Int, turn: inout CallTurn) {
        guard case .stopping(let id) = entries[index].media else { return }
        lastTasks.append(LastTask(id: id, call: entries[index].id))
        arm(id, turn.now.addingTimeInterval(CallAction.Kind.end.patience), turn: &turn)
    }

    // MARK: Conferences

    /// Joins a call to another's conference, or takes it out of its own (B87).
    mutating func group(_ index: Int, with other: UUID?, turn: inout CallTurn) {
        entries[index].conference = nil
        if let other, let partner = self.index(of: other), entries[partner].isLiving {
            let conference = entries[partner].conference ?? makeConference()
            entries[partner].conference = conference
            entries[index].conference = conference
        }
        regroup(turn: &turn)
    }

    /// Each conference is named for its oldest member; one alone is none (B88, B89).
    mutating func regroup(turn: inout CallTurn) {
        for index in entries.indices where entries[index].isLiving {
            let conference = entries[index].conference
            let members = entries.filter { conference != nil && $0.conference == conference }
            if members.count < 2 { entries[index].conference = nil }
            let name = members.count < 2 ? nil : members[0].id
            change(index, turn: &turn) { $0.group = name }
        }
    }
}
