// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Foundation
import PushKit
import VoIPKit

/// An app on VoIPKit with a ``TestService``: what a phone's `launch` closure makes.
///
/// Its pushes have `call`, `handle`, `name` and `video`, as `opencallkit provider run` sends them.
@MainActor final class TestApp: NSObject {
    nonisolated static let bundle = "com.example.hotline"

    let clock: PhoneClock
    let service: TestService
    let manager: CallManager
    /// All that was told of calls, oldest first.
    private(set) var changes: [CallChange] = []
    /// What came of each request, oldest first; nil for success.
    private(set) var outcomes: [CallError?] = []
    /// How many requests have not been answered.
    private(set) var openRequestCount = 0
    private let registry = PKPushRegistry(queue: .main)
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
        manager = CallManager(
            configuration: configuration, service: service, store: store, clock: clock)
        super.init()
        observation = manager.observe { [weak self] in self?.changes.append($0) }
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
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

    /// The changes of one call.
    func changes(of call: UUID) -> [CallChange] { changes.filter { $0.call.id == call } }
}

extension TestApp: @preconcurrency PKPushRegistryDelegate {
    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) {}

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType, completion: @escaping @Sendable () -> Void
    ) {
        let fields = payload.dictionaryPayload
        let id = (fields["call"] as? String).flatMap { UUID(uuidString: $0) }
        let handle = (fields["handle"] as? String).map { CallHandle(.phoneNumber, $0) }
        let call = IncomingCall(
            id: id ?? UUID(), handle: handle, name: fields["name"] as? String,
            hasVideo: fields["video"] as? Bool ?? false, endReason: id == nil ? .failed : nil)
        manager.reportIncoming(call) { _ in }
        completion()
    }
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
