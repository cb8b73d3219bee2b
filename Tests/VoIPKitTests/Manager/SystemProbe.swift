// SPDX-License-Identifier: Apache-2.0
import Foundation

@testable import VoIPKit

/// An app that is nothing but a ``CallKitSystem``: it notes what it hears, and completes nothing by
/// itself.
@MainActor final class SystemProbe: CallSystemDelegate {
    let system: CallKitSystem
    private(set) var performed: [CallAction] = []
    private(set) var timedOut: [UUID] = []
    private(set) var words: [String] = []
    /// What requests and reports came to, in order: nil where the system agreed.
    private(set) var answers: [CallError?] = []

    init(_ configuration: CallConfiguration = CallConfiguration()) {
        system = CallKitSystem(configuration: configuration)
        system.delegate = self
    }

    func request(_ actions: CallAction...) {
        system.request(actions) { self.answers.append($0) }
    }

    func report(_ call: Call, features: CallFeatures = [.holding, .digits]) {
        system.reportIncoming(call, features: features) { self.answers.append($0) }
    }

    func callSystem(_ system: any CallSystem, perform action: CallAction) {
        performed.append(action)
        words.append("perform")
    }

    func callSystem(_ system: any CallSystem, timedOutPerforming action: UUID) {
        timedOut.append(action)
        words.append("timedOut")
    }

    func callSystemDidReset(_ system: any CallSystem) { words.append("reset") }

    func callSystemDidActivateAudio(_ system: any CallSystem) { words.append("activated") }

    func callSystemDidDeactivateAudio(_ system: any CallSystem) { words.append("deactivated") }
}

extension Call {
    /// A call that rings.
    static func ringing(
        _ id: UUID = UUID(), name: String? = nil, from number: String = "+4930123456"
    ) -> Call {
        Call(
            id: id, direction: .incoming, handle: CallHandle(.phoneNumber, number), name: name,
            hasVideo: false, state: .ringing, created: Date(timeIntervalSince1970: 0))
    }
}
