// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The audio session of an app with calls, kept by the rules of the call system.
///
/// ``CallManager`` drives it: category and mode before a call is started or answered (B68), the
/// engine only while the system has activated the session, the ringback tone likewise. What is left
/// for the app is the speaker button of its screen, ``setSpeaker(_:)``, and, where its calls are
/// not CallKit's, ``activate()`` and ``deactivate()``.
///
/// Make it at launch, and do not touch the session besides: setting the category during a call
/// takes the loudspeaker from the person (B80), activating by hand fails (B72).
@MainActor public final class CallAudio {
    private let session: any CallAudioSession
    private let engine: (any CallAudioEngine)?
    private var core: CallAudioCore
    private var events: [CallAudioEvent] = []
    private var isHandling = false
    private let observers = CallObservers<CallAudioState>()

    /// Told of what went wrong with the sound, of which no caller is told otherwise.
    public var onProblem: (@MainActor (CallAudioError) -> Void)?

    /// How the sound stands.
    public private(set) var state: CallAudioState

    /// Takes charge of the app's audio session; nothing about it changes yet.
    ///
    /// - Parameter engine: What captures and plays; nil where the ``CallService`` does it alone,
    ///   between `startMedia` and `stopMedia`. There is then no ringback tone.
    public convenience init(engine: (any CallAudioEngine)? = nil) {
        self.init(engine: engine, session: SystemAudioSession())
    }

    init(engine: (any CallAudioEngine)?, session: any CallAudioSession) {
        self.engine = engine
        self.session = session
        core = CallAudioCore(route: session.route)
        state = core.state
        session.onEvent = { [weak self] in self?.take($0) }
    }

    // MARK: For the app

    /// Sends sound to the loudspeaker, or to where it goes without: an accessory, else the
    /// receiver.
    ///
    /// It may be said before the session is active. It holds until something is connected, the last
    /// call ends, or the person uses the system's button, which ``CallAudioState/isSpeaker``
    /// follows. For what fails, see ``onProblem``.
    ///
    /// - Parameter isOn: Whether sound is to go to the loudspeaker.
    public func setSpeaker(_ isOn: Bool) { take(.speakerAsked(isOn)) }

    /// The inputs that ``preferInput(_:)`` takes now.
    public var availableInputs: [CallAudioRoute.Port] { session.availableInputs }

    /// Prefers an input, and with it the output of the same accessory.
    ///
    /// - Parameter input: One of ``availableInputs``; nil leaves it to the system.
    /// - Throws: ``CallAudioError/input(code:)``: take one of those that are there now.
    public func preferInput(_ input: CallAudioRoute.Port?) throws {
        do {
            try session.preferInput(id: input?.id)
        } catch {
            throw CallAudioError.input(code: (error as NSError).code)
        }
    }

    /// Watches how the sound stands.
    ///
    /// - Parameter body: Told the state as it is before this returns, then each other one, on the
    ///   main actor.
    /// - Returns: What keeps it going.
    public func observe(
        _ body: @escaping @MainActor (CallAudioState) -> Void
    ) -> CallObservation {
        observers.add(first: [state], body)
    }

    /// The states, beginning with the one that is.
    public var states: AsyncStream<CallAudioState> { observers.stream(first: [state]) }

    // MARK: For calls without CallKit

    /// Activates the session, for a call on the app's own screen; with CallKit the system does it,
    /// and this must not be called (B72, B82).
    ///
    /// To be called when the call may be heard, and again when the person wants the sound back
    /// after an interruption that did not end by itself. Once is enough; more does nothing.
    ///
    /// - Throws: ``CallAudioError/insufficientPriority`` while another call or an alarm has the
    ///   sound: wait for its end. ``CallAudioError/activation(code:)`` for all else.
    public func activate() throws {
        guard core.isForApp, !core.isActiveByApp else { return }
        if !isPrepared { prepare(hasVideo: false) }
        do {
            try session.setActive(true)
        } catch {
            throw CallAudioError.activation(error)
        }
        take(.activated(.app))
    }

    /// Stops the engine and lets go of the session that ``activate()`` took; others may play on.
    public func deactivate() {
        guard core.isRaisedByApp else { return }
        take(.deactivated(.app))
        do {
            try session.setActive(false)
        } catch {
            // It is inactive all the same where sound still ran (B77); for all else there is
            // nothing to be done about a session that nobody needs.
        }
    }

    // MARK: For the call system

    /// Sets category and mode, unless they are so; never activates (B68, B82).
    ///
    /// ``CallManager`` says it before it fulfils a start or an answer.
    ///
    /// - Parameter hasVideo: Whether the call has video, which brings the loudspeaker (B78).
    public func prepare(hasVideo: Bool) { take(.prepared(hasVideo: hasVideo)) }

    /// The system has activated the session: the engine starts.
    public func didActivate() { take(.activated(.system)) }

    /// The system has deactivated the session, or all calls are gone: the engine stops.
    public func didDeactivate() { take(.deactivated(.system)) }

    /// Wishes for the ringback tone, or no longer; it sounds while the session is active.
    ///
    /// - Parameter isOn: Whether an outgoing call rings at the other side.
    public func setRingback(_ isOn: Bool) { take(.ringbackAsked(isOn)) }

    /// The app's calls have changed.
    ///
    /// A call that gets video, or loses it, changes the mode; with the last call what was chosen
    /// for it is forgotten.
    ///
    /// - Parameter calls: The living ones.
    public func callsChanged(_ calls: [Call]) {
        let living = calls.filter { !$0.isEnded }
        guard !living.isEmpty else { return take(.callsEnded) }
        let heard = living.filter {
            !$0.isOnHold && ($0.state == .active || $0.state == .connecting)
        }
        take(.callsChanged(hasVideo: heard.isEmpty ? nil : heard.contains { $0.hasVideo }))
    }
}

// MARK: - Driving

extension CallAudio {
    private var isPrepared: Bool {
        session.isConfigured(hasVideo: false) || session.isConfigured(hasVideo: true)
    }

    /// Takes events in turn: what the engine or a listener brings up meanwhile waits.
    private func take(_ event: CallAudioEvent) {
        events.append(event)
        guard !isHandling else { return }
        isHandling = true
        while !events.isEmpty { carryOut(core.handle(events.removeFirst())) }
        isHandling = false
        guard core.state != state else { return }
        state = core.state
        observers.tell(state)
    }

    private func carryOut(_ effects: [CallAudioEffect]) {
        for effect in effects {
            switch effect {
            case .configure(let hasVideo): configure(hasVideo: hasVideo)
            case .activate: reactivate()
            case .overrideSpeaker(let isOn):
                attempt({ try session.overrideSpeaker(isOn) }, or: { .speaker(code: $0) })
            case .rebuildEngine: engine?.rebuild()
            case .startEngine:
                guard start() else { return }
            case .stopEngine: engine?.stop()
            case .setRingback(let isOn): engine?.setRingback(isOn)
            case .tellRoute(let route): engine?.routeChanged(to: route)
            }
        }
    }

    private func configure(hasVideo: Bool) {
        guard !session.isConfigured(hasVideo: hasVideo) else { return }
        attempt({ try session.configure(hasVideo: hasVideo) }, or: { .configuration(code: $0) })
    }

    private func reactivate() {
        do {
            try session.setActive(true)
            events.append(.activated(.app))
        } catch {
            onProblem?(.activation(error))
        }
    }

    private func start() -> Bool {
        do {
            try engine?.start()
            return true
        } catch {
            events.append(.engineFailed)
            onProblem?(.engine("\(error)"))
            return false
        }
    }

    private func attempt(_ body: () throws -> Void, or problem: (Int) -> CallAudioError) {
        do {
            try body()
        } catch {
            onProblem?(problem((error as NSError).code))
        }
    }
}
