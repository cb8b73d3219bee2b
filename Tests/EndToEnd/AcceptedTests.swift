// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing

/// What a provider gets for a push that is accepted.
@Suite struct AcceptedTests {
    @Test("An accepted push has an empty answer with its id: the provider's, as it wrote it")
    func ownID() throws {
        let scene = try ProviderScene()
        var request = scene.request
        request.apnsID = "b3a1d6c2-5f0e-4c7a-9d21-0123456789ab"
        let answer = try request.ask(scene.stand)
        #expect(answer.status == 200 && answer.body.isEmpty)
        #expect(answer.headers["apns-id"] == request.apnsID)
        #expect(answer.headers["content-type"] == nil)
        #expect(answer.headers["apns-unique-id"] == nil)
    }

    @Test("Without an id the answer has a new one in capitals; in the sandbox also a unique id")
    func madeID() throws {
        let scene = try ProviderScene()
        var request = scene.request
        request.environment = .development
        request.token = scene.development
        let answers = try (0..<2).map { _ in try request.ask(scene.stand) }
        let ids = answers.compactMap { $0.headers["apns-id"] }
        #expect(answers.map(\.status) == [200, 200])
        #expect(Set(ids).count == 2)
        #expect(ids.allSatisfy { $0.count == 36 && $0 == $0.uppercased() })
        let uniqueIDs = answers.compactMap { $0.headers["apns-unique-id"] }
        #expect(Set(uniqueIDs).count == 2)
        #expect(uniqueIDs.allSatisfy { $0.count == 36 && $0 == $0.lowercased() })
    }

    @Test(
        "What works at Apple's without being promised works, and is refused where that is asked for"
    )
    func lenient() throws {
        let id = "B3A1D6C2-5F0E-4C7A-9D21-0123456789AB"
        let lenient = try ProviderScene()
        let strict = try ProviderScene(["--strict"])
        for (scene, priority, message) in [
            (lenient, "", ""), (strict, "BadPriority", "BadMessageId"),
        ] {
            var urgent = scene.request
            urgent.headers = ["apns-priority: 0"]
            #expect(try urgent.ask(scene.stand).reason() == priority)
            var loud = scene.request
            loud.apnsID = id
            let answer = try loud.ask(scene.stand)
            #expect(try answer.reason() == message)
            if message.isEmpty { #expect(answer.headers["apns-id"] == id) }
        }
    }

    @Test("The name that a provider asks for decides which of the two services it has")
    func names() throws {
        let scene = try ProviderScene()
        for (name, token) in [
            ("api.sandbox.push.apple.com", scene.development), ("api.push.apple.com", scene.voip),
        ] {
            let curl = try Program(
                [
                    "curl", "--silent", "--show-error", "--write-out", "%{http_code}",
                    "--cert", scene.stand.universalCertificate, "--cacert",
                    scene.stand.ready.authority, "--connect-to",
                    "\(name):443:127.0.0.1:\(scene.stand.ready.providerPort)", "--header",
                    "apns-topic: \(GatewayTemplate.voipTopic)", "--data", "{}",
                    "https://\(name)/3/device/\(token)",
                ])
            #expect(try curl.end() == 0, "\(curl.errors)")
            #expect(curl.lastOutput == "200", "\(name)")
        }
    }
}
