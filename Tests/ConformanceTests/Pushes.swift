// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import CallModel
import Foundation
import PhoneCore
import PushKit
import Testing

@Suite("Pushes: B117, B120–B125") struct Pushes {
    @Test(
        "B117: assigning desiredPushTypes registers; the token comes by didUpdate and is cached",
        arguments: Link.allCases)
    func b117(link: Link) async throws {
        final class Registrar: NSObject, PKPushRegistryDelegate, @unchecked Sendable {
            // Sendable because it is used on the main queue and, after that, by the test alone.
            let registry = PKPushRegistry(queue: nil)
            var before: Data?
            var updates: [Data] = []
            override init() {
                super.init()
                registry.delegate = self
                before = registry.pushToken(for: .voIP)
                registry.desiredPushTypes = [.voIP]
            }
            func pushRegistry(
                _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
                for type: PKPushType
            ) {
                if type == .voIP { updates.append(pushCredentials.token) }
            }
        }
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { Registrar() }
        #expect(app.before == nil)
        #expect(app.updates.map { Array($0) } == [phone.pushToken()?.array])
        #expect(app.registry.pushToken(for: .voIP) == app.updates.first)
    }

    @Test(
        "B120: a push starts the app, and waits until its registry has asked",
        arguments: Link.allCases)
    func b120(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        phone.install { RecordingApp(pushes: true) }
        phone.push(#"{"aps":{"alert":{"incoming_caller_id":"1"}}}"#)
        try await phone.settle()
        #expect(phone.runningApps == [SimulatedPhone.hotline])
        let app: RecordingApp? = try phone.hotline?.object()
        #expect(app?.events.sorted() == ["begin", "push", "reported nil", "token"])
        #expect(phone.callSummaries.map(\.state) == [.ringing])
    }

    @Test(
        "B121: when the push delegate returns without a report, the app is ended",
        arguments: Link.allCases)
    func b121(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = phone.launch { RecordingApp(pushes: true) }
        try await phone.settle()
        try app.object(RecordingApp.self).onPush = { _, _ in }
        phone.push()
        try await phone.settle()
        #expect(app.terminations == [.pushHandledWithoutReport])
        #expect(phone.runningApps.isEmpty)
        #expect(phone.pushRecords.map(\.outcome) == [.notReported])
    }

    @Test(
        "B122: an app that asked for no push is ended 7 s after the delivery",
        arguments: Link.allCases)
    func b122(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = phone.launch { RecordingApp() }
        try await phone.settle()
        phone.push()
        try await phone.advance(by: .milliseconds(6_900))
        #expect(app.terminations.isEmpty)
        try await phone.advance(by: .milliseconds(100))
        #expect(app.terminations == [.pushNotReportedInTime])
    }

    @Test("B123: reporting and ending within the time is enough", arguments: Link.allCases)
    func b123(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = phone.launch { RecordingApp(pushes: true) }
        try await phone.settle()
        try app.object(RecordingApp.self).onPush = { app, _ in
            let id = UUID()
            app.report(id)
            app.provider.reportCall(with: id, endedAt: nil, reason: .remoteEnded)
        }
        phone.push()
        try await phone.advance(by: .seconds(10))
        #expect(app.terminations.isEmpty)
        #expect(phone.calls.isEmpty)
        #expect(phone.recentCalls.map(\.outcome) == [.remoteEnded])
    }

    @Test("B124: a push completion that is never called breaks no rule", arguments: Link.allCases)
    func b124(link: Link) async throws {
        final class Forgetful: NSObject, PKPushRegistryDelegate, CXProviderDelegate,
            @unchecked Sendable  // Sendable because it is used on the main queue only.
        {
            let provider = CXProvider(configuration: CXProviderConfiguration())
            let registry = PKPushRegistry(queue: .main)
            override init() {
                super.init()
                provider.setDelegate(self, queue: nil)
                registry.delegate = self
                registry.desiredPushTypes = [.voIP]
            }
            func providerDidReset(_ provider: CXProvider) {}
            func pushRegistry(
                _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
                for type: PKPushType
            ) {}
            func pushRegistry(
                _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
                for type: PKPushType, completion: @escaping @Sendable () -> Void
            ) {
                provider.reportNewIncomingCall(with: UUID(), update: CXCallUpdate()) { _ in }
            }
        }
        let phone = SimulatedPhone(link: link)
        let app = phone.launch { Forgetful() }
        try await phone.settle()
        phone.push()
        try await phone.advance(by: .seconds(10))
        #expect(app.terminations.isEmpty)
        #expect(phone.calls.count == 1)
    }

    @Test("B125: an app in the foreground, or on a call, need not report", arguments: Link.allCases)
    func b125(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = phone.launch { RecordingApp(pushes: true) }
        try await phone.settle()
        try app.object(RecordingApp.self).onPush = { _, _ in }
        try await phone.act(.openApp(SimulatedPhone.hotline))
        phone.push()
        try await phone.advance(by: .seconds(10))
        #expect(app.terminations.isEmpty)
        #expect(phone.pushRecords.map(\.outcome) == [.notRequired])

        let busy = SimulatedPhone(link: link)
        let other = busy.launch { RecordingApp(pushes: true) }
        try await busy.settle()
        let recorder: RecordingApp = try other.object()
        recorder.report(UUID())
        try await busy.settle()
        try await busy.act(.answer(nil))
        recorder.onPush = { _, _ in }
        busy.push()
        try await busy.advance(by: .seconds(10))
        #expect(other.terminations.isEmpty)
        #expect(busy.pushRecords.map(\.outcome) == [.notRequired])
    }
}
