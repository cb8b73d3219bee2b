// SPDX-License-Identifier: Apache-2.0
import CallModel

/// Questions about callers that call directory extensions have not answered yet, and the labels
/// that they gave.
///
/// Apart from the calls, since most have neither and all are copied about.
struct CallerLookUps: Sendable, Equatable {
    /// One question.
    struct LookUp: Sendable, Equatable {
        let ticket: IdentifyTicket
        let call: CallKey
        let purpose: Purpose
        /// The call has another handle by now: the label would be somebody else's.
        var isStale = false
        /// The call was over before the answer was there: only the answer says where it is kept.
        var ended: Ended?
    }

    enum Purpose: Sendable, Equatable {
        /// The call waits for it: a report that has not been answered, or one of the network.
        case admission(RequestID?)
        case label
    }

    /// A call that ended, and how.
    struct Ended: Sendable, Equatable {
        var call: Call
        var at: WallTime
        var outcome: CallOutcome
    }

    private struct Labelled: Sendable, Equatable {
        var call: CallKey
        var label: CallerLabel
    }

    private var open: [LookUp] = []
    private var labels: [Labelled] = []
    private var lastTicket = 0

    func label(of call: CallKey) -> CallerLabel? {
        labels.isEmpty ? nil : labels.first { $0.call == call }?.label
    }

    mutating func ask(about call: CallKey, _ purpose: Purpose) -> IdentifyTicket {
        lastTicket += 1
        let ticket = IdentifyTicket(lastTicket)
        open.append(LookUp(ticket: ticket, call: call, purpose: purpose))
        return ticket
    }

    /// The question of that number, which is not open any more; nil where none is.
    mutating func take(_ ticket: IdentifyTicket) -> LookUp? {
        open.firstIndex { $0.ticket == ticket }.map { open.remove(at: $0) }
    }

    mutating func setLabel(_ label: CallerLabel, of call: CallKey) {
        labels.removeAll { $0.call == call }
        labels.append(Labelled(call: call, label: label))
    }

    /// Whom the call was with is not whom it is with.
    mutating func handleChanged(of call: CallKey) {
        guard !open.isEmpty || !labels.isEmpty else { return }
        labels.removeAll { $0.call == call }
        open.removeAll { $0.call == call && $0.purpose == .label }
        for index in open.indices where open[index].call == call { open[index].isStale = true }
    }

    /// The call that waits for the answer is over; whose report is not answered yet.
    mutating func ended(_ end: Ended) -> RequestID? {
        let key = end.call.key
        guard let index = open.firstIndex(where: { $0.call == key && $0.isAwaited }),
            case .admission(let request) = open[index].purpose
        else { return nil }
        open[index].ended = end
        return request
    }

    /// The call is gone: nobody wants to know its label.
    mutating func forget(_ call: CallKey) {
        guard !open.isEmpty || !labels.isEmpty else { return }
        labels.removeAll { $0.call == call }
        open.removeAll { $0.call == call && $0.purpose == .label }
    }
}

extension CallerLookUps.LookUp {
    /// A call that lives waits for it.
    fileprivate var isAwaited: Bool { purpose != .label && ended == nil }
}
