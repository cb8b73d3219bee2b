// SPDX-License-Identifier: Apache-2.0
import Foundation

/// What CallKit is elsewhere, for calls on the app's own screen.
///
/// A request is accepted or refused on the next turn of the main queue, then its actions are
/// performed, each with CallKit's deadline from the moment when it was asked for (B35, B36). One
/// group is heard at a time; a call that nobody answers ends after a minute (B25). The audio
/// session is activated when a call is to be heard, as CallKit would (B69).
@MainActor final class InAppCallSystem: CallSystem {
    /// The sound, as far as it is this system's.
    struct Audio {
        var activate: @MainActor () throws -> Void
        var deactivate: @MainActor () -> Void
    }

    weak var delegate: (any CallSystemDelegate)?
    let configuration: CallConfiguration
    let clock: any CallClock
    var table = InAppCallTable()
    /// What the delegate has to complete.
    var pending: [UUID: CallAction] = [:]

    /// Whether a call of another system has the session, which may not be activated by hand then
    /// (B68, B72).
    var isSoundTaken: @MainActor () -> Bool = { false }

    private let screen: any InAppCallScreen
    private let audio: Audio
    private lazy var actions = InAppCallActions(handler: self)
    private var timers: [UUID: any CallTimer] = [:]
    private var rings: [UUID: any CallTimer] = [:]
    private var turns: [@MainActor () -> Void] = []
    private var turn: (any CallTimer)?
    private var shown: InAppCallContent?
    private var isAudioActive = false
    private var audioRetry: (any CallTimer)?
    private var isInvalid = false

    /// - Parameters:
    ///   - configuration: Whose limits hold.
    ///   - screen: What draws.
    ///   - audio: What activates and deactivates the session.
    ///   - clock: What deadlines are told by.
    init(
        configuration: CallConfiguration, screen: any InAppCallScreen, audio: Audio,
        clock: any CallClock
    ) {
        self.configuration = configuration
        self.screen = screen
        self.audio = audio
        self.clock = clock
    }

    // MARK: Asked by the app

    func request(_ actions: [CallAction], completion: @escaping @MainActor (CallError?) -> Void) {
        let error = isInvalid ? .noProvider : table.refusal(of: actions, configuration)
        guard error == nil, actions.allSatisfy({ pending[$0.id] == nil }) else {
            return later { completion(error ?? .invalidRequest) }
        }
        later { completion(nil) }
        for action in actions { begin(action) }
        settle()
    }

    func reportIncoming(
        _ call: Call, features: CallFeatures, completion: @escaping @MainActor (CallError?) -> Void
    ) {
        if let error = refusal(ofIncoming: call.id) { return later { completion(error) } }
        table.append(InAppCall(call, features: features))
        table.change(call.id) { $0.call.state = .ringing }
        ring(call.id)
        later { completion(nil) }
        settle()
    }

    private func refusal(ofIncoming call: UUID) -> CallError? {
        if isInvalid { return .noProvider }
        if table[call] != nil { return .callExists }
        return table.calls.count < InAppCallTable.limit ? nil : .tooManyCalls
    }

    func reportUpdate(_ call: Call, features: CallFeatures) {
        table.change(call.id) {
            $0.call.handle = call.handle
            $0.call.name = call.name
            $0.call.hasVideo = call.hasVideo
            $0.features = features
        }
        settle()
    }

    func reportStartedConnecting(_ call: UUID, at date: Date?) {
        let date = date ?? clock.now
        table.change(call) { $0.call.dates.startedConnecting = date }
        settle()
    }

    func reportConnected(_ call: UUID, at date: Date?) {
        guard let known = table[call], known.call.direction == .outgoing, known.isUnderWay else {
            return
        }
        let date = date ?? clock.now
        if known.isStarted {
            // An outgoing call that connects takes the place of what was not put on hold (B43).
            connect(call, at: date, prefersHold: false)
        } else {
            table.change(call) { $0.earlyConnection = date }
        }
        settle()
    }

    func reportEnded(_ call: UUID, at date: Date?, reason: CallEndReason) {
        drop(call)
        settle()
    }

    func rebuild() {
        // It stands on nothing that could be lost.
    }

    func invalidate() {
        isInvalid = true
        for timer in Array(timers.values) + Array(rings.values) { timer.cancel() }
        timers = [:]
        rings = [:]
        pending = [:]
        table.removeAll()
        settleAudio()
        show()
        // Its turns stay: whoever waits for an answer gets it.
        delegate = nil
    }

    // MARK: Actions

    /// Has the delegate perform actions of the person's or this system's own making.
    func perform(_ steps: [(call: UUID, kind: CallAction.Kind)]) {
        for step in steps {
            begin(CallAction(id: UUID(), call: step.call, kind: step.kind, deadline: nil))
        }
        settle()
    }

    /// What happens the moment an action is under way; its deadline is fixed (B36).
    private func begin(_ action: CallAction) {
        var action = action
        let deadline = clock.now + action.kind.patience
        action.deadline = deadline
        switch action.kind {
        case .start(let handle, let name, let hasVideo):
            let call = Call(
                id: action.call, direction: .outgoing, handle: handle, name: name,
                hasVideo: hasVideo, state: .connecting, created: clock.now)
            table.append(InAppCall(call, features: configuration.features))
        case .answer:
            silence(action.call)
            table.change(action.call) { $0.call.state = .connecting }
        case .end:
            silence(action.call)
            table.change(action.call) { $0.isEnding = true }
        case .setHeld, .setMuted, .setGroup, .play: break
        }
        pending[action.id] = action
        timers[action.id] = clock.schedule(after: action.kind.patience) { [weak self] in
            self?.timedOut(action)
        }
        later { [weak self] in
            guard let self, self.pending[action.id] != nil else { return }
            self.delegate?.callSystem(self, perform: action)
        }
    }

    /// Ends the waiting for an action; false where nobody waits for it.
    func take(_ action: UUID) -> CallAction? {
        timers.removeValue(forKey: action)?.cancel()
        return pending.removeValue(forKey: action)
    }

    private func timedOut(_ action: CallAction) {
        guard take(action.id) != nil else { return }
        delegate?.callSystem(self, timedOutPerforming: action.id)
        // The person has hung up, and the silence of the app does not bring the call back. A call
        // whose answer was never completed ends by an action (B18).
        switch action.kind {
        case .end, .start: drop(action.call)
        case .answer where table[action.call]?.isEnding == false:
            perform([(action.call, .end)])
        case .answer, .setHeld, .setMuted, .setGroup, .play: leave(action)
        }
        settle()
    }

    // MARK: Calls

    /// The call is over: nothing waits for it any more but what its delegate has in hand.
    func drop(_ call: UUID) {
        silence(call)
        if table[call] != nil { table.regroup(call, with: nil) }
        _ = table.remove(call)
    }

    /// A call rings for a minute, then the system ends it like a person would (B21, B25).
    func ring(_ call: UUID) {
        rings[call]?.cancel()
        rings[call] = clock.schedule(after: 60) { [weak self] in
            guard let self, let ringing = self.table[call], ringing.isRinging, !ringing.isEnding
            else { return }
            self.perform([(call, .end)])
        }
    }

    private func silence(_ call: UUID) { rings.removeValue(forKey: call)?.cancel() }

    // MARK: Turns

    /// Runs something on a later turn of the main queue, in order.
    func later(_ body: @escaping @MainActor () -> Void) {
        turns.append(body)
        guard turn == nil else { return }
        turn = clock.schedule(after: 0) { [weak self] in
            guard let self else { return }
            self.turn = nil
            let turns = self.turns
            self.turns = []
            for body in turns { body() }
        }
    }

    /// Brings sound and screen into line with the calls, on the next turn.
    func settle() {
        later { [weak self] in
            self?.settleAudio()
            self?.show()
        }
    }

    private func show() {
        let content = table.content(configuration)
        guard content != shown else { return }
        let wasShown = shown != nil
        shown = content
        switch (content, wasShown) {
        case (let content?, true): screen.update(content)
        case (let content?, false): screen.show(content, actions: actions)
        case (nil, _): screen.hide()
        }
    }

    // MARK: Sound

    /// The session is active while a call is to be heard, and while one takes over from another.
    private func settleAudio() {
        let isWanted = table.calls.contains(where: \.isHeard)
        if isWanted && !isAudioActive { return activateAudio() }
        guard !isWanted, !isHandingOver else { return }
        audioRetry?.cancel()
        audioRetry = nil
        guard isAudioActive else { return }
        isAudioActive = false
        audio.deactivate()
        delegate?.callSystemDidDeactivateAudio(self)
    }

    /// A call of the cellular network may have the sound (B73, B76), or one of the app's that
    /// CallKit has: then it is tried again.
    private func activateAudio() {
        audioRetry?.cancel()
        audioRetry = nil
        guard !isSoundTaken(), (try? audio.activate()) != nil else {
            audioRetry = clock.schedule(after: 2) { [weak self] in self?.settleAudio() }
            return
        }
        isAudioActive = true
        delegate?.callSystemDidActivateAudio(self)
    }

    private var isHandingOver: Bool {
        isAudioActive
            && pending.values.contains { action in
                guard let call = table[action.call], !call.isEnding else { return false }
                return action.kind == .answer || action.kind == .setHeld(false)
            }
    }
}
