// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation
import Testing

/// What each declaration of CallKit's errors is, for the ledger.
@Suite struct DeclarationTestsErrors {
    @Test("The domains are Apple's texts")
    func domains() {
        let prefix = "com.apple.CallKit.error"
        #expect(CXErrorDomain == prefix)
        #expect(CXErrorDomainIncomingCall == prefix + ".incomingcall")
        #expect(CXErrorDomainRequestTransaction == prefix + ".requesttransaction")
        #expect(CXErrorDomainCallDirectoryManager == prefix + ".calldirectorymanager")
        #expect(
            CXErrorDomainNotificationServiceExtension == prefix + ".notificationserviceextension")
    }

    @Test("The general error: its codes, its shortcuts, and what an NSError shows of it")
    func general() throws {
        let codes: [CXError.Code] = [
            .unknownError, .unentitled, .invalidArgument, .missingVoIPBackgroundMode,
        ]
        #expect(codes.map(\.rawValue) == [0, 1, 2, 3])
        #expect(CXError.unknownError == .unknownError)
        #expect(CXError.unentitled == .unentitled)
        #expect(CXError.invalidArgument == .invalidArgument)
        #expect(CXError.missingVoIPBackgroundMode == .missingVoIPBackgroundMode)
        let error = CXError(.invalidArgument, userInfo: ["key": "value"])
        #expect(CXError.errorDomain == CXErrorDomain)
        #expect(error.code == .invalidArgument && error.errorCode == 2)
        #expect(error.userInfo["key"] as? String == "value")
        #expect(error.errorUserInfo["key"] as? String == "value")
        #expect(CXError(.unentitled).localizedDescription.contains(CXErrorDomain))
        let other = NSError(domain: CXErrorDomain, code: 2)
        #expect(CXError.Code.invalidArgument ~= other && !(CXError.Code.unentitled ~= other))
        #expect((other as? CXError)?.code == .invalidArgument)
        #expect((error as NSError).domain == CXErrorDomain && (error as NSError).code == 2)
        #expect(Set([error, CXError(.invalidArgument), CXError(.unentitled)]).count == 2)
    }

    @Test("The error of incoming calls: its codes, its shortcuts, and what an NSError shows of it")
    func incomingCall() throws {
        typealias Reason = CXErrorCodeIncomingCallError
        let codes: [CXErrorCodeIncomingCallError.Code] = [
            .unknown, .unentitled, .callUUIDAlreadyExists, .filteredByDoNotDisturb,
            .filteredByBlockList, .filteredDuringRestrictedSharingMode, .callIsProtected,
            .filteredBySensitiveParticipants,
        ]
        #expect(codes.map(\.rawValue) == Array(0...7))
        let shortcuts = [
            Reason.unknown, Reason.unentitled, Reason.callUUIDAlreadyExists,
            Reason.filteredByDoNotDisturb, Reason.filteredByBlockList,
            Reason.filteredDuringRestrictedSharingMode, Reason.callIsProtected,
            Reason.filteredBySensitiveParticipants,
        ]
        #expect(shortcuts == codes)
        let error = CXErrorCodeIncomingCallError(.filteredByBlockList, userInfo: ["key": "value"])
        #expect(CXErrorCodeIncomingCallError.errorDomain == CXErrorDomainIncomingCall)
        #expect(error.code == .filteredByBlockList && error.errorCode == 4)
        #expect(error.userInfo["key"] as? String == "value")
        #expect(error.errorUserInfo["key"] as? String == "value")
        #expect(Reason(.unknown).localizedDescription.contains(CXErrorDomainIncomingCall))
        let other = NSError(domain: CXErrorDomainIncomingCall, code: 4)
        #expect(Reason.filteredByBlockList ~= other && !(Reason.unknown ~= other))
        #expect((other as? CXErrorCodeIncomingCallError)?.code == .filteredByBlockList)
        #expect((error as NSError).code == 4)
    }

    @Test("The error of requests: its codes, its shortcuts, and what an NSError shows of it")
    func requestTransaction() throws {
        typealias Reason = CXErrorCodeRequestTransactionError
        let codes: [CXErrorCodeRequestTransactionError.Code] = [
            .unknown, .unentitled, .unknownCallProvider, .emptyTransaction, .unknownCallUUID,
            .callUUIDAlreadyExists, .invalidAction, .maximumCallGroupsReached, .callIsProtected,
        ]
        #expect(codes.map(\.rawValue) == Array(0...8))
        let shortcuts = [
            Reason.unknown, Reason.unentitled, Reason.unknownCallProvider,
            Reason.emptyTransaction, Reason.unknownCallUUID, Reason.callUUIDAlreadyExists,
            Reason.invalidAction, Reason.maximumCallGroupsReached, Reason.callIsProtected,
        ]
        #expect(shortcuts == codes)
        let error = CXErrorCodeRequestTransactionError(.unknownCallUUID, userInfo: ["key": 1])
        #expect(CXErrorCodeRequestTransactionError.errorDomain == CXErrorDomainRequestTransaction)
        #expect(error.code == .unknownCallUUID && error.errorCode == 4)
        #expect(error.userInfo["key"] as? Int == 1 && error.errorUserInfo["key"] as? Int == 1)
        #expect(Reason(.unknown).localizedDescription.contains(CXErrorDomainRequestTransaction))
        let other = NSError(domain: CXErrorDomainRequestTransaction, code: 4)
        #expect(Reason.unknownCallUUID ~= other && !(Reason.unknown ~= other))
        #expect((other as? CXErrorCodeRequestTransactionError)?.code == .unknownCallUUID)
        #expect(other as? CXErrorCodeIncomingCallError == nil)
    }

    @Test("The error of the directory: its codes, its shortcuts, and what an NSError shows of it")
    func directoryManager() throws {
        typealias Reason = CXErrorCodeCallDirectoryManagerError
        let codes: [CXErrorCodeCallDirectoryManagerError.Code] = [
            .unknown, .noExtensionFound, .loadingInterrupted, .entriesOutOfOrder,
            .duplicateEntries, .maximumEntriesExceeded, .extensionDisabled, .currentlyLoading,
            .unexpectedIncrementalRemoval,
        ]
        #expect(codes.map(\.rawValue) == Array(0...8))
        let shortcuts = [
            Reason.unknown, Reason.noExtensionFound, Reason.loadingInterrupted,
            Reason.entriesOutOfOrder, Reason.duplicateEntries, Reason.maximumEntriesExceeded,
            Reason.extensionDisabled, Reason.currentlyLoading, Reason.unexpectedIncrementalRemoval,
        ]
        #expect(shortcuts == codes)
        let error = CXErrorCodeCallDirectoryManagerError(.entriesOutOfOrder, userInfo: ["key": 1])
        #expect(Reason.errorDomain == CXErrorDomainCallDirectoryManager)
        #expect(error.code == .entriesOutOfOrder && error.errorCode == 3)
        #expect(error.userInfo["key"] as? Int == 1 && error.errorUserInfo["key"] as? Int == 1)
        #expect(Reason(.unknown).localizedDescription.contains(CXErrorDomainCallDirectoryManager))
        let other = NSError(domain: CXErrorDomainCallDirectoryManager, code: 102)
        #expect(!(Reason.unknown ~= other), "B161")
        #expect((other as? CXErrorCodeCallDirectoryManagerError)?.code == .unknown)
        #expect((other as? CXErrorCodeCallDirectoryManagerError)?.errorCode == 102)
    }

    @Test("The error of extensions: its codes, its shortcuts, and what an NSError shows of it")
    func notificationService() throws {
        typealias Reason = CXErrorCodeNotificationServiceExtensionError
        let codes: [CXErrorCodeNotificationServiceExtensionError.Code] = [
            .unknown, .invalidClientProcess, .missingNotificationFilteringEntitlement,
        ]
        #expect(codes.map(\.rawValue) == [0, 1, 2])
        let shortcuts = [
            Reason.unknown, Reason.invalidClientProcess,
            Reason.missingNotificationFilteringEntitlement,
        ]
        #expect(shortcuts == codes)
        let error = CXErrorCodeNotificationServiceExtensionError(
            .invalidClientProcess, userInfo: ["key": 1])
        #expect(Reason.errorDomain == CXErrorDomainNotificationServiceExtension)
        #expect(error.code == .invalidClientProcess && error.errorCode == 1)
        #expect(error.userInfo["key"] as? Int == 1 && error.errorUserInfo["key"] as? Int == 1)
        let words = Reason(.unknown).localizedDescription
        #expect(words.contains(CXErrorDomainNotificationServiceExtension))
        let other = NSError(domain: CXErrorDomainNotificationServiceExtension, code: 1)
        #expect(Reason.invalidClientProcess ~= other && !(Reason.unknown ~= other))
        #expect((other as? Reason)?.code == .invalidClientProcess)
    }
}
