// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Why something that was asked of a call did not happen, and what to do about it.
public enum CallError: Error, Hashable, Sendable {
    /// The app may not make calls: codes 1 of CallKit's errors (B48, B60).
    case unentitled
    /// There is no valid provider in this process (B49). The manager makes a new one by itself
    /// after a reset; ask again.
    case noProvider
    /// No such call, or no longer (B51).
    case unknownCall
    /// A call of this identifier is there already (B53, B61).
    case callExists
    /// More calls than the configuration allows (B55).
    case tooManyCalls
    /// The request made no sense to the system (B50, B54).
    case invalidRequest
    /// The system protects this call or this app (B56, B65).
    case protected
    /// Do Not Disturb or a Focus kept it away; it is in no list (B62).
    case doNotDisturb
    /// The caller is blocked (B64).
    case blocked
    /// The state of the call does not allow it: digits before it is connected, say.
    case notPossible(String)
    /// The action was not done by its deadline (B35).
    case timedOut
    /// The ``CallService`` threw; its error in words.
    case service(String)
    /// All calls were thrown away: the system's call service ended (B9, B10).
    case reset
    /// The request was cancelled: the call ended, or the task that asked.
    case cancelled
    /// Another error of the system's (B161: numbers without a name are seen).
    case system(domain: String, code: Int)
}

extension CallError: LocalizedError {
    /// What happened, and what to do.
    public var errorDescription: String? {
        switch self {
        case .unentitled:
            "The app may not make calls. Add voip to UIBackgroundModes in Info.plist, and the push "
                + "entitlement."
        case .noProvider:
            "The system knows no provider of this app. Ask again: a new one is made after a reset."
        case .unknownCall:
            "There is no such call, or no longer. Nothing is left to do for it."
        case .callExists:
            "A call with this identifier is there already. Use that one."
        case .tooManyCalls:
            "There are as many calls as the configuration allows. End or hold one, or raise "
                + "maximumCallGroups."
        case .invalidRequest:
            "The system took the request for invalid. Ask for one change of one call at a time."
        case .protected:
            "The system protects this call: the app is locked or hidden. The person must open it."
        case .doNotDisturb:
            "Do Not Disturb kept the call away. Tell the server that nobody was rung."
        case .blocked:
            "The caller is blocked on this device. Tell the server that the call was declined."
        case .notPossible(let reason):
            "The call does not allow it now: \(reason)."
        case .timedOut:
            "It was not done by the system's deadline. Make the call service answer sooner."
        case .service(let words):
            "The call service failed: \(words)"
        case .reset:
            "The system's call service ended, and all calls with it. Start the call again."
        case .cancelled:
            "It was cancelled, since the call ended or nobody waited for it any more."
        case .system(let domain, let code):
            "The system refused with \(domain) \(code), which has no name. Ask again later."
        }
    }
}
