// SPDX-License-Identifier: Apache-2.0
import Foundation
import OCKCredentials
import OCKHTTP2
import OCKWire
import CallModel
import Testing

@testable import PushGateway

/// Provider tokens over real connections, verified for real.
@Suite struct ProviderTokenTests {
    @Test("A token that an issued key signs is good at once, and each wrong one gets its reason")
    func reasons() throws {
        let stage = try GatewayStage()
        let (phone, _, device) = try stage.phone()
        let key = try stage.issueKey()
        let other = try SigningKey(
            GatewayIssuer.issueKey(outputFolder: stage.folder + "/other", paths: stage.paths))
        let good = try key.token()
        #expect(stage.push(to: device, bearer: good).status == 200)
        stage.run { phone.deliveries.count == 1 }
        let parts = good.split(separator: ".").map(String.init)
        let text = try ProviderToken.sign(
            header: #"{"alg":"ES256","kid":"\#(key.issued.record.id)"}"#,
            claims: #"{"iss":"OPENCALLKT","iat":"\#(SigningKey.now)"}"#, with: key.key)
        let table: [(String?, Int, String?)] = [
            (nil, 403, "MissingProviderToken"),
            ("nonsense", 403, "InvalidProviderToken"),
            (parts[0] + "." + parts[1] + ".AAAA", 403, "InvalidProviderToken"),
            // It is in the folder, but the gateway has not been told.
            (try other.token(), 403, "InvalidProviderToken"),
            (try key.token(team: "ABCDE12345"), 403, "InvalidProviderToken"),
            (try key.token(keyID: "ABCDE12345"), 403, "InvalidProviderToken"),
            (try key.token(age: 3_700), 403, "ExpiredProviderToken"),
            (text, 200, nil),
        ]
        for (bearer, status, reason) in table {
            let answer = stage.push(to: device, bearer: bearer)
            #expect(answer.status == status, "\(bearer ?? "none"): \(answer.output)")
            #expect(answer.reason == reason)
        }
        stage.run { stage.log.contains { $0.contains("ABCDE12345") } }
        #expect(!stage.log.joined().contains(good))
        try stage.reload()
        #expect(try stage.push(to: device, bearer: other.token()).status == 200)
    }

    @Test("A signature in DER, as OpenSSL gives it, is named as such in the log")
    func der() throws {
        let stage = try GatewayStage()
        let (_, _, device) = try stage.phone()
        let key = try stage.issueKey()
        let good = try key.token()
        let input = good.split(separator: ".").prefix(2).joined(separator: ".")
        let file = stage.folder + "/input"
        try Data(input.utf8).write(to: URL(fileURLWithPath: file))
        let signature = stage.folder + "/signature"
        let (status, _) = stage.execute(
            "/usr/bin/openssl",
            ["dgst", "-sha256", "-sign", key.issued.file, "-out", signature, file])
        #expect(status == 0)
        let bytes = try #require(FileManager.default.contents(atPath: signature))
        let text = bytes.base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
        let answer = stage.push(to: device, bearer: input + "." + text)
        #expect(answer.reason == "InvalidProviderToken")
        stage.run { stage.log.contains { $0.contains("DER") } }
    }

    @Test("A key is good for its environments and topics alone, and no more once it is revoked")
    func scopes() throws {
        let stage = try GatewayStage()
        let (_, _, device) = try stage.phone()
        let (_, _, sandboxDevice) = try stage.phone(.development)
        let sandbox = try stage.issueKey(environments: ["development"])
        let scoped = try stage.issueKey(topics: ["com.example.other"])
        let wrong = try stage.push(to: device, bearer: sandbox.token())
        #expect(wrong.reason == "BadEnvironmentKeyInToken")
        let right = try stage.push(
            to: sandboxDevice, bearer: sandbox.token(), port: stage.ports.sandbox)
        #expect(right.status == 200)
        #expect(right.headers.contains("apns-unique-id: "))
        let disallowed = try stage.push(to: device, bearer: scoped.token())
        #expect(disallowed.reason == "TopicDisallowed")
        _ = try GatewayRevoker.revoke(sandbox.issued.record.id, paths: stage.paths)
        try stage.reload()
        let revoked = try stage.push(
            to: sandboxDevice, bearer: sandbox.token(), port: stage.ports.sandbox)
        #expect(revoked.reason == "InvalidProviderToken")
        stage.run { stage.log.contains { $0.contains("revoked") } }
        stage.stop()
        let again = try GatewayStage(folder: stage.folder)
        let still = try again.push(
            to: sandboxDevice, bearer: sandbox.token(), port: again.ports.sandbox)
        #expect(still.reason == "InvalidProviderToken")
        #expect(try again.status().keys == 1)
        again.stop()
    }

    @Test("The name that a provider asks for chooses the environment, on either port")
    func serverName() throws {
        let stage = try GatewayStage()
        let (_, _, device) = try stage.phone()
        let (_, _, sandboxDevice) = try stage.phone(.development)
        let key = try stage.issueKey().token()
        let names = [
            ("api.push.apple.com", device), ("api.sandbox.push.apple.com", sandboxDevice),
            ("api.development.push.apple.com", sandboxDevice),
        ]
        for (host, device) in names {
            for port in [stage.ports.provider, try #require(stage.ports.sandbox)] {
                let answer = stage.push(to: device, bearer: key, port: port, host: host)
                #expect(answer.status == 200, "\(host) \(port): \(answer.output)")
            }
        }
        let other = stage.push(to: sandboxDevice, bearer: key)
        #expect(other.reason == "BadDeviceToken")
        stage.run { stage.log.contains { $0.contains("development") } }
    }

    @Test("A provider with a token gets one stream, and more once it has shown a good one")
    func streams() throws {
        let stage = try GatewayStage { $0.streamCountMax = 321 }
        let (_, _, device) = try stage.phone()
        let key = try stage.issueKey().token()
        let provider = try Provider(stage)
        provider.session.onRoom = { stage.changed() }
        stage.run { provider.session.room > 0 }
        #expect(provider.session.room == 1)
        var status: Int?
        provider.session.request(
            method: "POST", path: "/3/device/" + device,
            headers: [
                HTTP2Header("authorization", "bearer \(key)"),
                HTTP2Header("apns-topic", GatewayStage.topic),
            ], body: Array("{}".utf8)
        ) { status = try? $0.get().status }
        stage.run { provider.session.room > 1 }
        #expect(status == 200)
        #expect(provider.session.room == 321)
    }
}
