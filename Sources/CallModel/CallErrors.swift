// SPDX-License-Identifier: Apache-2.0

/// Why the phone refuses an incoming call: `CXErrorCodeIncomingCallError.Code`, with Apple's raw
/// values.
package enum IncomingCallError: Int, Error, Hashable, Sendable, Codable, CaseIterable {
    case unknown = 0
    case unentitled = 1
    case callUUIDAlreadyExists = 2
    case filteredByDoNotDisturb = 3
    case filteredByBlockList = 4
    case filteredDuringRestrictedSharingMode = 5
    case callIsProtected = 6
    case filteredBySensitiveParticipants = 7
}

/// Why the phone refuses a transaction: `CXErrorCodeRequestTransactionError.Code`, with Apple's raw
/// values.
package enum RequestTransactionError: Int, Error, Hashable, Sendable, Codable, CaseIterable {
    case unknown = 0
    case unentitled = 1
    case unknownCallProvider = 2
    case emptyTransaction = 3
    case unknownCallUUID = 4
    case callUUIDAlreadyExists = 5
    case invalidAction = 6
    case maximumCallGroupsReached = 7
    case callIsProtected = 8
}

/// Why a payload is not passed on to the app: `CXErrorCodeNotificationServiceExtensionError.Code`,
/// with Apple's raw values.
package enum NotificationServiceError: Int, Error, Hashable, Sendable, Codable, CaseIterable {
    case unknown = 0
    case invalidClientProcess = 1
    case missingNotificationFilteringEntitlement = 2
}

/// Why a call directory was not loaded: `CXErrorCodeCallDirectoryManagerError.Code`, with Apple's
/// raw values.
package enum CallDirectoryError: Int, Error, Hashable, Sendable, Codable, CaseIterable {
    case unknown = 0
    case noExtensionFound = 1
    case loadingInterrupted = 2
    case entriesOutOfOrder = 3
    case duplicateEntries = 4
    case maximumEntriesExceeded = 5
    case extensionDisabled = 6
    case currentlyLoading = 7
    case unexpectedIncrementalRemoval = 8
}

/// Why the audio session refuses: `AVAudioSession.ErrorCode`, with Apple's raw values (four
/// characters each).
package enum AudioSessionError: Int, Error, Hashable, Sendable, Codable, CaseIterable {
    case badParam = -50
    case isBusy = 560_030_580
    case incompatibleCategory = 560_161_140
    case cannotInterruptOthers = 560_557_684
    case insufficientPriority = 561_017_449
    case sessionNotActive = 1_768_841_571
    case mediaServicesFailed = 1_836_282_486
    case unspecified = 2_003_329_396
}

/// A request of an app that the phone refused, in the domain that the app's API reports it in.
package enum RequestError: Error, Hashable, Sendable, Codable {
    case incomingCall(IncomingCallError)
    case transaction(RequestTransactionError)
    case notificationService(NotificationServiceError)
    case audioSession(AudioSessionError)
    /// A raw value of ``CallDirectoryError``, or one that Apple does not document: 11 and 102 are
    /// seen (B161).
    case callDirectory(Int)

    package static func callDirectory(_ error: CallDirectoryError) -> Self {
        .callDirectory(error.rawValue)
    }
}
