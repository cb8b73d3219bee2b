// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation

extension CallError {
    /// What an error of CallKit's means.
    ///
    /// By domain and number, not by the cases of its enumerations: systems send numbers that have
    /// no case (B161), and newer cases are missing from older SDKs.
    init(callKit error: any Error) {
        let error = error as NSError
        let known: CallError? =
            switch error.domain {
            case CXErrorDomainRequestTransaction: Self.ofRequest(error.code)
            case CXErrorDomainIncomingCall: Self.ofReport(error.code)
            // Number 3 is the missing background mode (B60).
            case CXErrorDomain where error.code == 1 || error.code == 3: .unentitled
            default: nil
            }
        self = known ?? .system(domain: error.domain, code: error.code)
    }

    private static func ofRequest(_ code: Int) -> CallError? {
        typealias Code = CXErrorCodeRequestTransactionError.Code
        return switch code {
        case Code.unentitled.rawValue: .unentitled
        case Code.unknownCallProvider.rawValue: .noProvider
        case Code.emptyTransaction.rawValue, Code.invalidAction.rawValue: .invalidRequest
        case Code.unknownCallUUID.rawValue: .unknownCall
        case Code.callUUIDAlreadyExists.rawValue: .callExists
        case Code.maximumCallGroupsReached.rawValue: .tooManyCalls
        // callIsProtected, of iOS 18 (B56).
        case 8: .protected
        default: nil
        }
    }

    private static func ofReport(_ code: Int) -> CallError? {
        typealias Code = CXErrorCodeIncomingCallError.Code
        return switch code {
        case Code.unentitled.rawValue: .unentitled
        case Code.callUUIDAlreadyExists.rawValue: .callExists
        case Code.filteredByDoNotDisturb.rawValue: .doNotDisturb
        case Code.filteredByBlockList.rawValue: .blocked
        // Restricted sharing, protected, sensitive participants: iOS 17, 18 and 26 (B65).
        case 5, 6, 7: .protected
        default: nil
        }
    }
}
