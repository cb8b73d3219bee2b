// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import Foundation

@testable import VoIPKit

/// An app on VoIPKit with a ``TestService`` and a ``TestEngine``: what a phone's `launch` closure
/// makes.
@MainActor final class TestApp {
    nonisolated static let bundle = "com.example.hotline"

    let clock: PhoneClock
    let service: TestService
    let engine: TestEngine
    let audio: CallAudio
    let manager: CallManager
    let pushes: VoIPPushService
    /// All that was told of calls, oldest first.
    private(set) var changes: [CallChange] = []
    /// What came of each request, oldest first; nil for success.
    private(set) var outcomes: [CallError?] = []
    /// How many requests have not been answered.
    private(set) var openRequestCount = 0
    private var observation: CallObservation?

    /// - Parameters:
    ///   - phone: Whose clock it lives by.
    ///   - configuration: What it tells the system.
    ///   - store: What outlives its process.
    init(
        _ phone: SimulatedPhone, configuration: CallConfiguration = .test,
        store: any LiveCallStore = MemoryCallStore()
    ) {
        clock = PhoneClock(phone)
        service = TestService(clock: clock)
        engine = TestEngine()
        audio = CallAudio(engine: engine)
        manager = CallManager(
            configuration: configuration, service: service, audio: audio, store: store,
            clock: clock)
        pushes = VoIPPushService(reporter: manager, clock: clock)
        observation = manager.observe { [weak self] in self?.changes.append($0) }
        pushes.start()
    }

    /// Asks the manager for something, and keeps what comes of it.
    func ask(_ body: @escaping @MainActor (CallManager) async throws -> Void) {
        openRequestCount += 1
        let manager = manager
        Task {
            do {
                try await body(manager)
                outcomes.append(nil)
            } catch {
                outcomes.append(error as? CallError ?? .service("\(error)"))
            }
            openRequestCount -= 1
        }
    }

    /// Whether requests have been answered whose tasks have yet to go on.
    ///
    /// A task that awaited a completion goes on by way of the threads of all tasks, which no phone
    /// sees: where other tests keep those busy, a phone can be settled before.
    private var isCatchingUp: Bool {
        openRequestCount > 0 && manager.requests.isEmpty && manager.reports.isEmpty
    }

    /// Settles until each request that was answered has gone on; what never does is for the test to
    /// find.
    nonisolated func catchUp(on phone: SimulatedPhone) async throws {
        for _ in 0..<200 {
            guard await isCatchingUp else { return }
            try await phone.settle()
        }
    }

    /// What is not as it should be once all calls are over, in words; nothing where all is well.
    var remains: [String] {
        var remains = service.breaches + engine.breaches
        if !manager.calls.isEmpty { remains.append("calls are left: \(manager.calls)") }
        if !service.heard.isEmpty { remains.append("media runs for \(service.heard)") }
        if service.openCount != 0 {
            remains.append("the service is at \(service.openCount) things")
        }
        if openRequestCount != 0 { remains.append("\(openRequestCount) requests are open") }
        if engine.isRunning { remains.append("the engine runs") }
        if engine.isRingingBack { remains.append("it rings back") }
        for (id, changes) in Dictionary(grouping: changes, by: \.call.id)
        where !Self.isStory(changes) {
            remains.append("call \(id) was told as \(changes)")
        }
        return remains
    }

    /// Added, updated any number of times, and ended; a call that is told of again after its end
    /// begins anew.
    private static func isStory(_ changes: [CallChange]) -> Bool {
        var isLiving = false
        for change in changes {
            switch change {
            case .added:
                guard !isLiving else { return false }
                isLiving = true
            case .updated:
                guard isLiving else { return false }
            case .ended(let call):
                guard isLiving, call.isEnded, call.dates.ended != nil else { return false }
                isLiving = false
            }
        }
        return !isLiving
    }

    /// The changes of one call.
    func changes(of call: UUID) -> [CallChange] { changes.filter { $0.call.id == call } }
}

extension CallConfiguration {
    /// All features, two calls side by side, conferences of five.
    static var test: CallConfiguration {
        var configuration = CallConfiguration()
        configuration.maximumCallsPerCallGroup = 5
        configuration.features = [.holding, .grouping, .ungrouping, .digits]
        return configuration
    }
}

/// What outlives a process in a test.
@MainActor final class MemoryCallStore: LiveCallStore {
    var ids: [UUID] = []

    nonisolated init() {}
}
