// SPDX-License-Identifier: Apache-2.0
import Foundation

@testable import VoIPKit

/// Whoever waits, watches and remembers in the app: counts answers, and follows the calls by their
/// changes alone.
struct StrictWatcher {
    private(set) var waiting: Set<UUID> = []
    private var reports: [UUID: Int] = [:]
    private(set) var remembered: Set<UUID> = []
    private(set) var calls: [Call] = []
    private var wasEnded: Set<UUID> = []
    private(set) var deadlines: [(id: UUID, date: Date)] = []
    private(set) var isRingingBack = false
    private(set) var faults: [String] = []

    var owedReports: Int { reports.values.reduce(0, +) }

    mutating func asked(_ actions: [CallAction]) { waiting.formUnion(actions.map(\.id)) }
    mutating func reported(_ call: UUID) { reports[call, default: 0] += 1 }
    mutating func left(over ids: [UUID]) { remembered.formUnion(ids) }

    mutating func take(_ effect: CallEffect) {
        switch effect {
        case .answerRequest(let action, _):
            if waiting.remove(action) == nil { faults.append("\(action) is answered twice") }
        case .answerReport(let call, _):
            reports[call, default: 0] -= 1
            if reports[call, default: 0] < 0 { faults.append("too many answers for \(call)") }
        case .remember(let call):
            if !remembered.insert(call).inserted { faults.append("\(call) is remembered twice") }
        case .forget(let call):
            if remembered.remove(call) == nil { faults.append("\(call) is forgotten twice") }
        case .arm(let id, let date):
            deadlines.removeAll { $0.id == id }
            deadlines.append((id, date))
        case .disarm(let id):
            if !deadlines.contains(where: { $0.id == id }) {
                faults.append("\(id) is disarmed, and not armed")
            }
            deadlines.removeAll { $0.id == id }
        case .ringback(let isOn):
            if isOn == isRingingBack { faults.append("ringback is \(isOn) already") }
            isRingingBack = isOn
        case .changed(let change): changed(change)
        case .request, .reportIncoming, .reportUpdate, .reportStartedConnecting, .reportConnected,
            .reportEnded, .fulfill, .fail, .rebuildSystem, .serve, .cancelService, .prepareAudio:
            break
        }
    }

    private mutating func changed(_ change: CallChange) {
        let index = calls.firstIndex { $0.id == change.call.id }
        switch (change, index) {
        case (.added(let call), nil):
            if call.isEnded { faults.append("an ended call is added: \(call.id)") }
            calls.append(call)
        case (.updated(let call), let index?):
            if calls[index] == call { faults.append("nothing has changed: \(call.id)") }
            if call.isEnded { faults.append("an update to the end: \(call.id)") }
            calls[index] = call
        case (.ended(let call), let index?):
            if !call.isEnded { faults.append("ended and not over: \(call.id)") }
            calls.remove(at: index)
        case (.added, _?), (.updated, nil), (.ended, nil):
            faults.append("out of order: \(change)")
        }
    }

    /// A deadline that has passed; it is told of once.
    mutating func nextDeadline(until now: Date) -> UUID? {
        guard let next = deadlines.min(by: { $0.date < $1.date }), next.date <= now else {
            return nil
        }
        deadlines.removeAll { $0.id == next.id }
        return next.id
    }
}
