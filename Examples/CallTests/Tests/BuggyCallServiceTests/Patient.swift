// SPDX-License-Identifier: Apache-2.0
import BuggyCallService
import CallKitTesting
import Foundation

/// The app with one bug, or none, on a phone that minds every broken rule.
struct Patient: Sendable {
    let phone: SimulatedPhone
    let app: SimulatedApp
    let server = FakeServer()

    init(_ bug: PlantedBug?) {
        phone = SimulatedPhone()
        // One story serves the app with the bug and without; not all of it fits both.
        phone.showsRefusals = false
        phone.failOn = .violationsAndAdvice
        app = phone.launch("com.example.hotline") { [server] in
            CallService(signalling: server, bug: bug)
        }
    }

    /// A push comes for a call.
    @discardableResult
    func ring(_ call: UUID = UUID()) async throws -> UUID {
        phone.push(to: app, ["call": call.uuidString, "caller": "+491111111"])
        try await phone.settle()
        return call
    }

    /// The user does something on the app's own screen.
    func tap<Result: Sendable>(
        _ body: @MainActor @Sendable (CallManager) -> Result
    ) async throws -> Result {
        let result = try await app.run(with: CallService.self) { body($0.manager) }
        try await phone.settle()
        return result
    }

    /// The server tells the app something.
    func hears(_ event: SignallingEvent) async throws {
        try await app.run { server.onEvent?(event) }
        try await phone.settle()
    }
}

/// A server that connects every call that is answered.
@MainActor final class FakeServer: Signalling {
    var onEvent: ((SignallingEvent) -> Void)?
    private(set) var token: String?

    nonisolated init() {}

    func upload(token: String?) { self.token = token }

    func send(_ message: SignallingMessage) {
        guard case .accept(let call) = message else { return }
        DispatchQueue.main.async { self.onEvent?(.connected(call)) }
    }
}
