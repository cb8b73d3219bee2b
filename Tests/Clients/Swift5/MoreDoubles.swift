// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation
import PushKit

// More of the doubles that apps' tests make: of values, and of every method with a completion in
// both of its forms.

package final class AsyncDoubleController: CXCallController, @unchecked Sendable {
    // Sendable because a test uses it from one thread at a time.
    package var calls: [String] = []

    override package func request(_ transaction: CXTransaction) async throws {
        calls.append("request")
    }
    override package func requestTransaction(with action: CXAction) async throws {
        calls.append("one")
        throw CXErrorCodeRequestTransactionError(.unentitled)
    }
    override package func requestTransaction(with actions: [CXAction]) async throws {
        calls.append("several")
    }
    override package func requestTransaction(
        with action: CXAction,
        completion: @escaping @Sendable (Error?) -> Void
    ) {
        calls.append("one, completion")
        completion(NSError(domain: CXErrorDomainRequestTransaction, code: 7))
    }
    override package func requestTransaction(
        with actions: [CXAction],
        completion: @escaping (Error?) -> Void
    ) {
        calls.append("several, completion")
        completion(nil)
    }
}

package final class AsyncDoubleProvider: CXProvider, @unchecked Sendable {
    // Sendable because a test uses it from one thread at a time.
    package var calls: [String] = []

    package convenience init() { self.init(configuration: .init()) }

    override package func reportNewIncomingCall(
        with UUID: UUID,
        update: CXCallUpdate
    ) async throws {
        calls.append("report")
        throw NSError(domain: CXErrorDomainIncomingCall, code: 3)
    }

    override package class func reportNewIncomingVoIPPushPayload(
        _ dictionaryPayload: [AnyHashable: Any],
        completion: (@Sendable (Error?) -> Void)? = nil
    ) {
        completion?(CXErrorCodeNotificationServiceExtensionError(.invalidClientProcess))
    }

    override package class func reportNewIncomingVoIPPushPayload(
        _ dictionaryPayload: [AnyHashable: Any]
    ) async throws {
        throw CXErrorCodeNotificationServiceExtensionError(
            .missingNotificationFilteringEntitlement)
    }

    override package func pendingCallActions(
        of callActionClass: AnyClass,
        withCall callUUID: UUID
    ) -> [CXCallAction] { [CXEndCallAction(call: callUUID)] }
}

package final class DoubleMute: CXSetMutedCallAction, @unchecked Sendable {
    // Sendable because the app says so of every action; a test uses it on one thread.
    package private(set) var outcome = "none"
    override package func fulfill() { outcome = "fulfilled" }
    override package func fail() { outcome = "failed" }
    override package var isComplete: Bool { outcome != "none" }
    override package var uuid: UUID {
        UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    }
}

package final class TaggedEnd: CXEndCallAction, @unchecked Sendable {
    // Sendable because the app says so of every action; a test uses it on one thread.
    package let tag: String

    package init(call: UUID, tag: String) {
        self.tag = tag
        super.init(call: call)
    }

    package required init?(coder aDecoder: NSCoder) { nil }

    override package func fulfill(withDateEnded dateEnded: Date) { fulfill() }
}

package final class DoubleTones: CXPlayDTMFCallAction, @unchecked Sendable {
    // Sendable because the app says so of every action; a test uses it on one thread.
    override package var digits: String {
        get { super.digits.uppercased() }
        set { super.digits = newValue }
    }
}

package final class DoubleTranslation: CXSetTranslatingCallAction, @unchecked Sendable {
    // Sendable because the app says so of every action; a test uses it on one thread.
    package private(set) var engine: CXTranslationEngine?
    override package var localLanguage: String { "la" }
    override package func fulfill(using translationEngine: CXTranslationEngine) {
        engine = translationEngine
    }
}

package final class DoubleGroup: CXSetGroupCallAction, @unchecked Sendable {
    // Sendable because the app says so of every action; a test uses it on one thread.
    override package var callUUIDToGroupWith: UUID? {
        get { nil }
        set {}
    }
}

package final class DoubleTransaction: CXTransaction {
    override package var actions: [CXAction] { [] }
    override package func addAction(_ action: CXAction) {}
}

package final class DoubleUpdate: CXCallUpdate {
    override package var localizedCallerName: String? {
        get { "double" }
        set {}
    }
}

package final class DoubleConfiguration: CXProviderConfiguration {
    override package var supportsAudioTranslation: Bool {
        get { true }
        set {}
    }
}

package final class DoubleMetadata: PKVoIPPushMetadata, @unchecked Sendable {
    // Sendable because it has nothing that changes.
    override package init() { super.init() }
    override package var mustReport: Bool { true }
}

package final class DoubleHandle: CXHandle {
    override package var value: String { "double" }
}

// Doubles through the protocols that RetroactiveConformances declares.

package func reportThroughProtocol(_ provider: CXProvider) async throws {
    let reporting: any AsyncCallReporting = provider
    try await reporting.reportNewIncomingCall(with: UUID(), update: CXCallUpdate())
}

package func requestThroughProtocol(_ controller: CXCallController) async throws {
    let requesting: any CallRequesting = controller
    try await requesting.requestTransaction(with: [])
    try await requesting.request(CXTransaction())
    try await requesting.requestTransaction(with: CXEndCallAction(call: UUID()))
}

/// How an error is named, that came from a double.
package func name(_ error: Error) -> String {
    switch error {
    case let error as CXErrorCodeIncomingCallError: return "incoming \(error.code.rawValue)"
    case let error as CXErrorCodeRequestTransactionError: return "request \(error.code.rawValue)"
    case let error as CXErrorCodeNotificationServiceExtensionError:
        switch error.code {
        case .invalidClientProcess: return "not an extension"
        case .missingNotificationFilteringEntitlement: return "not entitled"
        default: return "unknown"
        }
    case let error as CXErrorCodeCallDirectoryManagerError:
        return "directory \(error.code.rawValue)"
    default: return "other"
    }
}
