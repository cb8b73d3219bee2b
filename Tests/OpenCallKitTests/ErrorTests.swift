// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallModel
import Foundation
import Testing

@Suite struct ErrorTests {
    private func made(_ domain: String, _ code: Int) -> any Error {
        NSError(domain: domain, code: code)
    }

    private func check<CodedError: Error & Equatable>(
        _ type: CodedError.Type,
        _ domain: String,
        _ code: Int,
        _ read: (CodedError) -> Int
    ) {
        let error = made(domain, code)
        #expect((error as? CodedError).map(read) == code)
        #expect((error as NSError as? CodedError).map(read) == code)
        #expect((error as Any as? CodedError).map(read) == code)
        #expect(error is CodedError)
        #expect(!(made(domain + "x", code) is CodedError))
        do {
            throw error
        } catch let error as CodedError {
            #expect(read(error) == code)
            #expect((error as NSError).domain == domain)
            #expect((error as NSError).code == code)
        } catch {
            Issue.record("\(error) was not caught as \(type)")
        }
    }

    @Test("An NSError, whoever made it, casts to the error struct of its domain and to no other")
    func casts() {
        check(CXError.self, "com.apple.CallKit.error", 3) { $0.errorCode }
        check(CXErrorCodeIncomingCallError.self, "com.apple.CallKit.error.incomingcall", 3) {
            $0.code.rawValue
        }
        check(
            CXErrorCodeRequestTransactionError.self, "com.apple.CallKit.error.requesttransaction",
            4
        ) { $0.code.rawValue }
        check(
            CXErrorCodeCallDirectoryManagerError.self,
            "com.apple.CallKit.error.calldirectorymanager", 2
        ) { $0.code.rawValue }
        check(
            CXErrorCodeNotificationServiceExtensionError.self,
            "com.apple.CallKit.error.notificationserviceextension", 1
        ) { $0.code.rawValue }
        let error = made(CXErrorDomainIncomingCall, 3)
        #expect(!(error is CXErrorCodeRequestTransactionError))
        #expect(!(error is CXError))
    }

    @Test("B59: user info is that of the NSError, and plays no part in equality")
    func userInfo() throws {
        let given = NSError(
            domain: CXErrorDomainRequestTransaction, code: 6, userInfo: ["why": "because"])
        let error = try #require(given as? CXErrorCodeRequestTransactionError)
        #expect(error.userInfo["why"] as? String == "because")
        #expect(error == CXErrorCodeRequestTransactionError(.invalidAction))
        #expect(error.hashValue == CXErrorCodeRequestTransactionError(.invalidAction).hashValue)
        #expect((error as NSError).userInfo["why"] as? String == "because")
        #expect(CXErrorCodeRequestTransactionError(.invalidAction).userInfo.isEmpty)
        #expect(
            (CXErrorCodeRequestTransactionError(.invalidAction) as any Error).localizedDescription
                .contains("com.apple.CallKit.error.requesttransaction error 6"))
    }

    @Test(
        "B161: numbers without a name are kept, and are no trap in a switch", arguments: [11, 102])
    func unnamed(code: Int) throws {
        let error = try #require(
            made(CXErrorDomainCallDirectoryManager, code) as? CXErrorCodeCallDirectoryManagerError)
        #expect(error.code == .unknown)
        #expect(error.errorCode == code)
        #expect((error as NSError).code == code)
    }

    @Test("The codes have Apple's numbers and short forms")
    func codes() {
        let directory: [CXErrorCodeCallDirectoryManagerError.Code] = [
            .unknown, .noExtensionFound, .loadingInterrupted, .entriesOutOfOrder,
            .duplicateEntries, .maximumEntriesExceeded, .extensionDisabled, .currentlyLoading,
            .unexpectedIncrementalRemoval,
        ]
        #expect(directory.map(\.rawValue) == Array(0...8))
        let short = [
            CXErrorCodeCallDirectoryManagerError.unknown, .noExtensionFound, .loadingInterrupted,
            .entriesOutOfOrder, .duplicateEntries, .maximumEntriesExceeded, .extensionDisabled,
            .currentlyLoading, .unexpectedIncrementalRemoval,
        ]
        #expect(short == directory)
        let service = [
            CXErrorCodeNotificationServiceExtensionError.unknown, .invalidClientProcess,
            .missingNotificationFilteringEntitlement,
        ]
        #expect(service.map(\.rawValue) == NotificationServiceError.allCases.map(\.rawValue))
        #expect(CXErrorCodeCallDirectoryManagerError(.extensionDisabled).code == .extensionDisabled)
        #expect(
            CXErrorCodeCallDirectoryManagerError.duplicateEntries
                ~= made(
                    CXErrorDomainCallDirectoryManager, 4))
    }
}
