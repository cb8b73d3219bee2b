// SPDX-License-Identifier: Apache-2.0
public import Foundation
import CallModel

/// What CallKit's errors have in common: a struct over an `NSError` with a code of its own type.
///
/// On Apple's systems the compiler makes such structs for the errors of Objective-C, and the
/// standard library has a protocol like this one for them. It cannot be adopted elsewhere, so an
/// `NSError` made by hand is matched with `catch` and `~=`, but not cast with `as?`.
public protocol _CXCodedError: CustomNSError, Hashable, Sendable {
    associatedtype Code: _CXErrorCode where Code._ErrorType == Self

    var _nsError: NSError { get }
    init(_nsError: NSError)

    /// The code for a number that the SDK does not name; there are such (B161).
    static var _fallbackCode: Code { get }
}

/// The codes of one kind of error.
public protocol _CXErrorCode: RawRepresentable, Hashable, Sendable where RawValue == Int {
    associatedtype _ErrorType: _CXCodedError where _ErrorType.Code == Self
}

extension _CXCodedError {
    /// Makes an error of this code.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        let error = NSError(domain: Self.errorDomain, code: code.rawValue, userInfo: userInfo)
        self.init(_nsError: error)
    }

    /// What went wrong.
    public var code: Code { Code(rawValue: _nsError.code) ?? Self._fallbackCode }

    /// The code's number.
    public var errorCode: Int { _nsError.code }

    /// Empty in errors that the system makes (B59).
    public var errorUserInfo: [String: Any] { _nsError.userInfo }

    /// The same as ``errorUserInfo``.
    public var userInfo: [String: Any] { _nsError.userInfo }

    /// The system's words for the domain and the code.
    public var localizedDescription: String { _nsError.localizedDescription }

    /// Whether the codes are equal; user info plays no part.
    public static func == (a: Self, b: Self) -> Bool { a.errorCode == b.errorCode }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(errorCode) }
}

extension _CXErrorCode {
    /// Whether an error is of this domain and code, for `catch` and `case`.
    public static func ~= (match: Self, error: any Error) -> Bool {
        let error = error as NSError
        return error.domain == _ErrorType.errorDomain && error.code == match.rawValue
    }
}

extension RequestError {
    /// The error as the app's API gives it.
    var asCallKitError: any Error {
        switch self {
        case .incomingCall(let error):
            CXErrorCodeIncomingCallError(.init(rawValue: error.rawValue) ?? .unknown)
        case .transaction(let error):
            CXErrorCodeRequestTransactionError(.init(rawValue: error.rawValue) ?? .unknown)
        case .notificationService(let error):
            NSError(
                domain: "com.apple.CallKit.error.notificationserviceextension",
                code: error.rawValue)
        case .audioSession(let error):
            NSError(domain: NSOSStatusErrorDomain, code: error.rawValue)
        }
    }
}
