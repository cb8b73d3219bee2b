// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// What an app's process knows of its phone, as a value.
///
/// Two things move it: what the app does (the mutating methods) and what the phone says
/// (``apply(_:into:)``). Both append what must be done now. It holds no objects, no queues and no
/// clock; ``AppSession`` keeps it current and carries its effects out.
///
/// ```
///          beginOpening             opened              welcome
///   down ───────────────► opening ───────────► greeting ─────────► admitted
///    ▲                       │                    │                   │
///    └───── linkEnded ───────┴───── linkEnded ────┴──── linkEnded ────┘
///
///   refused (the phone's word) and severed (this side's): nothing leads out of them
/// ```
///
/// While it is opening, requests wait. All else goes right behind the hello: a phone that refuses
/// does not hear it, and a push that started the process need not wait for a welcome. The standing
/// wishes (providers, desired push types, observing, audio settings) are said anew on each link, so
/// one that was lost and made again stands as the app left it.
package struct AppState: Hashable, Sendable {
    /// How the link to the phone stands.
    package enum Link: Hashable, Sendable {
        /// There is none: not yet, no longer, or no phone runs.
        case down
        case opening
        /// The hello is out, and the phone's welcome is due.
        case greeting
        case admitted(AppWelcome)
        case refused
        case severed
    }

    /// A transaction that the app was given and has not completed (B14).
    package struct PendingTransaction: Hashable, Sendable {
        package var provider: ProviderID
        package var id: TransactionID
        /// Those still to be completed, in order.
        package var actions: [CallAction]
    }

    /// A push whose delegate call has not returned.
    struct RunningPush: Hashable, Sendable {
        var id: PushID
        var mustReport: Bool
        var isReported = false
    }

    /// An action that has an outcome, in case the app completes it once more.
    struct DoneAction: Hashable, Sendable {
        var id: ActionID
        var call: CallID
        var hasTimedOut: Bool
    }

    struct Registry: Hashable, Sendable {
        var id: RegistryID
        var types: [PushType]
    }

    struct Provider: Hashable, Sendable {
        var id: ProviderID
        var configuration: ProviderConfiguration
    }

    /// How far the app's delegate is with launching, where there is one.
    enum Launch: Hashable, Sendable { case none, began, finished }

    /// Decides which of Apple's errors a request fails with.
    enum RequestKind: Hashable, Sendable {
        case incomingCall
        case transaction
        case notificationService
        case audioSession
        case callDirectory
    }

    /// Requests that may wait for a link; more fail at once.
    package static let waitingCountMax = 1024
    /// Actions of ended calls that may still be completed.
    package static let abandonedCountMax = 64
    /// Actions with an outcome that are remembered.
    package static let doneCountMax = 256

    package internal(set) var link = Link.down
    /// All calls of the device that have not ended, in the order in which they came.
    package internal(set) var calls: [ObservedCall] = []
    /// Whether the phone has told its calls on this link.
    package internal(set) var areCallsKnown = false
    package internal(set) var tokens: [PushType: Bytes] = [:]
    package internal(set) var audio = AudioState()
    package internal(set) var pending: [PendingTransaction] = []
    /// Where the app stands, as the phone said last; it stays when the link is lost.
    package internal(set) var life = AppLife()

    var providers: [Provider] = []
    var registries: [Registry] = []
    var pushes: [RunningPush] = []
    var abandoned: [CallAction] = []
    var done: [DoneAction] = []
    /// The phone's time when it spoke of it last, where its clock is virtual.
    package internal(set) var virtualNow: VirtualNow?
    var outstanding: [RequestID: RequestKind] = [:]
    var waiting: [AppRequest] = []
    var isObserving = false
    var launch = Launch.none
    var lastRequest = 0
    var lastProvider = 0
    var lastRegistry = 0

    package init() {}

    /// The times that the phone allows for actions; Apple's until it has said (B35).
    package var timeouts: ActionTimeouts {
        if case .admitted(let welcome) = link { welcome.timeouts } else { ActionTimeouts() }
    }

    /// Whether the phone's system has the push method with metadata (B129); before the phone has
    /// said, yes.
    package var hasPushMetadata: Bool {
        if case .admitted(let welcome) = link { welcome.hasPushMetadata } else { true }
    }

    /// The transactions of one provider that are not complete, in the order in which they came.
    package func pendingTransactions(of provider: ProviderID) -> [PendingTransaction] {
        pending.filter { $0.provider == provider }
    }

    // MARK: The link

    /// Whether the caller must now try to connect, and then say ``opened(into:)`` or
    /// ``linkEnded(into:)``.
    package mutating func beginOpening() -> Bool {
        guard link == .down else { return false }
        link = .opening
        return true
    }

    /// There is a connection; the phone has not answered yet.
    package mutating func opened(into effects: inout [AppEffect]) {
        guard link == .opening else { return }
        link = .greeting
        effects.append(.send(.hello(version: protocolVersion)))
        if launch == .began { effects.append(.send(.beganLaunching)) }
        effects += providers.map { .send(.registerProvider($0.id, $0.configuration)) }
        if isObserving { effects.append(.send(.observeCalls)) }
        sayAudio(into: &effects)
        if !registries.isEmpty { effects.append(.send(.desirePushTypes(desiredPushTypes))) }
        effects += waiting.map { .send($0) }
        waiting = []
    }

    /// Messages reach the phone, once they are sent.
    var isLinked: Bool {
        switch link {
        case .greeting, .admitted: true
        case .down, .opening, .refused, .severed: false
        }
    }

    /// The connection is gone or could not be made: the phone's calls are gone with it (B10).
    package mutating func linkEnded(into effects: inout [AppEffect]) {
        switch link {
        case .down, .refused, .severed: return
        case .opening, .greeting: link = .down
        case .admitted:
            link = .down
            effects += providers.map { .provider($0.id, .reset) }
        }
        endCalls(into: &effects)
        forgetLink()
        failAll(into: &effects)
    }

    /// This side ends the link for good: the process has broken a rule, or its test is over.
    package mutating func sever(into effects: inout [AppEffect]) {
        link = .severed
        forgetLink()
        calls = []
        failAll(into: &effects)
    }

    mutating func endCalls(into effects: inout [AppEffect]) {
        for call in calls {
            var ended = call
            ended.hasEnded = true
            effects.append(.callChanged(ended))
        }
        calls = []
    }

    private mutating func forgetLink() {
        areCallsKnown = false
        tokens = [:]
        pending = []
        abandoned = []
        done = []
        pushes = []
        waiting = []
        audio.linkEnded()
    }

    // MARK: Requests in general

    var canSend: Bool {
        switch link {
        case .greeting, .admitted: true
        case .opening: waiting.count < Self.waitingCountMax
        case .down, .refused, .severed: false
        }
    }

    /// Sends, keeps until there is a link, or drops where there is no phone.
    mutating func submit(_ request: AppRequest, into effects: inout [AppEffect]) {
        if isLinked {
            effects.append(.send(request))
        } else if link == .opening, canSend {
            waiting.append(request)
        }
    }

    /// Whether a ping would be answered, or the end of the link be told.
    var canWait: Bool {
        switch link {
        case .opening, .greeting, .admitted: canSend
        case .down, .refused, .severed: false
        }
    }

    mutating func ping(_ number: Int, into effects: inout [AppEffect]) {
        submit(.ping(number), into: &effects)
    }

    /// The delegates' queues have done what lay on them.
    mutating func settled(_ number: Int, activity: Int, into effects: inout [AppEffect]) {
        submit(.settled(number, activity: activity), into: &effects)
    }

    mutating func number(_ kind: RequestKind) -> RequestID {
        lastRequest += 1
        let id = RequestID(lastRequest)
        outstanding[id] = kind
        return id
    }

    /// Answers a request that never reached the phone.
    mutating func fail(
        _ id: RequestID,
        _ error: RequestError? = nil,
        into effects: inout [AppEffect]
    ) {
        guard let kind = outstanding.removeValue(forKey: id) else { return }
        effects.append(.answer(id, error ?? kind.errorWithoutPhone))
    }

    mutating func failAll(into effects: inout [AppEffect]) {
        for id in outstanding.keys.sorted() { fail(id, into: &effects) }
    }

    /// A request turned out to be too large for a frame: it alone fails, the link lives on.
    package mutating func couldNotSend(_ request: AppRequest, into effects: inout [AppEffect]) {
        if case .misused = request { return }
        let excess = "a message of more than \(Limits.frameByteCount) bytes"
        misuse(.overLimit(excess), into: &effects)
        switch request {
        case .reportIncomingCall(let report): fail(report.request, into: &effects)
        case .requestTransaction(let id, _):
            fail(id, .transaction(.invalidAction), into: &effects)
        case .setAudioSessionActive(let id, _), .overrideAudioPort(let id, _),
            .setPreferredInput(let id, _):
            fail(id, into: &effects)
        case .reportPushPayload(let id, _), .reloadDirectory(let id, _),
            .directoryStatus(let id, _):
            fail(id, into: &effects)
        default: break
        }
    }
}

extension AppState.RequestKind {
    /// What Apple's API says when the system that should answer is not there.
    var errorWithoutPhone: RequestError {
        switch self {
        case .incomingCall: .incomingCall(.unknown)
        case .transaction: .transaction(.unknownCallProvider)
        case .notificationService: .notificationService(.unknown)
        case .audioSession: .audioSession(.mediaServicesFailed)
        case .callDirectory: .callDirectory(.unknown)
        }
    }
}
