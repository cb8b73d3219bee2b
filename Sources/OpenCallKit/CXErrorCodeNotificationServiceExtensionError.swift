// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The domain of the errors of `CXProvider.reportNewIncomingVoIPPushPayload`.
///
/// The text follows the pattern of the other domains; no log that shows Apple's is known.
public let CXErrorDomainNotificationServiceExtension =
    "com.apple.CallKit.error.notificationserviceextension"

/// Why a payload was not passed on to the app.
public struct CXErrorCodeNotificationServiceExtensionError: _CXCodedError {
    /// Why it was not passed on.
    public enum Code: Int, _CXErrorCode {
        /// The error that the codes are of.
        public typealias _ErrorType = CXErrorCodeNotificationServiceExtensionError

        /// No more is known; also where no phone answers, or a property list cannot hold the
        /// payload or a message its size.
        case unknown = 0
        /// The process is not a notification service extension: call it from one.
        case invalidClientProcess = 1
        /// The extension lacks the entitlement for filtering notifications: add it.
        case missingNotificationFilteringEntitlement = 2
    }

    /// The same error in Foundation's form.
    public let _nsError: NSError

    /// Takes over an error of this domain.
    public init(_nsError: NSError) { self._nsError = _nsError }

    /// ``CXErrorDomainNotificationServiceExtension``.
    public static var errorDomain: String { CXErrorDomainNotificationServiceExtension }

    /// The code for a number that is not among the codes.
    public static var _fallbackCode: Code { .unknown }

    /// ``Code/unknown``.
    public static var unknown: Code { .unknown }
    /// ``Code/invalidClientProcess``.
    public static var invalidClientProcess: Code { .invalidClientProcess }
    /// ``Code/missingNotificationFilteringEntitlement``.
    public static var missingNotificationFilteringEntitlement: Code {
        .missingNotificationFilteringEntitlement
    }
}
