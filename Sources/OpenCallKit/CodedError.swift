// SPDX-License-Identifier: Apache-2.0
public import Foundation
import CallModel

/// What CallKit's errors have in common: a struct over an `NSError` with a code of its own type.
///
/// On Apple's systems the compiler makes such structs for the errors of Objective-C, and the
/// standard library has a protocol like this one for them, which cannot be adopted elsewhere. What
/// can is the protocol by which `NSString` becomes `String`: by it an `NSError` of the domain,
/// whoever made it, is cast with `as?`, `is` and `catch let … as`, and one of another domain is
/// not.
public protocol _CXCodedError: CustomNSError, Hashable, Sendable, _ObjectiveCBridgeable
where _ObjectiveCType == NSError {
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

/// How the compiler and the runtime cast.
extension _CXCodedError {
    /// The same error in Foundation's form.
    public func _bridgeToObjectiveC() -> NSError { _nsError }

    /// Takes over an error, of whatever domain.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout Self?) {
        result = Self(_nsError: source)
    }

    /// Takes over an error of this domain; false for any other.
    public static func _conditionallyBridgeFromObjectiveC(
        _ source: NSError,
        result: inout Self?
    ) -> Bool {
        result = source.domain == errorDomain ? Self(_nsError: source) : nil
        return result != nil
    }

    /// Takes over an error, of whatever domain; nil is the fallback code.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> Self {
        source.map { Self(_nsError: $0) } ?? Self(_fallbackCode)
    }
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
            CXErrorCodeNotificationServiceExtensionError(
                .init(rawValue: error.rawValue) ?? .unknown)
        case .callDirectory(let code):
            CXErrorCodeCallDirectoryManagerError(
                _nsError: NSError(domain: CXErrorDomainCallDirectoryManager, code: code))
        case .audioSession(let error):
            NSError(domain: NSOSStatusErrorDomain, code: error.rawValue)
        }
    }
}
