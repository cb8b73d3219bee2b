// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import CallModel
import Foundation
import PushKit
import Testing

@Suite("A provider is made once, configured, invalidated: B4–B8, B14") struct ProviderCare {
    @Test(
        "B4: of two providers in one process the newer gets a Start, and the phone remarks on it",
        arguments: Link.allCases)
    func b4(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let first = try await phone.run { WitnessApp() }
        #expect(phone.broken == [])
        let second = try await phone.within { WitnessApp() }
        #expect(phone.broken == [.secondProvider])
        second.name(first.uuid("a"), "a")
        first.start("a")
        try await phone.settle()
        #expect(first.take() == ["begin", "requested nil", "a 1000"])
        #expect(
            second.take() == ["begin", "a 1000", "execute 1", "perform Start a", "didActivate"])
    }

    @Test(
        "B4: an app that switched CallKit off switches it on with a fresh provider",
        arguments: Link.allCases)
    func b4OffAndOn(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let first = try await phone.run { WitnessApp() }
        first.provider.invalidate()
        try await phone.settle()
        let second = try await phone.within { WitnessApp() }
        first.name(second.uuid("b"), "b")
        second.start("b")
        try await phone.settle()
        #expect(first.take() == ["begin", "b 1000"])
        #expect(
            second.take() == [
                "begin", "requested nil", "b 1000", "execute 1", "perform Start b", "didActivate",
            ])
        #expect(phone.broken == [])
    }

    /// Makes another provider for each push, as some apps do.
    private final class Remaking: NSObject, PKPushRegistryDelegate, @unchecked Sendable {
        // Sendable because it is used on the main queue, and by the test in turn.
        let invalidates: Bool
        let registry = PKPushRegistry(queue: nil)
        var parts: [WitnessApp] = []

        init(invalidates: Bool) {
            self.invalidates = invalidates
            super.init()
            registry.delegate = self
            registry.desiredPushTypes = [.voIP]
        }

        func pushRegistry(
            _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
            for type: PKPushType
        ) {}

        func pushRegistry(
            _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
            for type: PKPushType, completion: @escaping @Sendable () -> Void
        ) {
            if invalidates { parts.last?.provider.invalidate() }
            let made = WitnessApp()
            made.logsChanges = false
            parts.append(made)
            made.report(["a", "b"][parts.count - 1])
            completion()
        }
    }

    @Test(
        "B5: a call belongs to the provider that reported it: no other can end it",
        arguments: Link.allCases)
    func b5(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { Remaking(invalidates: false) }
        phone.push(number: 1)
        try await phone.settle()
        phone.push(number: 2)
        try await phone.settle()
        #expect(phone.broken == [.providerForEachPush])
        let call = app.parts[0].uuid("a")
        app.parts[1].provider.reportCall(with: call, endedAt: nil, reason: .remoteEnded)
        try await phone.settle()
        #expect(phone.states == [.ringing, .ringing])
        #expect(phone.broken == [.providerForEachPush, .providerForEachPush])
        app.parts[1].request(CXEndCallAction(call: call))
        try await phone.settle()
        #expect(app.parts[0].events == ["begin", "reported nil", "execute 1", "perform End a"])
        #expect(app.parts[1].events == ["begin", "reported nil", "requested nil"])
        #expect(phone.calls.map(\.id) == [app.parts[1].uuid("b")])
    }

    @Test(
        "B5: a provider made anew has lost the calls of the one before: an End gets code 4",
        arguments: Link.allCases)
    func b5Invalidated(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { Remaking(invalidates: true) }
        phone.push(number: 1)
        try await phone.settle()
        phone.push(number: 2)
        try await phone.settle()
        app.parts[1].request(CXEndCallAction(call: app.parts[0].uuid("a")))
        try await phone.settle()
        #expect(app.parts[1].events == ["begin", "reported nil", "requested 4"])
        #expect(phone.calls.map(\.id) == [app.parts[1].uuid("b")])
    }

    @Test(
        "B6: the configuration is copied when it is read and when it is set",
        arguments: Link.allCases)
    func b6Copied(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp { $0.maximumCallGroups = 1 } }
        let read = app.provider.configuration
        read.maximumCallGroups = 2
        #expect(app.provider.configuration.maximumCallGroups == 1)
        app.report("a")
        app.report("b")
        try await phone.settle()
        #expect(phone.calls.count == 1)
        app.provider.configuration = read
        read.maximumCallGroups = 1
        #expect(app.provider.configuration.maximumCallGroups == 2)
        app.report("b")
        try await phone.settle()
        #expect(phone.calls.count == 2)
    }

    @Test(
        "B6: an assigned configuration holds for the calls that come then",
        arguments: Link.allCases)
    func b6Assigned(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp { $0.ringtoneSound = "old.caf" } }
        app.report("a")
        try await phone.settle()
        let changed = app.provider.configuration
        changed.ringtoneSound = "new.caf"
        changed.includesCallsInRecents = false
        app.provider.configuration = changed
        app.report("b")
        try await phone.settle()
        #expect(phone.ringer.map(\.sound) == ["old.caf", "new.caf"])
        #expect(phone.recents.map(\.call) == [app.uuid("a")])
    }

    @Test(
        "B7: invalidate ends every call in failure, and nothing is performed any more",
        arguments: Link.allCases)
    func b7(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try await phone.connect("a", of: app)
        app.decide = { _ in .waits }
        app.request(CXSetHeldCallAction(call: app.uuid("a"), onHold: true))
        app.report("b")
        try await phone.settle()
        _ = app.take()
        app.provider.invalidate()
        try await phone.settle()
        #expect(app.take() == ["a 0011", "b 0001"])
        #expect(phone.recents.map(\.outcome) == [.failed, .failed])
        #expect(phone.ringer.isEmpty && phone.steps.contains(.audioDeactivated))
        #expect(app.provider.pendingTransactions.isEmpty)
        try await phone.advance(by: .seconds(60))
        #expect(app.take() == [])
    }

    @Test(
        "B7: a provider that is let go of without invalidate leaks; invalidated it goes",
        arguments: Link.allCases)
    func b7Leak(link: Link) async throws {
        final class Careless: @unchecked Sendable {
            // Sendable because it is used on the main queue, and by the test in turn.
            weak var provider: CXProvider?
            init() {
                let made = CXProvider(configuration: CXProviderConfiguration())
                made.setDelegate(nil, queue: nil)
                provider = made
            }
        }
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { Careless() }
        #expect(app.provider != nil)
        app.provider?.invalidate()
        try await phone.settle()
        #expect(app.provider == nil)
    }

    @Test(
        "B8: after invalidate a Start gets code 2 and a report fails; a new provider cures it",
        arguments: Link.allCases)
    func b8(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        app.provider.invalidate()
        app.start("a")
        app.report("b")
        try await phone.settle()
        #expect(app.take().sorted() == ["begin", "reported 0", "requested 2"])
        let next = try await phone.within { WitnessApp() }
        app.logsChanges = false
        next.name(app.uuid("a"), "a")
        app.start("a")
        try await phone.settle()
        #expect(app.take() == ["requested nil"])
        #expect(next.takePerformed() == ["Start a"])
    }

    @Test(
        "B14: a transaction is pending until the last of its actions is complete",
        arguments: Link.allCases)
    func b14(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try await phone.connect("a", of: app)
        app.decide = { $0 is CXEndCallAction ? .fulfils : .waits }
        let end = CXEndCallAction(call: app.uuid("a"))
        let handle = CXHandle(type: .generic, value: "callee")
        let start = CXStartCallAction(call: app.uuid("b"), handle: handle)
        app.request(end, start)
        try await phone.settle()
        #expect(end.isComplete && !start.isComplete)
        #expect(
            app.provider.pendingTransactions.map { $0.actions.map(\.uuid) } == [
                [end.uuid, start.uuid]
            ])
        #expect(app.provider.pendingTransactions.first?.isComplete == false)
        #expect(
            app.provider.pendingCallActions(of: CXStartCallAction.self, withCall: app.uuid("b"))
                .map(\.uuid) == [start.uuid])
        app.complete { $0.fulfill() }
        try await phone.settle()
        #expect(app.provider.pendingTransactions.isEmpty)
    }
}
