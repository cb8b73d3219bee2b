// SPDX-License-Identifier: Apache-2.0
import CallKit
public import Foundation

/// Why a call directory extension was not loaded, or its status not told, and what to do about it.
///
/// What stood before a failed load stays in force (B148).
public enum CallDirectoryError: Error, Hashable, Sendable {
    /// No reason was given (code 0).
    case unknown
    /// The app has no such extension (code 1).
    case noExtensionFound
    /// The extension ended before it was done, most often for want of memory (code 2, B151).
    case loadingInterrupted
    /// Numbers did not ascend (code 3, B140).
    case entriesOutOfOrder
    /// A number came twice (code 4, B141).
    case duplicateEntries
    /// More entries than the system takes of one extension (code 5, B142).
    case maximumEntriesExceeded
    /// The person has not switched the extension on (code 6, B149).
    case extensionDisabled
    /// A load was going on, and did not end in time (code 7, B150).
    case currentlyLoading
    /// Entries were removed in a load that was not incremental (code 8, B146).
    case unexpectedIncrementalRemoval
    /// The system's own store is damaged (code 11, B160); no app can mend it.
    case storeDamaged
    /// A code that Apple does not name: 102 is one that apps have met (B161).
    case unnamed(code: Int)
    /// The system is too old to be led to these settings (B155: iOS 13.4).
    case settingsUnavailable
    /// Nobody waits for it any more; the load itself goes on.
    case cancelled
    /// An error of another kind.
    case other(domain: String, code: Int)

    init(_ error: any Error) {
        let error = error as NSError
        guard error.domain == CXErrorDomainCallDirectoryManager else {
            self = .other(domain: error.domain, code: error.code)
            return
        }
        // By number, since the system sends more of them than the enumeration has (B161).
        switch error.code {
        case 0: self = .unknown
        case 1: self = .noExtensionFound
        case 2: self = .loadingInterrupted
        case 3: self = .entriesOutOfOrder
        case 4: self = .duplicateEntries
        case 5: self = .maximumEntriesExceeded
        case 6: self = .extensionDisabled
        case 7: self = .currentlyLoading
        case 8: self = .unexpectedIncrementalRemoval
        case 11: self = .storeDamaged
        default: self = .unnamed(code: error.code)
        }
    }
}

extension CallDirectoryError: LocalizedError {
    /// What happened.
    public var errorDescription: String? {
        switch self {
        case .unknown: "The call directory was not loaded, and the system gives no reason."
        case .noExtensionFound: "The app has no call directory extension of this identifier."
        case .loadingInterrupted: "The call directory extension ended before it was done."
        case .entriesOutOfOrder: "The call directory's numbers do not ascend."
        case .duplicateEntries: "The call directory has a number twice."
        case .maximumEntriesExceeded: "The call directory has more entries than the system takes."
        case .extensionDisabled: "Caller identification is switched off for this app."
        case .currentlyLoading: "Another load of the call directory is going on."
        case .unexpectedIncrementalRemoval:
            "The call directory extension removed entries in a load that begins from nothing."
        case .storeDamaged: "The system's store of call directories is damaged."
        case .unnamed(let code): "The call directory was not loaded: code \(code), without a name."
        case .settingsUnavailable: "This system does not open the settings of call directories."
        case .cancelled: "Nobody waits for the call directory any more."
        case .other(let domain, let code): "The call directory was not loaded: \(domain) \(code)."
        }
    }

    /// What to do about it: for the app's developer, except where the person alone can help.
    public var recoverySuggestion: String? {
        switch self {
        case .unknown, .unnamed: "Load again later. Where it stays so, restart the device."
        case .noExtensionFound:
            "Give the extension's whole bundle identifier, which begins with the app's, and see "
                + "that the app contains it."
        case .loadingInterrupted:
            "Read the numbers piece by piece from a file, within autorelease pools, and hold none "
                + "of them."
        case .entriesOutOfOrder:
            "Sort the blocked and the identified numbers, each by themselves, as integers."
        case .duplicateEntries:
            "Leave out a number that is blocked already, or has this very label."
        case .maximumEntriesExceeded:
            "Give one extension 1,999,999 entries at most, and the others to a second one."
        case .extensionDisabled:
            "In Settings, Phone, Call Blocking & Identification, switch the app on."
        case .currentlyLoading: "Load again in a minute."
        case .unexpectedIncrementalRemoval:
            "Remove entries only where isIncremental was asked for and is true; else send all."
        case .storeDamaged:
            "Restart the device. Where it stays so, only Settings, General, Transfer or Reset, "
                + "Reset All Settings helps; no data is lost by it."
        case .settingsUnavailable:
            "Open Settings, Phone, Call Blocking & Identification by hand."
        case .cancelled: "Nothing is left to do."
        case .other: "See what this error means where it comes from."
        }
    }
}
