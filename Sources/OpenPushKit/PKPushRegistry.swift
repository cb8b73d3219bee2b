// SPDX-License-Identifier: Apache-2.0
public import Dispatch
public import Foundation
import CallModel
import OpenFoundation
package import PhoneLink

/// Asks for pushes and hands them to the app.
///
/// Set the delegate, then the desired types, at every launch (B117, B120). From then on the
/// registry lives as long as the process, also when the app lets go of it.
open class PKPushRegistry: NSObject {
    private struct State {
        weak var delegate: (any PKPushRegistryDelegate)?
        var types: Set<PKPushType>?
    }

    private let session: AppSession
    private let id: RegistryID
    private let queue: DispatchQueue
    private let state = Locked(State())

    /// Makes a registry whose delegate is called on this queue; nil is the main queue.
    public init(queue: DispatchQueue?) {
        session = .current
        id = session.nextRegistry()
        self.queue = queue ?? .main
        super.init()
        session.use(self.queue, for: self)
    }

    /// Who is told of tokens and pushes.
    ///
    /// It is not kept alive. Set it before the types.
    open var delegate: (any PKPushRegistryDelegate)? {
        get { state.withLock { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }

    /// The types of push that the app wants; setting them asks for their tokens.
    ///
    /// A type that is left out gives its token back.
    open var desiredPushTypes: Set<PKPushType>? {
        get { state.withLock { $0.types } }
        set {
            state.withLock { $0.types = newValue }
            if newValue?.contains(.voIP) == true, !CallKitLink.isThere {
                session.complainOnce(CallKitLink.complaint)
            }
            session.desire((newValue ?? []).map(\.rawValue).sorted(), of: id, self)
        }
    }

    /// The token that came last, nil where none has, or it is no longer of use.
    open func pushToken(for type: PKPushType) -> Data? {
        session.pushToken(type.rawValue).map { Data($0.array) }
    }
}

// MARK: What the phone says

extension PKPushRegistry: RegistryReceiver {
    package func receive(_ event: RegistryEvent) {
        session.deliver(on: queue) { [self] in
            guard let delegate else {
                // A push that nobody takes goes unreported; the phone's own check finds it (B122).
                return
            }
            switch event {
            case .token(let type, let token):
                let credentials = PKPushCredentials.make(type, token)
                delegate.pushRegistry(self, didUpdate: credentials, for: PKPushType(type))
            case .tokenInvalidated(let type):
                delegate.pushRegistry(self, didInvalidatePushTokenFor: PKPushType(type))
            case .push(let push):
                hand(push, to: delegate)
            }
        }
    }

    /// Calls the one form of the method that the delegate has, and checks that a call was reported
    /// when it returns (B121).
    private func hand(_ push: PushNotice, to delegate: any PKPushRegistryDelegate) {
        session.beginPush(push)
        let call = PushCall(registry: self, delegate: delegate, push: push)
        let end: @Sendable () -> Void = { [session] in session.endPush(push.id) }
        // Where the system has the forms with metadata and the app one of them, the older forms
        // are not looked at (B129).
        let isNew = push.type == voipPushType && session.hasPushMetadata
        if isNew && Omission.isImplemented(call.withMetadata) { return end() }
        if isNew && Omission.isImplemented(call.withMetadataAsync, end: end) { return }
        if Omission.isImplemented(call.withCompletion) { return end() }
        if Omission.isImplemented(call.plainly) { return end() }
        if Omission.isImplemented(call.async, end: end) { return }
        end()
    }
}

/// One push for one delegate, in each form of the method.
private struct PushCall: @unchecked Sendable {
    // Sendable because the registry is, and the delegate is called by one form alone, which begins
    // on the registry's queue; where it goes on is the app's choice.
    let registry: PKPushRegistry
    let delegate: any PKPushRegistryDelegate
    let type: PKPushType
    let payload: PKPushPayload
    let metadata: PKVoIPPushMetadata

    init(
        registry: PKPushRegistry,
        delegate: any PKPushRegistryDelegate,
        push: PushNotice
    ) {
        self.registry = registry
        self.delegate = delegate
        type = PKPushType(push.type)
        payload = .make(push)
        metadata = PKVoIPPushMetadata(mustReport: push.mustReport)
    }

    func withMetadata() {
        delegate.pushRegistry(
            registry,
            didReceiveIncomingVoIPPushWith: payload,
            metadata: metadata,
            withCompletionHandler: {}
        )
    }

    nonisolated(nonsending) func withMetadataAsync() async {
        await delegate.pushRegistry(
            registry, didReceiveIncomingVoIPPushWith: payload, metadata: metadata)
    }

    func withCompletion() {
        delegate.pushRegistry(
            registry, didReceiveIncomingPushWith: payload, for: type, completion: {})
    }

    func plainly() {
        delegate.pushRegistry(registry, didReceiveIncomingPushWith: payload, for: type)
    }

    nonisolated(nonsending) func async() async {
        await delegate.pushRegistry(registry, didReceiveIncomingPushWith: payload, for: type)
    }
}
