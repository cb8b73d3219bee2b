// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Foundation
import Testing

@testable import ArticleCallManager

/// The client with a call object, a call manager and a provider delegate, in the test's process.
@Suite("CallManager", .phone(failing: .violationsAndAdvice)) struct CallManagerTests {
    private let phone = SimulatedPhone.current
    private let ann = CXHandle(type: .phoneNumber, value: "+491111111")

    /// The other sides, in the hands of a test.
    @MainActor private final class Lines: CallNetwork {
        var calls: [Call] = []
        nonisolated init() {}

        func dial(_ call: Call) {
            calls.append(call)
            DispatchQueue.main.async { call.asked() }
        }
    }

    private func launch(
        over network: (@MainActor @Sendable () -> any CallNetwork)? = nil, region: String? = "DE"
    ) -> SimulatedApp {
        phone.launch("com.example.callmanager") {
            let delegate = AppDelegate()
            if let network { delegate.network = network() }
            delegate.region = region
            return delegate
        }
    }

    private func sightings(_ app: SimulatedApp) async throws -> [CallWatcher.Sighting] {
        try await app.run(with: AppDelegate.self) { $0.callWatcher.sightings }
    }

    private func states(_ app: SimulatedApp) async throws -> [Call.State] {
        try await app.run(with: AppDelegate.self) { $0.callManager.calls.map(\.state) }
    }

    private func tap(
        _ app: SimulatedApp, _ body: @MainActor @Sendable (AppDelegate) throws -> Void
    ) async throws {
        try await app.run(with: AppDelegate.self, body)
        try await phone.settle()
    }

    private func seen(
        _ out: Bool, _ hold: Bool, _ connected: Bool, _ ended: Bool
    ) -> CallWatcher.Sighting {
        .init(isOutgoing: out, isOnHold: hold, hasConnected: connected, hasEnded: ended)
    }

    // MARK: Incoming

    @Test(
        "A push rings, with the app running or not; answered and ended", arguments: [false, true])
    func incoming(isCold: Bool) async throws {
        let app = launch()
        try await phone.settle()
        if isCold {
            app.kill()
            try await phone.settle()
        }
        phone.push(to: app, ["UUID": UUID().uuidString, "handle": ann.value, "hasVideo": true])
        try await phone.settle()
        #expect(app.launchCount == (isCold ? 2 : 1))
        #expect(phone.screen.ringing?.handle == ann && phone.screen.ringing?.isVideo == true)
        phone.user.answer()
        try await phone.settle()
        #expect(phone.calls.map(\.isConnected) == [true])
        #expect(try await states(app) == [.active])
        #expect(
            try await app.run(with: AppDelegate.self) { $0.providerDelegate?.isSoundOn } == true)
        phone.user.end()
        try await phone.settle()
        #expect(try await states(app).isEmpty)
        #expect(phone.recents.map(\.handle) == [ann])
    }

    @Test("On a locked phone a call is answered behind the lock")
    func locked() async throws {
        let app = launch()
        try await phone.settle()
        phone.user.lock()
        phone.push(to: app, ["handle": ann.value])
        try await phone.settle()
        phone.user.answer()
        try await phone.settle()
        #expect(phone.calls.map(\.isConnected) == [true] && app.state == .background)
        phone.user.end()
    }

    @Test("Hold, mute and digits go both ways: from the system's screen and from the app's")
    func during() async throws {
        let app = launch()
        try await phone.settle()
        phone.push(to: app, ["handle": ann.value])
        try await phone.settle()
        phone.user.answer()
        try await phone.settle()
        phone.user.hold()
        try await phone.settle()
        #expect(try await states(app) == [.held])
        try await tap(app) {
            $0.callManager.setHeld(try #require($0.callManager.calls.first), false)
        }
        #expect(phone.calls.map(\.isOnHold) == [false])
        phone.user.mute()
        phone.user.keypad("7#")
        try await phone.settle()
        try await tap(app) {
            let call = try #require($0.callManager.calls.first)
            #expect(call.isMuted && call.digits == "7#")
            $0.callManager.setMuted(call, false)
            $0.callManager.play("8", in: call)
        }
        #expect(phone.calls.map(\.isMuted) == [false])
        try await tap(app) {
            let call = try #require($0.callManager.calls.first)
            #expect(!call.isMuted && call.digits == "7#8")
            $0.callManager.end(call)
        }
        #expect(phone.calls.isEmpty)
    }

    // MARK: Outgoing

    @Test("A call goes through its states, the system is told of each, and it stands in Recents")
    func outgoing() async throws {
        let app = launch(over: { Lines() })
        try await phone.settle()
        try await tap(app) { $0.startCall(handle: "+492222222") }
        #expect(try await states(app) == [.connecting])
        #expect(phone.calls.map(\.isConnected) == [false])
        try await tap(app) { ($0.network as? Lines)?.calls.last?.connected() }
        #expect(try await states(app) == [.active])
        #expect(phone.calls.map(\.isConnected) == [true])
        try await tap(app) { $0.callManager.end(try #require($0.callManager.calls.first)) }
        #expect(phone.recents.map(\.isOutgoing) == [true])
        #expect(phone.recents.first?.connected != nil)
    }

    @Test("Contacts and Recents call, with the app running or not", arguments: [false, true])
    func redial(isCold: Bool) async throws {
        let app = launch()
        phone.user.contacts(["Ann Example": [ann]])
        try await phone.settle()
        for number in 1...2 {
            if isCold {
                app.kill()
                try await phone.settle()
            }
            if number == 1 {
                phone.user.call(contact: "Ann Example", with: app)
            } else {
                phone.user.redial(try #require(phone.recents.first))
            }
            try await phone.settle()
            #expect(phone.calls.map(\.handle) == [ann])
            #expect(phone.calls.map(\.isConnected) == [true])
            #expect(app.launchCount == (isCold ? number + 1 : 1))
            phone.user.end()
            try await phone.settle()
        }
        #expect(phone.recents.map(\.isOutgoing) == [true, true])
    }

    // MARK: Watching

    @Test("The watcher sees what the table of its author has: dialled and refused")
    func watchesRefusal() async throws {
        let app = launch(over: { Lines() })
        try await phone.settle()
        try await tap(app) { $0.startCall(handle: "+492222222") }
        #expect(try await sightings(app).last == seen(true, false, false, false))
        try await tap(app) {
            let call = try #require($0.callManager.calls.first)
            $0.providerDelegate?.report(call, endedFor: .remoteEnded)
        }
        #expect(try await sightings(app).last == seen(true, false, false, true))
    }

    @Test("The watcher sees a second call accepted, the first held, and both ended")
    func watchesTwo() async throws {
        let app = launch()
        try await phone.settle()
        try await tap(app) { $0.startCall(handle: "+492222222") }
        #expect(try await sightings(app).last == seen(true, false, true, false))
        phone.push(to: app, ["handle": ann.value])
        try await phone.settle()
        #expect(try await sightings(app).last == seen(false, false, false, false))
        phone.user.holdAndAnswer()
        try await phone.settle()
        #expect(try await sightings(app).contains(seen(true, true, true, false)))
        #expect(try await sightings(app).contains(seen(false, false, true, false)))
        try await tap(app) {
            let call = try #require($0.callManager.calls.last)
            $0.providerDelegate?.report(call, endedFor: .remoteEnded)
        }
        #expect(try await sightings(app).last == seen(false, false, true, true))
        try await tap(app) { $0.callManager.end(try #require($0.callManager.calls.first)) }
        #expect(try await sightings(app).last?.hasEnded == true)
        #expect(
            try await app.run(with: AppDelegate.self) { $0.callWatcher.isAnybodyTalking } == false)
    }

    // MARK: Without CallKit

    @Test("In mainland China CallKit stays off, and the app's own screen takes its place")
    func china() async throws {
        #expect(!CallKitPolicy.allowsCallKit(in: "CN"))
        #expect(CallKitPolicy.allowsCallKit(in: "DE") && CallKitPolicy.allowsCallKit(in: nil))
        let app = launch(region: "CN")
        try await phone.settle()
        try await tap(app) {
            #expect($0.providerDelegate == nil && $0.pushToken == nil)
            $0.startCall(handle: "+492222222")
        }
        #expect(phone.calls.isEmpty)
        #expect(try await states(app) == [.active])
        try await tap(app) {
            let screen = $0.callScreen
            screen.end(try #require($0.callManager.calls.first))
        }
        #expect(try await states(app).isEmpty)
    }
}
