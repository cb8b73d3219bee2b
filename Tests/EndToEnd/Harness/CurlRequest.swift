// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import OCKWire

/// One request to a gateway, made by curl.
struct CurlRequest {
    /// Who asks.
    enum Identity {
        case nobody
        /// The path of a certificate with its key.
        case certificate(String)
        /// A provider token, as it stands in the header.
        case providerToken(String)
    }

    var identity: Identity
    var environment: PushEnvironment = .production
    var method = "POST"
    var path = "/3/device/"
    /// What follows the path.
    var token: String
    var topic: String? = GatewayTemplate.voipTopic
    var type: String? = "voip"
    var expiration: String? = "0"
    /// Nil sends none.
    var apnsID: String?
    /// Further lines, or those above once more.
    var headers: [String] = []
    var body = #"{"aps":{}}"#

    /// What came back.
    struct Answer {
        var status: Int
        /// By their names in small letters; the last of each.
        var headers: [String: String]
        var body: String
    }

    /// What stands in an answer's body.
    struct Refusal: Decodable, Equatable {
        var reason: String
        var timestamp: Int64?
    }

    /// The arguments of curl, of which `words` come first.
    func arguments(_ stand: GatewayStand, _ words: [String]) throws -> [String] {
        var result = words + ["--http2", "--max-time", "30", "--cacert", stand.ready.authority]
        var lines = headers
        switch identity {
        case .nobody: break
        case .certificate(let path): result += ["--cert", path]
        case .providerToken(let token): lines.append("authorization: bearer \(token)")
        }
        if let topic { lines.append("apns-topic: \(topic)") }
        if let type { lines.append("apns-push-type: \(type)") }
        if let expiration { lines.append("apns-expiration: \(expiration)") }
        if let apnsID { lines.append("apns-id: \(apnsID)") }
        for line in lines { result += ["--header", line] }
        if method == "POST" {
            result += ["--data-binary", body]
        } else {
            result += ["--request", method]
        }
        let base = try stand.url(environment).replacing("/3/device/", with: path)
        return result + [base + token]
    }

    /// Asks, and waits for the answer.
    ///
    /// - Parameters:
    ///   - stand: The gateway.
    ///   - others: What is asked first, on the same connection.
    /// - Returns: The answer to this one.
    /// - Throws: Where there is no answer.
    func ask(_ stand: GatewayStand, after others: [CurlRequest] = []) throws -> Answer {
        var words = ["curl"]
        for other in others {
            let quiet = ["--silent", "--output", "/dev/null"]
            words += try other.arguments(stand, quiet) + ["--next"]
        }
        words += try arguments(stand, ["--silent", "--show-error", "--include"])
        let program = try Program(words)
        guard try program.end() == 0 else {
            throw Failure("curl: \(program.errors) \(program.output)")
        }
        return try Answer(lines: program.output, lastLine: program.lastOutput)
    }
}

extension CurlRequest.Answer {
    /// From what `curl --include` prints: the head, an empty line, the body.
    init(lines: [String], lastLine: String) throws {
        let lines = lines.map { $0.hasSuffix("\r") ? String($0.dropLast()) : $0 }
        guard let end = lines.firstIndex(of: ""), let first = lines.first,
            let status = first.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else {
            throw Failure("no answer: \(lines)")
        }
        self.status = status
        headers = [:]
        for line in lines[1..<end] {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            headers[line[..<colon].lowercased()] = String(value)
        }
        body = (lines[(end + 1)...] + [lastLine]).joined(separator: "\n")
    }

    /// Nil for an empty body.
    func refusal() throws -> CurlRequest.Refusal? {
        body.isEmpty ? nil : try decode(CurlRequest.Refusal.self, body)
    }

    /// The reason alone, empty for an accepted push.
    func reason() throws -> String { try refusal()?.reason ?? "" }
}
