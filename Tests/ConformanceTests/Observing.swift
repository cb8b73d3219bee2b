// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import CallModel
import Foundation
import Testing

@Suite("Observing calls: B105–B109") struct Observing {
    private let id = UUID()

    @Test("B105: calls gives the first snapshot, waiting for it", arguments: Link.allCases)
    func b105(link: Link) async throws {
        final class Watcher: @unchecked Sendable {
            // Sendable because the test alone uses it, in turn.
            let observer = CXCallObserver()
            var first: [CXCall] = []
            init() { first = observer.calls }
        }
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { RecordingApp() }
        app.report(id)
        try await phone.settle()
        let watcher = try await phone.run("com.example.watcher") { Watcher() }
        #expect(watcher.first.map(\.uuid) == [id])
    }

    @Test(
        "B106: an observer sees the calls of other apps, and no identity", arguments: Link.allCases)
    func b106(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let watcher = try await phone.run("com.example.watcher") { RecordingApp() }
        let app = try await phone.run { RecordingApp() }
        app.report(id)
        try await phone.settle()
        #expect(watcher.observed == ["0000"])
        #expect(watcher.observer.calls.map(\.uuid) == [id])
    }

    @Test(
        "B107: incoming, answered, held, resumed, ended: the usual flags", arguments: Link.allCases)
    func b107Incoming(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { RecordingApp() }
        app.report(id)
        try await phone.settle()
        try await phone.act(.answer(nil))
        app.request(CXSetHeldCallAction(call: id, onHold: true))
        try await phone.settle()
        app.request(CXSetHeldCallAction(call: id, onHold: false))
        try await phone.settle()
        try await phone.act(.end(nil))
        #expect(app.observed == ["0000", "0010", "0110", "0010", "0011"])
    }

    @Test("B107: a declined call ends without having connected", arguments: Link.allCases)
    func b107Declined(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { RecordingApp() }
        app.report(id)
        try await phone.settle()
        try await phone.act(.end(nil))
        #expect(app.observed == ["0000", "0001"])
    }

    @Test(
        "B107, B108: an outgoing call is there, then connected, then ended; ringing does not show",
        arguments: Link.allCases)
    func b108(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { RecordingApp() }
        app.request(CXStartCallAction(call: id, handle: CXHandle(type: .generic, value: "x")))
        try await phone.settle()
        app.provider.reportOutgoingCall(with: id, startedConnectingAt: nil)
        try await phone.settle()
        #expect(app.observed == ["1000"])
        app.provider.reportOutgoingCall(with: id, connectedAt: nil)
        try await phone.settle()
        try await phone.act(.end(nil))
        #expect(app.observed == ["1000", "1010", "1011"])
    }

    @Test("B109: an ended call is delivered once and is gone from calls", arguments: Link.allCases)
    func b109(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { RecordingApp() }
        app.report(id)
        try await phone.settle()
        #expect(app.observer.calls.count == 1)
        app.provider.reportCall(with: id, endedAt: nil, reason: .remoteEnded)
        try await phone.settle()
        #expect(app.observed == ["0000", "0001"])
        #expect(app.observer.calls.isEmpty)
    }
}
