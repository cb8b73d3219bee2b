// SPDX-License-Identifier: Apache-2.0
import Foundation

extension AVAudioSession {
    /// The codes of the errors that a session throws, in `NSOSStatusErrorDomain`.
    public enum ErrorCode: Int, Sendable {
        /// No error.
        case none = 0
        /// The system's audio service does not answer: see that a phone runs.
        case mediaServicesFailed = 1_836_282_486
        /// Sound is still running: stop it first.
        case isBusy = 560_030_580
        /// The category does not allow it: set another.
        case incompatibleCategory = 560_161_140
        /// The sound of others may not be interrupted now: try later.
        case cannotInterruptOthers = 560_557_684
        /// The app lacks an entitlement, or started sound before its activation.
        case missingEntitlement = 1_701_737_535
        /// The assistant is listening: try later.
        case siriIsRecording = 1_936_290_409
        /// Playing may not start now: try later.
        case cannotStartPlaying = 561_015_905
        /// Recording may not start now: try later.
        case cannotStartRecording = 561_145_187
        /// A value that does not exist: use those that are named.
        case badParam = -50
        /// Another app's call goes first: wait for `provider(_:didActivate:)`.
        case insufficientPriority = 561_017_449
        /// The device lacks what was asked for.
        case resourceNotAvailable = 561_145_203
        /// No more is known.
        case unspecified = 2_003_329_396
        /// The session is gone: take the shared one anew.
        case expiredSession = 561_210_739
        /// The session is not active: activate it first.
        case sessionNotActive = 1_768_841_571
    }
}

extension AVAudioSession.ErrorCode {
    /// In the form in which Apple's sessions throw it.
    var asError: NSError { NSError(domain: NSOSStatusErrorDomain, code: rawValue) }
}
