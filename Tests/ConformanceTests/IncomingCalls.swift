// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import CallModel
import Foundation
import PhoneCore
import Testing

@Suite("Incoming calls: B15–B17, B20, B22, B61") struct IncomingCalls {
    private let id = UUID()

    @Test("B15: completion with nil means that the system shows the call", arguments: Link.allCases)
    func b15(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { RecordingApp() }
        app.report(id)
        try await phone.settle()
        #expect(app.events == ["begin", "reported nil"])
        #expect(phone.callSummaries.map(\.state) == [.ringing])
        #expect(phone.callSummaries.first?.name == "Tester")
        #expect(phone.ringing.count == 1)
    }

    @Test("B15: completion with an error means that nothing is shown", arguments: Link.allCases)
    func b15Refused(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { RecordingApp(groups: 1) }
        app.report(id)
        app.report(UUID())
        try await phone.settle()
        // The refusal is answered at once, the other once its row is safe; which comes first is not
        // promised.
        #expect(app.events.sorted() == ["begin", "reported 0", "reported nil"])
        #expect(phone.calls.count == 1)
    }

    @Test("B16: the completion runs on the delegate's queue", arguments: Link.allCases)
    func b16(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let queue = DispatchQueue(label: "delegate")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let app = try await phone.run { RecordingApp(queue: queue) }
        app.provider.reportNewIncomingCall(with: id, update: CXCallUpdate()) { _ in
            app.log(DispatchQueue.getSpecific(key: key) == true ? "its queue" : "another queue")
        }
        try await phone.settle()
        #expect(app.events == ["begin", "its queue"])
    }

    @Test(
        "B17: while the answer is pending the call is connecting; fulfilling connects it",
        arguments: Link.allCases)
    func b17(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { RecordingApp() }
        app.fulfils = false
        app.report(id)
        try await phone.settle()
        try await phone.act(.answer(nil))
        #expect(phone.callSummaries.map(\.state) == [.connecting])
        #expect(phone.callSummaries.first?.connected == nil)
        #expect(phone.ringing.isEmpty)
        app.complete { $0.fulfill() }
        try await phone.settle()
        #expect(phone.callSummaries.map(\.state) == [.connected])
        #expect(phone.callSummaries.first?.connected != nil)
    }

    @Test("B20: declining and hanging up both arrive as CXEndCallAction", arguments: Link.allCases)
    func b20(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { RecordingApp() }
        app.report(id)
        try await phone.settle()
        try await phone.act(.end(nil))
        #expect(app.takeEvents() == ["begin", "reported nil", "perform End"])
        app.report(UUID())
        try await phone.settle()
        try await phone.act(.answer(nil))
        try await phone.act(.end(nil))
        #expect(
            app.events == [
                "reported nil", "perform Answer", "didActivate", "perform End", "didDeactivate",
            ])
        #expect(phone.recentCalls.map(\.outcome) == [.declined, .ended])
    }

    @Test(
        "B22: the caller gave up: the ringing screen goes away, and no End is performed",
        arguments: Link.allCases)
    func b22(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { RecordingApp() }
        app.report(id)
        try await phone.settle()
        app.provider.reportCall(with: id, endedAt: nil, reason: .remoteEnded)
        try await phone.settle()
        #expect(phone.calls.isEmpty && phone.ringing.isEmpty)
        #expect(app.events == ["begin", "reported nil"])
        #expect(phone.recentCalls.map(\.outcome) == [.remoteEnded])
        app.report(UUID())
        try await phone.settle()
        app.provider.reportCall(with: UUID(), endedAt: nil, reason: .failed)
        try await phone.settle()
        #expect(phone.calls.count == 1)
    }

    @Test(
        "B61: reporting a UUID that is in use gets code 2, and counts as a report",
        arguments: Link.allCases)
    func b61(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let id = id
        let app = phone.launch { RecordingApp(pushes: true) }
        try await phone.settle()
        let recorder: RecordingApp = try app.object()
        recorder.onPush = { app, _ in app.report(id) }
        phone.push(number: 1)
        try await phone.settle()
        phone.push(number: 2)
        try await phone.settle()
        try await phone.advance(by: .seconds(10))
        #expect(
            recorder.events == ["begin", "token", "push", "reported nil", "push", "reported 2"])
        #expect(app.terminations.isEmpty)
        #expect(
            phone.pushRecords.map(\.outcome)
                == [.rang(phone.callSummaries[0].id), .refused(.callUUIDAlreadyExists)])
    }
}
