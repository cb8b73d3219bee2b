// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Foundation
import PushKit
import Testing

@testable import VoIPKit

@Suite("Texts and dates that nobody should have sent", .phone(.iOS(18), failing: .violations))
struct HostileTextTests {
    private let call = UUID()

    private static let texts = [
        "", " ", "\u{0}", "\r\n\t", "\u{202E}+4930", String(repeating: "1", count: 256),
        String(repeating: "1", count: 257), String(repeating: "ä", count: 100_000),
        String(repeating: "👨‍👩‍👧‍👦", count: 1_000),
        "e" + String(repeating: "\u{301}", count: 5_000),
    ]

    private static let kinds: [CallHandle.Kind] = [.generic, .phoneNumber, .emailAddress]

    @Test("a call over the app's own connection rings, whatever its handle and name are")
    func ownConnection() async throws {
        let device = try await CallDevice()
        for (number, text) in Self.texts.enumerated() {
            let call = UUID()
            let handle = CallHandle(Self.kinds[number % 3], text)
            try await device.ask {
                try await $0.reportIncoming(IncomingCall(id: call, handle: handle, name: text))
            }
            #expect(device.phone.screen.ringing != nil, "\(text.prefix(20))")
            try await device.expectState(.ringing, of: call)
            device.phone.user.decline()
            try await device.checkEnd()
        }
        let outcomes = try await device.read { $0.outcomes }
        #expect(outcomes == Self.texts.map { _ in nil })
    }

    @Test("what becomes known of a call is shown as far as it fits") func updated() async throws {
        let device = try await CallDevice()
        try await device.ringAndAnswer(call)
        for text in Self.texts {
            let handle = CallHandle(.generic, text)
            try await device.report(
                .updated(handle: handle, name: text, hasVideo: nil), of: call)
            let known = try await device.read { $0.manager.call(call) }
            #expect(known?.name == text)
            #expect(known?.handle == handle)
        }
        let shown = try #require(device.phone.calls.first?.handle?.value)
        #expect(shown.unicodeScalars.first == "e")
        #expect(shown.utf8.count <= 256)
        try await device.endAll()
        try await device.checkEnd()
    }

    @Test("a push whose decoder lets everything through rings")
    func decoder() async throws {
        let phone = SimulatedPhone.current
        let texts = Self.texts
        let app = phone.launch(PushApp.bundle) {
            PushApp(phone) { push in
                let number = (push.payload["number"] as? NSNumber)?.intValue ?? 0
                let handle = CallHandle(Self.kinds[number % 3], texts[number])
                return VoIPPushReading(
                    IncomingCall(id: UUID(), handle: handle, name: texts[number]))
            }
        }
        try await phone.settle()
        for number in texts.indices {
            let push = phone.push(to: app, ["number": number])
            try await phone.settle()
            guard case .rang = phone.result(of: push) else {
                Issue.record("\(number): \(phone.result(of: push))")
                continue
            }
            phone.user.decline()
            try await phone.advance(by: .seconds(8))
        }
        #expect(app.terminations.isEmpty)
    }

    @Test("a start and digits that are too long are refused at once, others are the system's")
    func asked() async throws {
        let device = try await CallDevice()
        for text in Self.texts {
            let call = UUID()
            try await device.ask {
                try await $0.start(CallHandle(.generic, text), name: text, id: call)
            }
            let outcome = try await device.read { $0.outcomes.last }
            if text.utf8.count > 256 {
                #expect(outcome == .notPossible("its handle has over 256 bytes"))
            }
            if outcome == .some(nil) { try await device.report(.connected(nil), of: call) }
            try await device.ask { try await $0.play(dtmf: text, in: call) }
            try await device.endAll()
            try await device.checkEnd()
        }
    }

    @Test(
        "dates of a service that cannot tell the time harm nothing",
        arguments: [
            Double.nan, .infinity, -.infinity, 1e300, -1e300, 9.3e15, -9.3e15, 0,
        ])
    func dates(seconds: Double) async throws {
        let device = try await CallDevice()
        let date = Date(timeIntervalSince1970: seconds)
        try await device.start(call)
        try await device.report(.startedConnecting(date), of: call)
        try await device.report(.connected(date), of: call)
        try await device.expectState(.active, of: call)
        try await device.report(.ended(.remote, date), of: call)
        try await device.expectState(nil, of: call)
        try await device.ringAndAnswer(UUID())
        try await device.endAll()
        try await device.checkEnd()
        #expect(device.phone.recents.count == 2)
    }

    /// An app without VoIPKit, whose reports the phone cannot take.
    @MainActor private final class LongWindedApp: NSObject, PKPushRegistryDelegate {
        let provider = CXProvider(configuration: CXProviderConfiguration())
        let registry = PKPushRegistry(queue: .main)
        private(set) var answers: [Bool] = []

        override init() {
            super.init()
            provider.setDelegate(nil, queue: .main)
            registry.delegate = self
            registry.desiredPushTypes = [.voIP]
        }

        nonisolated func pushRegistry(
            _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
            for type: PKPushType
        ) {}

        nonisolated func pushRegistry(
            _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
            for type: PKPushType, completion: @escaping () -> Void
        ) {
            let update = CXCallUpdate()
            update.localizedCallerName = String(repeating: "x", count: 1_025)
            MainActor.assumeIsolated {
                provider.reportNewIncomingCall(with: UUID(), update: update) { error in
                    let isRefused = error != nil
                    MainActor.assumeIsolated { self.answers.append(isRefused) }
                }
            }
            completion()
        }
    }

    @Test("B67: a report that is too long is answered with an error, and the push's duty is met")
    func tooLong() async throws {
        let phone = SimulatedPhone(.iOS(18))
        defer { phone.close() }
        let app = phone.launch("com.example.long") { LongWindedApp() }
        try await phone.settle()
        let push = phone.push(to: app)
        try await phone.advance(by: .seconds(10))
        let answers = try await app.run(with: LongWindedApp.self) { $0.answers }
        #expect(answers == [true])
        #expect(phone.result(of: push) == .refused(0))
        #expect(app.terminations.isEmpty)
        #expect((phone.violations + phone.advice).map(\.rule) == ["overLimit"])
    }
}
