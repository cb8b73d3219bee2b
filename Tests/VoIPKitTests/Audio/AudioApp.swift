// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import CallKitTesting
import Foundation
import VoIPKit

/// An app on VoIPKit with sound: what a phone's `launch` closure makes.
@MainActor final class AudioApp {
    let clock: PhoneClock
    let service: TestService
    let engine = FakeEngine()
    let audio: CallAudio
    let manager: CallManager
    /// What happened, in order: the engine's log, the service's requests with the category that the
    /// session had then.
    private(set) var log: [String] = []
    private(set) var problems: [CallAudioError] = []
    private let session = AVAudioSession.sharedInstance()

    init(_ phone: SimulatedPhone) {
        clock = PhoneClock(phone)
        service = TestService(clock: clock)
        audio = CallAudio(engine: engine)
        manager = CallManager(
            configuration: .test, service: service, audio: audio, store: MemoryCallStore(),
            clock: clock)
        engine.onTold = { [weak self] in self?.log.append("engine \($0)") }
        service.onAsked = { [weak self] request in
            guard let self else { return }
            let isSet = session.category == .playAndRecord
            log.append("\(request.method)\(isSet ? " in playAndRecord" : "")")
        }
        audio.onProblem = { [weak self] in self?.problems.append($0) }
    }

    var mode: AVAudioSession.Mode { session.mode }

    func clear() { log = [] }

    func ring(_ id: UUID, hasVideo: Bool = false) {
        let call = IncomingCall(
            id: id, handle: CallHandle(.phoneNumber, "+4930123456"), hasVideo: hasVideo)
        manager.reportIncoming(call) { _ in }
    }

    func dial(_ id: UUID) {
        let manager = manager
        Task { try await manager.start(CallHandle(.phoneNumber, "+4930123457"), id: id) }
    }
}
