// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import Foundation

@testable import VoIPKit

/// An engine that notes what it is told, and fails when the test says so.
@MainActor final class FakeEngine: CallAudioEngine {
    struct Broken: Error, CustomStringConvertible {
        let description = "no voice unit"
    }

    var isBroken = false
    /// Called within each method.
    var onTold: ((String) -> Void)?
    private(set) var log: [String] = []

    func start() throws {
        note("start")
        if isBroken { throw Broken() }
    }

    func stop() { note("stop") }
    func setRingback(_ isOn: Bool) { note("ringback \(isOn)") }
    func rebuild() { note("rebuild") }

    func routeChanged(to route: CallAudioRoute) {
        note("route " + route.outputs.map(\.type.rawValue).joined(separator: ","))
    }

    func clear() { log = [] }

    private func note(_ words: String) {
        log.append(words)
        onTold?(words)
    }
}

/// A session that notes what is asked of it, and refuses what the test says.
@MainActor final class FakeSession: CallAudioSession {
    var onEvent: (@MainActor (CallAudioEvent) -> Void)?
    var route = CallAudioRoute.receiver
    var availableInputs: [CallAudioRoute.Port] = []
    /// The code of the error by which a method fails: `configure`, `activate`, `deactivate`,
    /// `speaker`, `input`.
    var refusals: [String: Int] = [:]
    private(set) var log: [String] = []
    private var configured: Bool?

    func isConfigured(hasVideo: Bool) -> Bool { configured == hasVideo }

    func configure(hasVideo: Bool) throws {
        try note("configure", hasVideo ? "video" : "voice")
        configured = hasVideo
    }

    func setActive(_ isActive: Bool) throws { try note(isActive ? "activate" : "deactivate") }
    func overrideSpeaker(_ isOn: Bool) throws { try note("speaker", "\(isOn)") }
    func preferInput(id: String?) throws { try note("input", id ?? "nil") }

    func clear() { log = [] }

    /// Something else in the process changes the category.
    func disturb() { configured = nil }

    private func note(_ method: String, _ detail: String? = nil) throws {
        log.append(detail.map { "\(method) \($0)" } ?? method)
        if let code = refusals[method] { throw NSError(domain: NSOSStatusErrorDomain, code: code) }
    }
}
