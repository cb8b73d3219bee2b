// SPDX-License-Identifier: Apache-2.0
import Foundation

@testable import VoIPKit

/// The app's own screen with nothing around it: a delegate that does what the test says, a screen
/// that keeps what it was given, a session that may refuse, and a clock that stands still.
@MainActor final class InAppBench: CallSystemDelegate, InAppCallScreen {
    struct Busy: Error {}

    let clock = ManualClock()
    var configuration = CallConfiguration()
    private(set) lazy var system = makeSystem()

    /// Completes what is performed; by default all is fulfilled at once.
    var onPerform: ((CallAction) -> Void)?
    var isSessionBusy = false
    /// All that the delegate, the screen and the session were told, in order.
    var log: [String] = []
    private(set) var performed: [CallAction] = []
    private(set) var content: InAppCallContent?
    private(set) var actions: InAppCallActions?
    private var names: [UUID: String] = [:]

    private func makeSystem() -> InAppCallSystem {
        let system = InAppCallSystem(
            configuration: configuration, screen: self,
            audio: InAppCallSystem.Audio(
                activate: { [unowned self] in
                    if isSessionBusy { throw Busy() }
                },
                deactivate: {}), clock: clock)
        system.delegate = self
        return system
    }

    // MARK: Doing

    /// A call that was reported under a name, and rings.
    @discardableResult func ring(_ name: String) -> UUID {
        let call = reportIncoming(named: name) { _ in }
        clock.settle()
        return call
    }

    @discardableResult func reportIncoming(
        named name: String, id: UUID = UUID(),
        completion: @escaping @MainActor (CallError?) -> Void
    ) -> UUID {
        names[id] = name
        let call = Call(
            id: id, direction: .incoming, handle: CallHandle(.generic, name), name: name,
            hasVideo: false, state: .ringing, created: clock.now)
        system.reportIncoming(call, features: configuration.features, completion: completion)
        return id
    }

    /// A call that was reported and answered.
    @discardableResult func answered(_ name: String) -> UUID {
        let call = ring(name)
        actions?.answer(call)
        clock.settle()
        return call
    }

    /// A call that was dialled, and is connected.
    @discardableResult func dialled(_ name: String) -> UUID {
        let id = UUID()
        names[id] = name
        _ = request([(id, .start(CallHandle(.generic, name), name: name, hasVideo: false))])
        system.reportConnected(id, at: nil)
        clock.settle()
        return id
    }

    /// Asks for a transaction, and gives the answer to it once all has settled.
    func request(_ steps: [(UUID, CallAction.Kind)]) -> CallError? {
        var answer: CallError?
        let actions = steps.map { CallAction(id: UUID(), call: $0.0, kind: $0.1, deadline: nil) }
        system.request(actions) { error in
            answer = error
            self.log.append(error.map { "refused: \($0)" } ?? "accepted")
        }
        clock.settle()
        return answer
    }

    func name(_ id: UUID, _ name: String) { names[id] = name }

    /// What was told since this was asked last.
    func news() -> [String] {
        defer { log = [] }
        return log
    }

    /// The calls that the screen shows beside the one that rings, with their states.
    var shown: [String] {
        (content?.calls ?? []).map { "\(name(of: $0.id)) \($0.state)" }
    }

    private func name(of call: UUID) -> String { names[call] ?? "?" }

    // MARK: CallSystemDelegate

    func callSystem(_ system: any CallSystem, perform action: CallAction) {
        log.append("\(action.kind.word) \(name(of: action.call))")
        performed.append(action)
        if let onPerform { onPerform(action) } else { system.fulfill(action.id, at: nil) }
    }

    func callSystem(_ system: any CallSystem, timedOutPerforming action: UUID) {
        let kind = performed.last { $0.id == action }?.kind.word ?? "?"
        log.append("timed out: \(kind)")
    }

    func callSystemDidReset(_ system: any CallSystem) { log.append("reset") }

    func callSystemDidActivateAudio(_ system: any CallSystem) { log.append("audio on") }

    func callSystemDidDeactivateAudio(_ system: any CallSystem) { log.append("audio off") }

    // MARK: InAppCallScreen

    func show(_ content: InAppCallContent, actions: InAppCallActions) {
        log.append("show")
        self.content = content
        self.actions = actions
    }

    func update(_ content: InAppCallContent) { self.content = content }

    func hide() {
        log.append("hide")
        content = nil
    }
}

extension CallAction.Kind {
    /// What a log says of it.
    fileprivate var word: String {
        switch self {
        case .start: "start"
        case .answer: "answer"
        case .end: "end"
        case .setHeld(let isOnHold): isOnHold ? "hold" : "unhold"
        case .setMuted(let isMuted): isMuted ? "mute" : "unmute"
        case .setGroup(let other): other == nil ? "split" : "join"
        case .play(let digits): "play \(digits.text)"
        }
    }
}
