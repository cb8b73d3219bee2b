// SPDX-License-Identifier: Apache-2.0
import CallModel
import Foundation
import OCKCredentials
import OCKStorage
import OCKHTTP2
import Testing

@testable import PushGateway

/// Client certificates over real handshakes.
@Suite struct ProviderCertificateTests {
    /// A certificate of the stage's authority, as files; expired if it is told so.
    private func identity(
        _ stage: GatewayStage, isExpired: Bool = false, isForPushes: Bool = true
    ) throws -> String {
        let now = SigningKey.now
        let authority = try GatewayCertificates(stage.paths, at: now).authority
        let validity = isExpired ? (now - 90_000)...(now - 3_600) : nil
        let identity =
            isForPushes
            ? try authority.issuePushCertificate(
                bundleIdentifier: GatewayStage.bundle, kind: .voip, at: now, exactly: validity)
            : try authority.issueClient(commonName: "Someone", at: now)
        let path = stage.folder + "/identity-\(isExpired)-\(isForPushes).pem"
        try Files.writeWhole(Array(try identity.pem().utf8), to: path)
        return path
    }

    @Test("Expired, revoked and strange certificates get the TLS alert of that name")
    func alerts() throws {
        let stage = try GatewayStage()
        let stranger = try GatewayStage()
        let (_, _, device) = try stage.phone()
        let files = try stage.issue()
        func push(_ certificate: String) -> CurlAnswer {
            stage.push(to: device, bearer: nil, ["--cert", certificate])
        }
        #expect(push(files.pem).status == 200)
        let expired = push(try identity(stage, isExpired: true))
        #expect(expired.exit != 0)
        #expect(expired.output.contains("expired"), "\(expired.output)")
        let strange = push(try stranger.issue().pem)
        #expect(strange.exit != 0)
        #expect(strange.output.contains("unknown ca"), "\(strange.output)")
        _ = try GatewayRevoker.revoke(files.pem, paths: stage.paths)
        try stage.reload()
        let revoked = push(files.pem)
        #expect(revoked.exit != 0)
        #expect(revoked.output.contains("revoked"), "\(revoked.output)")
        // The alert leaves before the line is written.
        stage.run {
            stage.log.contains { $0.contains("127.0.0.1") && $0.contains("it has expired") }
                && stage.log.contains { $0.contains("it is revoked") }
        }
        stage.stop()
        let again = try GatewayStage(folder: stage.folder)
        let still = again.push(to: device, bearer: nil, ["--cert", files.pem])
        #expect(still.output.contains("revoked"))
        again.stop()
    }

    @Test("With --bad-certificates goaway the handshake succeeds, and GOAWAY says BadCertificate")
    func goAway() throws {
        let stage = try GatewayStage { $0.badCertificates = .goaway }
        let files = try stage.issue()
        _ = try GatewayRevoker.revoke(files.p12, paths: stage.paths)
        try stage.reload()
        let provider = try Provider(stage, files)
        stage.run { provider.closeReason != nil }
        #expect(provider.goAway == #"{"reason":"BadCertificate"}"#)
    }

    @Test("With --bad-certificates answer each request gets 403 and the reason")
    func answer() throws {
        let stage = try GatewayStage { $0.badCertificates = .answer }
        let (_, _, device) = try stage.phone()
        let sandbox = try GatewayIssuer.issueCertificate(
            .sandbox, bundleID: GatewayStage.bundle, outputFolder: stage.folder,
            paths: stage.paths)
        let wrong = try stage.post(try Provider(stage, sandbox), token: device)
        #expect(wrong.status == 403)
        #expect(
            String(decoding: wrong.body, as: UTF8.self)
                == #"{"reason":"BadCertificateEnvironment"}"#)
        let files = try stage.issue()
        _ = try GatewayRevoker.revoke(files.p12, paths: stage.paths)
        try stage.reload()
        let revoked = try stage.post(try Provider(stage, files), token: device)
        #expect(revoked.status == 403)
        #expect(String(decoding: revoked.body, as: UTF8.self) == #"{"reason":"BadCertificate"}"#)
    }

    @Test("A provider that says nothing for too long is sent away with IdleTimeout")
    func idle() throws {
        let stage = try GatewayStage { $0.idleTimeout = .milliseconds(20) }
        let provider = try Provider(stage, try stage.issue())
        stage.run { provider.closeReason != nil }
        #expect(provider.goAway == #"{"reason":"IdleTimeout"}"#)
    }

    @Test("Issuing leaves the server's certificate as it is")
    func issuing() throws {
        let stage = try GatewayStage()
        let before = try Files.read(stage.paths.server, limit: 1 << 16)
        let files = try stage.issue()
        _ = try GatewayIssuer.issueKey(outputFolder: stage.folder, paths: stage.paths)
        _ = try GatewayRevoker.revoke(files.p12, paths: stage.paths)
        #expect(try Files.read(stage.paths.server, limit: 1 << 16) == before)
    }

    @Test("A connection whose certificate is revoked while it lasts is sent away")
    func revokedMeanwhile() throws {
        let stage = try GatewayStage()
        let files = try stage.issue()
        let (_, _, device) = try stage.phone()
        let provider = try Provider(stage, files)
        #expect(try stage.post(provider, token: device).status == 200)
        _ = try GatewayRevoker.revoke(files.pem, paths: stage.paths)
        try stage.reload()
        stage.run { provider.closeReason != nil }
        #expect(provider.goAway == #"{"reason":"BadCertificate"}"#)
    }

    @Test("Certificates of the other environment, and of no pushes, are sent away with the reason")
    func wrongKinds() throws {
        let stage = try GatewayStage()
        let sandbox = try GatewayIssuer.issueCertificate(
            .sandbox, bundleID: GatewayStage.bundle, outputFolder: stage.folder,
            paths: stage.paths)
        #expect(sandbox.topics == [GatewayStage.bundle])
        let wrong = try Provider(stage, sandbox)
        stage.run { wrong.closeReason != nil }
        #expect(wrong.goAway == #"{"reason":"BadCertificateEnvironment"}"#)
        var files = sandbox
        files.pem = try identity(stage, isForPushes: false)
        let client = try Provider(stage, files)
        stage.run { client.closeReason != nil }
        #expect(client.goAway == #"{"reason":"BadCertificate"}"#)
    }

    @Test("Only what was issued here can be revoked, twice is once, and the words say what was")
    func revoking() throws {
        let stage = try GatewayStage()
        let stranger = try GatewayStage()
        let files = try stage.issue()
        let key = try stage.issueKey()
        #expect(throws: GatewayError.self) {
            try GatewayRevoker.revoke(stranger.issue().pem, paths: stage.paths)
        }
        #expect(throws: GatewayError.self) {
            try GatewayRevoker.revoke("/nowhere", paths: stage.paths)
        }
        #expect(throws: GatewayError.self) {
            try GatewayRevoker.revoke("ABCDE12345", paths: stage.paths)
        }
        for _ in 0..<2 {
            let words = try GatewayRevoker.revoke(files.pem, paths: stage.paths)
            #expect(words.contains("com.example.hotline"))
        }
        #expect(try Revocations.load(stage.paths).count == 1)
        let words = try GatewayRevoker.revoke(key.issued.file, paths: stage.paths)
        #expect(words.contains(key.issued.record.id))
        #expect(try GatewayIssuer.keys(stage.paths).map(\.isRevoked) == [true])
    }
}
