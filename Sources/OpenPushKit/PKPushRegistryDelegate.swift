// SPDX-License-Identifier: Apache-2.0
public import Foundation
import PhoneLink

/// What a push registry tells its app, on the registry's queue.
///
/// A push is told by one method only: the form with a completion, else the one without, else the
/// asynchronous one. The moment it returns, a call must have been reported with
/// `CXProvider.reportNewIncomingCall`, where one has to be; otherwise the process ends (B121). For
/// the asynchronous form that moment is when its task is done. Calling `completion` changes nothing
/// (B124).
public protocol PKPushRegistryDelegate: NSObjectProtocol {
    /// There is a token; an earlier one is no longer of use (B117).
    func pushRegistry(
        _ registry: PKPushRegistry,
        didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    )

    /// The token is no longer of use: do not send to it (B118).
    func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType)

    /// A push came.
    func pushRegistry(
        _ registry: PKPushRegistry,
        didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType
    )

    /// A push came.
    @preconcurrency func pushRegistry(
        _ registry: PKPushRegistry,
        didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType,
        completion: @escaping @Sendable () -> Void
    )

    /// A push came.
    nonisolated(nonsending) func pushRegistry(
        _ registry: PKPushRegistry,
        didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType
    ) async
}

/// What a method that is left out does.
extension PKPushRegistryDelegate {
    /// Nothing.
    public func pushRegistry(
        _ registry: PKPushRegistry,
        didInvalidatePushTokenFor type: PKPushType
    ) {}

    /// Tells the registry that this form is left out.
    public func pushRegistry(
        _ registry: PKPushRegistry,
        didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType
    ) {
        Omission.current?.note()
    }

    /// Tells the registry that this form is left out.
    @preconcurrency public func pushRegistry(
        _ registry: PKPushRegistry,
        didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType,
        completion: @escaping @Sendable () -> Void
    ) {
        Omission.current?.note()
    }

    /// Nothing.
    nonisolated(nonsending) public func pushRegistry(
        _ registry: PKPushRegistry,
        didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType
    ) async {}
}

/// Finds out whether a delegate has a method: it is called, and the method that stands in for one
/// that is left out says so here.
final class Omission: Sendable {
    @TaskLocal static var current: Omission?

    private let isNoted = Locked(false)

    func note() { isNoted.withLock { $0 = true } }

    /// Whether `call` reached a method of the app's own.
    static func isImplemented(_ call: () -> Void) -> Bool {
        let omission = Omission()
        $current.withValue(omission, operation: call)
        return !omission.isNoted.withLock { $0 }
    }
}
