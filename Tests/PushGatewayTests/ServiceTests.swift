// SPDX-License-Identifier: Apache-2.0
import OCKStorage
import CallModel
import Foundation
import GatewayCore
import OCKHTTP2
import OCKNetworking
import Synchronization
import Testing
import OCKWire

@testable import PushGateway

/// A store of which a test decides whether it works.
final class FickleStorage: GatewayStorage {
    private let isBroken = Atomic(false)

    private let pushes = Mutex<Set<PushKey>>([])

    func breakDown(_ isBroken: Bool) { self.isBroken.store(isBroken, ordering: .relaxed) }
    func load() throws(GatewayError) -> StoredState { StoredState() }

    /// How many pushes are stored.
    var pushCount: Int { pushes.withLock { $0.count } }

    func commit(_ changes: [StoredChange]) throws(GatewayError) {
        guard !isBroken.load(ordering: .relaxed) else {
            throw .store(.full(path: "memory"))
        }
        pushes.withLock { pushes in
            for change in changes {
                if case .addPush(let push) = change { pushes.insert(push.key) }
                if case .removePush(let key) = change { pushes.remove(key) }
            }
        }
    }

    func close() {}
}

/// A provider on HTTP/2, with or without a certificate.
final class Provider {
    let session: HTTP2ClientSession
    private(set) var goAway: String?
    private(set) var closeReason: CloseReason?

    init(_ stage: GatewayStage, _ files: GatewayIssuer.IssuedFiles? = nil) throws {
        func read(_ path: String) throws -> [UInt8] {
            Array(try #require(FileManager.default.contents(atPath: path)))
        }
        let tls = try TLSContext.client(
            caPEM: read(stage.paths.authorityCertificate),
            certificateChainPEM: files.map { try read($0.pem) },
            privateKeyPEM: files.map { try read($0.pem) },
            alpn: ["h2"]
        )
        let connection = Connection.connect(
            host: "127.0.0.1",
            port: stage.ports.provider,
            on: stage.loop,
            tls: tls
        )
        var record: (String?, CloseReason?) -> Void = { _, _ in }
        session = HTTP2ClientSession(
            connection: connection,
            loop: stage.loop,
            authority: "127.0.0.1",
            onGoAway: { code, debug in
                record((code == 0 ? "" : "\(code) ") + String(decoding: debug, as: UTF8.self), nil)
            },
            onClosed: { record(nil, $0) }
        )
        record = { [weak self, weak stage] words, reason in
            self?.goAway = words ?? self?.goAway
            self?.closeReason = reason ?? self?.closeReason
            stage?.changed()
        }
    }
}

extension GatewayStage {
    func post(
        _ provider: Provider,
        token: String,
        id: PushID? = nil,
        expiration: String? = "0",
        payload: String = "{}",
        completion: @escaping (Result<HTTP2Response, HTTP2Error>) -> Void
    ) {
        var headers = [
            HTTP2Header("apns-topic", Self.topic), HTTP2Header("apns-push-type", "voip"),
        ]
        if let expiration { headers.append(HTTP2Header("apns-expiration", expiration)) }
        if let id { headers.append(HTTP2Header("apns-id", id.description)) }
        provider.session.request(
            method: "POST",
            path: "/3/device/" + token,
            headers: headers,
            body: Array(payload.utf8)
        ) { [weak self] in
            completion($0)
            self?.changed()
        }
    }

    func post(
        _ provider: Provider,
        token: String,
        id: PushID? = nil,
        expiration: String? = "0"
    ) throws -> HTTP2Response {
        var result: Result<HTTP2Response, HTTP2Error>?
        post(provider, token: token, id: id, expiration: expiration) { result = $0 }
        run { result != nil }
        return try #require(try result?.get())
    }
}

@Suite struct ServiceTests {
    @Test("A phone is activated, gets the same token again, and pings are answered")
    func activation() throws {
        let stage = try GatewayStage()
        let (phone, proof, token) = try stage.phone()
        #expect(token.utf8.count == 64)
        phone.say(.register(GatewayStage.bundle, .production, .voip))
        phone.say(.ping(7))
        stage.run { phone.messages.contains(.pong(7)) }
        #expect(phone.tokens.map(\.hexadecimal) == [token, token])
        let again = try stage.phone(proof: proof)
        #expect(again.refusal == nil)
        stage.run { phone.closeReason != nil }
        #expect(phone.refusal != nil)
        let report = try stage.status()
        #expect(report.devices == 1)
        #expect(report.connectedDevices == 1)
        #expect(report.tokens == 1)
        #expect(report.ports == stage.ports)
    }

    @Test("Wrong codes, wrong credentials, another version and garbage are refused in words")
    func refusals() throws {
        let stage = try GatewayStage()
        let (_, proof, _) = try stage.phone()
        guard case .credential(let device, _) = proof else { return }
        let wrong: [DeviceMessage] = [
            .hello(version: deviceProtocolVersion, .activation(code: "AAAAA-BBBBB-CCCCC-DDDDD")),
            .hello(
                version: deviceProtocolVersion,
                .credential(device: device, secret: Bytes([1, 2, 3]))),
            .hello(
                version: deviceProtocolVersion, .credential(device: "nobody", secret: Bytes([]))),
            .hello(version: deviceProtocolVersion + 1, proof),
            .ping(1),
        ]
        for message in wrong {
            let phone = try ScriptedPhone(stage)
            phone.say(message)
            stage.run { phone.closeReason != nil }
            #expect(phone.refusal != nil)
            #expect(!phone.isWelcome)
        }
        let frames: [[UInt8]] = [
            [0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 2, 0x7B, 0x7D], [0, 0, 0, 1, 0xFF],
        ]
        for bytes in frames {
            let phone = try ScriptedPhone(stage)
            phone.connection.send(bytes)
            stage.run { phone.closeReason != nil }
            let words = try #require(phone.refusal)
            stage.run { stage.log.contains { $0.contains("127.0.0.1") && $0.contains(words) } }
        }
        let silent = try ScriptedPhone(stage, alpn: ["h2"])
        stage.run { silent.closeReason != nil }
        #expect(!silent.isReady)
        #expect(try stage.phone(proof: proof).refusal == nil)
    }

    @Test("A phone that says nothing is closed when its time has come")
    func helloDeadline() throws {
        var rules = GatewayRules()
        rules.helloTimeout = .milliseconds(50)
        let stage = try GatewayStage(rules: rules)
        let phone = try ScriptedPhone(stage)
        stage.run { phone.closeReason != nil }
        #expect(phone.isReady)
        #expect(phone.refusal == "say hello first")
    }

    @Test("A push to be kept survives a restart, is delivered once, and is gone when acknowledged")
    func restart() throws {
        let first = try GatewayStage()
        let files = try first.issue()
        let (phone, proof, token) = try first.phone()
        phone.connection.close()
        first.run { phone.closeReason != nil }
        let provider = try Provider(first, files)
        let answer = try first.post(
            provider, token: token, id: PushID("00000000-0000-0000-0000-0000000000AA"),
            expiration: nil)
        #expect(answer.status == 200)
        #expect(answer.value(of: "apns-id") == "00000000-0000-0000-0000-0000000000AA")
        #expect(answer.body.isEmpty)
        first.stop()

        let second = try GatewayStage(folder: first.folder)
        let same = try second.phone(proof: proof)
        second.run { same.deliveries.count == 1 }
        #expect(same.deliveries.map(\.id.low) == [0xAA])
        #expect(same.deliveries.map(\.expiration) == [nil])
        // The acknowledgement went before this ping.
        same.say(.ping(1))
        second.run { same.messages.contains(.pong(1)) }
        second.stop()

        let third = try GatewayStage(folder: first.folder)
        #expect(try third.status().outstanding == 0)
        #expect(try third.status().tokens == 1)
        third.stop()
    }

    @Test("Two thousand pushes with ids of their own all come, each once, a tenth of them stored")
    func many() throws {
        // The test's thread does everyone's work: how long that takes is not what is tested.
        var rules = GatewayRules()
        rules.storeTimeout = .seconds(60)
        let stage = try GatewayStage(rules: rules)
        let files = try stage.issue()
        let (phone, _, token) = try stage.phone()
        let providers = try (0..<4).map { _ in try Provider(stage, files) }
        let count = 2_000
        var statuses: [Int: Int] = [:]
        for number in 0..<count {
            let id = PushID(high: 1, low: UInt64(number))
            let expiration = number % 10 == 0 ? nil : "0"
            stage.post(providers[number % 4], token: token, id: id, expiration: expiration) {
                statuses[(try? $0.get().status) ?? 0, default: 0] += 1
            }
        }
        stage.run {
            statuses.values.reduce(0, +) == count && phone.deliveries.count == count
                && stage.trace.count >= count
        }
        #expect(statuses == [200: count], "\(providers.map { ($0.goAway, $0.closeReason) })")
        #expect(Set(phone.deliveries.map(\.id)).count == count)
        #expect(stage.trace.count { $0.step == .pushAccepted } == count)
        phone.say(.ping(1))
        stage.run { phone.messages.contains(.pong(1)) }
        #expect(try stage.status().outstanding == 0)
        #expect(try stage.status().acknowledged == count)
    }

    @Test("When the store breaks down, pushes to be kept get 503, others go on, and it can heal")
    func brokenStore() throws {
        let storage = FickleStorage()
        let stage = try GatewayStage(storage: storage)
        let files = try stage.issue()
        let (phone, _, token) = try stage.phone()
        let provider = try Provider(stage, files)
        storage.breakDown(true)
        #expect(try stage.post(provider, token: token, expiration: nil).status == 503)
        #expect(try stage.post(provider, token: token).status == 200)
        stage.run { stage.log.contains { $0.contains("no space is left for memory") } }
        #expect(throws: GatewayError.self) { try stage.activationCode() }
        storage.breakDown(false)
        #expect(try stage.post(provider, token: token, expiration: nil).status == 200)
        stage.run { phone.deliveries.count == 2 }
    }

    @Test("A push acknowledged while the store was broken is removed from it once it has healed")
    func removalAfterBreakdown() throws {
        let storage = FickleStorage()
        let stage = try GatewayStage(storage: storage)
        let files = try stage.issue()
        let (phone, _, token) = try stage.phone()
        phone.acknowledges = false
        let provider = try Provider(stage, files)
        #expect(try stage.post(provider, token: token, expiration: nil).status == 200)
        stage.run { phone.deliveries.count == 1 }
        #expect(storage.pushCount == 1)
        storage.breakDown(true)
        let push = try #require(phone.deliveries.first)
        phone.say(.acknowledge(push.id, number: push.number))
        stage.run { stage.log.contains { $0.contains("no space is left for memory") } }
        storage.breakDown(false)
        #expect(try stage.post(provider, token: token, expiration: nil).status == 200)
        #expect(storage.pushCount == 1)
    }

    @Test("An orderly stop tells providers why, and phones get what was accepted")
    func stop() throws {
        let stage = try GatewayStage()
        let files = try stage.issue()
        let (phone, _, token) = try stage.phone()
        let provider = try Provider(stage, files)
        #expect(try stage.post(provider, token: token).status == 200)
        stage.stop()
        stage.run { provider.closeReason != nil && phone.closeReason != nil }
        #expect(provider.goAway == #"{"reason":"Shutdown"}"#)
        #expect(phone.deliveries.count == 1)
        #expect(!FileManager.default.fileExists(atPath: stage.paths.controlSocket))
        #expect(throws: GatewayError.notRunning(socket: stage.paths.controlSocket)) {
            try stage.ask(.status)
        }
    }

    @Test("A phone that acknowledges nothing fills its bound, and the others never notice")
    func slowPhone() throws {
        var rules = GatewayRules()
        rules.outstandingPushLimit = 600
        let stage = try GatewayStage(rules: rules)
        let files = try stage.issue()
        let (slow, _, token) = try stage.phone()
        slow.acknowledges = false
        let provider = try Provider(stage, files)
        var statuses: [Int: Int] = [:]
        let count = 1_000
        for _ in 0..<count {
            stage.post(provider, token: token) {
                statuses[(try? $0.get().status) ?? 0, default: 0] += 1
            }
        }
        stage.run { statuses.values.reduce(0, +) == count }
        // The window went out, the rest waits, and beyond the bound providers are told.
        #expect(statuses == [200: 600, 429: 400])
        #expect(slow.deliveries.count <= 256)
        let (other, _, otherToken) = try stage.phone()
        #expect(try stage.post(provider, token: otherToken).status == 200)
        stage.run { other.deliveries.count == 1 }
    }
}
