// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing

@testable import GatewayCore

@Suite struct DeviceTests {
    private let app = AppKey(bundle: GatewayBench.bundle, environment: .production)

    @Test("A code activates one phone, once: welcome, then the credential, when both are stored")
    func activation() {
        var bench = GatewayBench()
        let codeHash = bench.issueCode()
        let connection = bench.connect()
        let candidate = bench.candidate()
        bench.storesAtOnce = false
        let hello = DeviceRequest.hello(
            version: 2,
            .activation(codeHash: codeHash, candidate)
        )
        let asked = bench.apply(.deviceSaid(connection, hello))
        #expect(asked.replies.isEmpty)
        #expect(
            asked.changes == [
                .removeActivation(codeHash: codeHash),
                .addDevice(StoredDevice(id: candidate.id, secretHash: candidate.secretHash)),
            ]
        )
        let settled = bench.apply(.stored(asked.tickets[0]))
        #expect(
            settled.replies == [
                .welcome(version: 2), .activated(candidate.id, secret: candidate.secret),
            ]
        )
        let second = bench.connect()
        let again = bench.apply(
            .deviceSaid(
                second,
                .hello(version: 2, .activation(codeHash: codeHash, bench.candidate()))
            )
        )
        #expect(again.refusals.count == 1)
        #expect(again.replies.isEmpty)
    }

    @Test("A code is good for an hour, whatever the wall clock's hour was at its making")
    func codeExpires() {
        var bench = GatewayBench()
        let codeHash = bench.issueCode()
        let gone = bench.pass(.seconds(3600))
        #expect(gone.changes == [.removeActivation(codeHash: codeHash)])
        let connection = bench.connect()
        let late = bench.apply(
            .deviceSaid(
                connection,
                .hello(version: 2, .activation(codeHash: codeHash, bench.candidate()))
            )
        )
        #expect(late.closed == [connection])
        #expect(bench.gateway.nextDeadline == nil)
    }

    @Test("A code of a wall clock set forward is refused before its deadline comes")
    func codeAfterClockJump() {
        var bench = GatewayBench()
        let codeHash = bench.issueCode()
        bench.now.wall.milliseconds += 3_600_000
        let connection = bench.connect()
        let late = bench.apply(
            .deviceSaid(
                connection,
                .hello(version: 2, .activation(codeHash: codeHash, bench.candidate()))
            )
        )
        #expect(late.refusals.count == 1)
    }

    @Test(
        "When the store fails the phone is told, and the code stays good", arguments: [true, false])
    func activationFails(answers: Bool) {
        var bench = GatewayBench()
        let codeHash = bench.issueCode()
        let connection = bench.connect()
        let candidate = bench.candidate()
        bench.storesAtOnce = false
        let asked = bench.apply(
            .deviceSaid(
                connection,
                .hello(version: 2, .activation(codeHash: codeHash, candidate))
            )
        )
        let failed =
            answers
            ? bench.apply(.storeFailed(asked.tickets[0], "disk full")) : bench.pass(.seconds(5))
        #expect(failed.refusals.count == 1)
        #expect(failed.closed == [connection])
        // Without an answer the store may still have done it, so the opposite follows.
        #expect(failed.changes.contains(.removeDevice(candidate.id)) == !answers)
        #expect(bench.apply(.stored(asked.tickets[0])).isEmpty)
        bench.storesAtOnce = true
        let second = bench.connect()
        let again = bench.apply(
            .deviceSaid(
                second,
                .hello(version: 2, .activation(codeHash: codeHash, bench.candidate()))
            )
        )
        #expect(again.replies.first == .welcome(version: 2))
    }

    @Test("A phone that left before it learnt its secret can use the code again")
    func activationUnheard() {
        var bench = GatewayBench()
        let codeHash = bench.issueCode()
        let connection = bench.connect()
        let candidate = bench.candidate()
        bench.storesAtOnce = false
        let asked = bench.apply(
            .deviceSaid(
                connection,
                .hello(version: 2, .activation(codeHash: codeHash, candidate))
            )
        )
        bench.apply(.deviceClosed(connection))
        let settled = bench.apply(.stored(asked.tickets[0]))
        #expect(settled.changes.first == .removeDevice(candidate.id))
        #expect(bench.gateway.status.deviceCount == 0)
    }

    @Test("A credential opens the door, a wrong one does not, and neither does another version")
    func credentials() {
        var bench = GatewayBench()
        var phone = bench.phone()
        #expect(bench.reconnect(&phone).replies == [.welcome(version: 2)])
        let wrong: [(Int, DeviceClaim)] = [
            (2, .credential(phone.id, secretHash: [UInt8](repeating: 0, count: 32))),
            (2, .credential(phone.id, secretHash: [])),
            (2, .credential(DeviceID(high: 9, low: 9), secretHash: phone.secretHash)),
            (1, .credential(phone.id, secretHash: phone.secretHash)),
        ]
        for (version, claim) in wrong {
            let connection = bench.connect()
            let effects = bench.apply(
                .deviceSaid(connection, .hello(version: version, claim))
            )
            #expect(effects.closed == [connection])
            #expect(effects.refusals.count == 1)
            #expect(effects.replies.isEmpty)
        }
        #expect(bench.gateway.status.connectedDeviceCount == 1)
    }

    @Test("A newer connection of a phone replaces the older one")
    func replacement() {
        var bench = GatewayBench()
        var phone = bench.phone()
        let older = phone.connection
        let effects = bench.reconnect(&phone)
        #expect(effects.closed == [older])
        #expect(bench.apply(.deviceClosed(older)).isEmpty)
        #expect(bench.gateway.status.connectedDeviceCount == 1)
        let sent = bench.post(to: phone).compactMap { effect -> DeviceConnectionID? in
            if case .send(let connection, .deliver) = effect { connection } else { nil }
        }
        #expect(sent == [phone.connection])
    }

    @Test("Whoever does not say hello within 10 s is closed")
    func helloDeadline() {
        var bench = GatewayBench()
        let connection = bench.connect()
        #expect(bench.pass(.milliseconds(9_999)).closed.isEmpty)
        #expect(bench.pass(.milliseconds(1)).closed == [connection])
        #expect(bench.gateway.nextDeadline == nil)
    }

    @Test("Pings are answered and keep the connection; silence for 2.5 intervals ends it")
    func keepAlive() {
        var bench = GatewayBench()
        let phone = bench.phone()
        for number in 1...5 {
            #expect(bench.pass(.seconds(149)).closed.isEmpty)
            let effects = bench.apply(.deviceSaid(phone.connection, .ping(number)))
            #expect(effects.replies == [.pong(number)])
        }
        #expect(bench.pass(.seconds(150)).closed == [phone.connection])
    }

    @Test("Talking before the hello, during it, or saying it twice ends the connection")
    func outOfTurn() {
        var bench = GatewayBench()
        let early = bench.connect()
        #expect(bench.apply(.deviceSaid(early, .ping(1))).closed == [early])
        let phone = bench.phone()
        let claim = DeviceClaim.credential(phone.id, secretHash: phone.secretHash)
        let twice = bench.apply(.deviceSaid(phone.connection, .hello(version: 2, claim)))
        #expect(twice.closed == [phone.connection])
        let codeHash = bench.issueCode()
        bench.storesAtOnce = false
        let third = bench.connect()
        let candidate = bench.candidate()
        bench.apply(
            .deviceSaid(third, .hello(version: 2, .activation(codeHash: codeHash, candidate)))
        )
        #expect(bench.apply(.deviceSaid(third, .ping(1))).closed == [third])
    }

    @Test("A token is told when it is stored, stays the same, and differs by environment")
    func tokens() {
        var bench = GatewayBench()
        let phone = bench.phone()
        bench.storesAtOnce = false
        let development = AppKey(bundle: GatewayBench.bundle, environment: .development)
        let asked = bench.apply(
            .deviceSaid(phone.connection, .register(development, candidate: [1, 2]))
        )
        #expect(asked.replies.isEmpty)
        // Asking again while it is being stored changes nothing.
        let twice = bench.apply(
            .deviceSaid(phone.connection, .register(development, candidate: [3, 4]))
        )
        #expect(twice.isEmpty)
        #expect(bench.apply(.stored(asked.tickets[0])).replies == [.token(development, [1, 2])])
        let again = bench.apply(
            .deviceSaid(phone.connection, .register(app, candidate: [5, 6]))
        )
        #expect(again.replies == [.token(app, phone.token)])
        #expect(again.tickets.isEmpty)
    }

    @Test("A token that cannot be stored is nobody's; the phone comes back and asks again")
    func tokenFails() {
        var bench = GatewayBench()
        var phone = bench.phone()
        let other = AppKey(bundle: "com.example.other", environment: .production)
        bench.storesAtOnce = false
        let asked = bench.apply(
            .deviceSaid(phone.connection, .register(other, candidate: [1, 2]))
        )
        #expect(bench.pass(.seconds(5)).closed == [phone.connection])
        #expect(bench.apply(.stored(asked.tickets[0])).isEmpty)
        bench.storesAtOnce = true
        _ = bench.reconnect(&phone)
        let again = bench.apply(
            .deviceSaid(phone.connection, .register(other, candidate: [3, 4]))
        )
        #expect(again.replies == [.token(other, [3, 4])])
    }

    @Test("The token of an app that is gone answers 410, and its pushes are gone")
    func unregister() {
        var bench = GatewayBench()
        var phone = bench.phone()
        bench.apply(.deviceClosed(phone.connection))
        _ = bench.post(to: phone, expiration: nil)
        phone.connection = bench.connect()
        let claim = DeviceClaim.credential(phone.id, secretHash: phone.secretHash)
        bench.apply(.deviceSaid(phone.connection, .hello(version: 2, claim)))
        let effects = bench.apply(.deviceSaid(phone.connection, .unregister(app)))
        let end = TokenEnd(cause: .unregistered, at: bench.now.wall)
        #expect(effects.changes.first == .endToken(phone.token, end))
        #expect(effects.changes.count == 2)
        let answer = bench.post(to: phone).answers.first
        #expect(answer?.reason == .unregistered)
        #expect(answer?.timestamp == bench.now.wall)
        #expect(bench.gateway.status.outstandingPushCount == 0)
    }

    @Test("A token that was unregistered while it was being stored does not come alive")
    func unregisterWhileStoring() {
        var bench = GatewayBench()
        let phone = bench.phone()
        let other = AppKey(bundle: "com.example.other", environment: .production)
        bench.storesAtOnce = false
        let first = bench.apply(
            .deviceSaid(phone.connection, .register(other, candidate: [1, 2]))
        )
        bench.apply(.deviceSaid(phone.connection, .unregister(other)))
        let second = bench.apply(
            .deviceSaid(phone.connection, .register(other, candidate: [3, 4]))
        )
        #expect(bench.apply(.stored(first.tickets[0])).replies.isEmpty)
        #expect(bench.apply(.stored(second.tickets[0])).replies == [.token(other, [3, 4])])
    }

    @Test("Bundle identifiers and their number are bounded")
    func tokenBounds() {
        var bench = GatewayBench { $0.tokensPerDevice = 2 }
        var phone = bench.phone()
        for bundle in ["", "com.example/app", String(repeating: "a", count: 256), "c\u{0}"] {
            let key = AppKey(bundle: bundle, environment: .production)
            let effects = bench.apply(
                .deviceSaid(phone.connection, .register(key, candidate: [1]))
            )
            #expect(effects.refusals.count == 1)
            _ = bench.reconnect(&phone)
        }
        for (index, bundle) in ["com.example.b", "com.example.c"].enumerated() {
            let key = AppKey(bundle: bundle, environment: .production)
            let effects = bench.apply(
                .deviceSaid(phone.connection, .register(key, candidate: [1, UInt8(index)]))
            )
            #expect(effects.closed.isEmpty == (index == 0))
        }
    }

    @Test("Codes that wait are bounded")
    func codeBounds() {
        var bench = GatewayBench { $0.activationLimit = 1 }
        _ = bench.issueCode()
        let key = ControlKey(number: 99)
        let effects = bench.apply(.activationIssued(key, codeHash: [1]))
        guard case .controlSettled(key, failure: .some) = effects.first else {
            Issue.record("the second code was not refused: \(effects)")
            return
        }
    }
}
