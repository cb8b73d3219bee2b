// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import Foundation
import Testing

@testable import VoIPKit

@Suite("Tokens on phones") struct TokenTests {
    @Test("B117: the server gets the token at each launch, and can ring by it")
    func upload() async throws {
        let phone = SimulatedPhone(.iOS(18))
        defer { phone.close() }
        let desk = TokenDesk()
        let app = phone.launch(PushApp.bundle) { PushApp(phone, server: desk) }
        try await phone.settle(until: { desk.token != nil })
        let token = try #require(desk.token)
        let known = try await app.run(with: PushApp.self) { $0.pushes.token?.hex }
        #expect(known == token)
        #expect(phone.push(toToken: token, ["handle": "ann"]) != nil)
        try await phone.settle()
        #expect(phone.screen.ringing != nil)
        phone.user.decline()
        app.kill()
        phone.push(to: app, ["handle": "bob"])
        try await phone.settle(until: { desk.log.count == 2 })
        #expect(desk.log == Array(repeating: "+" + token.prefix(8), count: 2))
        #expect(phone.violations.isEmpty)
    }

    @Test("B118: another token goes to the server, and the one before is withdrawn")
    func rotation() async throws {
        let phone = SimulatedPhone(.iOS(18))
        defer { phone.close() }
        let desk = TokenDesk()
        let app = phone.launch(PushApp.bundle) { PushApp(phone, server: desk) }
        try await phone.settle(until: { desk.token != nil })
        let first = try #require(desk.token)
        phone.world.rotateToken(of: app)
        try await phone.settle(until: { desk.log.count >= 3 })
        let second = try #require(desk.token)
        #expect(first != second)
        #expect(desk.log.last == "+" + second.prefix(8) || desk.log.count == 3)
        #expect(Set(desk.log.dropFirst()) == ["+" + second.prefix(8), "-" + first.prefix(8)])
        phone.world.invalidateToken(of: app)
        try await phone.settle(until: { desk.token == nil })
        let known = try await app.run(with: PushApp.self) { $0.pushes.token }
        #expect(known == nil)
    }

    @Test("a server that is down is asked again after 1, 2, 4 s, and at once when told to")
    func down() async throws {
        let phone = SimulatedPhone(.iOS(18))
        defer { phone.close() }
        let desk = TokenDesk()
        desk.isDown = true
        let app = phone.launch(PushApp.bundle) { PushApp(phone, server: desk) }
        try await phone.settle(until: { desk.log.count == 1 })
        for (seconds, count) in [(1, 2), (2, 3), (4, 4)] {
            try await phone.advance(by: .milliseconds(seconds * 1_000 - 1))
            #expect(desk.log.count == count - 1)
            try await phone.advance(by: .milliseconds(1))
            try await phone.settle(until: { desk.log.count == count })
        }
        let isKnown = try await app.run(with: PushApp.self) { app in
            app.pushes.isTokenUploaded || app.pushes.uploadError == nil
        }
        #expect(!isKnown)
        try await app.run(with: PushApp.self) { app in
            desk.isDown = false
            app.pushes.retry()
        }
        try await phone.settle(until: { desk.token != nil })
        let error = try await app.run(with: PushApp.self) { app in
            app.pushes.uploadError.map { "\($0)" } ?? (app.pushes.isTokenUploaded ? nil : "late")
        }
        #expect(error == nil)
    }

    @Test("an upload that hangs lets the newer token by, and is made up for when it ends")
    func slow() async throws {
        let phone = SimulatedPhone(.iOS(18))
        defer { phone.close() }
        let desk = TokenDesk()
        desk.holdsUp = true
        let app = phone.launch(PushApp.bundle) { PushApp(phone, server: desk) }
        try await phone.settle(until: { desk.heldUpCount == 1 })
        phone.world.rotateToken(of: app)
        desk.holdsUp = false
        try await phone.advance(by: .seconds(29))
        #expect(desk.log.isEmpty, "one at a time")
        try await phone.advance(by: .seconds(1))
        try await phone.settle(until: { desk.token != nil })
        let newest = try #require(desk.token)
        desk.letGo()
        // The older one has replaced it at the server, for a moment.
        try await phone.settle(until: { desk.log.last?.first == "-" })
        #expect(desk.token == newest)
        #expect(desk.log.filter { $0 == "+" + newest.prefix(8) }.count == 2)
    }

    @Test("without permission there is no token, and the server forgets what it had")
    func permission() async throws {
        let phone = SimulatedPhone(.iOS(18))
        defer { phone.close() }
        let desk = TokenDesk()
        let permission = TestPermission(true)
        let app = phone.launch(PushApp.bundle) {
            PushApp(phone, server: desk, permission: permission)
        }
        try await phone.settle(until: { desk.token != nil })
        let token = try #require(desk.token)
        try await app.run { permission.mayTakeVoIPPushes = false }
        try await phone.settle(until: { desk.token == nil })
        #expect(phone.push(toToken: token, ["handle": "ann"]) == nil)
        try await app.run { permission.forget() }
        app.kill()
        phone.relaunch(app)
        try await phone.settle()
        #expect(desk.log.count == 2, "nothing is left to tell")
        try await app.run { permission.mayTakeVoIPPushes = true }
        try await phone.settle(until: { desk.token != nil })
        let next = try #require(desk.token)
        #expect(phone.push(toToken: next, ["handle": "ann"]) != nil)
        try await phone.settle()
        #expect(phone.screen.ringing != nil)
        #expect(phone.violations.isEmpty)
    }

    @Test("B116: the service follows CallAvailability") func availability() async throws {
        let phone = SimulatedPhone(.iOS(18))
        defer { phone.close() }
        let desk = TokenDesk()
        let availability = await CallAvailability(
            region: .immediate { "DE" }, store: Region(), isEntitled: true)
        let app = phone.launch(PushApp.bundle) {
            PushApp(phone, server: desk, permission: availability)
        }
        try await phone.settle(until: { desk.token != nil })
        try await app.run { availability.isSwitchedOn = false }
        try await phone.settle(until: { desk.token == nil })
        try await app.run { availability.isSwitchedOn = true }
        try await phone.settle(until: { desk.token != nil })
    }

    /// The region, for one test.
    @MainActor private final class Region: CallRegionStore {
        var region: String?
    }

    @Test("signing out has the server forget the token; signing in sends it again")
    func signingOut() async throws {
        let phone = SimulatedPhone(.iOS(18))
        defer { phone.close() }
        let desk = TokenDesk()
        let app = phone.launch(PushApp.bundle) { PushApp(phone, server: desk) }
        try await phone.settle(until: { desk.token != nil })
        try await app.run(with: PushApp.self) { $0.pushes.stop() }
        try await phone.settle(until: { desk.token == nil })
        try await app.run(with: PushApp.self) { $0.pushes.start() }
        try await phone.settle(until: { desk.token != nil })
        let before = desk.log.count
        try await app.run(with: PushApp.self) { $0.pushes.uploadAgain() }
        try await phone.settle(until: { desk.log.count == before + 1 })
        #expect(desk.log.allSatisfy { !$0.hasPrefix("refused") })
    }

    @Test("what is kept in the app's defaults is read back") @MainActor func defaults() throws {
        let name = "com.example.voipkit.\(UUID().uuidString)"
        let defaults = try #require(UserDefaults(suiteName: name))
        defer { defaults.removePersistentDomain(forName: name) }
        let store = UserDefaultsVoIPTokenStore(defaults: defaults)
        #expect(store.load() == nil)
        var record = VoIPTokenRecord()
        record.tokens = ["01", "02"]
        record.uploaded = "02"
        record.uploadedAt = Date(timeIntervalSince1970: 1_700_000_000.25)
        store.save(record)
        #expect(UserDefaultsVoIPTokenStore(defaults: defaults).load() == record)
        defaults.set(Data("x".utf8), forKey: "VoIPKit.pushTokens")
        #expect(store.load() == nil)
    }
}
