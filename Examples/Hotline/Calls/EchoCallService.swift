// SPDX-License-Identifier: Apache-2.0
import Foundation
import HotlineSignalling
import VoIPKit

/// The app's signalling and media: each call over a connection to a far end that says back what it
/// hears.
///
/// Where no far end is configured nobody can be called, and who calls is answered without sound.
@MainActor final class EchoCallService: CallService {
    /// What a call's media tell, for whoever shows it.
    enum Sound: Hashable {
        case starts
        case stops
        /// The first piece has come back since it started.
        case echoes
        /// The far end has said these digits back.
        case keys(String)
    }

    /// Tells the call manager what the far end does.
    var report: (CallProgress, UUID) -> Void = { _, _ in }
    /// Tells of media.
    var onSound: (Sound, Call) -> Void = { _, _ in }

    private let address: EchoAddress?
    private var legs: [UUID: Task<EchoLeg, any Error>] = [:]

    /// - Parameter address: Where the far end listens, nil where there is none.
    init(address: EchoAddress?) { self.address = address }

    // MARK: CallService

    func start(_ call: Call, deadline: Date) async throws {
        guard address != nil else { throw EchoError.noFarEnd }
        // It rings there once this is answered; being picked up is told by the far end.
        do {
            try await ask(.invite(handle: call.handle?.value ?? ""), for: call)
        } catch {
            legs[call.id] = nil
            throw error
        }
        report(.startedConnecting(nil), call.id)
    }

    func ring(_ call: Call) async {
        // Nothing waits for it; where the far end cannot be reached, the answer will say so.
        try? await ask(.ring, for: call)
    }

    func accept(_ call: Call, deadline: Date) async throws { try await ask(.accept, for: call) }

    func hangUp(_ call: Call, deadline: Date) async throws {
        guard let leg = try await legs.removeValue(forKey: call.id)?.value else { return }
        defer { leg.close() }
        try await leg.ask(.hangUp)
    }

    func setHeld(_ isOnHold: Bool, of call: Call, deadline: Date) async throws {
        try await ask(.hold(isOnHold: isOnHold), for: call)
    }

    func setMuted(_ isMuted: Bool, of call: Call, deadline: Date) async throws {
        guard address != nil else { return }
        try await leg(for: call).isMuted = isMuted
    }

    func play(_ digits: CallDigits, in call: Call, deadline: Date) async throws {
        try await ask(.keys(digits: digits.text), for: call)
    }

    func startMedia(for call: Call) async {
        onSound(.starts, call)
        guard let leg = try? await legs[call.id]?.value else { return }
        leg.startSound { [weak self] in self?.onSound(.echoes, call) }
    }

    func stopMedia(for call: Call) async {
        if let leg = try? await legs[call.id]?.value { leg.stopSound() }
        onSound(.stops, call)
    }

    // MARK: The far end

    private func ask(_ request: EchoRequest, for call: Call) async throws {
        guard address != nil else { return }
        try await leg(for: call).ask(request)
    }

    /// The connection of a call, made when it is first needed.
    private func leg(for call: Call) async throws -> EchoLeg {
        guard let address else { throw EchoError.noFarEnd }
        if let leg = legs[call.id] { return try await leg.value }
        let connecting = Task {
            try await EchoLeg(address) { [weak self] in self?.take($0, of: call) }
        }
        legs[call.id] = connecting
        do {
            return try await connecting.value
        } catch {
            // The next who needs it tries again.
            if legs[call.id] == connecting { legs[call.id] = nil }
            throw error
        }
    }

    private func take(_ event: EchoLeg.Event, of call: Call) {
        switch event {
        case .happened(.connected): report(.connected(nil), call.id)
        case .happened(.keys(let digits)): onSound(.keys(digits), call)
        case .happened(.ended):
            legs[call.id] = nil
            report(.ended(.remote, nil), call.id)
        case .lost:
            legs[call.id] = nil
            report(.ended(.failed, nil), call.id)
        }
    }
}
