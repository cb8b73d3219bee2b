// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import CallKit

// What test suites of real apps add to Apple's classes, so that doubles can stand in for them.

// An app may say so because it completes an action from one place only.
extension CXAction: @retroactive @unchecked Sendable {}

/// The part of a provider that an app uses.
protocol ReportsCalls {
    func reportNewIncomingCall(
        with UUID: UUID, update: CXCallUpdate,
        completion: @escaping @Sendable ((any Error)?) -> Void)
    func reportCall(
        with UUID: UUID, endedAt dateEnded: Date?, reason endedReason: CXCallEndedReason)
}

extension CXProvider: ReportsCalls {}

protocol ActivatesAudio {
    func setActive(_ active: Bool, options: AVAudioSession.SetActiveOptions) throws
}

extension AVAudioSession: ActivatesAudio {}
