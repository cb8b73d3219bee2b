// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation
import PushKit

// The doubles that apps' tests make by subclassing.

class DoubleProvider: CXProvider, @unchecked Sendable {
    // Sendable because its base class is; a test uses it from one thread at a time.
    var reported: [UUID] = []

    convenience init() { self.init(configuration: CXProviderConfiguration()) }

    override func setDelegate(_ delegate: CXProviderDelegate?, queue: DispatchQueue?) {}

    override func reportNewIncomingCall(
        with UUID: UUID,
        update: CXCallUpdate,
        completion: @escaping (Error?) -> Void
    ) {
        reported.append(UUID)
        completion(nil)
    }

    override func reportCall(with UUID: UUID, updated update: CXCallUpdate) {}
    override func reportCall(
        with UUID: UUID,
        endedAt dateEnded: Date?,
        reason endedReason: CXCallEndedReason
    ) {}
    override func reportOutgoingCall(with UUID: UUID, startedConnectingAt date: Date?) {}
    override func reportOutgoingCall(with UUID: UUID, connectedAt date: Date?) {}
    override func invalidate() {}
    override var configuration: CXProviderConfiguration {
        get { super.configuration }
        set { super.configuration = newValue }
    }
    override var pendingTransactions: [CXTransaction] { [] }
}

class SendableDoubleProvider: CXProvider, @unchecked Sendable {
    // Sendable because its base class is; a test uses it from one thread at a time.
    init() { super.init(configuration: CXProviderConfiguration()) }

    override func reportNewIncomingCall(
        with UUID: UUID,
        update: CXCallUpdate,
        completion: @escaping @Sendable ((any Error)?) -> Void
    ) { completion(nil) }

    override func reportNewIncomingCall(with UUID: UUID, update: CXCallUpdate) async throws {}
}

class DoubleController: CXCallController, @unchecked Sendable {
    // Sendable because its base class is; a test uses it from one thread at a time.
    var requested: [CXAction] = []

    override func request(
        _ transaction: CXTransaction,
        completion: @escaping (Error?) -> Void
    ) {
        requested += transaction.actions
        completion(nil)
    }

    override func requestTransaction(with action: CXAction) async throws {
        requested.append(action)
    }

    override var callObserver: CXCallObserver { DoubleObserver() }
}

class DoubleObserver: CXCallObserver, @unchecked Sendable {
    // Sendable because its base class is; a test uses it from one thread at a time.
    override var calls: [CXCall] { [] }
}

class DoubleAnswer: CXAnswerCallAction, @unchecked Sendable {
    // Sendable because its base class is; a test uses it from one thread at a time.
    var isFulfilled = false
    var isFailed = false
    override func fulfill() { isFulfilled = true }
    override func fail() { isFailed = true }
    override func fulfill(withDateConnected dateConnected: Date) { isFulfilled = true }
}

class DoubleStart: CXStartCallAction, @unchecked Sendable {
    // Sendable because its base class is; a test uses it from one thread at a time.
    var isFulfilled = false
    override func fulfill() { isFulfilled = true }
}

class DoublePayload: PKPushPayload {
    override init() { super.init() }
    override var type: PKPushType { .voIP }
    override var dictionaryPayload: [AnyHashable: Any] { ["id": 1] }
}

class DoubleCredentials: PKPushCredentials {
    override var token: Data { Data([1]) }
    override var type: PKPushType { .voIP }
}

class DoubleRegistry: PKPushRegistry, @unchecked Sendable {
    // Sendable because its base class is; a test uses it from one thread at a time.
    override func pushToken(for type: PKPushType) -> Data? { Data([2]) }
}
