// SPDX-License-Identifier: Apache-2.0
import Foundation
import OCKCredentials
import Testing

@testable import PushGateway

/// An answer as curl shows it.
struct CurlAnswer {
    var status: Int
    var reason: String?
    var headers: String
    /// Everything that curl printed.
    var output: String
    /// 0 where there was an answer.
    var exit: Int32
}

extension GatewayStage {
    func curl(_ arguments: [String]) -> CurlAnswer {
        let common = ["-sS", "-i", "--max-time", "20"]
        let (exit, output) = execute("/usr/bin/curl", common + arguments)
        let status = output.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        let parts = output.components(separatedBy: "\r\n\r\n")
        let body = parts.last.map { Data($0.utf8) } ?? Data()
        let object = (try? JSONSerialization.jsonObject(with: body)) as? [String: Any]
        return CurlAnswer(
            status: status,
            reason: object?["reason"] as? String,
            headers: parts.first ?? "",
            output: output,
            exit: exit
        )
    }

    /// A push by curl, by default of the test's app and with a provider token.
    func push(
        to token: String,
        bearer: String?,
        topic: String? = topic,
        port: UInt16? = nil,
        host: String = "localhost",
        _ more: [String] = []
    ) -> CurlAnswer {
        let port = port ?? ports.provider
        var arguments = ["--http2", "--cacert", paths.authorityCertificate, "-d", "{}"]
        if let bearer { arguments += ["-H", "authorization: bearer \(bearer)"] }
        if let topic { arguments += ["-H", "apns-topic: \(topic)"] }
        arguments += ["-H", "apns-push-type: voip", "-H", "apns-expiration: 0"]
        arguments += ["--resolve", "\(host):\(port):127.0.0.1"] + more
        return curl(arguments + ["https://\(host):\(port)/3/device/\(token)"])
    }

    /// Issues a key, and lets the gateway take it up.
    func issueKey(
        topics: [String]? = nil, environments: [String] = ["production", "development"]
    ) throws -> SigningKey {
        let issued = try GatewayIssuer.issueKey(
            topics: topics, environments: environments, outputFolder: folder + "/keys",
            paths: paths)
        try reload()
        return try SigningKey(issued)
    }

    func reload() throws {
        guard case .done = try ask(.reload) else { throw GatewayError.refused("no reload") }
    }
}

/// A provider's key, as a test signs with it.
struct SigningKey {
    let issued: GatewayIssuer.IssuedKey
    let key: PrivateKey

    init(_ issued: GatewayIssuer.IssuedKey) throws {
        self.issued = issued
        let file = try #require(FileManager.default.contents(atPath: issued.file))
        key = try PrivateKey(p8: Array(file))
    }

    static var now: Int64 { Int64(Date().timeIntervalSince1970) }

    /// A provider token; right unless told otherwise.
    func token(keyID: String? = nil, team: String? = nil, age: Int64 = 0) throws -> String {
        try ProviderToken.sign(
            keyID: keyID ?? issued.record.id,
            teamID: team ?? issued.record.team,
            issuedAt: Self.now - age,
            with: key
        )
    }
}
