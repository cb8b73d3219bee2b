// SPDX-License-Identifier: Apache-2.0
import OCKNetworking
import PushSender

/// `opencallkit push send`.
enum PushSendCommand {
    private static let tokenArgument = Argument(
        "TOKEN", "the same as --token", isOptional: true)
    private static let token = Option(
        "token", value: "HEX", "the app's push token, in hexadecimal (needed)")
    private static let topic = Option(
        "topic", value: "TOPIC", "the bundle identifier with .voip after it (needed)")
    private static let payload = Option(
        "payload", value: "FILE", "the payload, - for standard input")
    private static let data = Option("data", value: "JSON", "or the payload itself ({})")
    private static let expiresIn = Option(
        "expires-in", value: "SECONDS",
        "how long the push is worth keeping, or none for no apns-expiration (0: not at all)")
    private static let priority = Option("priority", value: "N", "10, 5 or 1 (10)")
    private static let pushType = Option("push-type", value: "TYPE", "the apns-push-type (voip)")
    private static let collapse = Option(
        "collapse-id", value: "WORDS", "a later push with the same words replaces this one")
    private static let identifier = Option(
        "id", value: "UUID", "the apns-id, in lower case (the server makes one)")
    private static let count = Option("count", value: "N", "send it N times (1)")
    private static let concurrency = Option(
        "concurrency", value: "N", "how many may be without an answer at a time (1000)")
    private static let force = Option("force", "send also what is plainly wrong")

    static let command = Command(
        "push send",
        "send a push to the gateway or to Apple",
        arguments: [tokenArgument],
        options: [token, topic] + ProviderOptions.all + [
            payload, data, expiresIn, priority, pushType, collapse, identifier, count, concurrency,
            force, .json,
        ],
        details: [
            ProviderOptions.details,
            """
            Ends with 0 if every push was accepted. That a device gets it is another matter.
            """,
            "A refusal comes with one of these reasons; push reasons REASON tells more:\n\n"
                + PushReasonsCommand.list(indent: 2).joined(separator: "\n"),
        ],
        examples: [
            "opencallkit push send TOKEN --topic com.example.hotline.voip --certificate voip.pem",
            "opencallkit push send TOKEN --topic TOPIC --key KEY.p8 --key-id ID --team-id ID "
                + "--host sandbox",
            "opencallkit push send TOKEN --topic TOPIC --certificate voip.p12 --count 10000",
        ],
        run: run
    )

    /// The server's answer as a script reads it.
    private struct Line: Encodable {
        let id: String
        let uniqueID: String?
        let status: Int
        let reason: String?
        let timestamp: Int64?
    }

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let push = try push(invocation)
        let count = try invocation.number(count, in: 1...1_000_000) ?? 1
        let concurrency = try invocation.number(concurrency, in: 1...10_000) ?? 1_000
        guard count == 1 || invocation[identifier] == nil else {
            throw .usage("--id names one push, so --count must be 1", command)
        }
        let sender = try ProviderOptions.sender(invocation)
        defer { sender.shutDown() }
        if count == 1 {
            try sendOne(push, sender, invocation)
        } else {
            try sendMany(
                push, count: count, concurrency: concurrency, sender,
                isJSON: invocation.has(.json))
        }
    }

    // MARK: Sending

    private static func sendOne(
        _ push: AddressedPush, _ sender: PushSender, _ invocation: Invocation
    ) throws(CommandFailure) {
        let isJSON = invocation.has(.json)
        guard case .success(let outcome) = awaited({ await sender.outcome(of: push) }) else {
            return
        }
        switch outcome {
        case .accepted(let receipt):
            guard isJSON else { return Output.line("Accepted, as \(receipt.apnsID).") }
            try Output.json(
                Line(
                    id: receipt.apnsID, uniqueID: receipt.apnsUniqueID, status: 200, reason: nil,
                    timestamp: nil))
        case .rejected(let rejection):
            if isJSON {
                try Output.json(
                    Line(
                        id: rejection.apnsID, uniqueID: nil, status: rejection.status,
                        reason: rejection.reason.rawValue, timestamp: rejection.timestamp))
            }
            // Apple says no more than the reason; our own gateway's log does.
            let hint =
                ProviderOptions.isHomeGateway(invocation)
                ? "; 'opencallkit gateway log' tells more" : ""
            throw CommandFailure(.failed, "\(rejection)\(hint)")
        case .failed(let error):
            throw ProviderOptions.failure(error)
        }
    }

    private static func sendMany(
        _ push: AddressedPush, count: Int, concurrency: Int, _ sender: PushSender, isJSON: Bool
    ) throws(CommandFailure) {
        let tally = PushTally(total: count)
        let progress = ProgressLine(total: count)
        let result = awaited {
            try await sender.send(upTo: concurrency) {
                tally.begin() ? push : nil
            } onOutcome: { index, outcome in
                if let state = tally.end(index, outcome) {
                    progress.show(state.count, rate: state.rate)
                }
            }
        }
        progress.clear()
        let summary = tally.summary
        if isJSON {
            try Output.json(summary)
        } else {
            Output.table(summary.table, whenEmpty: "")
        }
        if case .failure(let error) = result {
            throw (error as? PushSenderError).map { ProviderOptions.failure($0) }
                ?? CommandFailure(.failed, "\(error)")
        }
        guard !summary.isPartial else {
            throw CommandFailure(
                .failed,
                "\(summary.count - summary.accepted) of \(count) pushes were not accepted; "
                    + "'opencallkit push reasons' explains each reason")
        }
    }

    // MARK: The push

    private static func push(_ invocation: Invocation) throws(CommandFailure) -> AddressedPush {
        let isForced = invocation.has(force)
        let type = invocation[pushType] ?? "voip"
        let isVoIP = type == "voip"
        let token = try deviceToken(invocation)
        guard let topic = invocation[topic] else {
            throw .usage("'push send' needs --topic TOPIC", command)
        }
        let body = try body(invocation)
        let faults = [
            PushChecks.token(token), PushChecks.topic(topic, isVoIP: isVoIP),
            PushChecks.payload(body, isVoIP: isVoIP),
        ]
        if !isForced, let fault = faults.compactMap(\.self).first {
            throw CommandFailure(.badData, "\(fault); --force sends it all the same")
        }
        let isPlainToken = token.utf8.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
        return AddressedPush(
            PushNotification(
                topic: topic, payload: body, pushType: .init(rawValue: type),
                expiration: try expiration(invocation),
                priority: try invocation.number(priority, in: 0...99) ?? 10,
                apnsID: invocation[identifier], collapseID: invocation[collapse]),
            to: isPlainToken ? token : PushChecks.percentEncoded(token))
    }

    private static func deviceToken(_ invocation: Invocation) throws(CommandFailure) -> String {
        switch (invocation[token], invocation[tokenArgument]) {
        case (let text?, nil), (nil, let text?): return text
        case (nil, nil): throw .usage("'push send' needs --token HEX", command)
        case (_?, _?): throw .usage("the token is given twice", command)
        }
    }

    private static func body(_ invocation: Invocation) throws(CommandFailure) -> [UInt8] {
        switch (invocation[payload], invocation[data]) {
        case (nil, let text): return Array((text ?? "{}").utf8)
        case (let file?, nil):
            return try readFile(file == "-" ? "/dev/stdin" : file, limit: 1 << 20)
        case (_?, _?): throw .usage("--payload and --data exclude each other", command)
        }
    }

    /// Seconds since 1970; 0 stays 0, and nil is a push without the header.
    private static func expiration(_ invocation: Invocation) throws(CommandFailure) -> Int64? {
        if invocation[expiresIn] == "none" { return nil }
        let seconds = try invocation.number(expiresIn, in: 0...31_536_000) ?? 0
        return seconds == 0 ? 0 : EventLoop.wallClockMilliseconds() / 1000 + Int64(seconds)
    }
}
