// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import CallModel
import Foundation
import PhoneCore
import Testing

@Suite("Resets, registration, calls that were left over: B9–B13") struct ProviderLosses {
    @Test(
        "B9: a reset throws away all calls, and no action needs an answer",
        arguments: Link.allCases)
    func b9(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try await phone.connect("a", of: app)
        app.decide = { _ in .waits }
        app.request(CXSetHeldCallAction(call: app.uuid("a"), onHold: true))
        try await phone.settle()
        _ = app.take()
        phone.restartCallService()
        try await phone.settle()
        #expect(app.take() == ["a 0011", "reset", "begin", "didDeactivate"])
        #expect(phone.calls.isEmpty && app.provider.pendingTransactions.isEmpty)
        #expect(phone.recents.map(\.outcome) == [.failed])
        // Neither a time-out nor a breach follows, and completing comes too late to count.
        try await phone.advance(by: .seconds(60))
        app.complete { $0.fulfill() }
        try await phone.settle()
        #expect(app.take() == [] && phone.broken == [])
    }

    @Test(
        "B10: a broken connection to the call service is a reset", arguments: Link.allCases)
    func b10(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try await phone.connect("a", of: app)
        phone.withStage { $0.shutDown() }
        try await phone.settle()
        #expect(app.take() == ["reset", "a 0011"])
        app.report("b")
        try await phone.settle()
        #expect(app.take() == ["reported 0"])
    }

    @Test(
        "B11: after a reset an app goes on with its provider, by another rule with a new one alone",
        arguments: Link.allCases, [false, true])
    func b11(link: Link, resetEndsProviders: Bool) async throws {
        var rules = SystemRules()
        rules.resetEndsProviders = resetEndsProviders
        let phone = SimulatedPhone(link: link, rules: rules)
        let app = try await phone.run { WitnessApp() }
        app.logsChanges = false
        phone.restartCallService()
        try await phone.settle()
        #expect(app.take() == ["begin", "reset"] + (resetEndsProviders ? [] : ["begin"]))
        app.start("a")
        try await phone.settle()
        guard resetEndsProviders else {
            #expect(
                app.take() == ["requested nil", "execute 1", "perform Start a", "didActivate"])
            return
        }
        #expect(app.take() == ["requested 2"])
        let next = try await phone.within { WitnessApp() }
        next.logsChanges = false
        next.name(app.uuid("a"), "a")
        app.start("a")
        try await phone.settle()
        #expect(app.take() == ["requested nil"])
        #expect(next.take() == ["begin", "execute 1", "perform Start a", "didActivate"])
    }

    @Test(
        "B12: a provider is registered at once, so that a Start right after it is taken",
        arguments: Link.allCases)
    func b12(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run {
            let app = WitnessApp()
            app.logsChanges = false
            app.start("a")
            return app
        }
        #expect(
            app.take() == ["begin", "requested nil", "execute 1", "perform Start a", "didActivate"])
    }

    @Test(
        "B12: while registration is under way a Start is refused, with 2 or as iPhones with 7",
        arguments: Link.allCases, [2, 7])
    func b12Delayed(link: Link, code: Int) async throws {
        var rules = SystemRules()
        rules.registrationDelay = .milliseconds(20)
        if code != rules.errorWhileRegistering { rules.errorWhileRegistering = code }
        let phone = SimulatedPhone(link: link, rules: rules)
        let app = try await phone.run {
            let app = WitnessApp()
            app.logsChanges = false
            app.start("a")
            return app
        }
        #expect(app.take() == ["requested \(code)"])
        try await phone.advance(by: .milliseconds(19))
        #expect(app.take() == [])
        try await phone.advance(by: .milliseconds(1))
        #expect(app.take() == ["begin"])
        app.start("a")
        try await phone.settle()
        #expect(app.takePerformed() == ["Start a"])
    }

    @Test(
        "B13: a call that was never ended counts against the limit, and is remarked on",
        arguments: Link.allCases)
    func b13(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp { $0.maximumCallGroups = 1 } }
        try await phone.connect("a", of: app)
        // Its other side has hung up, and the app says nothing of it.
        app.report("b")
        app.start("c")
        try await phone.settle()
        #expect(app.take().sorted() == ["reported 0", "requested 7"])
        phone.close()
        #expect(phone.broken == [.callNeverEnded])
        #expect(phone.breaches.first?.call == phone.recentCalls.first?.call)
    }

    @Test(
        "B13: after a restart of the app its calls are gone, or by another rule still count",
        arguments: Link.allCases, [SystemRules.CallsOfDeadApp.end, .stay])
    func b13Restarted(link: Link, callsOfDeadApp: SystemRules.CallsOfDeadApp) async throws {
        var rules = SystemRules()
        rules.callsOfDeadApp = callsOfDeadApp
        let phone = SimulatedPhone(link: link, rules: rules)
        let app = try await phone.run { WitnessApp { $0.maximumCallGroups = 1 } }
        try await phone.connect("a", of: app)
        let leftOver = app.uuid("a")
        let hotline = try #require(phone.hotline)
        hotline.kill()
        try await phone.settle()
        phone.relaunch(hotline)
        try await phone.settle()
        let next = try hotline.object(WitnessApp.self)
        next.logsChanges = false
        let leftOvers = next.observer.calls.map(\.uuid)
        next.report("b")
        try await phone.settle()
        guard callsOfDeadApp == .stay else {
            #expect(leftOvers.isEmpty)
            #expect(next.take() == ["begin", "reported nil"])
            #expect(phone.recents.last?.outcome == .failed)
            return
        }
        #expect(leftOvers == [leftOver])
        // The new process has the call now, and its sound.
        #expect(next.take() == ["begin", "didActivate", "reported 0"])
        // What apps do at launch: they end whatever is left.
        next.name(leftOver, "a")
        next.request(CXEndCallAction(call: leftOver))
        try await phone.settle()
        next.report("b")
        try await phone.settle()
        #expect(
            next.take() == [
                "requested nil", "execute 1", "perform End a", "didDeactivate", "reported nil",
            ])
    }
}
