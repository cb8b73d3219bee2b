// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The domain of errors of no narrower kind.
public let CXErrorDomain = "com.apple.CallKit.error"
/// The domain of the errors of `CXProvider.reportNewIncomingCall`.
public let CXErrorDomainIncomingCall = "com.apple.CallKit.error.incomingcall"
/// The domain of the errors of `CXCallController`'s requests.
public let CXErrorDomainRequestTransaction = "com.apple.CallKit.error.requesttransaction"

/// An error of no narrower kind.
public struct CXError: _CXCodedError {
    /// What went wrong.
    public enum Code: Int, _CXErrorCode {
        /// The error that the codes are of.
        public typealias _ErrorType = CXError

        /// No more is known.
        case unknownError = 0
        /// The app lacks an entitlement: add it.
        case unentitled = 1
        /// An argument makes no sense: see the method's description.
        case invalidArgument = 2
        /// Info.plist lacks `voip` among `UIBackgroundModes`: add it.
        case missingVoIPBackgroundMode = 3
    }

    /// The same error in Foundation's form.
    public let _nsError: NSError

    /// Takes over an error of this domain.
    public init(_nsError: NSError) { self._nsError = _nsError }

    /// ``CXErrorDomain``.
    public static var errorDomain: String { CXErrorDomain }

    /// The code for a number that is not among the codes.
    public static var _fallbackCode: Code { .unknownError }

    /// ``Code/unknownError``.
    public static var unknownError: Code { .unknownError }
    /// ``Code/unentitled``.
    public static var unentitled: Code { .unentitled }
    /// ``Code/invalidArgument``.
    public static var invalidArgument: Code { .invalidArgument }
    /// ``Code/missingVoIPBackgroundMode``.
    public static var missingVoIPBackgroundMode: Code { .missingVoIPBackgroundMode }
}

/// Why the system refused an incoming call.
///
/// Nothing is shown; the app must not go on with it.
public struct CXErrorCodeIncomingCallError: _CXCodedError {
    /// Why it was refused.
    public enum Code: Int, _CXErrorCode {
        /// The error that the codes are of.
        public typealias _ErrorType = CXErrorCodeIncomingCallError

        /// No more is known; also where no phone answers, or the update is over the limits.
        case unknown = 0
        /// The app may not receive calls: its Info.plist needs `voip` among `UIBackgroundModes`.
        case unentitled = 1
        /// There is a call of this UUID: that one rings already; nothing is to be done.
        case callUUIDAlreadyExists = 2
        /// The user does not want to be disturbed: treat the call as unanswered.
        case filteredByDoNotDisturb = 3
        /// The user has blocked the caller: treat the call as declined.
        case filteredByBlockList = 4
        /// Refused in a restricted sharing mode: treat the call as unanswered.
        case filteredDuringRestrictedSharingMode = 5
        /// The user has locked or hidden the app: treat the call as unanswered.
        case callIsProtected = 6
        /// Refused for those who take part: treat the call as unanswered.
        case filteredBySensitiveParticipants = 7
    }

    /// The same error in Foundation's form.
    public let _nsError: NSError

    /// Takes over an error of this domain.
    public init(_nsError: NSError) { self._nsError = _nsError }

    /// ``CXErrorDomainIncomingCall``.
    public static var errorDomain: String { CXErrorDomainIncomingCall }

    /// The code for a number that is not among the codes.
    public static var _fallbackCode: Code { .unknown }

    /// ``Code/unknown``.
    public static var unknown: Code { .unknown }
    /// ``Code/unentitled``.
    public static var unentitled: Code { .unentitled }
    /// ``Code/callUUIDAlreadyExists``.
    public static var callUUIDAlreadyExists: Code { .callUUIDAlreadyExists }
    /// ``Code/filteredByDoNotDisturb``.
    public static var filteredByDoNotDisturb: Code { .filteredByDoNotDisturb }
    /// ``Code/filteredByBlockList``.
    public static var filteredByBlockList: Code { .filteredByBlockList }
    /// ``Code/filteredDuringRestrictedSharingMode``.
    public static var filteredDuringRestrictedSharingMode: Code {
        .filteredDuringRestrictedSharingMode
    }
    /// ``Code/callIsProtected``.
    public static var callIsProtected: Code { .callIsProtected }
    /// ``Code/filteredBySensitiveParticipants``.
    public static var filteredBySensitiveParticipants: Code { .filteredBySensitiveParticipants }
}

/// Why the system refused a transaction.
///
/// None of its actions will be performed.
public struct CXErrorCodeRequestTransactionError: _CXCodedError {
    /// Why it was refused.
    public enum Code: Int, _CXErrorCode {
        /// The error that the codes are of.
        public typealias _ErrorType = CXErrorCodeRequestTransactionError

        /// No more is known.
        case unknown = 0
        /// The app may not make calls: its Info.plist needs `voip` among `UIBackgroundModes`.
        case unentitled = 1
        /// The process has no valid provider, or no phone answers: make a provider.
        case unknownCallProvider = 2
        /// There are no actions: add one.
        case emptyTransaction = 3
        /// An action is for a call that is not there, or no longer: forget that call.
        case unknownCallUUID = 4
        /// A start action is for a call that is there: use a fresh UUID.
        case callUUIDAlreadyExists = 5
        /// An action means nothing now (to hold a call that is not connected), is of no known
        /// class,
        /// or over the limits: request another.
        case invalidAction = 6
        /// There would be more calls than the provider's configuration allows: end one first.
        case maximumCallGroupsReached = 7
        /// The user has locked or hidden the app: ask the user to unlock it.
        case callIsProtected = 8
    }

    /// The same error in Foundation's form.
    public let _nsError: NSError

    /// Takes over an error of this domain.
    public init(_nsError: NSError) { self._nsError = _nsError }

    /// ``CXErrorDomainRequestTransaction``.
    public static var errorDomain: String { CXErrorDomainRequestTransaction }

    /// The code for a number that is not among the codes.
    public static var _fallbackCode: Code { .unknown }

    /// ``Code/unknown``.
    public static var unknown: Code { .unknown }
    /// ``Code/unentitled``.
    public static var unentitled: Code { .unentitled }
    /// ``Code/unknownCallProvider``.
    public static var unknownCallProvider: Code { .unknownCallProvider }
    /// ``Code/emptyTransaction``.
    public static var emptyTransaction: Code { .emptyTransaction }
    /// ``Code/unknownCallUUID``.
    public static var unknownCallUUID: Code { .unknownCallUUID }
    /// ``Code/callUUIDAlreadyExists``.
    public static var callUUIDAlreadyExists: Code { .callUUIDAlreadyExists }
    /// ``Code/invalidAction``.
    public static var invalidAction: Code { .invalidAction }
    /// ``Code/maximumCallGroupsReached``.
    public static var maximumCallGroupsReached: Code { .maximumCallGroupsReached }
    /// ``Code/callIsProtected``.
    public static var callIsProtected: Code { .callIsProtected }
}
