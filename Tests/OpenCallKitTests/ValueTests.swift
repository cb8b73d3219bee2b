// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import CallKit
import CallModel
import Foundation
import PhoneLink
import Testing

@Suite struct ValueTests {
    private func archived<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object {
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: object,
            requiringSecureCoding: true
        )
        return try #require(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data)
        )
    }

    // MARK: Handles

    @Test("Handles are equal by value; a copy is equal and distinct")
    func handles() throws {
        let handle = CXHandle(type: .phoneNumber, value: "+1")
        #expect(handle == CXHandle(type: .phoneNumber, value: "+1"))
        #expect(handle.hash == CXHandle(type: .phoneNumber, value: "+1").hash)
        #expect(handle != CXHandle(type: .generic, value: "+1"))
        #expect(handle != CXHandle(type: .phoneNumber, value: "+2"))
        #expect(!handle.isEqual(nil) && !handle.isEqual("+1"))
        let copy = try #require(handle.copy() as? CXHandle)
        #expect(copy == handle && copy !== handle)
        #expect(try archived(handle) == handle)
        #expect(Set([handle, copy]).count == 1)
    }

    // MARK: Actions

    @Test(
        "B35, B36: the time-out is fixed when the action is made, by class and clock"
    )
    func timeouts() throws {
        let bench = try Bench()
        let handle = CXHandle(type: .generic, value: "x")
        let made = Date(timeIntervalSince1970: 1_700_000_000)
        let actions: [CXAction] = bench.make {
            [
                CXStartCallAction(call: UUID(), handle: handle), CXAnswerCallAction(call: UUID()),
                CXEndCallAction(call: UUID()), CXSetHeldCallAction(call: UUID(), onHold: true),
                CXCallAction(call: UUID()), CXAction(),
            ]
        }
        bench.advance(by: .seconds(100))
        #expect(actions.map { $0.timeoutDate.timeIntervalSince(made) } == [600, 60, 5, 5, 5, 5])
        bench.make { #expect(CXAction().timeoutDate.timeIntervalSince(made) == 105) }
    }

    @Test("B35: the times are the phone's, once it has said")
    func phoneTimeouts() async throws {
        let bench = try Bench { request in
            guard case .hello = request else { return FakePhone.admitting(request) }
            var welcome = FakePhone.welcome
            welcome.timeouts.answer = .seconds(7)
            return [.welcome(welcome)]
        }
        let (provider, _) = await make(bench)
        await bench.settle()
        let action = bench.make { CXAnswerCallAction(call: UUID()) }
        let made = Date(timeIntervalSince1970: 1_700_000_000)
        #expect(action.timeoutDate.timeIntervalSince(made) == 7)
        withExtendedLifetime(provider) {}
    }

    @Test("B40: completing an action that no provider holds does nothing")
    func unheld() {
        let action = CXEndCallAction(call: UUID())
        action.fulfill()
        action.fail()
        action.fulfill(withDateEnded: Date())
        #expect(!action.isComplete)
    }

    @Test("B44: a copied or archived action has the same identity and content")
    func actionCopies() throws {
        let call = UUID()
        let start = CXStartCallAction(call: call, handle: CXHandle(type: .generic, value: "x"))
        start.contactIdentifier = "c"
        start.isVideo = true
        for copy in [try #require(start.copy() as? CXStartCallAction), try archived(start)] {
            #expect(copy !== start)
            #expect(copy.uuid == start.uuid && copy.callUUID == call)
            #expect(abs(copy.timeoutDate.timeIntervalSince(start.timeoutDate)) < 0.001)
            #expect(copy.handle == start.handle)
            #expect(copy.contactIdentifier == "c" && copy.isVideo && !copy.isComplete)
        }
        let held = CXSetHeldCallAction(call: call, onHold: true)
        for copy in [try #require(held.copy() as? CXSetHeldCallAction), try archived(held)] {
            #expect(copy.uuid == held.uuid && copy.isOnHold)
        }
        for action in [CXAnswerCallAction(call: call), CXEndCallAction(call: call)] {
            let copy = try #require(action.copy() as? CXCallAction)
            #expect(type(of: copy) == type(of: action))
            #expect(copy.uuid == action.uuid && copy.callUUID == call)
        }
        #expect(try archived(CXAnswerCallAction(call: call)).callUUID == call)
        #expect(try archived(CXEndCallAction(call: call)).callUUID == call)
        #expect(try archived(CXAction()).isComplete == false)
    }

    @Test("The handle of a start action is copied in and out")
    func startHandle() {
        let handle = CXHandle(type: .generic, value: "x")
        let action = CXStartCallAction(call: UUID(), handle: handle)
        #expect(action.handle == handle && action.handle !== handle)
    }

    @Test(
        "B44, B58: actions keep their order; an empty one is complete; copies copy the actions"
    )
    func transactions() throws {
        #expect(CXTransaction().isComplete)
        let transaction = CXTransaction()
        let actions = [CXEndCallAction(call: UUID()), CXAnswerCallAction(call: UUID())]
        actions.forEach(transaction.addAction)
        #expect(transaction.actions == actions)
        #expect(!transaction.isComplete)
        #expect(CXTransaction(action: actions[0]).actions == [actions[0]])
        let copy = try #require(transaction.copy() as? CXTransaction)
        for other in [copy, try archived(transaction)] {
            #expect(other.uuid == transaction.uuid)
            #expect(other.actions.map(\.uuid) == actions.map(\.uuid))
            #expect(other.actions[0] !== actions[0])
        }
    }

    // MARK: Updates and configurations

    @Test("A copied update says the same, and is another")
    func updates() throws {
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .generic, value: "x")
        update.supportsGrouping = true
        update.supportsUngrouping = true
        update.supportsDTMF = true
        let copy = try #require(update.copy() as? CXCallUpdate)
        update.supportsGrouping = false
        #expect(copy.remoteHandle == CXHandle(type: .generic, value: "x"))
        #expect(copy.supportsGrouping && copy.supportsUngrouping && copy.supportsDTMF)
        #expect(!copy.supportsHolding && !copy.hasVideo && copy.localizedCallerName == nil)
    }

    @Test("A configuration begins with Apple's defaults")
    func configuration() throws {
        let configuration = CXProviderConfiguration()
        #expect(configuration.maximumCallGroups == 2)
        #expect(configuration.maximumCallsPerCallGroup == 5)
        #expect(configuration.includesCallsInRecents)
        #expect(!configuration.supportsVideo)
        #expect(configuration.supportedHandleTypes == [])
        #expect(configuration.ringtoneSound == nil && configuration.iconTemplateImageData == nil)
        configuration.iconTemplateImageData = Data([1])
        let copy = try #require(configuration.copy() as? CXProviderConfiguration)
        #expect(copy.iconTemplateImageData == Data([1]))
    }

    // MARK: Errors

    @Test("Errors are made from codes and from NSError, and match as on Apple's systems")
    func errors() {
        let error: any Error = CXErrorCodeRequestTransactionError(.unknownCallUUID)
        #expect((error as NSError).domain == CXErrorDomainRequestTransaction)
        #expect((error as NSError).code == 4)
        #expect((error as? CXErrorCodeRequestTransactionError)?.code == .unknownCallUUID)
        #expect(error as? CXErrorCodeIncomingCallError == nil)
        let made = NSError(domain: CXErrorDomainIncomingCall, code: 3)
        #expect(CXErrorCodeIncomingCallError(_nsError: made).code == .filteredByDoNotDisturb)
        #expect(CXErrorCodeIncomingCallError.filteredByDoNotDisturb ~= made)
        #expect(!(CXErrorCodeIncomingCallError.unknown ~= made))
        #expect(!(CXErrorCodeRequestTransactionError.emptyTransaction ~= made))
        #expect(CXError(.missingVoIPBackgroundMode).errorCode == 3)
        #expect(CXError.errorDomain == CXErrorDomain)
        #expect(
            CXErrorCodeIncomingCallError(.unknown) == CXErrorCodeIncomingCallError(.unknown)
        )
    }

    @Test("B161: a code that the SDK does not name keeps its number")
    func unnamedCode() {
        let made = NSError(domain: CXErrorDomainRequestTransaction, code: 102)
        let error = CXErrorCodeRequestTransactionError(_nsError: made)
        #expect(error.code == .unknown)
        #expect(error.errorCode == 102)
        #expect((error as NSError).code == 102)
    }

    @Test("The codes are Apple's numbers")
    func codes() {
        for code in IncomingCallError.allCases {
            #expect(CXErrorCodeIncomingCallError.Code(rawValue: code.rawValue) != nil)
        }
        for code in RequestTransactionError.allCases {
            #expect(CXErrorCodeRequestTransactionError.Code(rawValue: code.rawValue) != nil)
        }
        #expect(CXErrorCodeIncomingCallError.filteredBySensitiveParticipants.rawValue == 7)
        #expect(CXErrorCodeRequestTransactionError.callIsProtected.rawValue == 8)
        #expect(CXHandle.HandleType.emailAddress.rawValue == 3)
        #expect(CXCallEndedReason(rawValue: 0) == nil)
    }
}
