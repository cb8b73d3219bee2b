// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation

/// The calls, and what the app's own screens ask for.
///
/// Nothing happens by asking: the system asks the provider's delegate to perform it.
@MainActor package final class CallManager {
    /// The calls, oldest first.
    package private(set) var calls: [Call] = []
    /// Why the system refused what was asked last.
    package private(set) var refusal: (any Error)?

    private let controller = CXCallController()

    init() {}

    package func call(_ id: UUID) -> Call? { calls.first { $0.id == id } }

    // MARK: What the app's screens ask for

    /// Calls somebody.
    @discardableResult package func start(_ handle: String) -> UUID {
        let id = UUID()
        request(CXStartCallAction(call: id, handle: CXHandle(type: .phoneNumber, value: handle)))
        return id
    }

    package func end(_ id: UUID) { request(CXEndCallAction(call: id)) }

    package func setHeld(_ id: UUID, _ isHeld: Bool) {
        request(CXSetHeldCallAction(call: id, onHold: isHeld))
    }

    /// Does nothing where the call is so already: the system's own mute comes by here too.
    package func setMuted(_ id: UUID, _ isMuted: Bool) {
        guard let call = call(id), call.isMuted != isMuted else { return }
        request(CXSetMutedCallAction(call: id, muted: isMuted))
    }

    /// The bug ``PlantedBug/muteForEachMute``.
    func insistOnMute(_ id: UUID, _ isMuted: Bool) {
        request(CXSetMutedCallAction(call: id, muted: isMuted))
    }

    /// Makes a conference of two calls; nil takes the call out of its own.
    package func join(_ id: UUID, with other: UUID?) {
        request(CXSetGroupCallAction(call: id, callUUIDToGroupWith: other))
    }

    package func sendTones(_ digits: String, in id: UUID) {
        request(CXPlayDTMFCallAction(call: id, digits: digits, type: .singleTone))
    }

    private func request(_ action: CXAction) {
        controller.request(CXTransaction(action: action)) { error in
            Task { @MainActor [weak self] in self?.refusal = error }
        }
    }

    // MARK: What the delegate keeps here

    func add(_ call: Call) { calls.append(call) }

    func remove(_ id: UUID) { calls.removeAll { $0.id == id } }

    func removeAll() { calls = [] }

    func update(_ id: UUID, _ change: (inout Call) -> Void) {
        guard let index = calls.firstIndex(where: { $0.id == id }) else { return }
        change(&calls[index])
    }
}
