// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing

@testable import GatewayCore

@Suite struct DeliveryTests {
    @Test("A push of one attempt is answered, noted and delivered at once, and stored nowhere")
    func oneAttempt() {
        var bench = GatewayBench()
        let phone = bench.phone()
        let effects = bench.post(to: phone, id: PushID(1))
        #expect(effects.answers.map(\.status) == [200])
        #expect(effects.deliveredIDs == [PushID(1)])
        #expect(effects.deliveries.map(\.expiration) == [0])
        #expect(effects.changes.isEmpty)
        let note = effects.notes(at: bench.now).first
        #expect(note?.who == .gateway)
        #expect(note?.step == .pushAccepted)
        #expect(note?.push == PushID(1))
        #expect(note?.bundle == GatewayBench.bundle)
        let done = bench.apply(.deviceSaid(phone.connection, .acknowledge(PushID(1), number: 1)))
        #expect(done.outer.isEmpty)
        #expect(bench.gateway.status.acknowledgedCount == 1)
    }

    @Test(
        "A push of one attempt to a phone that is away is accepted and gone",
        arguments: ["0", "300"])
    func oneAttemptAway(expiration: String) {
        var bench = GatewayBench()
        var phone = bench.phone()
        bench.apply(.deviceClosed(phone.connection))
        let effects = bench.post(to: phone, expiration: expiration)
        #expect(effects.answers.map(\.status) == [200])
        #expect(effects.changes.isEmpty)
        #expect(bench.reconnect(&phone).deliveries.isEmpty)
    }

    @Test(
        "A push of one attempt is not repeated, unless the rules say so", arguments: [false, true])
    func oneAttemptUnacknowledged(repeats: Bool) {
        var bench = GatewayBench { if repeats { $0.lateWindow = .seconds(30) } }
        var phone = bench.phone()
        _ = bench.post(to: phone, id: PushID(1))
        bench.apply(.deviceClosed(phone.connection))
        #expect(bench.reconnect(&phone).deliveredIDs == (repeats ? [PushID(1)] : []))
    }

    @Test(
        "A push to be kept is stored first; 200 and delivery follow",
        arguments: [nil, "1900000060"]
    )
    func keptPush(expiration: String?) {
        var bench = GatewayBench()
        let phone = bench.phone()
        bench.storesAtOnce = false
        let asked = bench.post(to: phone, id: PushID(1), expiration: expiration)
        #expect(asked.answers.isEmpty)
        #expect(asked.deliveries.isEmpty)
        #expect(asked.changes.count == 1)
        let settled = bench.apply(.stored(asked.tickets[0]))
        #expect(settled.answers.map(\.status) == [200])
        #expect(settled.deliveredIDs == [PushID(1)])
        let done = bench.apply(.deviceSaid(phone.connection, .acknowledge(PushID(1), number: 1)))
        #expect(done.changes == [.removePush(PushKey(number: 1))])
    }

    @Test(
        "A store that fails or stays silent makes a 503 and no delivery", arguments: [true, false])
    func storeFails(answers: Bool) {
        var bench = GatewayBench()
        let phone = bench.phone()
        bench.storesAtOnce = false
        let asked = bench.post(to: phone, expiration: nil)
        let failed =
            answers
            ? bench.apply(.storeFailed(asked.tickets[0], "disk full")) : bench.pass(.seconds(5))
        #expect(failed.answers.map(\.reason) == [.serviceUnavailable])
        #expect(failed.notes(at: bench.now).map(\.step) == [.pushRefused])
        #expect(failed.deliveries.isEmpty)
        #expect(failed.changes == (answers ? [] : [.removePush(PushKey(number: 1))]))
        // A late answer is legal and changes nothing.
        #expect(bench.apply(.stored(asked.tickets[0])).isEmpty)
        #expect(bench.gateway.status.outstandingPushCount == 0)
    }

    @Test("Requests that wait for the store are bounded")
    func pendingStores() {
        var bench = GatewayBench { $0.pendingStoreLimit = 1 }
        let phone = bench.phone()
        bench.storesAtOnce = false
        #expect(bench.post(to: phone, expiration: nil).answers.isEmpty)
        let second = bench.post(to: phone, expiration: nil)
        #expect(second.answers.map(\.reason) == [.serviceUnavailable])
    }

    @Test("What was not acknowledged is sent again after a reconnect, oldest first, until it is")
    func repetition() {
        var bench = GatewayBench()
        var phone = bench.phone()
        for number in 1...3 { _ = bench.post(to: phone, id: PushID(number), expiration: nil) }
        bench.apply(.deviceSaid(phone.connection, .acknowledge(PushID(2), number: 2)))
        bench.apply(.deviceClosed(phone.connection))
        #expect(bench.reconnect(&phone).deliveredIDs == [PushID(1), PushID(3)])
        bench.apply(.deviceSaid(phone.connection, .acknowledge(PushID(1), number: 1)))
        #expect(bench.reconnect(&phone).deliveredIDs == [PushID(3)])
    }

    @Test("While a phone is away the newest push of each app is kept")
    func newestOfApp() {
        var bench = GatewayBench()
        var phone = bench.phone()
        _ = bench.post(to: phone, id: PushID(1), expiration: nil)
        bench.apply(.deviceClosed(phone.connection))
        _ = bench.post(to: phone, id: PushID(2), expiration: nil)
        let third = bench.post(to: phone, id: PushID(3), expiration: nil)
        #expect(third.changes.contains(.removePush(PushKey(number: 2))))
        // The first was under way when the phone left: it may have arrived, and is not replaced.
        #expect(bench.reconnect(&phone).deliveredIDs == [PushID(1), PushID(3)])
    }

    @Test("A kept push expires on its date, and is not delivered after it")
    func expiry() {
        var bench = GatewayBench()
        var phone = bench.phone()
        bench.apply(.deviceClosed(phone.connection))
        _ = bench.post(to: phone, id: PushID(1), expiration: "1900000060")
        #expect(bench.pass(.milliseconds(59_999)).changes.isEmpty)
        #expect(bench.pass(.milliseconds(1)).changes == [.removePush(PushKey(number: 1))])
        #expect(bench.reconnect(&phone).deliveries.isEmpty)
    }

    @Test("A wall clock that jumps moves no deadline, but a late push is not delivered")
    func clockJump() {
        var bench = GatewayBench()
        var phone = bench.phone()
        bench.apply(.deviceClosed(phone.connection))
        _ = bench.post(to: phone, id: PushID(1), expiration: "1900000060")
        var forward = bench
        forward.now.wall.milliseconds += 120_000
        var same = phone
        #expect(forward.reconnect(&same).deliveries.isEmpty)
        #expect(forward.gateway.status.outstandingPushCount == 0)
        // Set back before the deadline comes: the date has not come yet.
        bench.now.wall.milliseconds -= 3_600_000
        #expect(bench.pass(.seconds(60)).changes.isEmpty)
        #expect(bench.reconnect(&phone).deliveredIDs == [PushID(1)])
    }

    @Test("A push without a date is kept for 30 days, and no date keeps it longer")
    func storageDuration() {
        for expiration in [nil, "9999999999", "9223372036854775807"] {
            var bench = GatewayBench()
            let phone = bench.phone()
            let effects = bench.post(to: phone, expiration: expiration)
            guard case .addPush(let push)? = effects.changes.first else {
                Issue.record("nothing was stored")
                return
            }
            let days = (push.expires.milliseconds - bench.now.wall.milliseconds) / 86_400_000
            #expect(days == 30)
        }
    }

    @Test("Equal apns-ids are two pushes, and each is acknowledged by its number")
    func equalIDs() {
        var bench = GatewayBench()
        let phone = bench.phone()
        let first = bench.post(to: phone, id: PushID(1), expiration: nil)
        let second = bench.post(to: phone, id: PushID(1), expiration: nil)
        #expect(first.deliveredIDs + second.deliveredIDs == [PushID(1), PushID(1)])
        let done = bench.apply(.deviceSaid(phone.connection, .acknowledge(PushID(1), number: 1)))
        #expect(done.changes == [.removePush(PushKey(number: 1))])
        #expect(bench.gateway.status.outstandingPushCount == 1)
    }

    @Test("No more than a window of pushes is on the wire; acknowledgements let the next ones go")
    func window() {
        var bench = GatewayBench { $0.deliveryWindow = 2 }
        let phone = bench.phone()
        var sent: [PushID] = []
        for number in 1...5 { sent += bench.post(to: phone, id: PushID(number)).deliveredIDs }
        #expect(sent == [PushID(1), PushID(2)])
        for number in 1...5 {
            sent +=
                bench.apply(
                    .deviceSaid(
                        phone.connection,
                        .acknowledge(PushID(number), number: UInt64(number)))
                )
                .deliveredIDs
        }
        #expect(sent == (1...5).map { PushID($0) })
    }

    @Test("Acknowledging what was not sent changes nothing")
    func wildAcknowledgement() {
        var bench = GatewayBench { $0.deliveryWindow = 1 }
        let phone = bench.phone()
        _ = bench.post(to: phone, id: PushID(1), expiration: nil)
        _ = bench.post(to: phone, id: PushID(2), expiration: nil)
        #expect(
            bench.apply(.deviceSaid(phone.connection, .acknowledge(PushID(9), number: 9))).isEmpty)
        #expect(
            bench.apply(.deviceSaid(phone.connection, .acknowledge(PushID(2), number: 2))).isEmpty)
        #expect(bench.gateway.status.outstandingPushCount == 2)
    }

    @Test("Unacknowledged pushes of a device are bounded, and 429 ends with an acknowledgement")
    func bound() {
        var bench = GatewayBench { $0.outstandingPushLimit = 2 }
        let phone = bench.phone()
        for number in 1...2 { _ = bench.post(to: phone, id: PushID(number)) }
        #expect(bench.post(to: phone).answers.map(\.status) == [429])
        bench.apply(.deviceSaid(phone.connection, .acknowledge(PushID(1), number: 1)))
        #expect(bench.post(to: phone).answers.map(\.status) == [200])
    }

    @Test("After a restart all that was stored is there again, and what expired is not")
    func restart() {
        var bench = GatewayBench()
        var phone = bench.phone()
        let app = AppKey(bundle: GatewayBench.bundle, environment: .production)
        func push(_ number: UInt64, expires: Int64) -> StoredPush {
            StoredPush(
                key: PushKey(number: number),
                device: phone.id,
                app: app,
                id: PushID(number),
                payload: [0x7B, 0x7D],
                expiration: nil,
                expires: WallTime(milliseconds: expires),
                acceptedAt: WallTime(milliseconds: 0)
            )
        }
        var state = StoredState()
        state.devices = [StoredDevice(id: phone.id, secretHash: phone.secretHash)]
        state.tokens = [StoredToken(bytes: phone.token, device: phone.id, app: app)]
        state.pushes = [
            push(9, expires: 1_900_000_060_000), push(4, expires: 1_900_000_060_000),
            push(5, expires: 1_899_999_999_999),
        ]
        state.activations = [
            StoredActivation(codeHash: [1], expires: WallTime(milliseconds: 1_900_000_000_000)),
            StoredActivation(codeHash: [2], expires: WallTime(milliseconds: 1_900_000_060_000)),
        ]
        bench = GatewayBench()
        let effects = bench.apply(.restored(state))
        #expect(
            effects.changes == [
                .removeActivation(codeHash: [1]), .removePush(PushKey(number: 5)),
            ]
        )
        #expect(bench.reconnect(&phone).deliveredIDs == [PushID(4), PushID(9)])
        let next = bench.post(to: phone, expiration: nil)
        #expect(next.deliveries.allSatisfy { $0.key > PushKey(number: 9) })
    }

    @Test("No number of a push is used again after a restart, also when the store is empty")
    func numbersAfterRestart() throws {
        var numbers: [UInt64] = []
        for seconds: Int64 in [0, 1] {
            var bench = GatewayBench()
            bench.now.wall.milliseconds += seconds * 1_000
            bench.apply(.restored(StoredState()))
            let phone = bench.phone()
            for id in 1...3 {
                let posted = bench.post(to: phone, id: PushID(UInt64(id)), expiration: "0")
                numbers.append(try #require(posted.deliveries.first).key.number)
            }
        }
        #expect(numbers == Set(numbers).sorted())
        // A clock before its time, as a board without a battery has, does no harm.
        var bench = GatewayBench()
        bench.now.wall = WallTime(milliseconds: -1)
        bench.apply(.restored(StoredState()))
    }

    @Test("A push whose token went while it was being stored is accepted and removed")
    func tokenGoesMeanwhile() {
        var bench = GatewayBench()
        let phone = bench.phone()
        bench.storesAtOnce = false
        let asked = bench.post(to: phone, expiration: nil)
        let app = AppKey(bundle: GatewayBench.bundle, environment: .production)
        bench.apply(.deviceSaid(phone.connection, .unregister(app)))
        let settled = bench.apply(.stored(asked.tickets[0]))
        #expect(settled.answers.map(\.status) == [200])
        #expect(settled.changes == [.removePush(PushKey(number: 1))])
        #expect(settled.deliveries.isEmpty)
    }

    @Test("An older push of the same collapse id that was not sent makes way, and no other does")
    func collapse() {
        var bench = GatewayBench { $0.deliveryWindow = 1 }
        let phone = bench.phone()
        func post(_ number: Int, _ collapseID: String?) -> [GatewayEffect] {
            bench.post(to: phone, id: PushID(number), expiration: nil) {
                $0.headers["apns-collapse-id"] = collapseID
            }
        }
        _ = post(1, "a")
        // The first is on the wire.
        #expect(post(2, "a").changes.count == 1)
        let third = post(3, "a")
        #expect(third.changes.contains(.removePush(PushKey(number: 2))))
        #expect(third.steps == [.accepted, .collapsed])
        #expect(post(4, "b").changes.count == 1)
        #expect(post(5, nil).changes.count == 1)
        #expect(bench.gateway.status.displacedCount == 1)
        var sent: [PushID] = []
        for number in [1, 3, 4, 5] {
            let receipt = DeviceRequest.acknowledge(PushID(number), number: UInt64(number))
            sent += bench.apply(.deviceSaid(phone.connection, receipt)).deliveredIDs
        }
        #expect(sent == [PushID(3), PushID(4), PushID(5)])
    }

    @Test("While a phone is away an alert takes the place of a call of the same bundle")
    func oneSlotForBundle() {
        var bench = GatewayBench()
        var phone = bench.phone()
        let alert = AppKey(bundle: GatewayBench.bundle, environment: .production, kind: .alert)
        bench.apply(.deviceSaid(phone.connection, .register(alert, candidate: [7])))
        bench.apply(.deviceClosed(phone.connection))
        let first = bench.post(to: phone, id: PushID(1), expiration: nil)
        #expect(first.steps == [.accepted, .stored])
        var sketch = RequestSketch(token: [7])
        sketch.headers["apns-topic"] = GatewayBench.bundle
        sketch.headers["apns-push-type"] = "alert"
        sketch.headers["apns-expiration"] = nil
        let second = bench.post(sketch)
        #expect(second.steps == [.accepted, .stored, .displaced])
        #expect(second.records.last?.apnsID == PushID(1))
        #expect(bench.reconnect(&phone).deliveries.map(\.app) == [alert])
    }

    @Test("After a restart the newest stored push of a bundle is the one that is displaced")
    func slotAfterRestart() {
        var bench = GatewayBench()
        var phone = bench.phone()
        bench.apply(.deviceClosed(phone.connection))
        let stored = bench.post(to: phone, id: PushID(1), expiration: nil)
        guard case .addPush(let push)? = stored.changes.first else {
            Issue.record("nothing was stored")
            return
        }
        var state = StoredState()
        state.devices = [StoredDevice(id: phone.id, secretHash: phone.secretHash)]
        state.tokens = [StoredToken(bytes: phone.token, device: phone.id, app: push.app)]
        state.pushes = [push]
        bench = GatewayBench()
        bench.apply(.restored(state))
        let next = bench.post(to: phone, id: PushID(2), expiration: nil)
        #expect(next.changes.contains(.removePush(push.key)))
        #expect(bench.reconnect(&phone).deliveredIDs == [PushID(2)])
    }

    @Test("Urgent pushes go before others where both wait")
    func priority() {
        var bench = GatewayBench { $0.deliveryWindow = 1 }
        let phone = bench.phone()
        for (number, priority) in [(1, "5"), (2, "1"), (3, "10"), (4, "10")] {
            _ = bench.post(to: phone, id: PushID(number)) {
                $0.headers["apns-priority"] = priority
            }
        }
        var sent: [PushID] = []
        for number in [1, 3, 4, 2] {
            let receipt = DeviceRequest.acknowledge(PushID(number), number: UInt64(number))
            sent += bench.apply(.deviceSaid(phone.connection, receipt)).deliveredIDs
        }
        #expect(sent == [PushID(3), PushID(4), PushID(2)])
    }

    @Test(
        "In a late window a single attempt is made late, once the phone is back, and not after it")
    func lateWindow() {
        var bench = GatewayBench { $0.lateWindow = .seconds(30) }
        var phone = bench.phone()
        bench.apply(.deviceClosed(phone.connection))
        let kept = bench.post(to: phone, id: PushID(1))
        #expect(kept.steps == [.accepted, .stored] && kept.changes.isEmpty)
        bench.pass(.seconds(29))
        var early = bench
        var same = phone
        #expect(early.reconnect(&same).deliveries.map(\.expiration) == [0])
        #expect(bench.pass(.seconds(1)).steps == [.expired])
        #expect(bench.reconnect(&phone).deliveries.isEmpty)
    }

    @Test("A date that has passed is one attempt, and the phone is told so")
    func pastDate() {
        var bench = GatewayBench()
        let phone = bench.phone()
        let effects = bench.post(to: phone, expiration: "1899999999")
        #expect(effects.deliveries.map(\.expiration) == [0])
        #expect(effects.records.first?.expiration == 1_899_999_999)
        #expect(effects.deliveries.map(\.acceptedAt) == [bench.now.wall])
    }

    @Test("The journal tells each step of a push")
    func journal() {
        var bench = GatewayBench()
        var phone = bench.phone()
        let accepted = bench.post(to: phone, id: PushID(1), expiration: nil)
        #expect(accepted.steps == [.accepted, .sent])
        let entry = accepted.records.first
        #expect(entry?.number == PushKey(number: 1) && entry?.tokenHead == phone.token.tokenHead)
        #expect(entry?.app?.topic == GatewayBench.topic && entry?.pushType == .voip)
        #expect(entry?.payloadByteCount == 2 && entry?.priority == 10)
        let done = bench.apply(
            .deviceSaid(phone.connection, .acknowledge(PushID(1), number: 1)))
        #expect(done.steps == [.acknowledged])
        #expect(bench.post(to: phone).steps == [.accepted, .sent])
        #expect(bench.apply(.deviceClosed(phone.connection)).steps == [.dropped(.connectionLost)])
        #expect(bench.post(to: phone).steps == [.accepted, .dropped(.deviceAway)])
        _ = bench.post(to: phone, expiration: "1900000060")
        #expect(bench.pass(.seconds(60)).steps == [.expired])
        #expect(bench.reconnect(&phone).steps.isEmpty)
        let status = bench.gateway.status
        #expect(status.sentCount == 2 && status.acknowledgedCount == 1)
        #expect(status.expiredCount == 1 && status.droppedCount == 2)
    }
}
