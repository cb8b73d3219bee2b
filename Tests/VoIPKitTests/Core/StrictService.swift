// SPDX-License-Identifier: Apache-2.0
import Foundation

@testable import VoIPKit

/// The signalling and media of an app: remarks on everything that the protocol promises it never to
/// meet.
struct StrictService {
    private enum Media { case silent, starting, playing, stopping }

    /// Asked and neither answered nor cancelled, in order.
    private(set) var tasks: [(id: UUID, task: ServiceTask)] = []
    /// Will not be answered unless by cancelling.
    private var deaf: Set<UUID> = []
    private var media: [UUID: Media] = [:]
    private(set) var faults: [String] = []

    /// Whether media of a call was started and not asked to stop.
    var heard: [UUID] {
        media.filter { $0.value == .starting || $0.value == .playing }.map(\.key)
    }

    mutating func ask(_ id: UUID, _ task: ServiceTask, isAudioActive: Bool, dice: inout Dice) {
        if tasks.contains(where: { $0.id == id }) { faults.append("\(id) is asked twice") }
        let call = task.call.id
        switch task {
        case .startMedia:
            if !isAudioActive { faults.append("media starts without a session: \(call)") }
            turn(call, from: .silent, to: .starting)
        case .stopMedia: turn(call, from: .playing, to: .stopping)
        case .start, .ring, .accept, .hangUp, .setHeld, .setMuted, .setGroup, .play:
            for other in tasks
            where other.task.call.id == call && !task.mayRunBeside(other.task) {
                faults.append("\(task) while \(other.task) is under way")
            }
        }
        if task.isHangUp != task.call.isEnded, !task.isMedia {
            faults.append("\(task) of a call that is \(task.call.state)")
        }
        tasks.append((id, task))
        if dice.isOne(in: 6) { deaf.insert(id) }
    }

    private mutating func turn(_ call: UUID, from: Media, to: Media) {
        if media[call, default: .silent] != from {
            faults.append("media of \(call) goes from \(media[call, default: .silent]) to \(to)")
        }
        media[call] = to
    }

    mutating func cancel(_ id: UUID) {
        guard let index = tasks.firstIndex(where: { $0.id == id }) else {
            faults.append("\(id) is cancelled, and not under way")
            return
        }
        settle(tasks.remove(at: index).task)
    }

    private mutating func settle(_ task: ServiceTask) {
        switch task {
        case .startMedia(let call): media[call.id] = .playing
        case .stopMedia(let call): media[call.id] = .silent
        case .start, .ring, .accept, .hangUp, .setHeld, .setMuted, .setGroup, .play: break
        }
    }

    /// One of the tasks comes to its end; nil where none does.
    mutating func finishOne(dice: inout Dice) -> CallEvent? {
        guard let (id, task) = dice.pick(tasks.filter { !deaf.contains($0.id) }) else { return nil }
        tasks.removeAll { $0.id == id }
        settle(task)
        let isThrown = dice.isOne(in: 5) && !task.isMedia
        return .served(id, isThrown ? .service("no route") : nil)
    }
}

extension ServiceTask {
    var call: Call {
        switch self {
        case .start(let call, _), .ring(let call), .accept(let call, _), .hangUp(let call, _),
            .setHeld(_, let call, _), .setMuted(_, let call, _), .setGroup(_, let call, _),
            .play(_, let call, _), .startMedia(let call), .stopMedia(let call):
            call
        }
    }

    var isMedia: Bool {
        switch self {
        case .startMedia, .stopMedia: true
        case .start, .ring, .accept, .hangUp, .setHeld, .setMuted, .setGroup, .play: false
        }
    }

    /// A service is asked for one thing of a call at a time, but for media and the ringing.
    func mayRunBeside(_ other: ServiceTask) -> Bool {
        switch (self, other) {
        case (_, .startMedia), (_, .stopMedia): true
        case (.setMuted, .ring), (.setHeld, .ring), (.setGroup, .ring): true
        default: false
        }
    }

    var isHangUp: Bool { if case .hangUp = self { true } else { false } }
}
