// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import CallModel
import Foundation
import PhoneCore
import Testing

@Suite("Errors of requests: B48–B57, B59") struct RequestErrors {
    private static var callee: CXHandle { CXHandle(type: .generic, value: "callee") }

    @Test(
        "B48: without the VoIP background mode every request gets 1, and no delegate is called",
        arguments: Link.allCases)
    func b48(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run(as: AppDescription(backgroundModes: ["audio"])) {
            WitnessApp()
        }
        app.start("a")
        app.request()
        app.request(CXEndCallAction(call: app.uuid("a")))
        try await phone.settle()
        #expect(app.take() == ["requested 1", "requested 1", "requested 1"])
        app.report("b")
        try await phone.settle()
        #expect(app.take() == ["reported 1"])
        #expect(phone.calls.isEmpty && phone.recents.isEmpty)
    }

    /// An app that never made a provider.
    private final class Providerless: @unchecked Sendable {
        // Sendable because the test alone uses it, in turn.
        let controller = CXCallController(queue: .main)
        var codes: [String] = []

        func request(_ actions: CXAction...) {
            controller.request(CXTransaction(actions: actions)) { [weak self] error in
                self?.codes.append(WitnessApp.code(error))
            }
        }
    }

    @Test(
        "B49: a process without a provider gets 2, whatever it asks for", arguments: Link.allCases)
    func b49(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { Providerless() }
        app.request(CXStartCallAction(call: UUID(), handle: Self.callee))
        app.request(CXEndCallAction(call: UUID()))
        try await phone.settle()
        #expect(app.codes == ["2", "2"])
    }

    @Test("B50: a transaction with no actions gets 3", arguments: Link.allCases)
    func b50(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        app.request()
        try await phone.settle()
        #expect(app.take() == ["begin", "requested 3"])
    }

    @Test(
        "B52: a call that has displaced a cellular one can be ended by its UUID",
        arguments: Link.allCases)
    func b52(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        let cellular = phone.world.incomingCellularCall(from: "10086")
        phone.user.answer(cellular)
        app.logsChanges = false
        app.report("a")
        try await phone.settle()
        #expect(phone.user.endAndAnswer().isDone)
        try await phone.settle()
        #expect(phone.calls.map(\.id) == [app.uuid("a")])
        _ = app.take()
        app.request(CXEndCallAction(call: app.uuid("a")))
        try await phone.settle()
        #expect(app.take() == ["requested nil", "execute 1", "perform End a", "didDeactivate"])
        #expect(phone.calls.isEmpty)
    }

    @Test(
        "B53: a Start with a live UUID gets 5, and an Answer instead is taken",
        arguments: Link.allCases)
    func b53(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        app.logsChanges = false
        app.report("a")
        try await phone.settle()
        app.start("a")
        try await phone.settle()
        #expect(app.take() == ["begin", "reported nil", "requested 5"])
        app.request(CXAnswerCallAction(call: app.uuid("a")))
        try await phone.settle()
        #expect(app.take() == ["requested nil", "execute 1", "perform Answer a", "didActivate"])
        app.start("a")
        try await phone.settle()
        #expect(app.take() == ["requested 5"])
    }

    @Test(
        "B53: an Answer for no call gets 4, and a Start instead is taken; two of one UUID get 5",
        arguments: Link.allCases)
    func b53Answer(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        app.logsChanges = false
        app.request(CXAnswerCallAction(call: app.uuid("a")))
        try await phone.settle()
        #expect(app.take() == ["begin", "requested 4"])
        app.request(
            CXStartCallAction(call: app.uuid("a"), handle: Self.callee),
            CXStartCallAction(call: app.uuid("a"), handle: Self.callee))
        app.start("a")
        try await phone.settle()
        #expect(
            app.take() == [
                "requested 5", "requested nil", "execute 1", "perform Start a", "didActivate",
            ])
    }

    @Test(
        "B54: an action that could mean nothing gets 6: none of the transaction is performed",
        arguments: Link.allCases)
    func b54(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        app.report("a")
        try await phone.settle()
        let ringing = app.uuid("a")
        _ = app.take()
        app.request(CXSetHeldCallAction(call: ringing, onHold: true))
        app.request(CXPlayDTMFCallAction(call: ringing, digits: "1", type: .singleTone))
        app.request(CXSetGroupCallAction(call: ringing, callUUIDToGroupWith: nil))
        app.request(
            CXEndCallAction(call: ringing), CXSetMutedCallAction(call: ringing, muted: true))
        app.request(CXAction())
        let end = CXEndCallAction(call: ringing)
        app.request(end, end)
        try await phone.settle()
        #expect(app.take() == Array(repeating: "requested 6", count: 6))
        #expect(phone.states == [.ringing])
        app.request(CXAnswerCallAction(call: ringing))
        try await phone.settle()
        _ = app.take()
        app.request(CXAnswerCallAction(call: ringing))
        app.request(CXSetGroupCallAction(call: ringing, callUUIDToGroupWith: ringing))
        try await phone.settle()
        #expect(app.take() == ["requested 6", "requested 6"])
        #expect(phone.states == [.connected])
    }

    @Test(
        "B55: a Start over the limit of groups gets 7, until a call has ended or is ended with it",
        arguments: Link.allCases)
    func b55(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp { $0.maximumCallGroups = 1 } }
        app.logsChanges = false
        app.report("a")
        try await phone.settle()
        app.start("b")
        try await phone.settle()
        #expect(app.take() == ["begin", "reported nil", "requested 7"])
        app.request(
            CXEndCallAction(call: app.uuid("a")),
            CXStartCallAction(call: app.uuid("b"), handle: Self.callee))
        try await phone.settle()
        #expect(
            app.take() == [
                "requested nil", "execute 2", "perform End a", "perform Start b", "didActivate",
            ])
        app.start("c")
        app.provider.reportCall(with: app.uuid("b"), endedAt: nil, reason: .remoteEnded)
        app.start("d")
        try await phone.settle()
        #expect(
            app.take() == [
                "requested 7", "didDeactivate", "requested nil", "execute 1", "perform Start d",
                "didActivate",
            ])
    }

    @Test(
        "B56: from iOS 18 on calls of an app that is locked or hidden are protected: 8",
        arguments: Link.allCases, [17, 18])
    func b56(link: Link, version: Int) async throws {
        let phone = SimulatedPhone(link: link, rules: .iOS(version))
        let app = try await phone.run { WitnessApp() }
        app.logsChanges = false
        let hotline = try #require(phone.hotline)
        #expect(phone.user.protect(hotline).isDone == (version >= 18))
        app.start("a")
        try await phone.settle()
        guard version >= 18 else {
            #expect(app.takePerformed() == ["Start a"])
            return
        }
        #expect(app.take() == ["begin", "requested 8"])
        #expect(phone.user.protect(hotline, false).isDone)
        app.start("a")
        try await phone.settle()
        #expect(app.take() == ["requested nil", "execute 1", "perform Start a", "didActivate"])
    }

    @Test(
        "B57: of several errors the widest is told: app, provider, transaction, action, limit",
        arguments: Link.allCases)
    func b57(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let plain = try await phone.run(
            "com.example.plain", as: AppDescription(backgroundModes: [])
        ) { Providerless() }
        plain.request()
        let without = try await phone.run("com.example.without") { Providerless() }
        without.request()
        try await phone.settle()
        #expect(plain.codes == ["1"] && without.codes == ["2"])

        let app = try await phone.run { WitnessApp { $0.maximumCallGroups = 1 } }
        let hotline = try #require(phone.hotline)
        app.report("a")
        try await phone.settle()
        _ = app.take()
        phone.user.protect(hotline)
        app.request()
        try await phone.settle()
        #expect(app.take() == ["requested 8"])
        phone.user.protect(hotline, false)
        // The first action that is wrong decides, before the limit.
        let hold = CXSetHeldCallAction(call: app.uuid("a"), onHold: true)
        let start = CXStartCallAction(call: app.uuid("b"), handle: Self.callee)
        let unknown = CXEndCallAction(call: UUID())
        let again = CXStartCallAction(call: app.uuid("a"), handle: Self.callee)
        app.request(start, unknown, hold)
        app.request(start, hold, unknown)
        app.request(again, unknown)
        app.request(start)
        try await phone.settle()
        #expect(app.take() == ["requested 4", "requested 6", "requested 5", "requested 7"])
    }

    @Test(
        "B59: an error has no user info, and the words of its domain and code",
        arguments: Link.allCases)
    func b59(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try await phone.within {
            app.controller.request(CXTransaction()) { Self.note($0, app) }
            app.provider.reportNewIncomingCall(with: app.uuid("a"), update: CXCallUpdate()) { _ in
                app.provider.reportNewIncomingCall(
                    with: app.uuid("a"), update: CXCallUpdate()
                ) { Self.note($0, app) }
            }
        }
        // Foundation's words: "could not be completed" here, "couldn’t be completed" on Apple's.
        #expect(
            app.take() == [
                "begin",
                "0 com.apple.CallKit.error.requesttransaction 3",
                "(com.apple.CallKit.error.requesttransaction error 3.)",
                "a 0000",
                "0 com.apple.CallKit.error.incomingcall 2",
                "(com.apple.CallKit.error.incomingcall error 2.)",
            ])
    }

    private static func note(_ error: (any Error)?, _ app: WitnessApp) {
        guard let error = error as NSError? else { return app.log("no error") }
        app.log("\(error.userInfo.count) \(error.domain) \(error.code)")
        let words = error.localizedDescription
        app.log(String(words.drop { $0 != "(" }))
    }
}
