// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Foundation
import Testing

@testable import VoIPKit

/// An app that does nothing but watch.
@MainActor private final class Watcher {
    let monitor = CallMonitor()
    private(set) var heard: [ObservedCall] = []
    private(set) var log: [String] = []
    private var observations: [CallObservation] = []

    func watch() {
        observations = [
            monitor.observe { [weak self] in self?.heard.append($0) },
            monitor.whileOnCall(
                pause: { [weak self] in self?.log.append("pause") },
                resume: { [weak self] in self?.log.append("resume") }),
        ]
    }

    /// Flags of a call's events, as outgoing, on hold, connected, ended.
    func flags(of call: UUID) -> [String] {
        heard.filter { $0.id == call }.map {
            [$0.isOutgoing, $0.isOnHold, $0.hasConnected, $0.hasEnded].map { $0 ? "1" : "0" }
                .joined()
        }
    }
}

/// Another app, whose calls are CallKit's.
@MainActor private final class Caller: NSObject, @preconcurrency CXProviderDelegate {
    let provider: CXProvider
    let controller = CXCallController()

    override init() {
        let configuration = CXProviderConfiguration()
        configuration.maximumCallGroups = 2
        provider = CXProvider(configuration: configuration)
        super.init()
        provider.setDelegate(self, queue: nil)
    }

    func ring(_ id: UUID) {
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .phoneNumber, value: "+4930123456")
        provider.reportNewIncomingCall(with: id, update: update) { _ in }
    }

    func dial(_ id: UUID) {
        let handle = CXHandle(type: .phoneNumber, value: "+4930123457")
        controller.request(CXTransaction(action: CXStartCallAction(call: id, handle: handle))) {
            _ in
        }
    }

    func providerDidReset(_ provider: CXProvider) {}
    func provider(_ provider: CXProvider, perform action: CXStartCallAction) { action.fulfill() }
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) { action.fulfill() }
    func provider(_ provider: CXProvider, perform action: CXEndCallAction) { action.fulfill() }
    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) { action.fulfill() }
}

@Suite("CallMonitor on a phone") struct CallMonitorPhoneTests {
    private let phone = SimulatedPhone.current

    private func watcher() async throws -> Watcher {
        let app = phone.launch("com.example.stream") { Watcher() }
        let watcher = try app.object(Watcher.self)
        try await app.run(with: Watcher.self) { $0.watch() }
        return watcher
    }

    @Test("a cellular call that is dialled and refused (B107)", .phone(.iOS(18)))
    func refused() async throws {
        let watcher = try await watcher()
        let call = phone.world.dialCellular("+493012345")
        try await phone.settle()
        phone.world.cellularHangsUp(call)
        try await phone.settle()
        #expect(await watcher.flags(of: call) == ["1000", "1001"])
        #expect(await watcher.log == ["pause", "resume"])
    }

    @Test("a cellular call that is dialled, connected and hung up", .phone(.iOS(18)))
    func dialled() async throws {
        let watcher = try await watcher()
        let call = phone.world.dialCellular("+493012345")
        try await phone.settle()
        phone.world.cellularAnswers(call)
        try await phone.settle()
        phone.user.end()
        try await phone.settle()
        #expect(await watcher.flags(of: call) == ["1000", "1010", "1011"])
    }

    @Test("a missed call was not answered, one the other side ended was", .phone(.iOS(18)))
    func incoming() async throws {
        let watcher = try await watcher()
        let missed = phone.world.incomingCellularCall(from: "+493012345")
        try await phone.settle()
        phone.world.cellularHangsUp(missed)
        try await phone.settle()
        #expect(await watcher.heard.last?.state == .ended(wasAnswered: false))
        let answered = phone.world.incomingCellularCall(from: "+493012345")
        try await phone.settle()
        phone.user.answer()
        try await phone.settle()
        phone.world.cellularHangsUp(answered)
        try await phone.settle()
        #expect(await watcher.flags(of: answered) == ["0000", "0010", "0011"])
        #expect(await watcher.heard.last?.state == .ended(wasAnswered: true))
        #expect(await watcher.log == ["pause", "resume", "pause", "resume"])
    }

    @Test("a VoIP call is held for a cellular one, which hangs up", .phone(.iOS(18)))
    func held() async throws {
        let watcher = try await watcher()
        let other = phone.launch("com.example.hotline") { Caller() }
        let first = UUID()
        try await other.run(with: Caller.self) { $0.dial(first) }
        try await phone.settle()
        try await other.run(with: Caller.self) {
            $0.provider.reportOutgoingCall(with: first, connectedAt: nil)
            let update = CXCallUpdate()
            update.supportsHolding = true
            $0.provider.reportCall(with: first, updated: update)
        }
        try await phone.settle()
        let second = phone.world.incomingCellularCall(from: "+493012345")
        try await phone.settle()
        #expect(phone.user.holdAndAnswer().isDone)
        try await phone.settle()
        #expect(await watcher.monitor.calls.map(\.state) == [.held, .connected])
        phone.world.cellularHangsUp(second)
        try await phone.settle()
        // Held until the person takes it back (B71).
        #expect(await watcher.monitor.calls.map(\.state) == [.held])
        #expect(phone.user.unhold().isDone)
        try await phone.settle()
        phone.user.end()
        try await phone.settle()
        #expect(await watcher.flags(of: first) == ["1000", "1010", "1110", "1010", "1011"])
        #expect(await watcher.flags(of: second) == ["0000", "0010", "0011"])
        #expect(await watcher.log == ["pause", "resume"])
    }

    @Test("calls that are there already come first (B105)", .phone(.iOS(18)))
    func late() async throws {
        let call = phone.world.incomingCellularCall(from: "+493012345")
        try await phone.settle()
        let watcher = try await watcher()
        #expect(await watcher.heard.map(\.id) == [call])
        #expect(await watcher.heard.map(\.state) == [.ringing])
        #expect(await watcher.log == ["pause"])
    }

    @Test("when the call service restarts, its calls are over", .phone(.iOS(18)))
    func restarts() async throws {
        let watcher = try await watcher()
        let other = phone.launch("com.example.hotline") { Caller() }
        let call = UUID()
        try await other.run(with: Caller.self) { $0.ring(call) }
        try await phone.settle()
        phone.user.answer()
        try await phone.settle()
        phone.restartCallService()
        try await phone.settle()
        #expect(await watcher.heard.last?.state == .ended(wasAnswered: true))
        #expect(await !watcher.monitor.isAnyCallOn)
        #expect(await watcher.heard.count { $0.hasEnded } == 1)
    }
}
