// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The calls of an app: what happens to them goes in, what is to be done comes out.
///
/// A value without a clock, a task or an identifier of its own making, so that equal events give
/// equal effects. ``CallManager`` drives it.
///
///     incoming: ringing ──Answer──▶ connecting ──fulfilled──▶ active ◀─SetHeld─▶ held
///     outgoing:    Start──▶ connecting ──fulfilled, connected──▶ active, or held
///     any of them ──End, an end that is told, a failure, a reset──▶ ended
struct CallCore: Hashable, Sendable {
    let configuration: CallConfiguration

    /// Living calls, and those that are over while something is owed for them; oldest first.
    var entries: [CallEntry] = []
    /// Whoever waits for an action, in the order of asking.
    var requests: [CallRequest] = []
    /// Neither accepted nor refused, in the order of asking.
    var transactions: [CallTransaction] = []
    var ended = EndedCalls()
    /// Requests to start that were given up before the system performed them; bounded.
    var abandonedStarts: [UUID] = []
    var lastTasks: [LastTask] = []
    /// Reports for a push, under the identifier of a call whose Start is on its way.
    var strayReports: [UUID] = []
    /// Newest Starts, Answers and Ends that were fulfilled, since the system may have failed them
    /// before it heard of it; bounded.
    var fulfilled: [CallAction] = []
    /// What has a deadline.
    var armed: [UUID] = []
    var isAudioActive = false
    var isRingingBack = false
    /// The provider was reset and may be of no use (B11).
    var wasReset = false
    private var identifierCount: UInt64 = 0

    init(configuration: CallConfiguration) {
        self.configuration = configuration
    }

    /// The living ones that were told of by `.changed(.added)`, oldest first.
    var calls: [Call] { entries.lazy.filter(\.isLiving).map(\.call) }

    /// Takes one event; what is to be done is put behind `effects`, in order.
    ///
    /// `now` may go back, as a device's clock may.
    mutating func apply(_ event: CallEvent, at now: Date, into effects: inout [CallEffect]) {
        var turn = CallTurn(now: now)
        switch event {
        case .requested(let actions): requested(actions, turn: &turn)
        case .requestAnswered(let ids, let error): requestAnswered(ids, error, turn: &turn)
        case .incoming(let incoming): self.incoming(incoming, turn: &turn)
        case .reportAnswered(let call, let error): reportAnswered(call, error, turn: &turn)
        case .perform(let action): perform(action, turn: &turn)
        case .timedOut(let action): timedOut(action, turn: &turn)
        case .reset: reset(turn: &turn)
        case .audioActivated: isAudioActive = true
        case .audioDeactivated: isAudioActive = false
        case .served(let task, let error): served(task, error, turn: &turn)
        case .progress(let call, let progress): self.progress(call, progress, turn: &turn)
        case .deadlinePassed(let id): deadlinePassed(id, turn: &turn)
        case .leftOver(let ids): leftOver(ids, turn: &turn)
        }
        settle(turn: &turn)
        effects += turn.effects
    }

    /// What follows from the calls as they are now, whatever has changed them.
    private mutating func settle(turn: inout CallTurn) {
        // All stops before any start, so that two calls are not heard at once in a swap.
        for index in entries.indices where !isToBeHeard(index) { turnMedia(index, turn: &turn) }
        for index in entries.indices where isToBeHeard(index) { turnMedia(index, turn: &turn) }
        settleRingback(turn: &turn)
        for index in entries.indices where entries[index].isFinished {
            leaveMedia(index, turn: &turn)
        }
        entries.removeAll(where: \.isFinished)
        let waiting = requests
        dropTransactions(
            where: { transaction in !waiting.contains { transaction.contains($0.id) } },
            turn: &turn)
    }

    // MARK: What all concerns share

    func index(of call: UUID) -> Int? { entries.firstIndex { $0.id == call } }

    /// An identifier that no driver makes: of version 8, which is for makers of their own
    /// (RFC 9562 §5.8).
    mutating func makeIdentifier() -> UUID {
        identifierCount += 1
        let b = withUnsafeBytes(of: identifierCount.bigEndian, Array.init)
        return UUID(
            uuid: (
                0, 0, 0, 0, 0, 0, 0x80, 0, 0x80, b[1], b[2], b[3], b[4], b[5], b[6], b[7]
            ))
    }

    mutating func makeConference() -> UInt64 {
        identifierCount += 1
        return identifierCount
    }

    mutating func arm(_ id: UUID, _ date: Date, turn: inout CallTurn) {
        if !armed.contains(id) { armed.append(id) }
        turn.add(.arm(id, date))
    }

    mutating func disarm(_ id: UUID, turn: inout CallTurn) {
        guard let index = armed.firstIndex(of: id) else { return }
        armed.remove(at: index)
        turn.add(.disarm(id))
    }

    /// Changes a call; those who watch are told if anything about it differs.
    mutating func change(
        _ index: Int, turn: inout CallTurn, _ body: (inout Call) -> Void
    ) {
        let before = entries[index].call
        body(&entries[index].call)
        guard entries[index].isLiving, entries[index].call != before else { return }
        turn.add(.changed(.updated(entries[index].call)))
    }

    /// Those who watch are told of a call, once.
    mutating func tell(_ index: Int, turn: inout CallTurn) {
        guard !entries[index].isTold, !entries[index].call.isEnded else { return }
        entries[index].isTold = true
        turn.add(.changed(.added(entries[index].call)))
    }

    mutating func remember(_ index: Int, turn: inout CallTurn) {
        guard !entries[index].isRemembered else { return }
        entries[index].isRemembered = true
        turn.add(.remember(call: entries[index].id))
    }

    /// The system has nothing of the call any more.
    mutating func leaveSystem(_ index: Int, turn: inout CallTurn) {
        entries[index].place = .gone
        guard entries[index].isRemembered else { return }
        entries[index].isRemembered = false
        turn.add(.forget(call: entries[index].id))
    }
}
