// SPDX-License-Identifier: Apache-2.0
import OCKNetworking
import CallModel
import Glibc
import PhoneCore
import PhoneHost
import Testing
import OCKWire

@testable import PhoneServices

@Suite("Courier")
struct CourierTests {
    private static let bundle = "com.example.hotline"
    private let folder: TemporaryFolder
    private let stage: LoopStage
    private let gateway: ScriptedGateway

    init() throws {
        folder = try TemporaryFolder()
        stage = try LoopStage()
        gateway = try ScriptedGateway(stage)
    }

    private func courier(
        code: String? = "code",
        port: UInt16? = nil,
        authority: [UInt8]? = nil,
        tokenSurvivesReinstall: Bool = true,
        pingInterval: Duration = Courier.defaultPingInterval
    ) throws -> Courier {
        let courier = try Courier(
            options: CourierOptions(
                host: "localhost",
                port: port ?? gateway.port,
                authorityPEM: authority ?? gateway.authorityPEM,
                activationCode: code,
                credentialPath: "\(folder.path)/device.json",
                tokensPath: "\(folder.path)/tokens.json",
                seed: 1,
                tokenSurvivesReinstall: tokenSurvivesReinstall,
                environment: { $0 == Self.bundle ? .production : nil }
            ),
            loop: stage.loop,
            worker: stage.worker,
            pingInterval: pingInterval
        )
        courier.onConnected = { [stage] in stage.changed() }
        courier.onProblem = { [stage] _ in stage.changed() }
        return courier
    }

    /// Waits until all that was given to the worker is done.
    private func settle() throws {
        let _: Bool = try stage.wait("the worker did not end") { done in
            stage.worker.run({ true }, then: done)
        }
    }

    private func delivery(
        _ number: Int = 1,
        bundle: BundleID = bundle,
        environment: PushEnvironment = .production,
        kind: PushTokenKind = .voip
    ) -> PushDelivery {
        PushDelivery(
            id: PushID(high: 1, low: UInt64(number)),
            number: UInt64(number),
            bundle: bundle,
            environment: environment,
            kind: kind,
            payload: Bytes([123, 125]),
            expiration: 0,
            acceptedAt: 1_700_000_000_000
        )
    }

    @Test("A code makes the phone known; its credential, kept for it alone, proves it after that")
    func activation() throws {
        let first = try courier()
        first.start()
        stage.run("it did not connect") { gateway.messages.count == 1 && first.isConnected }
        #expect(
            gateway.messages == [.hello(version: deviceProtocolVersion, .activation(code: "code"))])
        stage.run("no credential was kept") {
            stage.loop.later { stage.changed() }
            return access("\(folder.path)/device.json", F_OK) == 0
        }
        try settle()
        first.stop()
        var facts = stat()
        #expect(stat("\(folder.path)/device.json", &facts) == 0)
        #expect(facts.st_mode & 0o777 == 0o600)
        let second = try courier(code: nil)
        second.start()
        stage.run("it did not connect") { second.isConnected }
        let proof = DeviceProof.credential(device: "d1", secret: Bytes([1, 2, 3]))
        #expect(gateway.messages.last == .hello(version: deviceProtocolVersion, proof))
        second.stop()
    }

    @Test("Without a code or a credential, words say how to get one")
    func noProof() throws {
        let courier = try courier(code: nil)
        var words: [String] = []
        courier.onProblem = { words.append($0) }
        courier.start()
        #expect(words.first?.contains("gateway issue activation") == true)
        #expect(!courier.isConnected)
    }

    @Test("A token is asked for, kept, and given to an app while the push service is away")
    func tokens() throws {
        let first = try courier()
        var tokens: [Bytes] = []
        first.onToken = { [stage] in
            #expect($0 == Self.bundle)
            tokens.append($1)
            stage.changed()
        }
        first.requestToken(Self.bundle)
        first.requestToken("com.example.unknown")
        #expect(tokens.isEmpty)
        first.start()
        stage.run("no token came") { tokens.count == 1 }
        #expect(gateway.messages.contains(.register(Self.bundle, .production, .voip)))
        first.stop()
        try settle()
        let second = try courier()
        second.onToken = { tokens.append($1) }
        second.requestToken(Self.bundle)
        #expect(tokens == [tokens[0], tokens[0]])
        #expect(!second.isConnected)
    }

    @Test("A token that is kept is known from the start, before an app runs or a line stands")
    func keptToken() throws {
        var table = TokenTable()
        table.want(Self.bundle, .production)
        _ = table.set(Bytes([7]), of: Self.bundle, .production)
        // Of the other environment, and of an app that is gone.
        table.want(Self.bundle, .development)
        _ = table.set(Bytes([8]), of: Self.bundle, .development)
        table.want("com.example.unknown", .production)
        _ = table.set(Bytes([9]), of: "com.example.unknown", .production)
        try JSONFile.write(table, "\(folder.path)/tokens.json")
        let courier = try courier()
        var tokens: [BundleID: [Bytes]] = [:]
        courier.onToken = { tokens[$0, default: []].append($1) }
        courier.start()
        #expect(tokens == [Self.bundle: [Bytes([7])]])
        #expect(!courier.isConnected)
        courier.stop()
    }

    @Test("An app that is gone gives its token back, at the latest when the service is reached")
    func forget() throws {
        let first = try courier()
        var hasToken = false
        first.onToken = { [stage] _, _ in
            hasToken = true
            stage.changed()
        }
        first.requestToken(Self.bundle)
        first.start()
        stage.run("no token came") { hasToken }
        first.stop()
        first.forgetToken(Self.bundle, isRemoved: true)
        try settle()
        let second = try courier()
        second.start()
        stage.run("the token was not given back") {
            gateway.messages.contains(.unregister(Self.bundle, .production, .voip))
        }
        second.stop()
    }

    @Test("A push is handed over once and acknowledged; its repetition is only acknowledged")
    func pushes() throws {
        let courier = try courier()
        var pushes: [ArrivedPush] = []
        courier.onPush = { [stage, unowned courier] in
            pushes.append($0)
            courier.acknowledge($0.key)
            stage.changed()
        }
        courier.start()
        stage.run("it did not connect") { courier.isConnected }
        gateway.say(.deliver(delivery()))
        gateway.say(.deliver(delivery()))
        let acknowledged = DeviceMessage.acknowledge(delivery().id, number: 1)
        stage.run("it was not acknowledged twice") {
            gateway.messages.filter { $0 == acknowledged }.count == 2
        }
        let expected = ArrivedPush(
            id: delivery().id,
            number: 1,
            bundle: Self.bundle,
            payload: delivery().payload,
            accepted: WallTime(milliseconds: 1_700_000_000_000),
            expiration: 0
        )
        #expect(pushes == [expected])
        courier.stop()
    }

    @Test("An apns-id that is used again is another push, told apart by the service's number")
    func usedAgain() throws {
        let courier = try courier()
        var numbers: [UInt64] = []
        courier.onPush = { [stage, unowned courier] in
            numbers.append($0.number)
            courier.acknowledge($0.key)
            stage.changed()
        }
        courier.start()
        stage.run("it did not connect") { courier.isConnected }
        var again = delivery()
        again.number = 2
        for push in [delivery(), again, delivery()] { gateway.say(.deliver(push)) }
        stage.run("they were not acknowledged") {
            let id = delivery().id
            return gateway.messages.filter { $0 == .acknowledge(id, number: 1) }.count == 2
                && gateway.messages.contains(.acknowledge(id, number: 2))
        }
        #expect(numbers == [1, 2])
        courier.stop()
    }

    @Test("B118: another token is asked for while the service is reached; else words say why not")
    func renew() throws {
        let courier = try courier()
        let words = #expect(throws: ServiceFailure.self) {
            try courier.renewToken(Self.bundle)
        }
        #expect(words.map { "\($0)" }?.contains("localhost") == true)
        courier.start()
        stage.run("it did not connect") { courier.isConnected }
        try courier.renewToken(Self.bundle)
        stage.run("it was not asked for") {
            gateway.messages.contains(.renew(Self.bundle, .production, .voip))
        }
        #expect(throws: ServiceFailure.self) { try courier.renewToken("com.example.unknown") }
        courier.stop()
    }

    @Test("B119: an app that was removed asks for its token again, or by a rule for a fresh one")
    func reinstalled() throws {
        for survives in [true, false] {
            folder.remove("tokens.json")
            let courier = try courier(tokenSurvivesReinstall: survives)
            var count = 0
            courier.onToken = { [stage] _, _ in
                count += 1
                stage.changed()
            }
            courier.start()
            courier.requestToken(Self.bundle)
            stage.run("no token came") { count == 1 }
            courier.forgetToken(Self.bundle, isRemoved: true)
            courier.requestToken(Self.bundle)
            let asked: DeviceMessage =
                survives
                ? .register(Self.bundle, .production, .voip)
                : .renew(Self.bundle, .production, .voip)
            stage.run("it was not asked for") {
                guard let last = gateway.messages.last else { return false }
                return last == asked
                    && gateway.messages.contains(.unregister(Self.bundle, .production, .voip))
            }
            courier.stop()
            try settle()
        }
    }

    @Test("An app that is for the other service now gives its token of the first one back")
    func otherEnvironment() {
        var table = TokenTable()
        table.want(Self.bundle, .production)
        _ = table.set(Bytes([7]), of: Self.bundle, .production)
        table.keepOnly(.development, of: Self.bundle)
        table.want(Self.bundle, .development)
        #expect(table.forgotten.map(\.environment) == [.production])
        #expect(table.wanted.map(\.environment) == [.development])
    }

    @Test("A push of another type or environment is acknowledged and goes to no app")
    func otherPushes() throws {
        let courier = try courier()
        courier.onPush = { Issue.record("\($0) was handed over") }
        courier.start()
        stage.run("it did not connect") { courier.isConnected }
        gateway.say(.deliver(delivery(1, kind: .alert)))
        gateway.say(.deliver(delivery(2, environment: .development)))
        stage.run("they were not acknowledged") {
            gateway.messages.contains(.acknowledge(delivery(1).id, number: 1))
                && gateway.messages.contains(.acknowledge(delivery(2).id, number: 2))
        }
        courier.stop()
    }

    @Test("A lost connection is made again, and the tokens are asked for again")
    func again() throws {
        let courier = try courier()
        let registrations = { [gateway] in
            gateway.messages.filter { $0 == .register(Self.bundle, .production, .voip) }.count
        }
        courier.requestToken(Self.bundle)
        courier.start()
        stage.run("the token was not asked for") { registrations() == 1 }
        gateway.hangUp()
        stage.run("the token was not asked for again") { registrations() == 2 }
        #expect(gateway.acceptCount == 2)
        courier.stop()
    }

    @Test("A push service that does not answer pings is left and tried again")
    func silent() throws {
        let courier = try courier(pingInterval: .milliseconds(1))
        gateway.answer = { message in
            if case .ping = message { return [] }
            return ScriptedGateway.welcoming(message)
        }
        courier.start()
        stage.run("it did not come back") { gateway.acceptCount >= 2 }
        #expect(gateway.messages.contains(.ping(1)))
        courier.stop()
    }

    @Test("Answered pings keep a connection")
    func alive() throws {
        let courier = try courier(pingInterval: .milliseconds(200))
        courier.start()
        stage.run("no pings came") { gateway.messages.contains(.ping(3)) }
        #expect(gateway.acceptCount == 1)
        courier.stop()
    }

    @Test("A refused credential gives way to a code, and the tokens of the former device are void")
    func refused() throws {
        try JSONFile.write(
            DeviceCredential(device: "old", secret: Bytes([9])),
            "\(folder.path)/device.json"
        )
        var table = TokenTable()
        table.want(Self.bundle, .production)
        _ = table.set(Bytes([7]), of: Self.bundle, .production)
        try JSONFile.write(table, "\(folder.path)/tokens.json")
        gateway.answer = { message in
            if case .hello(_, .credential) = message { return [.refused("unknown device")] }
            return ScriptedGateway.welcoming(message)
        }
        let courier = try courier()
        var invalidated: [BundleID] = []
        courier.onTokenInvalidated = { [stage] in
            invalidated.append($0)
            stage.changed()
        }
        courier.start()
        stage.run("the former token is not void") { !invalidated.isEmpty }
        #expect(invalidated == [Self.bundle])
        courier.stop()
    }

    @Test("A phone that is sent away after its welcome waits longer each time")
    func sentAway() throws {
        gateway.answer = { message in
            guard case .hello = message else { return [] }
            return [
                .welcome(version: deviceProtocolVersion), .refused("another connection took over"),
            ]
        }
        let courier = try courier()
        courier.start()
        stage.run("it did not come back") { gateway.acceptCount == 3 }
        #expect(courier.backoff.limit == 4 * Backoff.first)
        courier.stop()
    }

    @Test("A wrong authority, port or protocol, and garbage, are told in words and tried again")
    func problems() throws {
        let other = try ScriptedGateway(stage, alpn: ["h2"])
        let stranger = try ScriptedGateway(stage)
        for (port, authority) in [
            (gateway.port, stranger.authorityPEM), (other.port, other.authorityPEM),
        ] {
            let courier = try courier(port: port, authority: authority)
            var words: String?
            courier.onProblem = { [stage] in
                words = $0
                stage.changed()
            }
            courier.start()
            stage.run("no words came") { words != nil }
            #expect(!courier.isConnected)
            courier.stop()
        }
        let courier = try courier()
        courier.start()
        stage.run("it did not connect") { courier.isConnected }
        gateway.send([0, 0, 0, 1, 0x7B])
        stage.run("it did not come back") { gateway.acceptCount >= 2 && courier.isConnected }
        courier.stop()
    }

    @Test("A broken authority or file is refused in words", arguments: ["device", "tokens"])
    func broken(name: String) throws {
        #expect(throws: ServiceFailure.self) { try courier(authority: [1, 2, 3]) }
        try folder.write("{", "\(name).json")
        #expect(throws: ServiceFailure.self) { try courier() }
    }

    @Test("Waits grow to 30 s at most, differ by seed, and start small again after a success")
    func backoff() {
        var one = Backoff(seed: 1)
        var two = Backoff(seed: 2)
        var limit = Backoff.first
        var waits: [Int64] = []
        for _ in 0..<20 {
            let wait = one.next()
            #expect((0..<limit).contains(wait))
            waits.append(wait)
            limit = min(limit * 2, Backoff.longest)
        }
        #expect(waits != (0..<20).map { _ in two.next() })
        one.reset()
        #expect(one.next() < Backoff.first)
    }

    @Test("The pushes acknowledged last are remembered, and the oldest forgotten")
    func recent() {
        var pushes = RecentPushes()
        for number in 0...RecentPushes.limit {
            pushes.insert(key(number))
        }
        #expect(!pushes.contains(key(0)))
        #expect(pushes.contains(key(1)))
        #expect(pushes.contains(key(RecentPushes.limit)))
        #expect(!pushes.contains(DeliveryKey(key(1).id, 9)))
    }

    private func key(_ number: Int) -> DeliveryKey {
        DeliveryKey(PushID(high: 0, low: UInt64(number)))
    }
}
