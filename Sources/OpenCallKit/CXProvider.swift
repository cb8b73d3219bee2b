// SPDX-License-Identifier: Apache-2.0
public import Dispatch
public import Foundation
import CallModel
import OpenAVFAudio
import OpenFoundation
import PhoneLink

/// An app's calling service: it reports calls to the system and hears what the user does with them.
///
/// Make one and keep it (B1). The system keeps it as well, until ``invalidate()`` (B7).
open class CXProvider: NSObject {
    struct State {
        weak var delegate: (any CXProviderDelegate)?
        /// Nil until a delegate was set, if only to nil.
        var queue: DispatchQueue?
        var configuration: CXProviderConfiguration
        /// What came before a delegate was set, in order.
        var early: [ProviderEvent] = []
    }

    /// More would mean that no delegate is ever set.
    static let earlyCountMax = 256

    let session: AppSession
    let desk: ActionDesk
    let id: ProviderID
    let state: Locked<State>
    /// For completions until a delegate is set (B16).
    private let answers = DispatchQueue(label: "com.apple.CallKit.CXProvider.completions")

    /// Registers the app as a calling service.
    ///
    /// The configuration is copied (B6).
    public init(configuration: CXProviderConfiguration) {
        session = .current
        desk = .of(session)
        id = session.nextProvider()
        state = Locked(State(configuration: configuration.copied))
        super.init()
        session.use(answers, for: self)
        // From now on the app's audio notifications are posted, whoever asks for the session.
        _ = AVAudioSession.shared(of: session)
        session.register(id, self, configuration.model)
    }

    /// Names who hears of what happens, and where.
    ///
    /// The delegate is not kept alive.
    ///
    /// - Parameters:
    ///   - delegate: What came before the first one was set is told to it now.
    ///   - queue: A serial queue; nil is the main queue (B3).
    open func setDelegate(_ delegate: (any CXProviderDelegate)?, queue: DispatchQueue?) {
        let queue = queue ?? .main
        session.use(queue, for: self)
        state.withLock { state in
            state.delegate = delegate
            state.queue = queue
            // Under the lock, so that nothing that comes now overtakes what came before.
            for event in state.early { hand(event, to: queue) }
            state.early = []
        }
    }

    /// What the service is like; copied in and out (B6).
    open var configuration: CXProviderConfiguration {
        get { state.withLock { $0.configuration.copied } }
        set {
            let copy = newValue.copied
            state.withLock { $0.configuration = copy }
            session.configure(id, copy.model)
        }
    }

    /// Ends the service: all its calls end in failure (B7), and it stays of no use (B8).
    open func invalidate() {
        session.invalidate(id)
        desk.reset(id)
    }

    // MARK: Reporting calls

    /// Reports a call that rings.
    ///
    /// - Parameters:
    ///   - UUID: A fresh one, that names the call from now on.
    ///   - update: What is known of it.
    ///   - completion: Called once, on the delegate's queue, or on a private serial queue while
    ///     none was set (B16). Nil means that the system shows the call; with an error nothing is
    ///     shown and the app must not go on (B15). See ``CXErrorCodeIncomingCallError``.
    @preconcurrency open func reportNewIncomingCall(
        with UUID: UUID,
        update: CXCallUpdate,
        completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        session.reportIncomingCall(id, UUID.identifier(), update.model) { [self] error in
            let queue = state.withLock { $0.queue } ?? answers
            session.complete(on: queue) { completion(error?.asCallKitError) }
        }
    }

    /// Reports a call that rings, and waits until the system has taken it.
    ///
    /// - Throws: ``CXErrorCodeIncomingCallError`` where the system refused it (B15).
    nonisolated(nonsending) open func reportNewIncomingCall(
        with UUID: UUID,
        update: CXCallUpdate
    ) async throws {
        try await withCheckedThrowingContinuation { continuation in
            reportNewIncomingCall(with: UUID, update: update) { continuation.resume(with: $0) }
        }
    }

    /// Tells what is new about a call (B99).
    ///
    /// Of no effect on a call that is not there (B104).
    open func reportCall(with UUID: UUID, updated update: CXCallUpdate) {
        session.update(id, UUID.identifier(), update.model)
    }

    /// Tells that a call ended other than by an action.
    ///
    /// Nil is now.
    open func reportCall(
        with UUID: UUID,
        endedAt dateEnded: Date?,
        reason endedReason: CXCallEndedReason
    ) {
        session.reportEnded(
            id,
            UUID.identifier(),
            at: dateEnded?.wallTime,
            EndedReason(rawValue: endedReason.rawValue) ?? .failed
        )
    }

    /// Tells that an outgoing call's connection is being made.
    ///
    /// Nil is now.
    open func reportOutgoingCall(
        with UUID: UUID,
        startedConnectingAt dateStartedConnecting: Date?
    ) {
        session.reportStartedConnecting(
            id,
            UUID.identifier(),
            at: dateStartedConnecting?.wallTime
        )
    }

    /// Tells that both sides of an outgoing call can talk (B34).
    ///
    /// Nil is now. Before the call's Start is fulfilled it counts from then on.
    open func reportOutgoingCall(with UUID: UUID, connectedAt dateConnected: Date?) {
        session.reportConnected(id, UUID.identifier(), at: dateConnected?.wallTime)
    }

    // MARK: For notification service extensions

    /// Passes a payload on from a notification service extension to its app (B136).
    ///
    /// The app is started where it does not run, gets the payload by its push registry, and must
    /// report a call.
    ///
    /// - Parameters:
    ///   - dictionaryPayload: Of strings, numbers, dates, data, arrays and dictionaries with string
    ///     keys; Apple's takes more. At most about 48,000 bytes as a property list.
    ///   - completion: Called once, on a private serial queue. Nil means that the app will get it.
    ///     See ``CXErrorCodeNotificationServiceExtensionError``.
    @preconcurrency open class func reportNewIncomingVoIPPushPayload(
        _ dictionaryPayload: [AnyHashable: Any],
        completion: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let session = AppSession.current
        let queue = PayloadDesk.of(session).queue
        guard let data = PropertyListForm.data(dictionaryPayload) else {
            session.complete(on: queue) {
                completion?(CXErrorCodeNotificationServiceExtensionError(.unknown))
            }
            return
        }
        session.reportPushPayload(Bytes(Array(data))) { [weak session] error in
            guard let session else { return }
            session.complete(on: queue) { completion?(error?.asCallKitError) }
        }
    }

    /// Passes a payload on from a notification service extension to its app, and waits until the
    /// system has taken it (B136).
    ///
    /// - Throws: ``CXErrorCodeNotificationServiceExtensionError`` where it has not.
    nonisolated(nonsending) open class func reportNewIncomingVoIPPushPayload(
        _ dictionaryPayload: [AnyHashable: Any]
    ) async throws {
        try await withCheckedThrowingContinuation { continuation in
            reportNewIncomingVoIPPushPayload(dictionaryPayload) { continuation.resume(with: $0) }
        }
    }

    // MARK: What is pending

    /// The transactions that the delegate was given and that are not complete (B14).
    open var pendingTransactions: [CXTransaction] {
        session.pendingTransactions(of: id).compactMap(desk.transaction)
    }

    /// The actions of one class, subclasses included, for one call, that are not complete.
    open func pendingCallActions(
        of callActionClass: AnyClass,
        withCall callUUID: UUID
    ) -> [CXCallAction] {
        pendingTransactions.flatMap(\.actions).compactMap { action in
            guard let action = action as? CXCallAction, action.callUUID == callUUID,
                !action.isComplete, isInstance(action, of: callActionClass)
            else { return nil }
            return action
        }
    }
}

extension CXProviderConfiguration {
    fileprivate var copied: CXProviderConfiguration {
        copy() as? CXProviderConfiguration ?? self
    }
}

extension CheckedContinuation where T == Void, E == any Error {
    /// Resumes as a completion with an optional error says.
    func resume(with error: (any Error)?) {
        if let error { resume(throwing: error) } else { resume() }
    }
}

/// Whether an object is of a class or of a subclass of it.
private func isInstance(_ object: AnyObject, of wanted: AnyClass) -> Bool {
    var mirror: Mirror? = Mirror(reflecting: object)
    while let current = mirror {
        if current.subjectType == wanted { return true }
        mirror = current.superclassMirror
    }
    return false
}
