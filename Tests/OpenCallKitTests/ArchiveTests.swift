// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import CallKit
import CallModel
import Foundation
import PhoneLink
import Testing

@Suite struct ArchiveTests {
    private let call = UUID()
    private let other = UUID()

    private func read<Object: NSObject & NSSecureCoding>(
        _ type: Object.Type,
        _ object: NSObject
    ) throws -> Object? {
        try Forger.archived(object, as: type)
    }

    private func forged<Object: NSObject & NSSecureCoding>(
        _ type: Object.Type,
        _ values: [(String, Any)]
    ) -> Object? {
        Forger.object(type, of: values)
    }

    private func both<Action: CXCallAction>(_ action: Action) throws -> [Action] {
        [
            try #require(action.copy() as? Action),
            try #require(try read(Action.self, action)),
        ]
    }

    @Test("B44: copies and archives of each action keep identity, time-out and content")
    func actions() throws {
        let muted = CXSetMutedCallAction(call: call, muted: true)
        for copy in try both(muted) { #expect(copy.isMuted && copy.uuid == muted.uuid) }
        let group = CXSetGroupCallAction(call: call, callUUIDToGroupWith: other)
        for copy in try both(group) { #expect(copy.callUUIDToGroupWith == other) }
        let alone = CXSetGroupCallAction(call: call, callUUIDToGroupWith: nil)
        for copy in try both(alone) { #expect(copy.callUUIDToGroupWith == nil) }
        let tones = CXPlayDTMFCallAction(call: call, digits: "12#", type: .softPause)
        for copy in try both(tones) { #expect(copy.digits == "12#" && copy.type == .softPause) }
        let translating = CXSetTranslatingCallAction(
            call: call, isTranslating: true, localLanguage: "de", remoteLanguage: "en")
        for copy in try both(translating) {
            #expect(copy.isTranslating)
            #expect(copy.localLanguage == "de" && copy.remoteLanguage == "en")
        }
        for action in [muted, group, tones, translating] as [CXCallAction] {
            let copy = try #require(action.copy() as? CXCallAction)
            #expect(copy !== action && type(of: copy) == type(of: action))
            #expect(copy.callUUID == call && copy.timeoutDate == action.timeoutDate)
            #expect(!copy.isComplete)
        }
    }

    @Test("B44: a transaction's archive holds actions of every kind")
    func transaction() throws {
        let transaction = CXTransaction(actions: [
            CXStartCallAction(call: call, handle: CXHandle(type: .generic, value: "x")),
            CXAnswerCallAction(call: call), CXEndCallAction(call: call),
            CXSetHeldCallAction(call: call, onHold: true),
            CXSetMutedCallAction(call: call, muted: true),
            CXSetGroupCallAction(call: call, callUUIDToGroupWith: other),
            CXPlayDTMFCallAction(call: call, digits: "1", type: .singleTone),
            CXSetTranslatingCallAction(
                call: call, isTranslating: true, localLanguage: "de", remoteLanguage: "en"),
        ])
        let copy = try #require(try read(CXTransaction.self, transaction))
        #expect(copy.uuid == transaction.uuid)
        #expect(copy.actions.map(\.uuid) == transaction.actions.map(\.uuid))
        #expect(zip(copy.actions, transaction.actions).allSatisfy { type(of: $0) == type(of: $1) })
    }

    @Test("Apple's archives, which hold no time-out, are read; the time runs from then on")
    func appleKeys() throws {
        let bench = try Bench()
        let id = UUID()
        let values: [(String, Any)] = [("UUID", id), ("callUUID", call), ("state", 0)]
        let action = bench.make { forged(CXSetMutedCallAction.self, values + [("muted", true)]) }
        #expect(action?.uuid == id)
        #expect(action?.callUUID == call)
        #expect(action?.isMuted == true)
        #expect(action?.isComplete == false)
        #expect(action?.timeoutDate == Date(timeIntervalSince1970: 1_700_000_005))
        let done = bench.make {
            forged(CXAnswerCallAction.self, values.dropLast() + [("state", 2)])
        }
        #expect(done?.isComplete == true)
        #expect(done?.timeoutDate == Date(timeIntervalSince1970: 1_700_000_060))
    }

    @Test("Raw values that are not known, and values of other types, are no action, and trap never")
    func unknown() {
        let base: [(String, Any)] = [("UUID", UUID()), ("callUUID", call), ("state", 0)]
        for type in [0, 4, -1, Int.max, Int.min] {
            let values = base + [("digits", "1"), ("type", type)]
            #expect(forged(CXPlayDTMFCallAction.self, values) == nil)
            #expect(forged(CXHandle.self, [("value", "x"), ("type", type)]) == nil)
        }
        #expect(forged(CXPlayDTMFCallAction.self, base + [("digits", "1"), ("type", 3)]) != nil)
        #expect(forged(CXPlayDTMFCallAction.self, base + [("type", 1)]) == nil)
        #expect(forged(CXPlayDTMFCallAction.self, base + [("digits", 7), ("type", 1)]) == nil)
        #expect(forged(CXSetTranslatingCallAction.self, base) == nil)
        #expect(forged(CXStartCallAction.self, base) == nil)
        #expect(forged(CXStartCallAction.self, base + [("handle", "x")]) == nil)
        #expect(forged(CXEndCallAction.self, [("UUID", UUID()), ("callUUID", "x")]) == nil)
        #expect(forged(CXEndCallAction.self, []) == nil)
        #expect(forged(CXHandle.self, []) == nil)
        #expect(forged(CXTransaction.self, [("UUID", UUID()), ("actions", "x")]) == nil)
    }

    @Test("Objects of the wrong class are no action, and trap never")
    func wrongClasses() {
        let base: [(String, Any)] = [("UUID", UUID()), ("callUUID", call)]
        let wrong: [Any] = [
            NSArray(), NSDictionary(), NSDate(), CXAction(), CXTransaction(),
            CXHandle(type: .generic, value: "x"),
        ]
        for value in wrong where !(value is CXHandle) {
            #expect(forged(CXStartCallAction.self, base + [("handle", value)]) == nil)
        }
        for value in wrong {
            #expect(forged(CXEndCallAction.self, [("UUID", UUID()), ("callUUID", value)]) == nil)
            #expect(forged(CXHandle.self, [("type", 1), ("value", value)]) == nil)
            #expect(forged(CXTransaction.self, [("UUID", value), ("actions", NSArray())]) == nil)
        }
        let list = NSArray(array: [CXAction(), NSDate(), CXHandle(type: .generic, value: "x")])
        let read = forged(CXTransaction.self, [("UUID", UUID()), ("actions", list)])
        #expect(read?.actions.count == 1)
    }
}
