// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import CallService
import Foundation

/// An app with the call service, on a phone, and its server: what each test begins with.
struct Hotline: Sendable {
    let phone: SimulatedPhone
    let app: SimulatedApp
    let server: FakeServer

    /// Launches the app.
    init(
        on phone: SimulatedPhone = .current,
        bundle: String = "com.example.hotline",
        allowsCallWaiting: Bool = true
    ) {
        let server = FakeServer()
        self.phone = phone
        self.server = server
        app = phone.launch(bundle, as: AppDescription(name: "Hotline")) {
            CallService(signalling: server, allowsCallWaiting: allowsCallWaiting)
        }
    }

    /// Looks into the service of the process that runs now.
    func look<Result: Sendable>(
        _ body: @MainActor @Sendable (CallService) -> Result
    ) async throws -> Result {
        try await app.run(with: CallService.self, body)
    }

    /// The app's own list of calls.
    var calls: [Call] {
        get async throws { try await look { $0.manager.calls } }
    }

    /// A push comes for a call.
    @discardableResult
    func ring(
        _ name: String? = "Tester", from caller: String = "+491111111", call: UUID = UUID()
    ) async throws -> UUID {
        var payload = ["call": call.uuidString, "caller": caller]
        payload["name"] = name
        phone.push(to: app, payload)
        try await phone.settle()
        return call
    }

    /// A push comes, the user answers, and both sides can talk.
    @discardableResult
    func talk(_ name: String? = "Tester", from caller: String = "+491111111") async throws -> UUID {
        let call = try await ring(name, from: caller)
        phone.user.answer()
        try await phone.settle()
        return call
    }

    /// The user calls somebody from the app's own screen.
    func dial(_ handle: String = "+492222222") async throws -> UUID {
        try await tap { $0.start(handle) }
    }

    /// The user does something on the app's own screen.
    @discardableResult
    func tap<Result: Sendable>(
        _ body: @MainActor @Sendable (CallManager) -> Result
    ) async throws -> Result {
        let result = try await look { body($0.manager) }
        try await phone.settle()
        return result
    }

    /// The server tells the app something.
    func hears(_ event: SignallingEvent) async throws {
        try await app.run { server.onEvent?(event) }
        try await phone.settle()
    }

    /// All that the app has told the server.
    var messages: [SignallingMessage] { get async { await server.messages } }
}
