// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// The tools that people try APNs with: curl, nghttp, h2load, as Debian ships them.
@Suite struct ClientToolsTests {
    private static let unknown = String(repeating: "0", count: 64)

    @Test("curl at Apple's name gets each answer on one connection, and another after a GOAWAY")
    func curl() throws {
        let scene = try ProviderScene()
        try scene.dismiss(scene.gone, times: 1)
        var words: [String] = []
        for token in [scene.voip, Self.unknown, scene.gone, scene.voip] {
            if !words.isEmpty { words.append("--next") }
            words += [
                "--silent", "--show-error", "--http2", "--cert", scene.stand.universalCertificate,
                "--cacert", scene.stand.ready.authority, "--connect-to",
                "api.push.apple.com:443:127.0.0.1:\(scene.stand.ready.providerPort)",
                "--header", "apns-topic: \(GatewayTemplate.voipTopic)", "--data", "{}",
                "--write-out", " %{http_code} %{num_connects}\n",
                "https://api.push.apple.com/3/device/\(token)",
            ]
        }
        let program = try Program(["curl"] + words)
        #expect(try program.end() == 0, "\(program.errors)")
        let lines = program.output
        try #require(lines.count == 4, "\(lines)")
        #expect(lines[0] == " 200 1")
        #expect(lines[1] == #"{"reason":"BadDeviceToken"} 400 0"#)
        #expect(lines[2].contains(#""reason":"Unregistered""#) && lines[2].hasSuffix(" 410 0"))
        #expect(lines[3] == " 200 1")
    }

    @Test("nghttp gets each answer on one connection, and shows a GOAWAY with its reason")
    func nghttp() throws {
        let scene = try ProviderScene()
        let certificate = scene.stand.universalCertificate
        let run = try NghttpRun(
            scene.stand, certificate: certificate, tokens: [scene.voip, Self.unknown, scene.gone])
        #expect(run.statuses == [200, 400, 410])
        #expect(run.reasons == ["BadDeviceToken", "Unregistered"])
        #expect(run.goAways == [])

        try scene.dismiss(scene.voip, times: 1)
        let dismissed = try NghttpRun(scene.stand, certificate: certificate, tokens: [scene.voip])
        #expect(dismissed.goAways.map(\.data) == [#"{"reason":"Shutdown"}"#])
        let again = try NghttpRun(scene.stand, certificate: certificate, tokens: [scene.voip])
        #expect(again.statuses == [200])
    }

    @Test(
        "h2load counts what APNs answers, and opens no connection in the place of a dismissed one")
    func h2load() throws {
        let scene = try ProviderScene()
        #expect(try load(scene, scene.voip) == Load(accepted: 100))
        #expect(try load(scene, Self.unknown) == Load(refused: 100))
        #expect(try load(scene, scene.gone) == Load(refused: 100))
        try scene.dismiss(scene.voip, times: 1)
        // One of its two clients has 49 requests left, which it counts as errors.
        #expect(try load(scene, scene.voip) == Load(accepted: 51, errored: 49))
        #expect(try load(scene, scene.voip) == Load(accepted: 100))
    }

    /// Before the service's settings have come, h2load takes 100 streams for allowed.
    ///
    /// With a token
    /// APNs allows one until a push was accepted, and refuses the others unprocessed (RFC 9113
    /// §8.7): they may be sent again, which h2load does not do. The service is right.
    @Test("h2load, many requests at a time, overshoots once, and keeps to the limit from then on")
    func overshoot() throws {
        let scene = try ProviderScene()
        let load = try load(scene, scene.voip, streams: 20)
        #expect(load.accepted + load.errored == 100 && load.refused == 0)
        #expect(load.errored < 2 * 20)
    }

    private struct Load: Equatable {
        /// 200.
        var accepted = 0
        /// 4xx.
        var refused = 0
        /// Without an answer.
        var errored = 0
    }

    private func load(
        _ scene: ProviderScene, _ token: String, streams: Int = 1
    ) throws -> Load {
        let body = "\(scene.stand.home)/h2load-body"
        try writeText("{}", to: body)
        let program = try Program([
            "h2load", "--requests=100", "--clients=2", "--max-concurrent-streams=\(streams)",
            "--connect-to=127.0.0.1:\(scene.stand.ready.providerPort)", "--data=\(body)",
            "--header=apns-topic: \(GatewayTemplate.voipTopic)", "--header=apns-expiration: 0",
            "--header=authorization: bearer \(try scene.key(.first).token())",
            "https://api.push.apple.com/3/device/\(token)",
        ])
        try program.end()
        try expectSuccess(program)
        let codes = try numbers(in: program, startingWith: "status codes:")
        let requests = try numbers(in: program, startingWith: "requests:")
        try #require(codes.count == 4 && requests.count == 7, "\(program.output)")
        return Load(accepted: codes[0], refused: codes[2], errored: requests[5])
    }

    private func numbers(in program: Program, startingWith start: String) throws -> [Int] {
        guard let line = program.output.first(where: { $0.hasPrefix(start) }) else {
            throw Failure("h2load: \(program.output) \(program.errors)")
        }
        return line.split(separator: " ").compactMap { Int($0) }
    }
}
