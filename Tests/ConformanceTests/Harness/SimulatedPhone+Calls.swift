// SPDX-License-Identifier: Apache-2.0
import CallKitTesting

extension SimulatedPhone {
    /// Has a call of the app reported and answered; what was told meanwhile is dropped.
    func connect(_ letter: String, of app: WitnessApp) async throws {
        app.report(letter)
        try await settle()
        user.answer(app.uuid(letter))
        try await settle()
        _ = app.take()
    }

    /// Has two calls of the app, `a` held and `b` heard.
    func connectTwo(of app: WitnessApp) async throws {
        try await connect("a", of: app)
        app.report("b")
        try await settle()
        user.holdAndAnswer()
        try await settle()
        _ = app.take()
    }
}
