// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import Foundation
import Testing

@testable import VoIPKit

/// A phone with a ``TestApp``: what the tests of the manager begin with.
struct CallDevice {
    let phone: SimulatedPhone
    let app: SimulatedApp
    let store = MemoryCallStore()

    /// Launches the app on a phone.
    init(
        _ phone: SimulatedPhone = .current, _ configuration: CallConfiguration = .test
    ) async throws {
        self.phone = phone
        app = phone.launch(TestApp.bundle) { [store] in
            TestApp(phone, configuration: configuration, store: store)
        }
        try await phone.settle()
    }

    // MARK: Doing

    /// Does something within the app, and waits for all that follows.
    @discardableResult
    func run<Result: Sendable>(
        _ body: @MainActor @Sendable (TestApp) throws -> Result
    ) async throws -> Result {
        let result = try await app.run(with: TestApp.self, body)
        try await phone.settle()
        if app.isRunning { try await app.object(TestApp.self).catchUp(on: phone) }
        return result
    }

    /// Asks for something as the app's own screen would, and waits for all that follows.
    func ask(
        _ body: @escaping @MainActor @Sendable (CallManager) async throws -> Void
    ) async throws {
        try await run { $0.ask(body) }
    }

    /// The app asks to start a call.
    func start(_ call: UUID, to value: String = "ann") async throws {
        try await ask { try await $0.start(CallHandle(.generic, value), id: call) }
    }

    /// The app starts a call, and the other side is there.
    func connect(_ call: UUID, to value: String = "ann") async throws {
        try await start(call, to: value)
        try await report(.connected(nil), of: call)
    }

    /// The app reports a call that came over its own connection.
    func ring(_ call: UUID, name: String? = nil) async throws {
        let handle = CallHandle(.phoneNumber, "+4930123456")
        try await ask {
            try await $0.reportIncoming(IncomingCall(id: call, handle: handle, name: name))
        }
    }

    /// A call comes in, and the person answers it.
    func ringAndAnswer(_ call: UUID) async throws {
        try await ring(call)
        phone.user.answer(call)
        try await phone.settle()
    }

    /// The service tells something.
    func report(_ progress: CallProgress, of call: UUID) async throws {
        try await run { $0.manager.report(progress, of: call) }
    }

    /// Says how a method of the service behaves from now on.
    func behave(
        _ method: TestService.Method, _ behaviour: TestService.Behaviour
    ) async throws {
        try await run { $0.service.behaviours[method] = behaviour }
    }

    /// The app ends all that there is.
    func endAll() async throws { try await ask { await $0.endAll() } }

    // MARK: Looking

    /// Looks at the app as it stands.
    func read<Value: Sendable>(
        _ body: @MainActor @Sendable (TestApp) -> Value
    ) async throws -> Value {
        try await app.object(TestApp.self).catchUp(on: phone)
        return try await app.run(with: TestApp.self, body)
    }

    /// Checks what has come of all that was asked for, in the order of its end; nil is success.
    func expectOutcomes(
        _ expected: CallError?..., place: SourceLocation = #_sourceLocation
    ) async throws {
        let outcomes = try await read { $0.outcomes }
        #expect(outcomes == expected, sourceLocation: place)
        let openCount = try await read { $0.openRequestCount }
        #expect(openCount == 0, sourceLocation: place)
    }

    /// Checks that so many requests wait.
    func expectWaiting(
        _ count: Int, place: SourceLocation = #_sourceLocation
    ) async throws {
        let openCount = try await read { $0.openRequestCount }
        #expect(openCount == count, sourceLocation: place)
    }

    /// Checks what the service was asked.
    func expectLog(
        of call: UUID? = nil, _ expected: String..., place: SourceLocation = #_sourceLocation
    ) async throws {
        let log = try await read { $0.service.log(of: call) }
        #expect(log == expected, sourceLocation: place)
    }

    /// Checks how a call stands in the app; nil where it has none.
    func expectState(
        _ expected: Call.State?, of call: UUID, place: SourceLocation = #_sourceLocation
    ) async throws {
        let state = try await read { $0.manager.call(call)?.state }
        #expect(state == expected, sourceLocation: place)
    }

    /// Checks how a call went, as it was told.
    func expectStates(
        _ expected: Call.State..., of call: UUID, place: SourceLocation = #_sourceLocation
    ) async throws {
        var states: [Call.State] = []
        for change in try await read({ $0.changes(of: call) })
        where states.last != change.call.state {
            states.append(change.call.state)
        }
        #expect(states == expected, sourceLocation: place)
    }

    /// Checks whose media runs.
    func expectHeard(
        _ expected: UUID..., place: SourceLocation = #_sourceLocation
    ) async throws {
        let heard = try await read { $0.service.heard }
        #expect(heard == Set(expected), sourceLocation: place)
    }

    /// What holds at the end of each test: nothing is left, and nobody broke a rule.
    func checkEnd(place: SourceLocation = #_sourceLocation) async throws {
        try await phone.settle()
        #expect(phone.calls.isEmpty, sourceLocation: place)
        #expect(phone.audio.activeApp == nil, sourceLocation: place)
        #expect(phone.violations.isEmpty, sourceLocation: place)
        let app = try await read {
            (
                calls: $0.manager.calls, heard: $0.service.heard, breaches: $0.service.breaches,
                isIdle: $0.manager.isIdle
            )
        }
        #expect(app.calls.isEmpty, sourceLocation: place)
        #expect(app.heard.isEmpty, sourceLocation: place)
        #expect(app.breaches.isEmpty, sourceLocation: place)
        #expect(app.isIdle, sourceLocation: place)
        let left = await store.ids
        #expect(left.isEmpty, sourceLocation: place)
    }
}
