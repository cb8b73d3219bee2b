// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The calls of an app: whatever happens to one passes through here, in CallKit's order.
///
/// The app gives a ``CallService`` and asks for what the person wants; the system, the person on
/// the system's screens and the service do the rest. What is asked for is performed by the system's
/// action, as if the person had asked on the system's screen, so that both screens agree (B47).
///
/// Make one, when the app has launched and before its push registry, and keep it for the life of
/// the process: it makes the process's one `CXProvider` (B1), and with a second one actions go to
/// either (B4). Calls that an earlier life of the process left behind end as failed then (B13).
/// The service may know the manager, weakly: the manager keeps the service.
@MainActor public final class CallManager: IncomingCallReporting {
    let configuration: CallConfiguration
    let service: any CallService
    let store: any LiveCallStore
    let clock: any CallClock
    let system: any CallSystem
    let audio: CallAudio?
    private var audioObservation: CallObservation?

    var core: CallCore
    /// What is still to be done about events, in order.
    private var effects: [CallEffect] = []

    /// Who waits for an action, by its identifier.
    var requests: [UUID: @MainActor (CallError?) -> Void] = [:]
    /// Who waits for the report of a call; the system answers in order.
    var reports: [UUID: [@MainActor (CallError?) -> Void]] = [:]
    var timers: [UUID: any CallTimer] = [:]
    var tasks: [UUID: ServiceRun] = [:]
    var runCount = 0
    var redials = RedialMemory()
    let observers = CallObservers<CallChange>()

    /// The calls that are not over, oldest first: as the last change has told.
    public internal(set) var calls: [Call] = []

    /// Makes the calls of the app, and registers it with CallKit.
    ///
    /// - Parameters:
    ///   - configuration: What the system is told of the app.
    ///   - service: The app's signalling and media.
    ///   - audio: The app's audio session; nil where the service sets category and mode itself,
    ///     within `start` and `accept` (B68).
    ///   - availability: By what calls are shown; nil is CallKit always.
    ///   - screen: The app's own call screen, for where `availability` says so. Without one,
    ///     calls are refused there.
    ///   - store: Where it is kept which calls the system has, for the next life of the process.
    ///   - clock: What deadlines are told by.
    public convenience init(
        configuration: CallConfiguration, service: any CallService, audio: CallAudio? = nil,
        availability: CallAvailability? = nil, screen: (any InAppCallScreen)? = nil,
        store: any LiveCallStore = UserDefaultsCallStore(),
        clock: any CallClock = SystemClock()
    ) {
        self.init(
            configuration: configuration, service: service, audio: audio, store: store,
            clock: clock,
            system: CallSystemSwitch.system(
                availability, configuration: configuration, screen: screen, audio: audio,
                clock: clock))
    }

    init(
        configuration: CallConfiguration, service: any CallService, audio: CallAudio?,
        store: any LiveCallStore, clock: any CallClock, system: any CallSystem
    ) {
        self.configuration = configuration
        self.service = service
        self.audio = audio
        self.store = store
        self.clock = clock
        self.system = system
        core = CallCore(configuration: configuration)
        system.delegate = self
        audioObservation = audio?.observe { [weak self] in self?.soundChanged($0.isActive) }
        let leftOver = store.ids
        if !leftOver.isEmpty { handle(.leftOver(leftOver)) }
    }

    /// Looks for a call.
    ///
    /// - Parameter id: The call's identifier.
    /// - Returns: The call as the last change has told; nil where there is none, or no longer.
    public func call(_ id: UUID) -> Call? { calls.first { $0.id == id } }

    /// Whether nothing is under way: nobody waits, nothing is asked, no deadline runs.
    var isIdle: Bool {
        requests.isEmpty && reports.isEmpty && timers.isEmpty && tasks.isEmpty
    }

    // MARK: Events in, effects out

    /// Takes an event, and has done all that follows from it when it returns.
    ///
    /// An effect may lead to another event before it returns (an observer that reports something,
    /// say): what was still to be done is done first, so that all happens in one order.
    func handle(_ event: CallEvent) {
        core.apply(event, at: clock.now, into: &effects)
        while !effects.isEmpty { carryOut(effects.removeFirst()) }
    }

    private func carryOut(_ effect: CallEffect) {
        switch effect {
        case .request, .reportIncoming, .reportUpdate, .reportStartedConnecting, .reportConnected,
            .reportEnded, .fulfill, .fail, .rebuildSystem:
            tellSystem(effect)
        case .serve(let id, let task): serve(task, as: id)
        case .cancelService(let id): tasks.removeValue(forKey: id)?.task.cancel()
        case .prepareAudio(let hasVideo): audio?.prepare(hasVideo: hasVideo)
        case .ringback(let isOn): audio?.setRingback(isOn)
        case .arm(let id, let deadline): arm(id, deadline)
        case .disarm(let id): timers.removeValue(forKey: id)?.cancel()
        case .answerRequest(let action, let error): requests.removeValue(forKey: action)?(error)
        case .answerReport(let call, let error): answerReport(of: call, error)
        case .remember(let call): store.ids = store.ids.filter { $0 != call } + [call]
        case .forget(let call): store.ids = store.ids.filter { $0 != call }
        case .changed(let change): tell(change)
        }
    }

    private func tellSystem(_ effect: CallEffect) {
        switch effect {
        case .request(let actions):
            system.request(actions) { [weak self] error in
                self?.handle(.requestAnswered(actions.map(\.id), error))
            }
        case .reportIncoming(let call):
            let features = configuration.features
            system.reportIncoming(call.presentable, features: features) { [weak self] error in
                self?.handle(.reportAnswered(call: call.id, error))
            }
        case .reportUpdate(let call):
            system.reportUpdate(call.presentable, features: configuration.features)
        case .reportStartedConnecting(let call, let date):
            system.reportStartedConnecting(call, at: date)
        case .reportConnected(let call, let date): system.reportConnected(call, at: date)
        case .reportEnded(let call, let date, let reason):
            system.reportEnded(call, at: date, reason: reason)
        case .fulfill(let action, let date): system.fulfill(action, at: date)
        case .fail(let action): system.fail(action)
        case .rebuildSystem: system.rebuild()
        default: break
        }
    }

    private func arm(_ id: UUID, _ deadline: Date) {
        timers.removeValue(forKey: id)?.cancel()
        let seconds = deadline.timeIntervalSince(clock.now)
        timers[id] = clock.schedule(after: seconds) { [weak self] in
            self?.timers[id] = nil
            self?.handle(.deadlinePassed(id))
        }
    }
}

extension CallManager: CallSystemDelegate {
    func callSystem(_ system: any CallSystem, perform action: CallAction) {
        handle(.perform(action))
    }

    func callSystem(_ system: any CallSystem, timedOutPerforming action: UUID) {
        handle(.timedOut(action: action))
    }

    func callSystemDidReset(_ system: any CallSystem) {
        handle(.reset)
        // No deactivation is promised after a reset (B9).
        audio?.didDeactivate()
    }

    func callSystemDidActivateAudio(_ system: any CallSystem) {
        guard let audio else { return handle(.audioActivated) }
        // The engine runs before the first call's media begins: see `soundChanged`.
        audio.didActivate()
    }

    func callSystemDidDeactivateAudio(_ system: any CallSystem) {
        guard let audio else { return handle(.audioDeactivated) }
        audio.didDeactivate()
    }

    /// Media follows the sound, which an alarm takes away too, without a word of the call system's.
    private func soundChanged(_ isActive: Bool) {
        guard isActive != core.isAudioActive else { return }
        handle(isActive ? .audioActivated : .audioDeactivated)
    }
}
