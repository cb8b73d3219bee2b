// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation

/// What our server says in a VoIP push.
struct IncomingMessage {
    /// Why the message came.
    enum Kind {
        /// Somebody calls.
        case call
        /// The call of an earlier message is over.
        case over(CXCallEndedReason)
    }

    let kind: Kind
    let call: UUID
    let sender: String
    let senderName: String?
    let hasVideo: Bool

    /// Takes what it finds; what it does not find has a value all the same.
    init(_ payload: [AnyHashable: Any]) {
        kind = (payload["over"] as? String).map { .over(Self.reason($0)) } ?? .call
        call = (payload["call"] as? String).flatMap { UUID(uuidString: $0) } ?? UUID()
        sender = payload["handle"] as? String ?? ""
        senderName = payload["name"] as? String
        hasVideo = payload["video"] as? Bool ?? false
    }

    /// What is shown: never an empty line.
    var displayName: String {
        if let senderName, !senderName.isEmpty { return senderName }
        return sender.isEmpty ? "Unknown" : sender
    }

    private static func reason(_ word: String) -> CXCallEndedReason {
        switch word {
        case "unanswered": return .unanswered
        case "elsewhere": return .answeredElsewhere
        case "declined": return .declinedElsewhere
        case "failed": return .failed
        default: return .remoteEnded
        }
    }
}
