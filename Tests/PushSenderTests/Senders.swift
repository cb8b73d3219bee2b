// SPDX-License-Identifier: Apache-2.0
import LoopTesting
import OCKCredentials
import PushSender

/// Senders for tests, with short waits.
enum Senders {
    /// One that shows a certificate.
    static func certificate(
        port: UInt16, trust: [UInt8]? = nil, retries: PushSender.RetryPolicy = .never,
        _ change: (inout SenderLimits) -> Void = { _ in }
    ) throws -> PushSender {
        let material = try TestMaterial.shared.get()
        return try PushSender(
            endpoint: .init(host: "127.0.0.1", port: port),
            identity: .certificate(pem: material.client.chain + material.client.key),
            trust: trust ?? material.authorityPEM, retries: retries, limits: limits(change))
    }

    /// One that signs provider tokens.
    static func token(
        port: UInt16, _ change: (inout SenderLimits) -> Void = { _ in }
    ) throws -> PushSender {
        let material = try TestMaterial.shared.get()
        return try PushSender(
            endpoint: .init(host: "127.0.0.1", port: port), identity: identity(),
            trust: material.authorityPEM, limits: limits(change))
    }

    static let key = Result { try PrivateKey.generate(.p256) }

    static func identity() throws -> PushSender.Identity {
        .providerToken(
            key: Array(try key.get().p8().utf8), keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
    }

    private static func limits(_ change: (inout SenderLimits) -> Void) -> SenderLimits {
        var limits = SenderLimits()
        limits.firstBackOff = .milliseconds(1)
        change(&limits)
        return limits
    }

    static func push(_ id: String? = nil, expiration: Int64? = 0) -> PushNotification {
        PushNotification(
            topic: "com.example.hotline.voip", payload: Array(#"{"aps":{}}"#.utf8),
            expiration: expiration, apnsID: id)
    }
}

extension PushOutcome {
    var error: PushSenderError? {
        if case .failed(let error) = self { error } else { nil }
    }

    var rejection: PushRejection? {
        if case .rejected(let rejection) = self { rejection } else { nil }
    }

    var isAccepted: Bool {
        if case .accepted = self { true } else { false }
    }
}

extension PushSender {
    /// Sends so many pushes at once, and tells what became of each, in their order.
    func outcomes(_ count: Int) async -> [PushOutcome] {
        await withTaskGroup(of: (Int, PushOutcome).self) { group in
            for number in 0..<count {
                group.addTask {
                    let push = AddressedPush(Senders.push("id-\(number)"), to: "00ff")
                    return (number, await self.outcome(of: push))
                }
            }
            var outcomes = [PushOutcome](repeating: .failed(.shutDown), count: count)
            for await (number, outcome) in group { outcomes[number] = outcome }
            return outcomes
        }
    }
}

extension [PushOutcome] {
    var areAccepted: Bool { allSatisfy(\.isAccepted) }
}
