// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import CallModel
import Foundation
import Testing

@Suite("Copies, archives, empty transactions: B44, B58") struct ActionCopies {
    @Test(
        "B44: a copy of an action has its UUID, and is what the provider is given",
        arguments: Link.allCases)
    func b44(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try await phone.connect("a", of: app)
        app.decide = { _ in .waits }
        let isSo = try await phone.within {
            let action = CXSetHeldCallAction(call: app.uuid("a"), onHold: true)
            let transaction = CXTransaction(action: action)
            guard let copy = transaction.copy() as? CXTransaction,
                let copied = copy.actions.first as? CXSetHeldCallAction
            else { return [false] }
            app.controller.request(copy) { _ in }
            return [
                copy !== transaction, copy.uuid == transaction.uuid, copied !== action,
                copied.uuid == action.uuid, copied.callUUID == action.callUUID, copied.isOnHold,
                copied.timeoutDate == action.timeoutDate,
            ]
        }
        #expect(isSo == Array(repeating: true, count: 7))
        #expect(app.take() == ["execute 1", "perform Hold a"])
        app.complete { $0.fulfill() }
        try await phone.settle()
        #expect(phone.states == [.held])
    }

    @Test("B44: a copy of a handle is equal and another object", arguments: Link.allCases)
    func b44Handle(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        let isSo = try await phone.within {
            let handle = CXHandle(type: .phoneNumber, value: "+4930123456")
            guard let copy = handle.copy() as? CXHandle else { return [false] }
            app.request(CXStartCallAction(call: app.uuid("a"), handle: copy))
            return [
                copy == handle, copy !== handle, copy.hash == handle.hash,
                copy != CXHandle(type: .generic, value: "+4930123456"),
            ]
        }
        #expect(isSo == [true, true, true, true])
        #expect(
            phone.calls.map(\.handle) == [CXHandle(type: .phoneNumber, value: "+4930123456")])
    }

    @Test(
        "B44: actions, transactions and handles survive a secure archive", arguments: Link.allCases)
    func b44Archive(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try await phone.connect("a", of: app)
        let isSo = try await phone.within {
            let end = CXEndCallAction(call: app.uuid("a"))
            let start = CXStartCallAction(
                call: app.uuid("b"), handle: CXHandle(type: .generic, value: "callee"))
            let transaction = CXTransaction(actions: [end, start])
            let data = try NSKeyedArchiver.archivedData(
                withRootObject: transaction, requiringSecureCoding: true)
            let read = try #require(
                try NSKeyedUnarchiver.unarchivedObject(ofClass: CXTransaction.self, from: data))
            app.controller.request(read) { app.log("requested \(WitnessApp.code($0))") }
            return [
                read.uuid == transaction.uuid, read.actions.map(\.uuid) == [end.uuid, start.uuid],
                read.actions.map(\.timeoutDate) == [end.timeoutDate, start.timeoutDate],
                (read.actions.last as? CXStartCallAction)?.handle == start.handle,
            ]
        }
        #expect(isSo == [true, true, true, true])
        #expect(
            app.take().filter { !$0.hasPrefix("did") } == [
                "requested nil", "b 1000", "execute 2", "perform End a", "perform Start b",
                "a 0011",
            ])
    }

    @Test(
        "B58: a transaction with no actions is complete, one with an open action is not",
        arguments: Link.allCases)
    func b58(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try await phone.connect("a", of: app)
        let isComplete = try await phone.within {
            let transaction = CXTransaction()
            let before = transaction.isComplete
            transaction.addAction(CXEndCallAction(call: app.uuid("a")))
            let open = transaction.isComplete
            app.onPerform = { app, action in
                app.log("complete \(transaction.isComplete)")
                action.fulfill()
                app.log("complete \(transaction.isComplete)")
            }
            app.controller.request(transaction) { _ in }
            return [before, open]
        }
        #expect(isComplete == [true, false])
        #expect(
            app.take().filter { $0.hasPrefix("complete") } == ["complete false", "complete true"])
    }
}
