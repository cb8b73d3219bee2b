// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import CallKit
import Foundation
import PushKit

// What apps declare about the system's classes, to put doubles in their place in tests. An app
// writes @retroactive here; within one package that is an error.

protocol CallReporting {
    func reportNewIncomingCall(
        with UUID: UUID,
        update: CXCallUpdate,
        completion: @escaping @Sendable (Error?) -> Void
    )
    func reportCall(with UUID: UUID, updated update: CXCallUpdate)
    func reportCall(with UUID: UUID, endedAt dateEnded: Date?, reason: CXCallEndedReason)
    func reportOutgoingCall(with UUID: UUID, startedConnectingAt date: Date?)
    func reportOutgoingCall(with UUID: UUID, connectedAt date: Date?)
    func setDelegate(_ delegate: CXProviderDelegate?, queue: DispatchQueue?)
    func invalidate()
    var configuration: CXProviderConfiguration { get set }
    var pendingTransactions: [CXTransaction] { get }
}

extension CXProvider: CallReporting {}

protocol CallRequesting {
    func request(_ transaction: CXTransaction, completion: @escaping @Sendable (Error?) -> Void)
    func requestTransaction(with action: CXAction) async throws
    func requestTransaction(with actions: [CXAction]) async throws
    func request(_ transaction: CXTransaction) async throws
    var callObserver: CXCallObserver { get }
}

extension CXCallController: CallRequesting {}

protocol AsyncCallReporting {
    func reportNewIncomingCall(with UUID: UUID, update: CXCallUpdate) async throws
}

extension CXProvider: AsyncCallReporting {}

// Unchecked because the app knows that it uses each action on one thread.
extension CXAction: @unchecked Sendable {}

protocol AudioConfiguring {
    func setCategory(
        _ category: AVAudioSession.Category,
        mode: AVAudioSession.Mode,
        options: AVAudioSession.CategoryOptions
    ) throws
    func setActive(_ active: Bool, options: AVAudioSession.SetActiveOptions) throws
    var category: AVAudioSession.Category { get }
}

extension AVAudioSession: AudioConfiguring {}

protocol PushRegistering: AnyObject {
    var desiredPushTypes: Set<PKPushType>? { get set }
    var delegate: PKPushRegistryDelegate? { get set }
    func pushToken(for type: PKPushType) -> Data?
}

extension PKPushRegistry: PushRegistering {}

extension CXErrorCodeRequestTransactionError.Code: CustomStringConvertible {
    /// For logs.
    public var description: String { "request error \(rawValue)" }
}

extension AVAudioSession.Category: CustomStringConvertible {
    /// For logs.
    public var description: String { rawValue }
}
