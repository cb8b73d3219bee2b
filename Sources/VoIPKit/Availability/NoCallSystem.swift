// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Where CallKit may not be and the app has no screen of its own: there are no calls, and whoever
/// asks for one is told why.
@MainActor final class NoCallSystem: CallSystem {
    weak var delegate: (any CallSystemDelegate)?
    private let clock: any CallClock

    /// What is wrong, and what to do.
    static let error = CallError.notPossible(
        "CallKit is off here (see CallAvailability.decision), and CallManager was given no "
            + "InAppCallScreen to show it on")

    init(clock: any CallClock) { self.clock = clock }

    func request(_ actions: [CallAction], completion: @escaping @MainActor (CallError?) -> Void) {
        refuse(completion)
    }

    func reportIncoming(
        _ call: Call, features: CallFeatures, completion: @escaping @MainActor (CallError?) -> Void
    ) {
        refuse(completion)
    }

    private func refuse(_ completion: @escaping @MainActor (CallError?) -> Void) {
        _ = clock.schedule(after: 0) { completion(Self.error) }
    }

    func reportUpdate(_ call: Call, features: CallFeatures) {}
    func reportStartedConnecting(_ call: UUID, at date: Date?) {}
    func reportConnected(_ call: UUID, at date: Date?) {}
    func reportEnded(_ call: UUID, at date: Date?, reason: CallEndReason) {}
    func fulfill(_ action: UUID, at date: Date?) {}
    func fail(_ action: UUID) {}
    func rebuild() {}
    func invalidate() {}
}
