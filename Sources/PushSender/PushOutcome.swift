// SPDX-License-Identifier: Apache-2.0
import OCKHTTP2

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What became of a push.
enum PushOutcome: Sendable {
    case taken(PushReceipt)
    case rejected(PushRejection)
    case failed(PushSenderError)

    /// Reads a server's answer; one that is not Apple's has no reason.
    init(_ answer: HTTP2Response, sentID: String?) {
        let apnsID = answer.value(of: "apns-id") ?? sentID ?? ""
        guard answer.status != 200 else {
            self = .taken(PushReceipt(apnsID: apnsID))
            return
        }
        let body = try? JSONDecoder().decode(Body.self, from: Data(answer.body))
        self = .rejected(
            PushRejection(
                status: answer.status, reason: body?.reason ?? "", apnsID: apnsID,
                timestamp: body?.timestamp))
    }

    /// The JSON of a refusal.
    private struct Body: Decodable {
        var reason: String?
        var timestamp: Int64?
    }
}
