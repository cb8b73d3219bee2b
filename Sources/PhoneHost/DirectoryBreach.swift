// SPDX-License-Identifier: Apache-2.0
package import CallModel
import NumberTable

/// What ends a load: for those who made the extension, and for the phone's own log.
package struct DirectoryBreach: Error, Hashable, Sendable {
    /// What the app's completion, the extension and its log get.
    package var failure: DirectoryFailure
    /// The same without a number or a label: those are nobody's business but the extension's.
    package var publicWords: String
    /// The data that stood before cannot be read any more.
    package var isDamage = false

    package init(_ error: CallDirectoryError, _ words: String, publicWords: String? = nil) {
        failure = DirectoryFailure(error, words)
        self.publicWords = publicWords ?? words
    }

    /// The phone has ended the load.
    package static let cancelled = DirectoryBreach(
        .loadingInterrupted, "the phone has ended this load: it took too long, or is not wanted")
}

extension DirectoryBreach {
    init(_ error: EntryError) {
        failure = DirectoryFailure(code: error.callDirectoryErrorCode, words: "\(error)")
        publicWords =
            switch error {
            case .outOfOrder(let place, _, _): "\(place) is out of order"
            case .duplicate(let place, _, _): "\(place) is there already"
            case .tooMany(let place, _, let limit):
                "\(place) is over the limit of \(limit) entries"
            case .unexpectedRemoval(let list, _):
                "a removal from the \(list) list in a load that is not incremental"
            case .file(let error): "\(error)"
            }
        if case .file(let error) = error { isDamage = error.isDamage }
    }
}

extension NumberTableError {
    /// Whether it is about bytes that were read.
    fileprivate var isDamage: Bool {
        switch self {
        case .notATable, .unsupported, .damaged: true
        case .system, .tooLarge: false
        }
    }
}
