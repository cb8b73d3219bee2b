// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Foundation
import Testing

@Suite("Broken rules") struct FailingTests {
    private let hotline = "com.example.hotline"

    @Test("A broken rule fails the test at once where the test asked for it")
    func failsAtOnce() async throws {
        let phone = SimulatedPhone()
        defer { phone.close() }
        phone.failOn = .violations
        let app = phone.launch(hotline) { VoIPService() }
        try await SimulatedPhoneTests.set(app) { $0.reports = false }
        phone.push(to: app)
        try await withKnownIssue {
            try await phone.settle()
        } matching: { issue in
            issue.comments.contains { $0.rawValue.hasPrefix("B121 (documented): ") }
        }
    }

    @Test("What cannot be done in an app that the system has ended says why it was ended", .phone())
    func endedApp() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { VoIPService() }
        try await SimulatedPhoneTests.set(app) { $0.reports = false }
        phone.push(to: app)
        try await phone.settle()
        let error = await #expect(throws: PhoneError.self) { try await app.run {} }
        #expect(error?.description.contains("reported no call for a push (B121)") == true)
    }

    @Test("The words name the call that a broken rule is about", .phone())
    func namesTheCall() async throws {
        let phone = SimulatedPhone.current
        phone.launch(hotline) { VoIPService() }
        phone.push(to: hotline)
        try await phone.settle()
        let call = try #require(phone.calls.first).id
        phone.user.answer()
        try await phone.settle()
        phone.close()
        #expect(phone.advice.first?.description.contains("(call \(call.uuidString)); ") == true)
    }

    #if compiler(>=6.3)
    @Test("What the phone did not offer is a warning at the next step, where rules are to fail")
    func refusalWarns() async throws {
        let phone = SimulatedPhone()
        defer { phone.close() }
        phone.failOn = .violations
        phone.user.merge()
        try await withKnownIssue {
            try await phone.settle()
        } matching: { issue in
            issue.severity == .warning
                && issue.comments.contains { $0.rawValue.contains("did not offer user.merge: ") }
        }
        phone.showsRefusals = false
        phone.user.merge()
        try await phone.settle()
    }
    #endif

    @Test("XCTest gets the words by a closure")
    func closure() async throws {
        let phone = SimulatedPhone()
        defer { phone.close() }
        let words = Words()
        phone.onFailure = { words.add($0) }
        phone.failOn = .violations
        let app = phone.launch(hotline) { VoIPService() }
        try await SimulatedPhoneTests.set(app) { $0.reports = false }
        phone.push(to: app)
        try await phone.settle()
        #expect(words.all.count == 1 && words.all[0].contains("reportNewIncomingCall"))
        let error = #expect(throws: PhoneError.self) { try phone.verify() }
        #expect(error?.description == words.all[0])
    }

    @Test("A call that is left open is noted as advice when the phone is closed")
    func leftOpen() async throws {
        let phone = SimulatedPhone()
        let app = phone.launch(hotline) { VoIPService() }
        phone.push(to: app)
        try await phone.settle()
        phone.user.answer()
        try await phone.settle()
        phone.close()
        #expect(phone.advice.map(\.number) == ["B13"])
        #expect(phone.violations.isEmpty)
    }

    @Test("A token that was made by printing reaches nobody and is put on record", .phone())
    func printedToken() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { VoIPService() }
        try await phone.settle()
        let service = try app.object(VoIPService.self)
        let token = try #require(await service.token)
        #expect(token.count == 64)
        #expect(phone.push(toToken: token.uppercased(), ["name": "Server"]) != nil)
        try await phone.settle()
        #expect(phone.screen.ringing?.callerName == "Server")
        for text in ["<\(token)>", "32 bytes", "{length = 32, bytes = 0x\(token.prefix(32)) ... }"]
        {
            #expect(phone.push(toToken: text) == nil)
        }
        #expect(phone.push(toToken: "00ff") == nil)
        let found = phone.violations + phone.advice
        #expect(found.map(\.number) == ["B117", "B117", "B117"])
        #expect(found.allSatisfy { $0.app == hotline })
    }

    @Test("A rotated token replaces the old one, which reaches nobody any more", .phone())
    func rotatedToken() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { VoIPService() }
        try await phone.settle()
        let service = try app.object(VoIPService.self)
        let old = try #require(await service.token)
        phone.world.rotateToken(of: app)
        try await phone.settle()
        let new = try #require(await service.token)
        #expect(new != old)
        #expect(phone.push(toToken: old) == nil && phone.push(toToken: new) != nil)
        phone.world.invalidateToken(of: app)
        try await phone.settle()
        #expect(await service.token == nil)
    }

    @Test("A payload that JSON cannot say fails the test", .phone())
    func badPayload() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { VoIPService() }
        withKnownIssue { phone.push(to: app, ["date": Date()]) }
        phone.user.closeApp(app)
        try await phone.settle()
    }

    @Test("An app that answers itself without end is not waited for without end", .phone())
    func endless() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { Echo() }
        try await phone.settle()
        try await app.run { try app.object(Echo.self).begin() }
        let error = await #expect(throws: PhoneError.self) { try await phone.settle() }
        #expect(error?.description.contains("B47") == true)
        phone.close()
    }

    @Test("An object that belongs to no app fails the test, where two apps run")
    func unbound() async throws {
        let a = SimulatedPhone(name: "A")
        let b = SimulatedPhone(name: "B")
        defer { for phone in [a, b] { phone.close() } }
        for phone in [a, b] { phone.launch(hotline) { VoIPService() } }
        try await SimulatedPhone.settle([a, b])
        withKnownIssue {
            _ = CXProvider(configuration: CXProviderConfiguration())
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("phone.launch(bundle)") }
        }
        // An action belongs to nobody until it is requested.
        _ = CXEndCallAction(call: UUID())
    }

    @Test("An object of an earlier launch serves no second one, and the test is told what to do")
    func earlierLaunch() async throws {
        let a = SimulatedPhone(name: "A")
        let b = SimulatedPhone(name: "B")
        defer { for phone in [a, b] { phone.close() } }
        let service = try a.launch(hotline) { VoIPService() }.object(VoIPService.self)
        withKnownIssue {
            b.launch(hotline) { service }
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("belongs to the launch that made it") }
        }
    }

    @Test("In the test's own task, an unbound object belongs to the only app", .phone())
    func onlyApp() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { VoIPService() }
        try await phone.settle()
        let id = UUID()
        try await SimulatedPhoneTests.set(app) { $0.report(id) }
        try await phone.settle()
        #expect(CXCallObserver().calls.map(\.uuid) == [id])
    }

    private final class Words: @unchecked Sendable {
        // Sendable because the lock guards the words.
        private let lock = NSLock()
        private var words: [String] = []
        var all: [String] { lock.withLock { words } }
        func add(_ word: String) { lock.withLock { words.append(word) } }
    }
}

/// An app that requests a mute for each mute that it performs, the other way round.
@MainActor private final class Echo: NSObject, @preconcurrency CXProviderDelegate {
    private let provider = CXProvider(configuration: CXProviderConfiguration())
    private let controller = CXCallController(queue: .main)
    private let call = UUID()

    override init() {
        super.init()
        provider.setDelegate(self, queue: nil)
    }

    func begin() {
        let handle = CXHandle(type: .generic, value: "x")
        request(CXStartCallAction(call: call, handle: handle))
    }

    private func request(_ action: CXAction) {
        controller.request(CXTransaction(action: action)) { _ in }
    }

    func providerDidReset(_ provider: CXProvider) {}

    func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        action.fulfill()
        provider.reportOutgoingCall(with: call, connectedAt: nil)
        request(CXSetMutedCallAction(call: call, muted: true))
    }

    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
        action.fulfill()
        request(CXSetMutedCallAction(call: call, muted: !action.isMuted))
    }
}
