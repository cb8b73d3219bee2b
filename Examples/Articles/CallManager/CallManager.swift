// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation
import os

private let logger = Logger(subsystem: "com.example.callmanager", category: "calls")

/// The list of calls, and what the app's own screens want to be done with them.
///
/// To want something changes nothing yet: the system has the provider's delegate do it.
@MainActor
final class CallManager {
    /// Told whenever a call comes, goes or changes.
    var callsChanged: (() -> Void)?

    private(set) var calls: [Call] = []

    private let callController = CXCallController()

    // MARK: Actions

    func startCall(handle: String, video: Bool = false) {
        let action = CXStartCallAction(
            call: UUID(), handle: CXHandle(type: .phoneNumber, value: handle))
        action.isVideo = video
        request(action)
    }

    func end(_ call: Call) { request(CXEndCallAction(call: call.uuid)) }

    func setHeld(_ call: Call, _ isHeld: Bool) {
        request(CXSetHeldCallAction(call: call.uuid, onHold: isHeld))
    }

    /// Where the call is muted already, there is nothing to ask for: what the system's own button
    /// does arrives here too.
    func setMuted(_ call: Call, _ isMuted: Bool) {
        guard call.isMuted != isMuted else { return }
        request(CXSetMutedCallAction(call: call.uuid, muted: isMuted))
    }

    func play(_ digits: String, in call: Call) {
        request(CXPlayDTMFCallAction(call: call.uuid, digits: digits, type: .singleTone))
    }

    private func request(_ action: CXCallAction) {
        let transaction = CXTransaction()
        transaction.addAction(action)
        let name = String(describing: type(of: action))
        callController.request(transaction) { @Sendable error in
            if let error {
                logger.error(
                    "\(name, privacy: .public): \(error.localizedDescription, privacy: .public)")
            } else {
                logger.debug("\(name, privacy: .public) is on its way")
            }
        }
    }

    // MARK: The list

    func call(with uuid: UUID) -> Call? { calls.first { $0.uuid == uuid } }

    func add(_ call: Call) {
        calls.append(call)
        call.stateChanged = { [weak self] in self?.callsChanged?() }
        callsChanged?()
    }

    func remove(_ call: Call) {
        guard let index = calls.firstIndex(where: { $0 === call }) else { return }
        calls.remove(at: index)
        callsChanged?()
    }

    func removeAll() {
        calls.removeAll()
        callsChanged?()
    }
}
