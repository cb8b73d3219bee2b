// SPDX-License-Identifier: Apache-2.0
import CallModel
import Foundation
import Testing
import OCKWire

@testable import PushGateway

/// The gateway as curl sees it.
@Suite struct CurlTests {
    private let payload =
        #"{"aps":{"alert":{"incoming_caller_id":"0123456789","incoming_caller_name":"Tester"}}}"#

    @Test("The line that people send gets 200, and the phone gets its push")
    func theLine() throws {
        let stage = try GatewayStage()
        let files = try stage.issue()
        let (phone, _, token) = try stage.phone()
        let answer = stage.curl(
            [
                "--http2", "--cert", files.pem, "--cacert", files.authority, "-d", payload,
                "-H", "apns-push-type: voip", "-H", "apns-expiration: 0", "-H",
                "apns-priority: 0", "-H", "apns-topic: com.example.hotline.voip",
                "https://localhost:\(stage.ports.provider)/3/device/\(token)",
            ]
        )
        #expect(answer.status == 200)
        #expect(answer.exit == 0)
        #expect(answer.headers.hasPrefix("HTTP/2 200"))
        #expect(answer.headers.contains("apns-id: "))
        stage.run { !phone.deliveries.isEmpty && !stage.trace.isEmpty }
        #expect(phone.deliveries.map(\.payload) == [Bytes(Array(payload.utf8))])
        #expect(phone.deliveries.map(\.expiration) == [0])
        #expect(stage.trace.map(\.step) == [.pushAccepted])
        #expect(!stage.log.joined().contains(token))
    }

    @Test("Each fault of a request gets APNs' answer, and the line works after all of them")
    func refusals() throws {
        let stage = try GatewayStage()
        let files = try stage.issue()
        let other = try stage.issue(bundle: "com.example.other", universal: false)
        let (_, _, token) = try stage.phone()
        let (_, _, sandboxToken) = try stage.phone(.development)
        let base = "https://localhost:\(stage.ports.provider)"
        let sandbox = "https://localhost:\(try #require(stage.ports.sandbox))"
        let path = "/3/device/\(token)"
        let cert = ["--cert", files.pem]
        let data = ["-d", "{}"]
        let topic = ["-H", "apns-topic: com.example.hotline.voip"]
        let voip = ["-H", "apns-push-type: voip"]
        let large = stage.folder + "/large"
        try Data(repeating: 0x20, count: 5121).write(to: URL(fileURLWithPath: large))
        let huge = stage.folder + "/huge"
        try Data(repeating: 0x20, count: 60_000).write(to: URL(fileURLWithPath: huge))
        let table: [(Int, String?, [String])] = [
            (405, "MethodNotAllowed", cert + topic + [base + path]),
            (404, "BadPath", cert + data + topic + [base + "/4/device/\(token)"]),
            (400, "MissingDeviceToken", cert + data + topic + [base + "/3/device/"]),
            (403, "MissingProviderToken", data + topic + voip + [base + path]),
            (400, "MissingTopic", cert + data + voip + [base + path]),
            (400, "TopicDisallowed", ["--cert", other.pem] + data + topic + [base + path]),
            (400, "BadMessageId", cert + data + topic + ["-H", "apns-id: 1", base + path]),
            (
                400, "InvalidPushType",
                cert + data + topic + ["-H", "apns-push-type: smoke", base + path]
            ),
            (400, "PayloadEmpty", cert + topic + ["-X", "POST", base + path]),
            (413, "PayloadTooLarge", cert + topic + ["-d", "@" + large, base + path]),
            (413, "PayloadTooLarge", cert + topic + ["--data-binary", "@" + huge, base + path]),
            (400, "BadDeviceToken", cert + data + topic + [base + "/3/device/00"]),
            (400, "BadDeviceToken", cert + data + topic + [base + "/3/device/\(sandboxToken)"]),
            (400, "BadDeviceToken", cert + data + topic + [sandbox + path]),
            (400, "DeviceTokenNotForTopic", ["--cert", other.pem] + data + voip + [base + path]),
            (200, nil, cert + data + topic + [base + path]),
            (200, nil, cert + data + topic + [sandbox + "/3/device/\(sandboxToken)"]),
        ]
        for (status, reason, arguments) in table {
            let answer = stage.curl(["--http2", "--cacert", files.authority] + arguments)
            #expect(answer.status == status, "\(reason ?? "200"): \(answer.headers)")
            #expect(answer.reason == reason)
            #expect(answer.headers.lowercased().contains("apns-id: "))
        }
        let report = try stage.status()
        #expect(report.requests == table.count)
        #expect(report.accepted == 2)
        #expect(report.refused.first { $0.reason == "BadDeviceToken" }?.count == 3)
        #expect(report.refused.map(\.reason) == report.refused.map(\.reason).sorted())
    }

    @Test("HTTP/1.1, no TLS, an untrusted certificate and an unknown server fail cleanly")
    func wrongTransport() throws {
        let stage = try GatewayStage()
        let stranger = try GatewayStage()
        let files = try stage.issue()
        let strange = try stranger.issue()
        let (_, _, token) = try stage.phone()
        let place = "localhost:\(stage.ports.provider)/3/device/\(token)"
        let common = ["-d", "{}", "--cacert", files.authority]
        let old = stage.curl(common + ["--http1.1", "--cert", files.pem, "https://" + place])
        #expect(old.exit != 0)
        #expect(old.status == 0)
        let plain = stage.curl(common + ["http://" + place])
        #expect(plain.exit != 0)
        let untrusted = stage.curl(common + ["--cert", strange.pem, "https://" + place])
        #expect(untrusted.exit != 0)
        #expect(untrusted.status == 0)
        let unknown = stage.curl(
            ["-d", "{}", "--cert", files.pem, "--cacert", strange.authority, "https://" + place]
        )
        #expect(unknown.exit == 60)
        // Far beyond any push the rest of a body is not read; whether curl shows the answer is
        // curl's affair.
        let endless = stage.folder + "/endless"
        try Data(repeating: 0x20, count: 1 << 20).write(to: URL(fileURLWithPath: endless))
        let cut = stage.curl(
            ["--cacert", files.authority, "--cert", files.pem, "--data-binary", "@" + endless]
                + ["-H", "apns-topic: com.example.hotline.voip", "https://" + place]
        )
        #expect(cut.status == 413 || cut.exit != 0)
        let line = stage.curl(
            common + ["--cert", files.pem, "-H", "apns-topic: com.example.hotline.voip"]
                + ["https://" + place]
        )
        #expect(line.status == 200)
    }

    @Test("The .p12 works as well, and the VoIP certificate needs no topic header")
    func p12() throws {
        let stage = try GatewayStage()
        let files = try stage.issue(universal: false)
        let (phone, _, token) = try stage.phone()
        let answer = stage.curl(
            [
                "--http2", "--cert-type", "P12", "--cert", files.p12 + ":", "--cacert",
                files.authority, "-d", "{}",
                "https://127.0.0.1:\(stage.ports.provider)/3/device/\(token)",
            ]
        )
        #expect(answer.status == 200)
        stage.run { phone.deliveries.count == 1 }
    }

    @Test("A fault at push.accepted makes every answer 503")
    func fault() throws {
        let stage = try GatewayStage { $0.faults = [.pushAccepted] }
        let files = try stage.issue()
        let (_, _, token) = try stage.phone()
        let answer = stage.curl(
            [
                "--http2", "--cert", files.pem, "--cacert", files.authority, "-d", "{}",
                "-H", "apns-topic: com.example.hotline.voip",
                "https://localhost:\(stage.ports.provider)/3/device/\(token)",
            ]
        )
        #expect(answer.status == 503)
        #expect(answer.reason == "ServiceUnavailable")
        stage.run { !stage.trace.isEmpty }
        #expect(stage.trace.map(\.step) == [.pushRefused])
    }
}
