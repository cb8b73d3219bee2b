// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import CallModel
import PhoneCore
import PhoneHost
import PhoneTestSupport
import Testing

/// A phone that is cut off at each point of a push's way, and the one that comes after it.
@Suite("Pushes and the end of the phone") struct KeptPushTests {
    /// The next run of the phone, on the store of the one that was cut off.
    private func next(
        after fixture: Fixture, rules: SystemRules = SystemRules()
    ) -> (host: PhoneHost, launcher: MemoryLauncher, courier: MemoryCourier) {
        fixture.store.beginRun()
        fixture.store.isWritable = true
        fixture.store.isHolding = false
        let (launcher, courier) = (MemoryLauncher(), MemoryCourier())
        let host = PhoneHost(
            rules: rules, seed: 2, clock: fixture.time, scheduler: fixture.time,
            services: HostServices(
                store: fixture.store, launcher: launcher, catalog: fixture.catalog,
                ringer: fixture.ringer, courier: courier))
        return (host, launcher, courier)
    }

    private func pushes(_ peer: MemoryPeer) throws -> [PushID] {
        try peer.appNotices().compactMap {
            if case .push(let push) = $0 { push.id } else { nil }
        }
    }

    private func readyApp(_ host: PhoneHost) throws -> MemoryPeer {
        let app = try host.connectedApp(Fixture.bundle)
        try host.hear(.desirePushTypes([voipPushType]), from: app)
        return app
    }

    @Test("Cut off while its app is starting, a push is handed over by the next run, once")
    func whileStarting() throws {
        let fixture = Fixture()
        fixture.deliver()
        #expect(fixture.courier.acknowledged == [DeliveryKey(Fixture.push)])
        let (host, launcher, courier) = next(after: fixture)
        #expect(launcher.launches.isEmpty)
        host.takeUpPushes()
        #expect(launcher.launches == [Fixture.bundle])
        // What the push service repeats meanwhile is only acknowledged.
        courier.onPush?(
            ArrivedPush(id: Fixture.push, bundle: Fixture.bundle, payload: Bytes([123, 125])))
        #expect(courier.acknowledged == [DeliveryKey(Fixture.push)])
        let app = try readyApp(host)
        #expect(try pushes(app) == [Fixture.push])
        #expect(fixture.store.pushes.map(\.outcome) == [.handed])
    }

    @Test("Cut off before it is written, a push is not acknowledged, and comes again")
    func beforeWritten() throws {
        let fixture = Fixture()
        fixture.store.isWritable = false
        fixture.store.isHolding = true
        fixture.deliver()
        #expect(fixture.courier.acknowledged.isEmpty)
        let (host, launcher, courier) = next(after: fixture)
        host.takeUpPushes()
        #expect(launcher.launches.isEmpty)
        courier.onPush?(
            ArrivedPush(id: Fixture.push, bundle: Fixture.bundle, payload: Bytes([123, 125])))
        #expect(launcher.launches == [Fixture.bundle])
        #expect(courier.acknowledged == [DeliveryKey(Fixture.push)])
    }

    @Test("Cut off with the push in the app's hand, it is lost, counted, and not handed over again")
    func inHand() throws {
        let fixture = Fixture()
        let app = try fixture.readyApp()
        fixture.deliver()
        #expect(try pushes(app) == [Fixture.push])
        let (host, launcher, _) = next(after: fixture)
        var lost: [PushID?] = []
        host.onTimeline = { if $0.step == .pushLost { lost.append($0.push) } }
        host.takeUpPushes()
        #expect(lost == [Fixture.push])
        #expect(launcher.launches.isEmpty)
        #expect(fixture.store.pushes.map(\.outcome) == [.lost])
        #expect(try pushes(try readyApp(host)).isEmpty)
        let user = try host.connectedUser()
        try host.hear(.status, id: 1, from: user)
        let counts = try user.userNotices().compactMap { notice -> Int? in
            if case .reply(_, .status(let status)) = notice { status.lostPushes } else { nil }
        }
        #expect(counts == [1])
    }

    @Test("Cut off after the report, nothing of the push is left to do")
    func settled() throws {
        let fixture = Fixture()
        let app = try fixture.readyApp()
        fixture.deliver()
        try fixture.report(from: app)
        let (host, launcher, _) = next(after: fixture)
        host.takeUpPushes()
        #expect(launcher.launches.isEmpty)
        #expect(fixture.store.lostPushes.isEmpty)
    }

    @Test("A phone that is switched off in order leaves what waits to the next run")
    func orderly() throws {
        let fixture = Fixture()
        // It runs, and has not asked for pushes yet.
        let app = try fixture.host.connectedApp(Fixture.bundle)
        fixture.deliver()
        fixture.host.shutDown()
        #expect(try pushes(app).isEmpty)
        #expect(fixture.store.pushes.map(\.outcome) == [.pending])
        let (host, launcher, _) = next(after: fixture)
        host.takeUpPushes()
        #expect(launcher.launches == [Fixture.bundle])
    }

    @Test("B131: what waited until its time was long over is not handed over")
    func expired() throws {
        let fixture = Fixture()
        let now = fixture.time.now().wall
        fixture.courier.onPush?(
            ArrivedPush(
                id: Fixture.push, bundle: Fixture.bundle, payload: Bytes([123, 125]),
                accepted: now, expiration: 0))
        fixture.time.setWall(WallTime(milliseconds: now.milliseconds + 31_000))
        let (host, launcher, _) = next(after: fixture)
        host.takeUpPushes()
        #expect(launcher.launches.isEmpty)
        #expect(fixture.store.pushes.map(\.outcome) == [.expired])
    }

    @Test("A person gives an app another token; without one, or a push service, words say why")
    func renewToken() throws {
        let fixture = Fixture()
        let user = try fixture.host.connectedUser()
        func renew() throws -> UserReply? {
            try fixture.ask(.renewToken(Fixture.bundle), as: user)
        }
        guard case .failed(let words)? = try renew() else {
            Issue.record("an app without a token got another one")
            return
        }
        #expect(words.contains("has no token"))
        let app = try fixture.readyApp()
        fixture.courier.makeToken = { _ in Bytes([9]) }
        _ = try app.appNotices()
        #expect(try renew() == .done)
        #expect(
            try app.appNotices()
                == [.pushTokenInvalidated(voipPushType), .pushToken(voipPushType, Bytes([9]))])
    }
}
