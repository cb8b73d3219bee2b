// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import Testing

/// The app as a program of its own, with its singletons as they are: `CallService.shared`.
@Suite("The app as a program", .phone(failing: .violationsAndAdvice)) struct ProgramTests {
    private let hotline = "com.example.hotline"
    private let program = AppExecutable.built("CallApp")

    @Test("A push starts the program, and the call connects")
    func coldPush() async throws {
        let phone = SimulatedPhone.current
        let app = phone.install(hotline, executable: program)
        #expect(!app.isRunning)
        ring(app, "Tester")
        try await phone.settle()
        #expect(app.launchCount == 1 && phone.screen.ringing?.callerName == "Tester")
        phone.user.answer()
        try await phone.settle()
        #expect(phone.calls.map(\.isConnected) == [true])
        phone.user.end()
    }

    @Test("A kill takes the singletons with it: the next process has none of the old calls")
    func killAndRelaunch() async throws {
        let phone = SimulatedPhone.current
        let app = try phone.launch(hotline, executable: program)
        let call = "6F1A4E0C-0000-4000-8000-000000000001"
        ring(app, "Before", call)
        try await phone.settle()
        phone.user.answer()
        try await phone.settle()
        app.kill()
        try await phone.settle()
        #expect(phone.calls.isEmpty && !app.isRunning)
        // The same call again: a list of calls that outlived the process would know it already.
        phone.relaunch(app)
        try await phone.settle()
        ring(app, "After", call)
        try await phone.settle()
        #expect(app.launchCount == 2 && phone.screen.ringing?.callerName == "After")
        phone.user.answer()
        try await phone.settle()
        #expect(phone.calls.map(\.isConnected) == [true])
        phone.user.end()
    }

    private func ring(
        _ app: SimulatedApp, _ name: String, _ call: String = "6F1A4E0C-0000-4000-8000-000000000002"
    ) {
        SimulatedPhone.current.push(
            to: app, ["call": call, "caller": "+491111111", "name": name])
    }
}
