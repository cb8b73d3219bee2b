// SPDX-License-Identifier: Apache-2.0
import LoopTesting
import OCKNetworking
import PushSender
import Synchronization
import Testing

@testable import ProviderServer

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A provider's server on a loop of the test's, with a sender that does what the test says.
final class ProviderStage {
    /// Takes pushes and answers them, at once or when the test likes.
    final class Sender: PushSending {
        struct State: Sendable {
            var pushes: [AddressedPush] = []
            var answer: @Sendable (AddressedPush) -> PushOutcome? = { _ in .failed(.timedOut) }
            var waiting: [@Sendable (PushOutcome) -> Void] = []
            var isShutDown = false
        }

        let state = Mutex(State())

        func send(
            _ push: AddressedPush, completion: @escaping @Sendable (PushOutcome) -> Void
        ) {
            let outcome = state.withLock { state -> PushOutcome? in
                state.pushes.append(push)
                let outcome = state.answer(push)
                if outcome == nil { state.waiting.append(completion) }
                return outcome
            }
            if let outcome { completion(outcome) }
        }

        func shutDown() { state.withLock { $0.isShutDown = true } }

        func answer(_ body: @escaping @Sendable (AddressedPush) -> PushOutcome?) {
            state.withLock { $0.answer = body }
        }

        var pushes: [AddressedPush] { state.withLock { $0.pushes } }
    }

    /// An answer of the server.
    struct Answer {
        var status = 0
        var head = ""
        var body = ""

        /// A member of the body, if that is a JSON object.
        subscript(_ name: String) -> String? {
            struct Members: Decodable {
                var error: String?
                var field: String?
                var call: String?
            }
            guard let members = try? JSONDecoder().decode(Members.self, from: Data(body.utf8))
            else { return nil }
            switch name {
            case "error": return members.error
            case "field": return members.field
            case "call": return members.call
            default: return nil
            }
        }
    }

    let test: TestLoop
    let sender = Sender()
    let server: ProviderServer
    let port: UInt16
    let log = Box<[String]>([])
    let path: String

    /// A server with the tokens' file at `path`, nil for a new one, that sends to `environments`.
    init(
        path: String? = nil, environments: [TokenEnvironment] = [.production],
        _ change: (inout ProviderServerOptions) -> Void = { _ in }
    ) throws {
        test = try TestLoop()
        self.path =
            path ?? "\(FileManager.default.temporaryDirectory.path)/\(UUID().uuidString).sqlite"
        var options = ProviderServerOptions()
        options.port = 0
        change(&options)
        let sender = sender
        let log = log
        server = ProviderServer(
            options: options, databasePath: self.path,
            senders: Dictionary(uniqueKeysWithValues: environments.map { ($0, sender) }),
            loop: test.loop, onLog: { log.content.append($0) })
        port = try server.start()
    }

    /// Removes the tokens' file.
    func clean() {
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: path + suffix)
        }
    }

    /// Sends a request and waits for its answer.
    func ask(
        _ method: String, _ path: String, _ body: String? = nil,
        type: String? = "application/json"
    ) throws -> Answer {
        let answer = Box<Answer?>(nil)
        post(method, path, body, type: type) { [test] in
            answer.content = $0
            test.stop()
        }
        try test.run()
        return try #require(answer.content)
    }

    /// Sends a request; `completion` gets its answer while the loop runs.
    func post(
        _ method: String, _ path: String, _ body: String? = nil,
        type: String? = "application/json", completion: @escaping (Answer) -> Void
    ) {
        var text = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        if let type { text += "Content-Type: \(type)\r\n" }
        if let body { text += "Content-Length: \(body.utf8.count)\r\n" }
        let connection = Connection.connect(host: "127.0.0.1", port: port, on: test.loop)
        connection.send(Array((text + "\r\n" + (body ?? "")).utf8))
        let received = Box<[UInt8]>([])
        connection.onBytes = { received.content += $0 }
        // Held by this until it has closed.
        connection.onClosed = { [connection] _ in
            withExtendedLifetime(connection) { completion(Self.parse(received.content)) }
        }
    }

    private static func parse(_ bytes: [UInt8]) -> Answer {
        let text = String(decoding: bytes, as: UTF8.self)
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1)
        let words = text.split(separator: " ", maxSplits: 2)
        return Answer(
            status: words.count > 1 ? Int(words[1]) ?? 0 : 0,
            head: parts.first.map { $0.lowercased() } ?? "",
            body: parts.count > 1 ? String(parts[1]) : "")
    }

    func register(
        _ token: String, user: String = "ann", bundle: String = "com.example.hotline",
        environment: String = "production"
    ) throws -> Answer {
        try ask(
            "PUT", "/tokens",
            #"{"user":"\#(user)","bundle":"\#(bundle)","environment":"\#(environment)","#
                + #""token":"\#(token)"}"#)
    }

    static let receipt = PushOutcome.accepted(.init(apnsID: "id"))

    static func refusal(
        _ status: Int, _ reason: String, timestamp: Int64? = nil
    ) -> PushOutcome {
        .rejected(
            PushRejection(
                status: status, reason: PushReason(rawValue: reason), timestamp: timestamp))
    }
}
