// SPDX-License-Identifier: Apache-2.0
import CallModel
import OCKWire

/// What nghttp, which shows each frame, saw of some requests on one connection.
struct NghttpRun {
    /// By stream, in the order in which the requests were made; nil for one without an answer.
    private(set) var statuses: [Int?] = []
    /// The bodies of all answers, as they came.
    private(set) var reasons: [String] = []
    private(set) var goAways: [GoAway] = []

    struct GoAway: Equatable {
        var lastStream: Int
        /// As nghttp names it, such as `NO_ERROR`.
        var error: String
        /// The debug data.
        var data: String
    }

    /// Asks with an empty push for each token, all at once.
    ///
    /// - Throws: Where nghttp cannot connect.
    init(
        _ stand: GatewayStand,
        certificate: String,
        tokens: [String],
        environment: PushEnvironment = .production,
        headers: [String] = ["apns-topic: \(GatewayTemplate.voipTopic)", "apns-expiration: 0"]
    ) throws {
        let body = "\(stand.home)/nghttp-body"
        try writeText("{}", to: body)
        var words = [
            "nghttp", "--verbose", "--no-verify-peer", "--timeout", "20", "--cert", certificate,
            "--key", certificate, "--data", body,
        ]
        for header in headers { words += ["--header", header] }
        let url = try stand.url(environment)
        let program = try Program(words + tokens.map { url + $0 })
        try program.end()
        try expectSuccess(program)
        read(program.output)
    }

    private mutating func read(_ lines: [String]) {
        var streams: [Int] = []
        var byStream: [Int: Int] = [:]
        var isReceivedGoAway = false
        for line in lines.map(plain) {
            if line.contains("send HEADERS frame"), let stream = number(after: "stream_id=", line) {
                streams.append(stream)
            } else if line.contains(" :status: "), let status = number(after: ":status: ", line) {
                number(after: "stream_id=", line).map { byStream[$0] = status }
            } else if line.contains("GOAWAY frame") {
                isReceivedGoAway = line.contains("recv GOAWAY")
            } else if isReceivedGoAway, line.contains("last_stream_id=") {
                goAways.append(
                    GoAway(
                        lastStream: number(after: "last_stream_id=", line) ?? -1,
                        error: text(line, from: "error_code=", to: "("),
                        data: text(line, from: ")=[", to: "])")))
                isReceivedGoAway = false
            }
            if line.hasPrefix(#"{"reason":"#) {
                reasons.append(text(line, from: #"{"reason":""#, to: "\""))
            }
        }
        statuses = streams.map { byStream[$0] }
    }

    /// Without the colours, which nghttp also writes where no terminal is.
    private func plain(_ line: String) -> String {
        line.split(separator: "\u{1B}[", omittingEmptySubsequences: false).enumerated().map {
            $0 == 0 ? $1 : $1.drop { $0 != "m" }.dropFirst()
        }.joined()
    }

    private func number(after word: String, _ line: String) -> Int? {
        guard let range = line.firstRange(of: word) else { return nil }
        return Int(line[range.upperBound...].prefix { $0.isNumber })
    }

    private func text(_ line: String, from start: String, to end: String) -> String {
        guard let first = line.firstRange(of: start) else { return "" }
        let rest = line[first.upperBound...]
        guard let last = rest.firstRange(of: end) else { return String(rest) }
        return String(rest[..<last.lowerBound])
    }
}
