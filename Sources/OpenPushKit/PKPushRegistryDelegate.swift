// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// What a push registry tells its app, on the registry's queue.
///
/// A push is told by one method only: the first of these that the delegate has. From iOS 26.4 on,
/// for VoIP pushes, the form with metadata and a completion, then the asynchronous one with
/// metadata (B129); then the older ones: the form with a completion, the one without, the
/// asynchronous one.
///
/// The moment it returns, a call must have been reported with
/// `CXProvider.reportNewIncomingCall`, where one has to be; otherwise the process ends (B121). For
/// the asynchronous form that moment is when its task is done. Calling `completion` changes nothing
/// (B124).
///
/// A form that only a subclass of the conforming class adds is not found: declare it in the
/// conforming class. Outside Objective-C there are no optional methods, so calls with `?` or `!`
/// after the name do not compile: leave the mark out.
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

    /// A push for a call came, on a system of iOS 26.4 or later (B129).
    @preconcurrency func pushRegistry(
        _ registry: PKPushRegistry,
        didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata,
        withCompletionHandler completion: @escaping @Sendable () -> Void
    )

    /// A push for a call came, on a system of iOS 26.4 or later (B129).
    nonisolated(nonsending) func pushRegistry(
        _ registry: PKPushRegistry,
        didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata
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

    /// Tells the registry that this form is left out.
    nonisolated(nonsending) public func pushRegistry(
        _ registry: PKPushRegistry,
        didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType
    ) async {
        Omission.current?.note()
    }

    /// Tells the registry that this form is left out.
    @preconcurrency public func pushRegistry(
        _ registry: PKPushRegistry,
        didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata,
        withCompletionHandler completion: @escaping @Sendable () -> Void
    ) {
        Omission.current?.note()
    }

    /// Tells the registry that this form is left out.
    nonisolated(nonsending) public func pushRegistry(
        _ registry: PKPushRegistry,
        didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata
    ) async {
        Omission.current?.note()
    }
}
