// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// Requests that a provider should not make: each gets Apple's answer or a clean error, and the
/// gateway goes on.
@Suite struct BadPushTests {
    /// What curl is told, and what it is to see.
    private struct Case {
        var name: String
        /// Instead of what the usual line has.
        var token: String?
        var topic = "com.example.hotline.voip"
        var type = "voip"
        var path = "/3/device/"
        var body = #"{"aps":{}}"#
        var extra: [String] = []
        var hasCertificate = true
        var answer: String
    }

    private static func answer(_ status: Int, _ reason: String) -> String {
        #"{"reason":"\#(reason)"}\#(status)"#
    }

    private static let cases = [
        Case(
            name: "unknown token", token: String(repeating: "0", count: 64),
            answer: answer(400, "BadDeviceToken")),
        Case(name: "no token at all", token: "zz", answer: answer(400, "BadDeviceToken")),
        Case(
            name: "topic of another app", topic: "com.example.other.voip",
            answer: answer(400, "TopicDisallowed")),
        Case(name: "push type", type: "phone", answer: answer(400, "InvalidPushType")),
        Case(
            name: "oversized", body: "{\"a\":\"\(String(repeating: "a", count: 5_113))\"}",
            answer: answer(413, "PayloadTooLarge")),
        Case(
            name: "far oversized", body: String(repeating: "a", count: 1_000_000),
            answer: answer(413, "PayloadTooLarge")),
        Case(name: "empty", body: "", answer: answer(400, "PayloadEmpty")),
        Case(name: "path", path: "/4/device/", answer: answer(404, "BadPath")),
        Case(name: "method", extra: ["-X", "PUT"], answer: answer(405, "MethodNotAllowed")),
        Case(
            name: "without a certificate", hasCertificate: false,
            answer: answer(403, "MissingProviderToken")),
    ]

    private func ask(_ world: World, _ test: Case) throws -> Program {
        let body = "\(world.home)/body"
        try writeText(test.body, to: body)
        let identity = test.hasCertificate ? ["--cert", world.certificate] : []
        let token = try test.token ?? world.token()
        let program = try Program(
            ["curl", "-s", "--http2", "--cacert", world.ready.authority] + identity + [
                "--data-binary", "@\(body)", "-H", "apns-push-type: \(test.type)",
                "-H", "apns-topic: \(test.topic)", "-w", "%{http_code}",
            ] + test.extra + ["https://localhost:\(world.ready.providerPort)\(test.path)\(token)"])
        try program.end()
        return program
    }

    @Test("A wrong request gets its answer, and the next push rings")
    func answers() throws {
        let world = try World()
        for test in Self.cases {
            let program = try ask(world, test)
            #expect(program.output == [] && program.lastOutput == test.answer, "\(test.name)")
        }
        try goesOn(world)
    }

    @Test("HTTP/1.1, no TLS, a foreign authority and a foreign certificate are clean errors")
    func connections() throws {
        let world = try World()
        let url = "localhost:\(world.ready.providerPort)/3/device/\(try world.token())"
        let foreign = try foreignCertificate(world.home)
        let trusting = ["--cacert", world.ready.authority, "--cert", world.certificate]
        let lines: [(name: String, words: [String], codes: [Int32])] = [
            // curl's codes: 35 handshake, 16 broken HTTP/2, 52 empty reply, 55 and 56 broken
            // connection, 60 not trusted.
            ("HTTP/1.1", ["--http1.1"] + trusting + ["https://\(url)"], [35, 52, 56]),
            ("no TLS", ["http://\(url)"], [52, 56]),
            ("foreign authority", ["--cacert", foreign, "https://\(url)"], [60]),
            (
                "foreign certificate",
                [
                    "--http2", "--cacert", world.ready.authority, "--cert", foreign,
                    "https://\(url)",
                ],
                [0, 16, 35, 55, 56]
            ),
        ]
        for line in lines {
            let program = try Program(["curl", "-sS", "-d", "{}"] + line.words)
            let code = try program.end()
            #expect(line.codes.contains(code), "\(line.name): \(code) \(program.errors)")
            if code == 0 { #expect(program.lastOutput.contains("reason"), "\(line.name)") }
        }
        try goesOn(world)
    }

    private func goesOn(_ world: World) throws {
        try expectSuccess(world.command("gateway", "status"))
        var ring = try Ring(world)
        #expect(try ring.finish() == 0)
        #expect(ring.violations == [])
    }

    /// A certificate with its key that nobody's gateway has made.
    private func foreignCertificate(_ home: String) throws -> String {
        let path = "\(home)/foreign.pem"
        try Tool.run([
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
            "-nodes", "-keyout", path, "-out", "\(path).certificate", "-days", "1",
            "-subj", "/CN=localhost",
        ])
        try writeText(try readText(path) + readText("\(path).certificate"), to: path)
        return path
    }
}
