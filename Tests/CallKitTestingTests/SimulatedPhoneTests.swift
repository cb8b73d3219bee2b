// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Foundation
import Testing

@Suite("A phone for tests") struct SimulatedPhoneTests {
    private let hotline = "com.example.hotline"

    @Test("A push rings, and the answered call connects", .phone(.iOS(18)))
    func pushRings() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { VoIPService() }
        phone.push(to: app, ["caller": "+8618712345678", "name": "Tester"])
        try await phone.settle()
        #expect(phone.screen.ringing?.callerName == "Tester")
        phone.user.answer()
        try await phone.advance(by: .seconds(3))
        #expect(phone.calls.first?.isConnected == true)
        #expect(phone.violations.isEmpty)
        phone.user.end()
        try await phone.settle()
        #expect(phone.recents.map(\.outcome) == [.ended])
        #expect(phone.advice.isEmpty)
    }

    @Test("The screen says who calls, how it is shown and what can be tapped", .phone)
    func screen() async throws {
        let phone = SimulatedPhone.current
        let description = AppDescription(name: "Hotline", sounds: ["ring.caf"])
        let app = phone.launch(hotline, as: description) { VoIPService() }
        let push = phone.push(to: app, ["name": "Tester"])
        try await phone.settle()
        let call = try #require(phone.screen.ringing)
        #expect(phone.result(of: push) == .rang(call.id))
        #expect(phone.screen.choices.contains(.decline))
        #expect(phone.screen.style == .banner)
        #expect(phone.screen.title == "Hotline Audio")
        #expect(phone.ringer.map(\.sound) == ["ring.caf"])
        #expect(phone.observedCalls.map(\.hasConnected) == [false])
        phone.user.lock()
        #expect(phone.screen.style == .fullScreen)
        #expect(phone.user.decline().isDone)
        try await phone.settle()
        #expect(phone.screen.ringing == nil && phone.ringer.isEmpty)
        #expect(phone.recents.first?.outcome == .declined)
    }

    @Test("What the phone does not offer is refused in words, and noted", .phone())
    func refusal() async throws {
        let phone = SimulatedPhone.current
        let outcome = phone.user.answer()
        #expect(!outcome.isDone)
        #expect(phone.timeline.text.contains("refused"))
    }

    @Test("Nothing sleeps: ten minutes pass at once, stopping at each deadline", .phone())
    func time() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { VoIPService() }
        let start = phone.now
        phone.push(to: app)
        try await phone.advance(by: .seconds(600))
        #expect(phone.now == start + 600)
        #expect(phone.calls.isEmpty)
        #expect(phone.recents.map(\.outcome) == [.unanswered])
    }

    @Test("A push that is not reported ends the app, and names the rule", .phone())
    func notReported() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { VoIPService() }
        try await Self.set(app) { $0.reports = false }
        phone.push(to: app)
        try await phone.settle()
        #expect(app.terminations == [.pushHandledWithoutReport])
        #expect(app.state == .notRunning)
        let violation = try #require(phone.violations.first)
        #expect(violation.number == "B121" && violation.isEnforced)
        #expect(violation.description.hasPrefix("B121 (documented): com.example.hotline "))
        #expect(throws: PhoneError.self) { try phone.verify() }
    }

    @Test("Two phones in one test, and a call from one to the other")
    func twoPhones() async throws {
        let a = SimulatedPhone(.iOS(18), name: "A")
        let b = SimulatedPhone(.iOS(17), name: "B")
        defer { for phone in [a, b] { phone.close() } }
        let caller = a.launch(hotline) { VoIPService() }
        let callee = b.launch(hotline) { VoIPService() }
        let call = UUID()
        try await Self.set(caller) { service in
            let handle = CXHandle(type: .phoneNumber, value: "+492222222")
            service.controller.request(
                CXTransaction(action: CXStartCallAction(call: call, handle: handle))
            ) { _ in }
        }
        try await a.settle()
        b.push(to: callee, ["caller": "+491111111", "name": "A"])
        try await SimulatedPhone.settle([a, b])
        #expect(b.screen.ringing?.handle?.value == "+491111111")
        b.user.answer()
        try await Self.set(caller) { $0.provider.reportOutgoingCall(with: call, connectedAt: nil) }
        try await SimulatedPhone.settle([a, b])
        #expect(a.calls.map(\.isConnected) == [true] && b.calls.map(\.isConnected) == [true])
        #expect(a.audio.activeApp == hotline)
    }

    @Test("A killed app hears of nothing; a push starts it anew", .phone())
    func killed() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { VoIPService() }
        try await phone.settle()
        app.kill()
        try await phone.settle()
        #expect(app.state == .notRunning && phone.runningApps.isEmpty)
        phone.push(to: app, ["name": "Again"])
        try await phone.settle()
        #expect(app.launchCount == 2 && app.isRunning)
        #expect(phone.screen.ringing?.callerName == "Again")
    }

    @Test("A reboot ends calls and apps, and keeps Recents and settings", .phone())
    func reboot() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { VoIPService() }
        let bore = CXHandle(type: .phoneNumber, value: "+493333333")
        phone.user.block(bore)
        phone.push(to: app)
        try await phone.settle()
        phone.reboot()
        try await phone.settle()
        #expect(phone.calls.isEmpty && phone.runningApps.isEmpty)
        #expect(phone.recents.count == 1)
        phone.push(to: app, ["caller": "+493333333"])
        try await phone.settle()
        #expect(phone.calls.isEmpty && app.launchCount == 2)
    }

    @Test("Recents calls back through the app's delegate", .phone())
    func redial() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { VoIPService() }
        let asked = Asked()
        app.onStartCall = { asked.handles.append($0.handle.value) }
        phone.push(to: app, ["caller": "+491234567"])
        try await phone.settle()
        phone.user.decline()
        try await phone.settle()
        phone.user.redial(try #require(phone.recents.first))
        try await phone.settle()
        #expect(await asked.handles == ["+491234567"])
        #expect(app.state == .foreground)
    }

    @Test("A cellular call can come in between", .phone())
    func cellular() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { VoIPService() }
        phone.push(to: app)
        try await phone.settle()
        phone.user.answer()
        try await phone.settle()
        let call = phone.world.incomingCellularCall(from: "+494444444")
        try await phone.settle()
        #expect(phone.screen.ringing?.id == call)
        #expect(phone.screen.choices.contains(.holdAndAccept))
        phone.user.holdAndAnswer()
        try await phone.settle()
        #expect(phone.screen.held.map(\.app) == [hotline])
        phone.world.cellularHangsUp(call)
        try await phone.settle()
        #expect(phone.calls.map(\.isOnHold) == [true])
    }

    @Test("A test waits for what an app does on a queue of its own", .phone())
    func settleUntil() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { VoIPService() }
        try await Self.set(app) { $0.fulfils = false }
        phone.push(to: app)
        try await phone.settle()
        phone.user.answer()
        try await phone.settle()
        #expect(phone.calls.map(\.isConnected) == [false])
        try await Self.set(app) { service in
            let actions = Opened(service.open)
            DispatchQueue(label: "own").asyncAfter(deadline: .now() + .milliseconds(20)) {
                actions.all.forEach { $0.fulfill() }
            }
        }
        try await phone.settle(until: { phone.calls.first?.isConnected == true })
    }

    @Test("Closing a phone twice is once; a closed one says so")
    func closed() async throws {
        let phone = SimulatedPhone()
        phone.close()
        phone.close()
        await #expect(throws: PhoneError.self) { try await phone.settle() }
    }

    @Test("Waiting in vain says what is outstanding", .phone())
    func outstanding() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { VoIPService() }
        try await Self.set(app) { $0.fulfils = false }
        phone.push(to: app)
        try await phone.settle()
        phone.user.answer()
        let error = await #expect(throws: PhoneError.self) {
            try await phone.settle(until: { false }, within: .milliseconds(10))
        }
        #expect(error?.description.contains("has not completed Answer") == true)
        #expect(error?.description.contains("counts as failed in 60.0 s") == true)
    }

    @Test("Time does not go back, and an app is not started twice", .phone())
    func misuse() async throws {
        let phone = SimulatedPhone.current
        await #expect(throws: PhoneError.self) { try await phone.advance(by: .seconds(-1)) }
        let app = phone.launch(hotline) { VoIPService() }
        withKnownIssue { phone.relaunch(app) }
        #expect(app.launchCount == 1)
        #expect(throws: PhoneError.self) { try app.object(String.self) }
        phone.uninstall(app)
        try await phone.settle()
        #expect(phone.app(hotline) == nil && phone.runningApps.isEmpty)
    }

    @Test("A phone that nobody holds goes away, with its apps")
    func released() async throws {
        weak var phone: SimulatedPhone?
        weak var service: VoIPService?
        do {
            let made = SimulatedPhone()
            phone = made
            let app = made.launch(hotline) { VoIPService() }
            made.push(to: app)
            try await made.settle()
            service = try app.object(VoIPService.self)
            made.close()
        }
        // What the phone's queue and the main queue still have to let go.
        for _ in 0..<100_000 where phone != nil || service != nil { await Task.yield() }
        #expect(phone == nil)
        #expect(service == nil)
    }

    // MARK: Helpers

    /// Does something with the app's service, within the app.
    static func set(
        _ app: SimulatedApp,
        _ body: @MainActor @Sendable (VoIPService) -> Void
    ) async throws {
        try await app.run(with: VoIPService.self, body)
    }

    @MainActor private final class Asked {
        var handles: [String] = []
        nonisolated init() {}
    }

    private struct Opened: @unchecked Sendable {
        // Sendable because an action may be completed from any thread (B39).
        let all: [CXAction]
        init(_ all: [CXAction]) { self.all = all }
    }
}
