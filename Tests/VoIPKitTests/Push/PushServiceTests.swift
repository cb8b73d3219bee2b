// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Foundation
import PushKit
import Testing

@testable import VoIPKit

@Suite("Pushes that ring phones") struct PushServiceTests {
    private static let call = "8c36e1b2-0b0f-4b58-9c0a-6d5c1b1e1a11"
    private static let id = UUID(uuidString: call)
    private static let payload: [String: any Sendable] = [
        "call": call, "handle": "+4930123456", "name": "Ann", "video": true,
    ]

    @Test(
        "B120: a push starts the app, and rings, by the spelling that each system has",
        arguments: [(13, 0), (18, 0), (26, 0), (26, 4)])
    func coldStart(major: Int, minor: Int) async throws {
        let phone = SimulatedPhone(.iOS(major, minor))
        defer { phone.close() }
        let app = phone.install(PushApp.bundle) { PushApp(phone) }
        let push = phone.push(to: app, Self.payload)
        try await phone.settle()
        #expect(phone.result(of: push) == .rang(try #require(Self.id)))
        let ringing = try #require(phone.screen.ringing)
        #expect(ringing.callerName == "Ann")
        #expect(ringing.handle?.value == "+4930123456")
        #expect(ringing.isVideo)
        #expect(phone.violations.isEmpty)
        let outcomes = try await app.run(with: PushApp.self) { $0.outcomes }
        #expect(outcomes.map(\.error) == [nil])
        #expect(outcomes.first?.reported?.id == Self.id)
    }

    @Test("the oldest spelling reports too, and other types of push are the app's own")
    func otherSpellings() async throws {
        let phone = SimulatedPhone(.iOS(18))
        defer { phone.close() }
        let app = phone.launch(PushApp.bundle) { PushApp(phone) }
        try await phone.settle()
        let others = try await app.run(with: PushApp.self) { app in
            let delegate = RegistryDelegate(app.pushes)
            let registry = PKPushRegistry(queue: .main)
            let payload = Payload()
            delegate.pushRegistry(registry, didReceiveIncomingPushWith: payload, for: .voIP)
            delegate.pushRegistry(
                registry, didReceiveIncomingPushWith: payload, for: .fileProvider, completion: {})
            delegate.pushRegistry(
                registry, didUpdate: PKPushCredentials(), for: .fileProvider)
            delegate.pushRegistry(registry, didInvalidatePushTokenFor: .fileProvider)
            return app.others
        }
        try await phone.settle()
        #expect(phone.calls.map(\.handle?.value) == ["ann"])
        #expect(others == Array(repeating: PKPushType.fileProvider.rawValue, count: 3))
    }

    private final class Payload: PKPushPayload {
        override var dictionaryPayload: [AnyHashable: Any] { ["handle": "ann"] }
    }

    @Test("a doubled push rings once") func doubled() async throws {
        let phone = SimulatedPhone(.iOS(18))
        defer { phone.close() }
        phone.faults.pushesDoubled = 1
        let app = phone.launch(PushApp.bundle) { PushApp(phone) }
        phone.push(to: app, Self.payload)
        try await phone.settle()
        #expect(phone.calls.map(\.id) == [Self.id])
        phone.user.decline()
        try await phone.advance(by: .seconds(1))
        phone.push(to: app, Self.payload)
        try await phone.advance(by: .seconds(10))
        #expect(phone.calls.isEmpty, "and not again once it is over")
        #expect(phone.violations.isEmpty)
    }

    @Test("a push without an identifier, doubled, is one call")
    func nameless() async throws {
        let phone = SimulatedPhone(.iOS(18))
        defer { phone.close() }
        phone.faults.pushesDoubled = 1
        let app = phone.launch(PushApp.bundle) { PushApp(phone) }
        let alert = ["incoming_caller_id": "0123456789", "incoming_caller_name": "Tester"]
        phone.push(to: app, ["aps": ["alert": alert]])
        try await phone.settle()
        #expect(phone.calls.map(\.callerName) == ["Tester"])
        #expect(phone.violations.isEmpty)
    }

    @Test("while a call goes on another rings, and a broken push shows nothing (B61)")
    func second() async throws {
        let phone = SimulatedPhone(.iOS(18))
        defer { phone.close() }
        let app = phone.launch(PushApp.bundle) { PushApp(phone) }
        phone.push(to: app, Self.payload)
        try await phone.settle()
        phone.user.answer()
        try await phone.advance(by: .seconds(2))
        let broken = phone.push(to: app, ["nothing": "to see"])
        try await phone.settle()
        #expect(phone.result(of: broken) == .refused(2))
        #expect(phone.calls.map(\.id) == [Self.id])
        phone.push(to: app, ["call": "other", "handle": "bob"])
        try await phone.settle()
        #expect(phone.screen.ringing?.id == CallIdentifier.uuid("other"))
        #expect(phone.calls.count == 2)
        #expect(phone.violations.isEmpty)
    }

    @Test(
        "a late push of an answered call ends nothing",
        arguments: [(18, 0), (26, 4)])
    func lateRepeat(major: Int, minor: Int) async throws {
        let phone = SimulatedPhone(.iOS(major, minor))
        defer { phone.close() }
        let app = phone.launch(PushApp.bundle) { PushApp(phone) }
        var payload = Self.payload
        payload["timestamp"] = Int(phone.now.timeIntervalSince1970 * 1_000)
        phone.push(to: app, payload)
        try await phone.settle()
        phone.user.answer()
        try await phone.advance(by: .seconds(100))
        phone.push(to: app, payload, age: .seconds(100))
        payload["type"] = "cancel"
        phone.push(to: app, payload)
        try await phone.advance(by: .seconds(5))
        #expect(phone.calls.map(\.isConnected) == [true])
        #expect(phone.violations.isEmpty)
    }

    @Test(
        "a push that is over is reported and ended at once, from iOS 26.4 on only if it must",
        arguments: [(18, 0), (26, 4)])
    func stale(major: Int, minor: Int) async throws {
        let phone = SimulatedPhone(.iOS(major, minor))
        defer { phone.close() }
        let app = phone.launch(PushApp.bundle) { PushApp(phone) }
        try await phone.settle()
        var payload = Self.payload
        payload["sent"] = phone.now.timeIntervalSince1970 - 90
        let push = phone.push(to: app, payload, age: .seconds(90))
        try await phone.settle()
        #expect(phone.calls.isEmpty)
        let isNew = minor == 4
        #expect((phone.result(of: push) == .notRequired) == isNew)
        #expect(phone.recents.count == (isNew ? 0 : 1))
        #expect(phone.violations.isEmpty)
    }

    @Test("a call that is called off stops ringing; called off before, it never rings")
    func calledOff() async throws {
        let phone = SimulatedPhone(.iOS(18))
        defer { phone.close() }
        let app = phone.launch(PushApp.bundle) { PushApp(phone) }
        phone.push(to: app, Self.payload)
        try await phone.settle()
        #expect(phone.screen.ringing != nil)
        phone.push(to: app, ["call": Self.call, "event": "cancelled"])
        try await phone.settle()
        #expect(phone.calls.isEmpty)
        phone.push(to: app, ["call": "next", "event": "answered_elsewhere"])
        phone.push(to: app, ["call": "next", "handle": "bob"])
        try await phone.settle()
        #expect(phone.calls.isEmpty)
        #expect(phone.violations.isEmpty)
    }

    @Test("where the service told of the end first, the push rings nobody")
    func endFirst() async throws {
        let phone = SimulatedPhone(.iOS(18))
        defer { phone.close() }
        let app = phone.launch(PushApp.bundle) { PushApp(phone) }
        let id = try #require(Self.id)
        try await app.run(with: PushApp.self) { $0.manager.report(.ended(.remote, nil), of: id) }
        phone.push(to: app, Self.payload)
        try await phone.settle()
        #expect(phone.calls.isEmpty)
        #expect(phone.violations.isEmpty)
    }

    @Test("B136: what a notification service extension hands over rings too")
    func notificationService() async throws {
        let phone = SimulatedPhone(.iOS(18))
        defer { phone.close() }
        let app = phone.install(PushApp.bundle) { PushApp(phone) }
        let sent = phone.now
        try await app.runNotificationService {
            try await CXProvider.reportNewIncomingVoIPPushPayload([
                "call": Self.call, "handle": "ann", "sent": sent,
            ])
        }
        try await phone.settle()
        #expect(phone.screen.ringing?.id == Self.id)
        #expect(phone.violations.isEmpty)
    }

    @Test("an alert push's payload rings, and a broken one is told of") func alert() async throws {
        let phone = SimulatedPhone(.iOS(18))
        defer { phone.close() }
        let app = phone.launch(PushApp.bundle) { PushApp(phone) }
        let faults = try await app.run(with: PushApp.self) { app in
            [
                app.pushes.take(alertPayload: ["aps": ["alert": "Ann calls"], "call": Self.call]),
                app.pushes.take(alertPayload: ["aps": ["alert": "Buy now"]]),
            ]
        }
        try await phone.settle()
        #expect(faults == [nil, .noCall(keys: ["aps"])])
        #expect(phone.calls.map(\.id) == [Self.id])
    }

    @Test("a decoder of the app's own may read what it likes, and may fail")
    func ownDecoder() async throws {
        struct Riddle: Error {}
        let phone = SimulatedPhone(.iOS(18))
        defer { phone.close() }
        let app = phone.launch(PushApp.bundle) {
            PushApp(phone) { push in
                guard let who = push.payload["wer"] as? String else { throw Riddle() }
                return VoIPPushReading(
                    IncomingCall(id: UUID(), handle: CallHandle(.generic, who)))
            }
        }
        phone.push(to: app, ["wer": "ann"])
        try await phone.settle()
        #expect(phone.screen.ringing?.handle?.value == "ann")
        phone.user.decline()
        let broken = phone.push(to: app, ["who": "ann"])
        try await phone.settle()
        #expect(phone.calls.isEmpty)
        guard case .rang = phone.result(of: broken) else {
            Issue.record("it was not reported: \(phone.result(of: broken))")
            return
        }
        let last = try await app.run(with: PushApp.self) { $0.outcomes.last }
        #expect(last?.reported?.endReason == .failed)
        guard case .decoder = last?.fault else {
            Issue.record("the fault is \(String(describing: last?.fault))")
            return
        }
        #expect(phone.violations.isEmpty)
    }

    @Test("Do Not Disturb and blocked callers are told as errors") func refused() async throws {
        let phone = SimulatedPhone(.iOS(18))
        defer { phone.close() }
        phone.faults.refusesReports = .filteredByDoNotDisturb
        let app = phone.launch(PushApp.bundle) { PushApp(phone) }
        phone.push(to: app, Self.payload)
        try await phone.settle()
        let outcomes = try await app.run(with: PushApp.self) { $0.outcomes }
        #expect(outcomes.map(\.error) == [.doNotDisturb])
        #expect(phone.violations.isEmpty)
    }
}
