// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing

@testable import GatewayCore

/// A newer push that takes an older one's place: whenever the process dies, one of them is left.
@Suite struct ReplacementTests {
    /// A gateway whose store a test moves by hand.
    struct Stage {
        var bench: GatewayBench
        var phone: GatewayBench.Phone
        /// The pushes that are on the disk.
        var disk: [StoredPush] = []
        /// Changes that are not there yet.
        var waiting: [(ticket: StoreTicket, changes: [StoredChange])] = []

        init(_ change: (inout GatewayRules) -> Void = { _ in }) {
            bench = GatewayBench(change)
            phone = bench.phone()
            bench.storesAtOnce = false
        }

        mutating func leave() { take(bench.apply(.deviceClosed(phone.connection))) }

        mutating func comeBack() -> [PushID] {
            let effects = bench.reconnect(&phone)
            take(effects)
            return effects.deliveredIDs
        }

        /// - Returns: The steps of pushes that it makes at once.
        @discardableResult
        mutating func post(
            _ number: Int, expiration: String? = nil, collapseID: String? = nil
        ) -> [JournalEntry.Step] {
            let effects = bench.post(to: phone, id: PushID(number), expiration: expiration) {
                $0.headers["apns-collapse-id"] = collapseID
            }
            take(effects)
            return effects.steps
        }

        /// The oldest change that waits is carried out, or fails.
        @discardableResult
        mutating func store(fails: Bool = false) -> [GatewayEffect] {
            let (ticket, changes) = waiting.removeFirst()
            if !fails { carryOut(changes) }
            let effects = bench.apply(fails ? .storeFailed(ticket, "full") : .stored(ticket))
            take(effects)
            return effects
        }

        /// It is on the disk, and nobody learns of it.
        mutating func storeSilently() { carryOut(waiting.removeFirst().changes) }

        mutating func pass(_ interval: Interval) { take(bench.pass(interval)) }

        /// What the phone gets from a gateway that starts with what is on the disk now.
        func afterKill() -> [PushID] {
            var state = StoredState()
            let app = AppKey(bundle: GatewayBench.bundle, environment: .production)
            state.devices = [StoredDevice(id: phone.id, secretHash: phone.secretHash)]
            state.tokens = [StoredToken(bytes: phone.token, device: phone.id, app: app)]
            state.pushes = disk
            var next = GatewayBench()
            let changes = next.apply(.restored(state)).changes
            var phone = phone
            let delivered = next.reconnect(&phone).deliveries
            // What is not delivered has left the disk as well.
            #expect(changes.count == disk.count - delivered.count)
            return delivered.map(\.id)
        }

        private mutating func carryOut(_ changes: [StoredChange]) {
            for change in changes {
                switch change {
                case .addPush(let push): disk.append(push)
                case .removePush(let key): disk.removeAll { $0.key == key }
                default: break
                }
            }
        }

        private mutating func take(_ effects: [GatewayEffect]) {
            for case .store(let ticket, let changes) in effects {
                waiting.append((ticket, changes))
            }
        }
    }

    @Test(
        "A gateway killed before a displaced push has left the store delivers the newer one alone")
    func kill() {
        var stage = Stage()
        stage.leave()
        stage.post(1)
        stage.store()
        #expect(stage.afterKill() == [PushID(1)])
        stage.post(2)
        #expect(stage.afterKill() == [PushID(1)])
        // Stored, and the answer not sent; then answered, and the older one not yet removed.
        var silent = stage
        silent.storeSilently()
        #expect(silent.disk.count == 2)
        #expect(silent.afterKill() == [PushID(2)])
        #expect(stage.store().steps == [.accepted, .stored, .displaced])
        #expect(stage.disk.count == 2)
        #expect(stage.afterKill() == [PushID(2)])
        stage.store()
        #expect(stage.disk.map(\.id) == [PushID(2)])
        #expect(stage.comeBack() == [PushID(2)])
    }

    @Test("Of several that are on their way into the store, the newest that gets there is left")
    func several() {
        var stage = Stage()
        stage.leave()
        for number in 1...4 { stage.post(number) }
        for number in 1...4 {
            stage.storeSilently()
            #expect(stage.afterKill() == [PushID(number)])
        }
        var failing = Stage()
        failing.leave()
        for number in 1...3 { failing.post(number) }
        failing.store()
        failing.store(fails: true)
        #expect(failing.afterKill() == [PushID(1)])
        #expect(failing.store().steps == [.accepted, .stored, .displaced])
        #expect(failing.afterKill() == [PushID(3)])
    }

    @Test("Where the store fails, the older push stays", arguments: [true, false])
    func failure(answers: Bool) {
        var stage = Stage()
        stage.leave()
        stage.post(1)
        stage.store()
        stage.post(2)
        if answers {
            #expect(stage.store(fails: true).answers.map(\.status) == [503])
        } else {
            // It is stored too late, and then taken back.
            stage.pass(.seconds(5))
            stage.storeSilently()
            #expect(stage.afterKill() == [PushID(2)])
            stage.storeSilently()
        }
        #expect(stage.afterKill() == [PushID(1)])
        stage.post(3)
        stage.store()
        #expect(stage.afterKill() == [PushID(3)])
        #expect(stage.comeBack() == [PushID(3)])
    }

    @Test("A phone that comes back while the newer push is being stored gets both")
    func comesBack() {
        var stage = Stage()
        stage.leave()
        stage.post(1)
        stage.store()
        stage.post(2)
        #expect(stage.comeBack() == [PushID(1)])
        let settled = stage.store()
        #expect(settled.deliveredIDs == [PushID(2)])
        #expect(settled.steps == [.accepted, .sent])
        // Both were on the wire: both come again, and a later absence displaces neither.
        stage.leave()
        stage.post(3)
        #expect(stage.store().steps == [.accepted, .stored])
        #expect(stage.comeBack() == [PushID(1), PushID(2), PushID(3)])
    }

    @Test("What was asked for while the phone was there is not displaced, and displaces nothing")
    func askedBefore() {
        var stage = Stage()
        stage.post(1)
        stage.post(2)
        stage.leave()
        stage.post(3)
        for _ in 1...3 {
            #expect(stage.store().steps == [.accepted, .stored])
            #expect(stage.waiting.allSatisfy { !$0.changes.contains { $0.isRemoval } })
        }
        #expect(stage.afterKill() == [PushID(1), PushID(2), PushID(3)])
        #expect(stage.comeBack() == [PushID(1), PushID(2), PushID(3)])
    }

    @Test("A push that collapses an unsent one is alone, also if the process dies in between")
    func collapse() {
        var stage = Stage { $0.deliveryWindow = 1 }
        stage.post(1, collapseID: "a")
        stage.store()
        // The first is on the wire, and stays.
        for (number, collapseID) in [(2, "a"), (3, "b"), (4, "a")] {
            stage.post(number, collapseID: collapseID)
        }
        stage.storeSilently()
        #expect(stage.afterKill() == [PushID(1), PushID(2)])
        while !stage.waiting.isEmpty { stage.storeSilently() }
        #expect(stage.disk.count == 4)
        #expect(stage.afterKill() == [PushID(1), PushID(3), PushID(4)])
    }

    @Test("A single attempt in a late window overtakes a push that is still being stored")
    func overtaken() {
        var stage = Stage { $0.lateWindow = .seconds(30) }
        stage.leave()
        stage.post(1)
        #expect(stage.post(2, expiration: "0") == [.accepted, .stored])
        #expect(stage.store().steps == [.accepted, .displaced])
        stage.store()
        #expect(stage.disk.isEmpty)
        #expect(stage.comeBack() == [PushID(2)])
    }
}

extension StoredChange {
    fileprivate var isRemoval: Bool {
        if case .removePush = self { true } else { false }
    }
}
