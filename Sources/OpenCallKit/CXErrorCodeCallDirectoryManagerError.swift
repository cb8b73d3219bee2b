// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The domain of the errors of the manager of call directories.
public let CXErrorDomainCallDirectoryManager = "com.apple.CallKit.error.calldirectorymanager"

/// Why a call directory could not be loaded.
///
/// Systems are seen to send numbers that have no name here, 11 and 102 (B161): their ``code`` is
/// ``Code/unknown``, and `errorCode` keeps the number.
public struct CXErrorCodeCallDirectoryManagerError: _CXCodedError {
    /// Why it could not be loaded.
    public enum Code: Int, _CXErrorCode {
        /// The error that the codes are of.
        public typealias _ErrorType = CXErrorCodeCallDirectoryManagerError

        /// No more is known.
        case unknown = 0
        /// There is no extension of that identifier: see its bundle's.
        case noExtensionFound = 1
        /// The extension ended while it was loading: load it again.
        case loadingInterrupted = 2
        /// The numbers do not ascend: sort them.
        case entriesOutOfOrder = 3
        /// A number is there twice: leave one out.
        case duplicateEntries = 4
        /// There are too many entries: leave some out.
        case maximumEntriesExceeded = 5
        /// The user has switched the extension off: ask for it in the settings.
        case extensionDisabled = 6
        /// It is loading already: wait for that.
        case currentlyLoading = 7
        /// An entry was removed in a load that is not incremental: look at `isIncremental` first.
        case unexpectedIncrementalRemoval = 8
    }

    /// The same error in Foundation's form.
    public let _nsError: NSError

    /// Takes over an error of this domain.
    public init(_nsError: NSError) { self._nsError = _nsError }

    /// ``CXErrorDomainCallDirectoryManager``.
    public static var errorDomain: String { CXErrorDomainCallDirectoryManager }

    /// The code for a number that is not among the codes.
    public static var _fallbackCode: Code { .unknown }

    /// ``Code/unknown``.
    public static var unknown: Code { .unknown }
    /// ``Code/noExtensionFound``.
    public static var noExtensionFound: Code { .noExtensionFound }
    /// ``Code/loadingInterrupted``.
    public static var loadingInterrupted: Code { .loadingInterrupted }
    /// ``Code/entriesOutOfOrder``.
    public static var entriesOutOfOrder: Code { .entriesOutOfOrder }
    /// ``Code/duplicateEntries``.
    public static var duplicateEntries: Code { .duplicateEntries }
    /// ``Code/maximumEntriesExceeded``.
    public static var maximumEntriesExceeded: Code { .maximumEntriesExceeded }
    /// ``Code/extensionDisabled``.
    public static var extensionDisabled: Code { .extensionDisabled }
    /// ``Code/currentlyLoading``.
    public static var currentlyLoading: Code { .currentlyLoading }
    /// ``Code/unexpectedIncrementalRemoval``.
    public static var unexpectedIncrementalRemoval: Code { .unexpectedIncrementalRemoval }
}
