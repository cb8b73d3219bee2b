// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import CallModel
import Foundation
import PhoneCore
import PhoneLink
import PushKit
import Testing

/// An app that keeps its token and writes down what happens to it.
private final class Registrar: NSObject, PKPushRegistryDelegate, @unchecked Sendable {
    // Sendable because it is used on the main queue and, after that, by the test alone.
    let registry = PKPushRegistry(queue: nil)
    var events: [String] = []
    var tokens: [Data] = []

    init(asks: Bool = true) {
        super.init()
        registry.delegate = self
        if asks { registry.desiredPushTypes = [.voIP] }
    }

    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) {
        events.append("update")
        tokens.append(pushCredentials.token)
    }

    func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) {
        events.append("invalidate")
    }
}

@Suite("Tokens: B117–B119") struct PushTokens {
    @Test("B117: a token is the same at the next launch", arguments: Link.allCases)
    func b117Kept(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let first = try await phone.run { Registrar() }
        phone.hotline?.kill()
        try await phone.settle()
        let second = try await phone.run { Registrar() }
        #expect(second.events == ["update"])
        #expect(second.tokens == first.tokens)
        #expect(first.tokens.count == 1)
    }

    @Test("B117: no token without the background mode or aps-environment", arguments: Link.allCases)
    func b117Refused(link: Link) async throws {
        for (description, rule) in [
            (AppDescription(backgroundModes: ["audio"]), RuleBreach.Rule.noPushBackgroundMode),
            (AppDescription(pushEnvironment: nil), .noPushEntitlement),
        ] {
            let phone = SimulatedPhone(link: link)
            let app = try await phone.run(as: description) { Registrar() }
            #expect(app.events.isEmpty)
            #expect(app.registry.pushToken(for: .voIP) == nil)
            #expect(phone.pushToken() == nil)
            #expect(phone.broken == [rule])
        }
    }

    @Test("B117: a type that is desired no more has no token", arguments: Link.allCases)
    func b117Dropped(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { Registrar() }
        #expect(phone.pushToken() != nil)
        try await phone.within { app.registry.desiredPushTypes = [] }
        #expect(app.registry.pushToken(for: .voIP) == nil)
        #expect(phone.pushToken() == nil)
        try await phone.within { app.registry.desiredPushTypes = [.voIP] }
        #expect(app.events == ["update", "update"])
        #expect(app.registry.pushToken(for: .voIP) == app.tokens.last)
    }

    @Test("B118: a changed token is invalidated, then updated", arguments: Link.allCases)
    func b118(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { Registrar() }
        phone.world.rotateToken(of: try #require(phone.hotline))
        try await phone.settle()
        #expect(app.events == ["update", "invalidate", "update"])
        #expect(app.tokens[0] != app.tokens[1])
        #expect(app.registry.pushToken(for: .voIP) == app.tokens[1])
    }

    @Test(
        "B118: after an invalidation alone there is no token, and nothing to register again for",
        arguments: Link.allCases)
    func b118Alone(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { Registrar() }
        let installed = try #require(phone.hotline)
        phone.world.invalidateToken(of: installed)
        try await phone.settle()
        #expect(app.events == ["update", "invalidate"])
        #expect(app.registry.pushToken(for: .voIP) == nil)
        phone.world.rotateToken(of: installed)
        try await phone.settle()
        #expect(app.events == ["update", "invalidate", "update"])
        #expect(app.registry.pushToken(for: .voIP) == app.tokens[1])
    }

    @Test(
        "B119: a token survives a reinstallation, or by a rule does not", arguments: Link.allCases)
    func b119(link: Link) async throws {
        for survives in [true, false] {
            var rules = SystemRules()
            rules.tokenSurvivesReinstall = survives
            let phone = SimulatedPhone(link: link, rules: rules)
            let first = try await phone.run { Registrar() }
            phone.uninstall(try #require(phone.hotline))
            try await phone.settle()
            #expect(phone.pushToken() == nil)
            let second = try await phone.run { Registrar() }
            #expect(second.tokens.count == 1)
            #expect((second.tokens == first.tokens) == survives)
        }
    }
}
