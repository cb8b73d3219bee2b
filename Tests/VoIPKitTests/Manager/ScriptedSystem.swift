// SPDX-License-Identifier: Apache-2.0
import Foundation

@testable import VoIPKit

/// A call system that does what the test says, for what no phone does when it is asked to: it
/// answers requests as told, and performs what it accepted at once.
@MainActor final class ScriptedSystem: CallSystem {
    weak var delegate: (any CallSystemDelegate)?
    /// What it was told, in order.
    private(set) var words: [String] = []
    /// The calls that were reported as ended.
    private(set) var ended: [UUID] = []
    private var answers: [CallError?] = []

    nonisolated init() {}

    func makeManager(store: MemoryCallStore = MemoryCallStore()) -> CallManager {
        let clock = SystemClock()
        return CallManager(
            configuration: .test, service: TestService(clock: clock), audio: nil, store: store,
            clock: clock, system: self)
    }

    /// How the next requests are answered, in turn; those behind them are accepted.
    func answer(with answers: [CallError?]) { self.answers = answers }

    func reset() { delegate?.callSystemDidReset(self) }

    func perform(_ kind: CallAction.Kind, of call: UUID) {
        let deadline = Date().addingTimeInterval(60)
        let action = CallAction(id: UUID(), call: call, kind: kind, deadline: deadline)
        delegate?.callSystem(self, perform: action)
    }

    func request(
        _ actions: [CallAction], completion: @escaping @MainActor (CallError?) -> Void
    ) {
        words.append("request")
        let answer = answers.isEmpty ? nil : answers.removeFirst()
        Task {
            completion(answer)
            guard answer == nil else { return }
            for var action in actions {
                action.deadline = Date().addingTimeInterval(60)
                delegate?.callSystem(self, perform: action)
            }
        }
    }

    func reportIncoming(
        _ call: Call, features: CallFeatures,
        completion: @escaping @MainActor (CallError?) -> Void
    ) {
        words.append("reportIncoming")
        Task { completion(nil) }
    }

    func reportUpdate(_ call: Call, features: CallFeatures) {}

    func reportStartedConnecting(_ call: UUID, at date: Date?) {}

    func reportConnected(_ call: UUID, at date: Date?) {}

    func reportEnded(_ call: UUID, at date: Date?, reason: CallEndReason) { ended.append(call) }

    func fulfill(_ action: UUID, at date: Date?) { words.append("fulfill") }

    func fail(_ action: UUID) { words.append("fail") }

    func rebuild() { words.append("rebuild") }

    func invalidate() { words.append("invalidate") }
}
