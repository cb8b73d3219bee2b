// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing

/// What ends a provider's connection before any answer: APNs says it by a GOAWAY or a TLS alert.
@Suite struct GoAwayTests {
    @Test(
        "A certificate that is not for this gets a GOAWAY with its reason, and no answer",
        arguments: [
            (WrongCertificate.ofSandbox, "BadCertificateEnvironment"),
            (.forNoPushes, "BadCertificate"),
        ])
    func wrongCertificate(certificate: WrongCertificate, reason: String) throws {
        let scene = try ProviderScene()
        let certificate = scene.stand.certificate(certificate)
        let wrong = try NghttpRun(scene.stand, certificate: certificate, tokens: [scene.voip])
        #expect(wrong.statuses.allSatisfy { $0 == nil })
        let told = NghttpRun.GoAway(
            lastStream: 0, error: "NO_ERROR", data: "{\"reason\":\"\(reason)\"}")
        #expect(wrong.goAways == [told])
    }

    @Test("A certificate of the sandbox is good there")
    func sandbox() throws {
        let scene = try ProviderScene()
        let run = try NghttpRun(
            scene.stand, certificate: scene.stand.certificate(.ofSandbox),
            tokens: [scene.development], environment: .development)
        #expect(run.statuses == [200])
        #expect(run.goAways == [])
    }

    @Test(
        "A bad certificate gets the TLS alert of its name",
        arguments: [
            (WrongCertificate.expired, "certificate expired"), (.foreign, "unknown ca"),
            (.revoked, "certificate revoked"),
        ])
    func alert(wrong: WrongCertificate, words: String) throws {
        let scene = try ProviderScene()
        if wrong == .revoked {
            try scene.stand.command(["gateway", "revoke", scene.stand.certificate(.revoked)])
        }
        var request = scene.request
        request.identity = .certificate(scene.stand.certificate(wrong))
        let curl = try Program(
            request.arguments(scene.stand, ["curl", "--silent", "--show-error"]))
        // 35: in the handshake; 56: after it, since a TLS 1.3 server judges a certificate last.
        let code = try curl.end()
        #expect([35, 56].contains(code), "\(code) \(curl.lastOutput) \(curl.errors)")
        #expect(curl.errors.contains { $0.contains("alert \(words)") }, "\(curl.errors)")
        #expect(try scene.request.ask(scene.stand).status == 200)
    }

    @Test(
        "Where the gateway is told to, a bad certificate gets a GOAWAY instead",
        arguments: [WrongCertificate.expired, .foreign])
    func goAway(wrong: WrongCertificate) throws {
        let scene = try ProviderScene(["--bad-certificates", "goaway"])
        let run = try NghttpRun(
            scene.stand, certificate: scene.stand.certificate(wrong), tokens: [scene.voip])
        #expect(run.statuses.allSatisfy { $0 == nil })
        #expect(run.goAways.map(\.data) == [#"{"reason":"BadCertificate"}"#])
    }
}
