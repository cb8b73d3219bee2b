// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import CallService
import Testing

@Suite("Singletons in the process of the test") struct SingletonTests {
    @Test("A singleton serves one launch; a second launch with it fails, and says what to do")
    func shared() async throws {
        let first = SimulatedPhone(name: "first")
        let second = SimulatedPhone(name: "second")
        defer { for phone in [first, second] { phone.close() } }
        first.launch("com.example.hotline") { CallService.shared }
        try await first.settle()
        withKnownIssue {
            second.launch("com.example.hotline") { CallService.shared }
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("Make the object in the closure") }
        }
    }

    @Test("So does a push that starts the app once more")
    func coldStart() async throws {
        let phone = SimulatedPhone()
        defer { phone.close() }
        let server = FakeServer()
        let service = Box()
        let app = phone.launch("com.example.hotline") {
            let made = service.value ?? CallService(signalling: server)
            service.value = made
            return made
        }
        app.kill()
        try await phone.settle()
        phone.push(to: app)
        try await withKnownIssue {
            try await phone.settle()
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("of an earlier launch") }
        }
    }

    /// A `static var shared`.
    @MainActor private final class Box {
        var value: CallService?
        nonisolated init() {}
    }
}
