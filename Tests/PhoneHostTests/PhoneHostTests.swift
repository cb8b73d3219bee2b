// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import CallModel
import PhoneCore
import PhoneHost
import PhoneTestSupport
import Testing
import OCKWire

@Suite("PhoneHost")
struct PhoneHostTests {
    @Test("A push starts the app, rings, is answered and ended, each step once and in order (B120)")
    func wholeWay() throws {
        let fixture = Fixture()
        try fixture.ringAnswerAndEnd()
        let expected: [TimelineStep] = [
            .pushDelivered, .appLaunched, .pushReceived, .callReported, .callRinging,
            .callAnswered, .callConnected, .audioActivated, .callEnded, .audioDeactivated,
            .recentsRecorded,
        ]
        for step in expected {
            #expect(fixture.steps.filter { $0 == step }.count == 1, "\(step.rawValue)")
        }
        let before = Array(expected.prefix(6))
        #expect(fixture.steps.filter(before.contains) == before)
        #expect(fixture.courier.acknowledged == [DeliveryKey(Fixture.push)])
        #expect(fixture.store.calls.map(\.outcome) == [.ended])
        #expect(fixture.store.pushes.map(\.outcome) == [.rang(Fixture.call)])
        #expect(fixture.ringer.ringing.isEmpty)
    }

    @Test("The alarm is set for the phone's next deadline, and a late app is abandoned")
    func alarm() throws {
        let fixture = Fixture()
        fixture.deliver()
        #expect(fixture.launcher.launches == [Fixture.bundle])
        #expect(fixture.time.deadline != nil)
        fixture.time.advance(by: .seconds(30))
        #expect(fixture.launcher.abandoned.count == 1)
        #expect(fixture.store.pushes.map(\.outcome) != [.pending])
    }

    @Test("A launch of an app that is not installed any more fails in words")
    func launchOfRemovedApp() throws {
        let fixture = Fixture()
        fixture.launcher.outcome = { _ in .failed("no such file") }
        fixture.deliver()
        #expect(fixture.store.pushes.map(\.outcome) == [.notStarted])
    }

    @Test("A push that an earlier run took is acknowledged and does not ring again")
    func earlierPush() throws {
        let fixture = Fixture()
        fixture.store.earlierPushes = [DeliveryKey(Fixture.push)]
        fixture.deliver()
        #expect(fixture.courier.acknowledged == [DeliveryKey(Fixture.push)])
        #expect(fixture.launcher.launches.isEmpty)
        #expect(fixture.store.pushes.isEmpty)
    }

    @Test("A push is acknowledged only when it is safe")
    func acknowledgeAfterStore() throws {
        let fixture = Fixture()
        fixture.store.isHolding = true
        fixture.deliver()
        #expect(fixture.courier.acknowledged.isEmpty)
        fixture.store.release()
        #expect(fixture.courier.acknowledged == [DeliveryKey(Fixture.push)])
    }

    @Test("A terminated process hears why, then its peer ends it, and it is not heard again")
    func terminate() throws {
        let fixture = Fixture()
        let app = try fixture.readyApp()
        let user = try fixture.host.connectedUser()
        #expect(try fixture.act(.closeApp(Fixture.bundle), as: user) == .done)
        #expect(try app.appNotices().contains(.terminate(.closedByUser)))
        #expect(app.isTerminated)
        try fixture.host.hear(.ping(1), from: app)
        #expect(try app.appNotices().isEmpty)
        fixture.host.disconnected(app.session)
        #expect(fixture.host.runningApps.isEmpty)
    }

    @Test("Shutting down ends each call as failed and closes every session")
    func shutDown() throws {
        let fixture = Fixture()
        let user = try fixture.host.connectedUser()
        fixture.deliver()
        let app = try fixture.readyApp()
        try fixture.report(from: app)
        #expect(fixture.host.calls.count == 1)
        fixture.host.shutDown()
        #expect(fixture.store.calls.map(\.outcome) == [.failed])
        #expect(app.isClosed)
        #expect(user.isClosed)
        #expect(fixture.time.deadline == nil)
        #expect(fixture.launcher.launches.count == 1)
    }

    @Test("A session that is not known is passed over")
    func unknownSession() throws {
        let fixture = Fixture()
        fixture.host.receive([1, 2, 3], from: SessionID(99))
        fixture.host.disconnected(SessionID(99))
    }
}
