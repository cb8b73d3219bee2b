// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import CallModel
import PhoneCore
import PhoneLink

/// The short forms that conformance tests are written in.
///
/// `let phone = SimulatedPhone(link: link)`, `let app: RecordingApp = try await phone.run {
/// RecordingApp() }`, then `phone.act(…)`, `phone.settle()`, `phone.advance(by:)`, and look.
extension SimulatedPhone {
    /// The app under test, where a test does not name one.
    static var hotline: String { "com.example.hotline" }

    /// Starts an app in the background and settles; what its code made.
    func run<Object: Sendable>(
        _ bundle: String = hotline,
        as description: AppDescription = AppDescription(),
        _ main: @escaping @MainActor @Sendable () -> Object
    ) async throws -> Object {
        let app = launch(bundle, as: description, main)
        try await settle()
        return try app.object()
    }

    /// Starts the app under test in the background.
    @discardableResult
    func launch<Main>(_ main: @escaping @MainActor @Sendable () -> Main) -> SimulatedApp {
        launch(Self.hotline, main)
    }

    /// Installs the app under test without starting it.
    @discardableResult
    func install<Main>(_ main: @escaping @MainActor @Sendable () -> Main) -> SimulatedApp {
        install(Self.hotline, main)
    }

    /// The app under test.
    var hotline: SimulatedApp? { app(Self.hotline) }

    /// Does what a person does, and settles; the phone's words where it cannot be done, else nil.
    @discardableResult
    func act(_ action: UserAction) async throws -> String? {
        let outcome = perform(action)
        try await settle()
        if case .refused(let words) = outcome { return words }
        return nil
    }

    /// Lets something happen outside, and settles.
    func happen(_ event: WorldEvent) async throws {
        world(event)
        try await settle()
    }

    /// Delivers a push to the app under test; nothing has settled yet.
    @discardableResult
    func push(_ json: String = "{}", to bundle: String = hotline, number: UInt64 = 1) -> PushID {
        let id = PushID(high: 2, low: number)
        deliver(to: bundle, Array(json.utf8), id: id)
        return id
    }

    /// The calls' states, in the order in which the calls began.
    var states: [CallSummary.State] { callSummaries.map(\.state) }

    /// The calls that the phone rings for.
    var ringing: [CallID] { withStage { $0.ringer.ringing } }

    /// What happened, as steps.
    var steps: [TimelineStep] { timelineEntries.map(\.step) }

    /// The rules that were broken, in order.
    var broken: [RuleBreach.Rule] { breaches.map(\.rule) }

    /// The app's token as the push service knows it.
    func pushToken(of bundle: String = hotline) -> Bytes? {
        withStage { $0.courier.tokens[bundle] }
    }
}
