// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import CallModel
import Foundation
import Testing

@Suite("Outgoing calls and actions: B33, B39") struct OutgoingCallsAndActions {
    private let id = UUID()

    private func start(_ id: UUID) -> CXStartCallAction {
        CXStartCallAction(call: id, handle: CXHandle(type: .generic, value: "callee"))
    }

    @Test(
        "B33: progress is what the provider reports: started, connecting, connected",
        arguments: Link.allCases)
    func b33(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { RecordingApp() }
        app.request(start(id))
        try await phone.settle()
        #expect(app.events == ["begin", "requested nil", "perform Start", "didActivate"])
        #expect(phone.callSummaries.map(\.state) == [.connecting])
        app.provider.reportOutgoingCall(with: id, startedConnectingAt: nil)
        try await phone.settle()
        #expect(phone.callSummaries.first?.connected == nil)
        app.provider.reportOutgoingCall(with: id, connectedAt: nil)
        try await phone.settle()
        #expect(phone.callSummaries.map(\.state) == [.connected])
        let now = phone.recentCalls.last?.connected
        #expect(now != nil && now == phone.callSummaries.first?.connected)
    }

    @Test(
        "B39: only the first completion of an action counts, from any thread",
        arguments: Link.allCases)
    func b39(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { RecordingApp() }
        app.fulfils = false
        app.report(id)
        try await phone.settle()
        try await phone.act(.answer(nil))
        let action = app.openActions[0]
        #expect(!action.isComplete)
        let done = Done(action)
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                done.action.fulfill()
                done.action.fail()
                continuation.resume()
            }
        }
        #expect(action.isComplete)
        try await phone.settle()
        #expect(phone.callSummaries.map(\.state) == [.connected])
    }

    private struct Done: @unchecked Sendable {
        // Sendable because an action may be completed from any thread (B39).
        let action: CXAction
        init(_ action: CXAction) { self.action = action }
    }
}
