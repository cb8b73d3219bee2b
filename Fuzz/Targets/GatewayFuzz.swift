// SPDX-License-Identifier: Apache-2.0
import CallModel
import GatewayCore

/// A gateway under events that bytes choose, with phones, providers and a store around it.
///
/// The first bytes are ``rules(_:)``; then each byte chooses an event, and those after it what is
/// in it. At the end all goes well for a day, and every request must have its answer.
struct GatewayFuzz {
    static let apps = [
        AppKey(bundle: "com.a", environment: .production),
        AppKey(bundle: "com.a", environment: .development),
        AppKey(bundle: "com.a", environment: .production, kind: .alert),
        AppKey(bundle: "com.b", environment: .production),
    ]

    var source: ByteSource
    var world: GatewayWorld

    static func check(_ bytes: [UInt8]) throws(FuzzFinding) {
        var source = ByteSource(bytes)
        let rules = rules(&source)
        var fuzz = GatewayFuzz(source: source, world: GatewayWorld(rules))
        try fuzz.run()
    }

    private static func rules(_ source: inout ByteSource) -> GatewayRules {
        var rules = GatewayRules()
        let bits = source.byte()
        rules.isStrict = bits & 1 != 0
        rules.certificateRefusal = bits & 2 != 0 ? .answer : .goAway
        rules.refusalLowersStreams = bits & 4 != 0
        rules.revivesTokens = bits & 8 == 0
        rules.lateWindow = .seconds(bits & 16 != 0 ? 30 : 0)
        rules.unregisteredDelay = .seconds(bits & 32 != 0 ? 60 : 0)
        rules.tokenRate = bits & 64 != 0 ? .init(count: 2, per: .seconds(1)) : nil
        guard bits & 128 != 0 else { return rules }
        rules.deliveryWindow = 2
        rules.outstandingPushLimit = 4
        rules.pendingStoreLimit = 6
        rules.tokensPerDevice = 2
        rules.endedTokensPerDevice = 1
        rules.activationLimit = 2
        rules.examinedTokenLimit = 2
        rules.keyLimit = 2
        return rules
    }

    private mutating func run() throws(FuzzFinding) {
        try world.apply(.restored(StoredState()))
        while !source.isAtEnd {
            try act()
            try world.judge()
        }
        try world.finish()
    }

    private mutating func act() throws(FuzzFinding) {
        switch source.below(20) {
        case 0: try connectPhone()
        case 1: try world.closePhone(source.below(4))
        case 2: try sayRegistration()
        case 3: try sayAnything()
        case 4: try world.acknowledge(source.below(4), nth: source.below(8))
        case 5...7: try post()
        case 8: try connectProvider()
        case 9: try world.closeProvider(source.below(3))
        case 10, 11: try settleStore()
        case 12: try world.examine(nth: source.below(4), facts())
        case 13: try addFault()
        case 14:
            let number = source.below(4)
            try world.apply(number == 0 ? .faultsCleared : .faultRemoved(number: number))
        case 15: try control()
        case 16: try world.restart()
        case 17: world.jump(Int64(Int8(bitPattern: source.byte())) * 1_000)
        default:
            let exponent = source.below(24)
            try world.pass(.milliseconds(1 << Int64(exponent)))
        }
    }

    private mutating func connectPhone() throws(FuzzFinding) {
        let index = source.below(4)
        let ways = source.byte()
        try world.connectPhone(
            index, version: ways & 3 == 3 ? Int(ways) : 2, forges: ways & 12 == 12,
            isSilent: ways & 48 == 48)
    }

    private mutating func sayRegistration() throws(FuzzFinding) {
        let index = source.below(4)
        let app = source.pick(Self.apps)
        switch source.below(4) {
        case 0: try world.say(index, .unregister(app))
        case 1: try world.say(index, .renew(app, candidate: world.candidate()))
        default: try world.say(index, .register(app, candidate: world.candidate()))
        }
    }

    /// What no honest phone says.
    private mutating func sayAnything() throws(FuzzFinding) {
        let index = source.below(4)
        switch source.below(5) {
        case 0: try world.say(index, .ping(Int(source.byte())))
        case 1:
            let bundle = String(decoding: source.run(), as: UTF8.self)
            let app = AppKey(bundle: bundle, environment: .production)
            try world.say(index, .register(app, candidate: source.run()))
        case 2:
            let id = PushID(high: UInt64(source.byte()), low: 0)
            try world.say(index, .acknowledge(id, number: UInt64(source.byte())))
        case 3:
            let claim = DeviceClaim.activation(
                codeHash: source.run(),
                DeviceCandidate(
                    id: world.phones[index].device, secret: [1],
                    secretHash: world.phones[index].secretHash))
            try world.say(index, .hello(version: 2, claim))
        default:
            try world.say(index, .renew(source.pick(Self.apps), candidate: source.run()))
        }
    }

    private mutating func settleStore() throws(FuzzFinding) {
        let place = source.below(8)
        try world.settleStore(nth: place & 3, fails: place & 4 != 0)
    }

    private mutating func connectProvider() throws(FuzzFinding) {
        let index = source.below(3)
        let ways = source.byte()
        var identity = ProviderIdentity.none
        if ways & 1 != 0 {
            identity = .certificate(
                CertificateIdentity(
                    topics: ways & 2 != 0 ? ["com.a.voip", "com.a"] : ["com.b.voip"],
                    environments: ways & 4 != 0 ? [.production] : APNsEnvironment.allCases,
                    isPushCertificate: ways & 8 == 0,
                    verdict: CertificateVerdict.allCases[Int(ways >> 4) % 5]))
        }
        try world.connectProvider(
            index, environment: ways & 64 != 0 ? .development : .production, identity: identity,
            offersALPN: ways & 128 == 0)
    }

    private mutating func control() throws(FuzzFinding) {
        let key = ControlKey(number: world.newNumber())
        switch source.below(6) {
        case 0: try world.apply(.activationIssued(key, codeHash: source.run()))
        case 1, 2:
            let ways = source.byte()
            let added = StoredKey(
                id: ways & 1 == 0 ? "KEY0000001" : "KEY0000002",
                team: ways & 2 == 0 ? "TEAM000001" : "TEAM000002",
                environments: ways & 4 == 0 ? APNsEnvironment.allCases : [.development],
                topics: ways & 8 == 0 ? nil : ["com.a"])
            try world.apply(.keyAdded(ways & 16 == 0 ? nil : key, added))
        case 3:
            let id = source.pick(["KEY0000001", "KEY0000002", "KEY0000003"])
            try world.apply(.keyRevoked(source.below(2) == 0 ? nil : key, keyID: id))
        case 4: try world.apply(.deviceRemoved(key, world.phones[source.below(4)].device))
        default: try world.apply(.shutdownStarted)
        }
    }
}
