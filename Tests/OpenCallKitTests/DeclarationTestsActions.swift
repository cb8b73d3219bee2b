// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import CallKit
import CallModel
import Foundation
import PhoneLink
import Testing

/// What each declaration of CallKit's actions and transactions is, for the ledger.
@Suite struct DeclarationTestsActions {
    private let call = UUID()

    // MARK: The classes above

    @Test("An action has an identity and a deadline of its own, and is not complete when made")
    func base() throws {
        let bench = try Bench()
        let (action, other) = bench.make { (CXAction(), CXAction()) }
        #expect(action.uuid != other.uuid)
        #expect(action.uuid == action.uuid)
        #expect(action.timeoutDate == Date(timeIntervalSince1970: 1_700_000_005))
        #expect(!action.isComplete)
        action.fulfill()
        other.fail()
        #expect(!action.isComplete && !other.isComplete, "no provider was given them (B40)")
        let copy = try #require(action.copy() as? CXAction)
        #expect(copy.uuid == action.uuid && copy.timeoutDate == action.timeoutDate)
        #expect(CXAction.supportsSecureCoding)
    }

    @Test("An action for a call names that call beside itself")
    func callAction() throws {
        let action: CXAction = CXCallAction(call: call)
        let callAction = try #require(action as? CXCallAction)
        #expect(callAction.callUUID == call)
        #expect(callAction.uuid != call)
        let copy = try #require(callAction.copy() as? CXCallAction)
        #expect(copy.callUUID == call && copy.uuid == callAction.uuid)
    }

    // MARK: The classes below

    @Test("A start action has a handle; a contact and video are for the app to set")
    func start() throws {
        let action = CXStartCallAction(call: call, handle: CXHandle(type: .generic, value: "a"))
        #expect(action.callUUID == call)
        #expect(action.handle == CXHandle(type: .generic, value: "a"))
        #expect(action.contactIdentifier == nil && !action.isVideo)
        action.handle = CXHandle(type: .phoneNumber, value: "+1")
        action.contactIdentifier = "contact"
        action.isVideo = true
        let copy = try #require(action.copy() as? CXStartCallAction)
        #expect(copy.handle == CXHandle(type: .phoneNumber, value: "+1"))
        #expect(copy.contactIdentifier == "contact" && copy.isVideo)
    }

    @Test("Answering and ending are for a call, and of their own classes")
    func answerAndEnd() throws {
        let answer: CXCallAction = CXAnswerCallAction(call: call)
        let end: CXCallAction = CXEndCallAction(call: call)
        #expect(answer.callUUID == call && end.callUUID == call)
        #expect(answer is CXAnswerCallAction && !(answer is CXEndCallAction))
        #expect(try #require(end.copy() as? CXEndCallAction).uuid == end.uuid)
        #expect(try #require(answer.copy() as? CXAnswerCallAction).uuid == answer.uuid)
    }

    @Test("Holding says which way, and can be changed")
    func held() throws {
        for onHold in [true, false] {
            let action = CXSetHeldCallAction(call: call, onHold: onHold)
            #expect(action.isOnHold == onHold && action.callUUID == call)
            action.isOnHold.toggle()
            #expect(try #require(action.copy() as? CXSetHeldCallAction).isOnHold == !onHold)
        }
    }

    @Test("Muting says which way, and can be changed")
    func muted() throws {
        for muted in [true, false] {
            let action = CXSetMutedCallAction(call: call, muted: muted)
            #expect(action.isMuted == muted && action.callUUID == call)
            action.isMuted.toggle()
            #expect(try #require(action.copy() as? CXSetMutedCallAction).isMuted == !muted)
        }
    }

    @Test("Grouping names the other call; none is leaving the group")
    func grouped() throws {
        let other = UUID()
        let action = CXSetGroupCallAction(call: call, callUUIDToGroupWith: other)
        #expect(action.callUUID == call && action.callUUIDToGroupWith == other)
        action.callUUIDToGroupWith = nil
        let copy = try #require(action.copy() as? CXSetGroupCallAction)
        #expect(copy.callUUIDToGroupWith == nil && copy.callUUID == call)
        let leave = CXSetGroupCallAction(call: call, callUUIDToGroupWith: nil)
        #expect(leave.callUUIDToGroupWith == nil)
    }

    @Test("Tones are digits of one of three kinds, with Apple's numbers")
    func digits() throws {
        let action = CXPlayDTMFCallAction(call: call, digits: "1", type: .singleTone)
        #expect(action.callUUID == call)
        #expect(action.digits == "1" && action.type == .singleTone)
        action.digits = "12,3#"
        action.type = .hardPause
        let copy = try #require(action.copy() as? CXPlayDTMFCallAction)
        #expect(copy.digits == "12,3#" && copy.type == .hardPause)
        let kinds: [CXPlayDTMFCallAction.ActionType] = [.singleTone, .softPause, .hardPause]
        #expect(kinds.map(\.rawValue) == [1, 2, 3])
        #expect(CXPlayDTMFCallAction.ActionType(rawValue: 0) == nil)
    }

    @Test("Translating has two languages, and is fulfilled with who translates")
    func translating() async throws {
        let bench = try Bench()
        let (provider, delegate) = await make(bench)
        delegate.executes = true
        let action = bench.make {
            CXSetTranslatingCallAction(
                call: call, isTranslating: true, localLanguage: "en", remoteLanguage: "zh")
        }
        #expect(action.callUUID == call && action.isTranslating)
        #expect(action.localLanguage == "en" && action.remoteLanguage == "zh")
        let copy = try #require(action.copy() as? CXSetTranslatingCallAction)
        #expect(copy.isTranslating && copy.localLanguage == "en" && copy.remoteLanguage == "zh")
        copy.fulfill(using: .default)
        #expect(!copy.isComplete, "no provider was given it (B40)")

        let transaction = CXTransaction(action: action)
        try await bench.make { CXCallController() }.request(transaction)
        await bench.settle()
        action.fulfill(using: .custom)
        await bench.settle()
        #expect(action.isComplete)
        #expect(
            bench.phone.requests.last
                == .completeAction(
                    try #require(ActionID(action.uuid.uuidString)), .fulfilledTranslating(.custom)))
        let engines: [CXTranslationEngine] = [.default, .custom]
        #expect(engines.map(\.rawValue) == [0, 1])
        #expect(CXTranslationEngine(rawValue: 2) == nil)
        withExtendedLifetime(provider) {}
    }

    @Test("A transaction has the actions that it was made with and given, in order")
    func transaction() throws {
        let actions = [CXEndCallAction(call: call), CXAnswerCallAction(call: call)]
        let transaction = CXTransaction()
        #expect(transaction.actions.isEmpty)
        transaction.addAction(actions[0])
        transaction.addAction(actions[1])
        #expect(transaction.actions == actions && !transaction.isComplete)
        #expect(CXTransaction(actions: actions).actions == actions)
        let one = CXTransaction(action: actions[0])
        #expect(one.actions == [actions[0]])
        #expect(one.uuid != transaction.uuid)
        #expect(try #require(one.copy() as? CXTransaction).uuid == one.uuid)
        #expect(CXTransaction.supportsSecureCoding)
    }

    // MARK: Archives

    /// A reader of what an object wrote by itself, as Apple's classes read each other's archives.
    private func reader(_ object: some NSSecureCoding) throws -> NSKeyedUnarchiver {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        object.encode(with: archiver)
        archiver.finishEncoding()
        return try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    }

    @Test("B44: each class reads what it wrote, and finds nothing in an empty archive")
    func archives() throws {
        let handle = CXHandle(type: .emailAddress, value: "a@example.com")
        #expect(try CXHandle(coder: reader(handle)) == handle)
        let base = CXAction()
        #expect(try CXAction(coder: reader(base))?.uuid == base.uuid)
        let callAction = CXCallAction(call: call)
        #expect(try CXCallAction(coder: reader(callAction))?.callUUID == call)
        let start = CXStartCallAction(call: call, handle: handle)
        #expect(try CXStartCallAction(coder: reader(start))?.handle == handle)
        let answer = CXAnswerCallAction(call: call)
        #expect(try CXAnswerCallAction(coder: reader(answer))?.uuid == answer.uuid)
        let end = CXEndCallAction(call: call)
        #expect(try CXEndCallAction(coder: reader(end))?.callUUID == call)
        let held = CXSetHeldCallAction(call: call, onHold: true)
        #expect(try CXSetHeldCallAction(coder: reader(held))?.isOnHold == true)
        let muted = CXSetMutedCallAction(call: call, muted: true)
        #expect(try CXSetMutedCallAction(coder: reader(muted))?.isMuted == true)
        let other = UUID()
        let group = CXSetGroupCallAction(call: call, callUUIDToGroupWith: other)
        #expect(try CXSetGroupCallAction(coder: reader(group))?.callUUIDToGroupWith == other)
        let tones = CXPlayDTMFCallAction(call: call, digits: "12", type: .softPause)
        let heard = try CXPlayDTMFCallAction(coder: reader(tones))
        #expect(heard?.digits == "12" && heard?.type == .softPause)
        let translating = CXSetTranslatingCallAction(
            call: call, isTranslating: true, localLanguage: "en", remoteLanguage: "zh")
        let spoken = try CXSetTranslatingCallAction(coder: reader(translating))
        #expect(spoken?.isTranslating == true && spoken?.remoteLanguage == "zh")
        let transaction = CXTransaction(actions: [held, muted])
        let read = try CXTransaction(coder: reader(transaction))
        #expect(read?.uuid == transaction.uuid)
        #expect(read?.actions.map(\.uuid) == [held.uuid, muted.uuid])

        let empty = try NSKeyedUnarchiver(
            forReadingFrom: NSKeyedArchiver(requiringSecureCoding: true).encodedData)
        #expect(CXHandle(coder: empty) == nil && CXAction(coder: empty) == nil)
        #expect(CXStartCallAction(coder: empty) == nil && CXEndCallAction(coder: empty) == nil)
    }
}
