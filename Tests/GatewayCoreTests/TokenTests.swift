// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing

@testable import GatewayCore

@Suite struct TokenTests {
    private let app = AppKey(bundle: GatewayBench.bundle, environment: .production)

    @Test("Renewing gives another token when it is stored; then the old one answers 410")
    func renew() {
        var bench = GatewayBench()
        let phone = bench.phone()
        bench.storesAtOnce = false
        let asked = bench.apply(.deviceSaid(phone.connection, .renew(app, candidate: [7, 8])))
        let end = TokenEnd(cause: .renewed, at: bench.now.wall)
        let new = StoredToken(bytes: [7, 8], device: phone.id, app: app)
        #expect(asked.changes == [.endToken(phone.token, end), .addToken(new)])
        #expect(asked.replies.isEmpty)
        #expect(bench.post(to: phone).answers.map(\.status) == [200])
        #expect(bench.apply(.stored(asked.tickets[0])).replies == [.token(app, [7, 8])])
        let old = bench.post(to: phone)
        #expect(old.answers.map(\.reason) == [.expiredToken])
        #expect(old.answers.map(\.timestamp) == [end.at])
        #expect(old.records.map(\.remark) == [.tokenReplaced])
        #expect(bench.post(RequestSketch(token: [7, 8])).deliveries.count == 1)
        let again = bench.apply(.deviceSaid(phone.connection, .register(app, candidate: [9])))
        #expect(again.replies == [.token(app, [7, 8])])
    }

    @Test("A renewal that is not stored leaves the old token as it was", arguments: [true, false])
    func renewFails(answers: Bool) {
        var bench = GatewayBench()
        var phone = bench.phone()
        bench.storesAtOnce = false
        let asked = bench.apply(.deviceSaid(phone.connection, .renew(app, candidate: [7, 8])))
        let failed =
            answers ? bench.apply(.storeFailed(asked.tickets[0], "full")) : bench.pass(.seconds(5))
        #expect(failed.closed == [phone.connection])
        if !answers {
            let old = StoredToken(bytes: phone.token, device: phone.id, app: app)
            #expect(failed.changes == [.removeToken([7, 8]), .addToken(old)])
        }
        bench.storesAtOnce = true
        _ = bench.reconnect(&phone)
        #expect(bench.post(to: phone).deliveries.count == 1)
        #expect(
            bench.post(RequestSketch(token: [7, 8])).answers.map(\.reason) == [.badDeviceToken])
    }

    @Test("Renewing without a token is registering, and renewing twice at once is once")
    func renewFirst() {
        var bench = GatewayBench()
        let phone = bench.phone()
        let other = AppKey(bundle: "com.example.other", environment: .production)
        bench.storesAtOnce = false
        let asked = bench.apply(.deviceSaid(phone.connection, .renew(other, candidate: [7])))
        #expect(bench.apply(.deviceSaid(phone.connection, .renew(other, candidate: [8]))).isEmpty)
        #expect(bench.apply(.stored(asked.tickets[0])).replies == [.token(other, [7])])
    }

    @Test("The token of a removed app answers 200 for a while, to no effect, and then 410")
    func unregisteredDelay() {
        var bench = GatewayBench { $0.unregisteredDelay = .seconds(60) }
        let phone = bench.phone()
        let removedAt = bench.now.wall
        bench.apply(.deviceSaid(phone.connection, .unregister(app)))
        bench.pass(.seconds(59))
        let early = bench.post(to: phone, expiration: nil)
        #expect(early.answers.map(\.status) == [200])
        #expect(early.deliveries.isEmpty && early.changes.isEmpty)
        #expect(early.steps == [.accepted, .dropped(.unregistered)])
        bench.apply(.deviceSaid(phone.connection, .ping(1)))
        // A jump of the wall clock moves nothing.
        bench.now.wall.milliseconds -= 3_600_000
        bench.pass(.seconds(1))
        let late = bench.post(to: phone)
        #expect(late.answers.map(\.reason) == [.unregistered])
        #expect(late.answers.map(\.timestamp) == [removedAt])
    }

    @Test(
        "An app that comes back has its old token, or another if the rules say so",
        arguments: [true, false])
    func reinstall(revives: Bool) {
        var bench = GatewayBench { $0.revivesTokens = revives }
        let phone = bench.phone()
        bench.apply(.deviceSaid(phone.connection, .unregister(app)))
        let back = bench.apply(.deviceSaid(phone.connection, .register(app, candidate: [7])))
        #expect(back.replies == [.token(app, revives ? phone.token : [7])])
        let token = StoredToken(bytes: revives ? phone.token : [7], device: phone.id, app: app)
        #expect(back.changes == [.addToken(token)])
        #expect(bench.post(to: phone).answers.map(\.status) == [revives ? 200 : 410])
        // Nothing is left that would make it die again.
        bench.pass(.seconds(149))
        #expect(bench.gateway.status.tokenCount == 1)
    }

    @Test("A token comes to life again when that is stored, and not if its app is gone by then")
    func revivalStored() {
        var bench = GatewayBench()
        var phone = bench.phone()
        bench.apply(.deviceSaid(phone.connection, .unregister(app)))
        bench.storesAtOnce = false
        let asked = bench.apply(.deviceSaid(phone.connection, .register(app, candidate: [7])))
        #expect(asked.replies.isEmpty)
        #expect(bench.apply(.deviceSaid(phone.connection, .register(app, candidate: [8]))).isEmpty)
        #expect(bench.apply(.deviceSaid(phone.connection, .renew(app, candidate: [8]))).isEmpty)
        #expect(bench.post(to: phone).answers.map(\.status) == [410])
        let failed = bench.apply(.storeFailed(asked.tickets[0], "full"))
        #expect(failed.closed == [phone.connection])
        _ = bench.reconnect(&phone)
        let again = bench.apply(.deviceSaid(phone.connection, .register(app, candidate: [7])))
        let gone = bench.apply(.deviceSaid(phone.connection, .unregister(app)))
        guard case .endToken(phone.token, _)? = gone.changes.first else {
            Issue.record("the token was left alive in the store")
            return
        }
        #expect(bench.apply(.stored(again.tickets[0])).isEmpty)
        #expect(bench.post(to: phone).answers.map(\.status) == [410])
        bench.storesAtOnce = true
        bench.apply(.deviceSaid(phone.connection, .register(app, candidate: [7])))
        #expect(bench.post(to: phone).deliveries.count == 1)
    }

    @Test("A dead token is forgotten after 30 days, also over restarts, or when there are many")
    func forgetting() {
        var bench = GatewayBench { $0.endedTokensPerDevice = 2 }
        let phone = bench.phone()
        for number: UInt8 in 1...3 {
            bench.apply(.deviceSaid(phone.connection, .renew(app, candidate: [number])))
        }
        #expect(bench.post(to: phone).answers.map(\.reason) == [.badDeviceToken])
        #expect(bench.post(RequestSketch(token: [1])).answers.map(\.reason) == [.expiredToken])
        #expect(bench.pass(.seconds(30 * 86_400)).changes.contains(.removeToken([1])))
        #expect(bench.post(RequestSketch(token: [1])).answers.map(\.reason) == [.badDeviceToken])

        var state = StoredState()
        state.devices = [StoredDevice(id: phone.id, secretHash: phone.secretHash)]
        let end = TokenEnd(cause: .unregistered, at: WallTime(milliseconds: 1_900_000_000_000))
        state.tokens = [StoredToken(bytes: [1], device: phone.id, app: app, end: end)]
        var second = GatewayBench()
        second.apply(.restored(state))
        #expect(second.post(RequestSketch(token: [1])).answers.map(\.reason) == [.unregistered])
        let changes = second.pass(.seconds(30 * 86_400)).changes
        #expect(changes == [.removeToken([1])])
    }

    @Test("An app's two kinds of token live apart")
    func kinds() {
        var bench = GatewayBench()
        let phone = bench.phone()
        let alert = AppKey(bundle: app.bundle, environment: .production, kind: .alert)
        bench.apply(.deviceSaid(phone.connection, .register(alert, candidate: [7])))
        bench.apply(.deviceSaid(phone.connection, .unregister(app)))
        #expect(bench.post(to: phone).answers.map(\.status) == [410])
        var sketch = RequestSketch(token: [7])
        sketch.headers["apns-topic"] = app.bundle
        sketch.headers["apns-push-type"] = "alert"
        #expect(bench.post(sketch).deliveries.map(\.app) == [alert])
    }

    @Test("A rate for each token is held, and none holds by default")
    func rate() {
        var free = GatewayBench()
        let phone = free.phone()
        #expect((0..<100).allSatisfy { _ in free.post(to: phone).answers[0].status == 200 })
        var bench = GatewayBench { $0.tokenRate = GatewayRules.Rate(count: 4, per: .seconds(2)) }
        let (first, second) = (bench.phone(), bench.phone())
        func statuses(_ phone: GatewayBench.Phone, _ count: Int) -> [Int] {
            (0..<count).flatMap { _ in bench.post(to: phone).answers.map(\.status) }
        }
        #expect(statuses(first, 6) == [200, 200, 200, 200, 429, 429])
        #expect(statuses(second, 1) == [200])
        bench.pass(.milliseconds(500))
        let next = bench.post(to: first) + bench.post(to: first)
        #expect(next.answers.map(\.status) == [200, 429])
        #expect(next.records.last?.remark == .tokenRate)
        bench.pass(.seconds(60))
        #expect(statuses(first, 5) == [200, 200, 200, 200, 429])
    }

    @Test("An operator removes a device: its connection ends, and all that was its own is gone")
    func removeDevice() {
        var bench = GatewayBench()
        let phone = bench.phone()
        _ = bench.post(to: phone, expiration: nil)
        let control = ControlKey(number: 5)
        let effects = bench.apply(.deviceRemoved(control, phone.id))
        #expect(effects.closed == [phone.connection])
        #expect(effects.changes == [.removeDevice(phone.id)])
        #expect(effects.contains(.controlSettled(control, failure: nil)))
        #expect(effects.steps == [.dropped(.deviceRemoved)])
        #expect(bench.post(to: phone).answers.map(\.reason) == [.badDeviceToken])
        #expect(bench.gateway.nextDeadline == nil)
        let unknown = bench.apply(.deviceRemoved(control, phone.id))
        guard case .controlSettled(control, failure: .some)? = unknown.first else {
            Issue.record("an unknown device was removed")
            return
        }
    }
}
