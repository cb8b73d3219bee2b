// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Why a push could not be read as a call.
///
/// An unknown caller is reported in its place and ended at once (B121, B135).
public enum VoIPPushFault: Error, Hashable, Sendable {
    /// There is nothing in it, or it was no JSON object.
    case empty
    /// No field says who calls or which call it is; the keys that it has, eight at most.
    case noCall(keys: [String])
    /// One of its objects has more fields than a decoder looks at.
    case tooManyFields(limit: Int)
    /// The app's own decoder threw; its error in words.
    case decoder(String)
}

extension VoIPPushFault: LocalizedError {
    /// What is wrong with the push, and what to do.
    public var errorDescription: String? {
        switch self {
        case .empty:
            "The push has no fields, or is no JSON object. Have the server send one with call, "
                + "handle and name."
        case .noCall(let keys):
            "None of the push's fields (\(keys.joined(separator: ", "))) says who calls. Have the "
                + "server send call, handle and name, or give VoIPPushService a decoder of your "
                + "own."
        case .tooManyFields(let limit):
            "An object of the push has more than \(limit) fields. Have the server send less, and "
                + "let the app fetch the rest."
        case .decoder(let words):
            "The app's decoder could not read the push: \(words)"
        }
    }
}
