// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore
import Testing

/// What the phone writes of a push before its app gets it, and what a later run makes of that.
@Suite("Pushes that are kept until their app has them") struct PushKeepingTests {
    private func arrived(
        _ number: UInt64, expiration: Int64? = nil, origin: ArrivedPush.Origin = .service
    ) -> ArrivedPush {
        ArrivedPush(
            id: push(number), bundle: PhoneDriver.bundle, payload: Bytes([7]),
            accepted: WallTime(milliseconds: 1_700_000_000_000), expiration: expiration,
            origin: origin)
    }

    /// A phone whose app runs and has asked for VoIP pushes, and a store that waits to be told.
    private func ready(rules: SystemRules = SystemRules()) -> PhoneDriver {
        var driver = PhoneDriver.running(rules: rules)
        driver.app(.desirePushTypes([voipPushType]))
        driver.clear()
        driver.storesAtOnce = false
        return driver
    }

    private func handed(_ driver: PhoneDriver) -> [PushID] {
        driver.notices().compactMap { if case .push(let notice) = $0 { notice.id } else { nil } }
    }

    private func tickets(_ driver: PhoneDriver) -> [RecordTicket] {
        driver.effects.compactMap {
            if case .recordPush(let ticket?, _) = $0 { ticket } else { nil }
        }
    }

    @Test("A push for an app that is ready is written once, with its mark, and then handed over")
    func markedFirst() throws {
        var driver = ready()
        driver.apply(.push(arrived(1)))
        #expect(driver.pushRecords.map(\.outcome) == [.handed])
        #expect(driver.pushRecords[0].content?.payload == Bytes([7]))
        #expect(handed(driver).isEmpty)
        #expect(!driver.effects.contains(.acknowledgePush(key(1))))
        driver.apply(.recorded(try #require(tickets(driver).first), true))
        #expect(handed(driver) == [push(1)])
        #expect(driver.effects.contains(.acknowledgePush(key(1))))
    }

    @Test("A push whose mark cannot be written is handed over all the same, and not acknowledged")
    func unwritable() throws {
        var driver = ready()
        driver.apply(.push(arrived(1)))
        let ticket = try #require(tickets(driver).first)
        driver.apply(.recorded(ticket, false))
        #expect(handed(driver) == [push(1)])
        #expect(!driver.effects.contains(.acknowledgePush(key(1))))
    }

    @Test("A push that waits is written as waiting; the mark follows when its app is ready")
    func waitsThenMarked() throws {
        var driver = PhoneDriver.running()
        driver.storesAtOnce = false
        driver.apply(.push(arrived(1)))
        #expect(driver.pushRecords.map(\.outcome) == [.pending])
        driver.apply(.recorded(try #require(tickets(driver).first), true))
        #expect(driver.effects.contains(.acknowledgePush(key(1))))
        driver.clear()
        driver.app(.desirePushTypes([voipPushType]))
        #expect(driver.pushRecords.map(\.outcome) == [.handed])
        #expect(driver.pushRecords[0].content == nil)
        driver.apply(.recorded(try #require(tickets(driver).first), true))
        #expect(handed(driver) == [push(1)])
        #expect(!driver.effects.contains(.acknowledgePush(key(1))))
    }

    @Test("A process that dies before it is handed the push leaves it to the next one, unmarked")
    func diesWhileMarking() throws {
        var driver = ready()
        driver.apply(.push(arrived(1)))
        let late = try #require(tickets(driver).first)
        driver.clear()
        driver.apply(.appDisconnected(PhoneDriver.session))
        #expect(driver.pushRecords.map(\.outcome) == [.pending])
        #expect(driver.effects.contains(.launch(LaunchID(1), PhoneDriver.bundle)))
        let next = SessionID(2)
        driver.apply(.appConnected(next, PhoneDriver.bundle))
        driver.app(.hello(version: protocolVersion), session: next)
        driver.app(.desirePushTypes([voipPushType]), session: next)
        let mark = try #require(tickets(driver).last)
        // The answer to the first mark says nothing of the second.
        driver.apply(.recorded(late, true))
        #expect(!driver.notices(to: next).contains { if case .push = $0 { true } else { false } })
        driver.apply(.recorded(mark, true))
        #expect(driver.notices(to: next).contains { if case .push = $0 { true } else { false } })
    }

    @Test("A push that is repeated before it is written is acknowledged only when it is")
    func repeatedUnwritten() throws {
        var driver = ready()
        driver.apply(.push(arrived(1)))
        driver.apply(.push(arrived(1)))
        #expect(!driver.effects.contains(.acknowledgePush(key(1))))
        driver.apply(.recorded(try #require(tickets(driver).first), true))
        #expect(driver.effects.filter { $0 == .acknowledgePush(key(1)) }.count == 1)
        driver.apply(.push(arrived(1)))
        #expect(driver.effects.filter { $0 == .acknowledgePush(key(1)) }.count == 2)
        #expect(handed(driver) == [push(1)])
    }

    @Test("An apns-id that is used again is a push of its own, with a report of its own")
    func usedAgain() {
        var driver = ready()
        driver.storesAtOnce = true
        var again = arrived(1)
        again.number = 9
        driver.apply(.push(arrived(1)))
        driver.apply(.push(again))
        #expect(handed(driver) == [push(1), push(1)])
        _ = driver.reportIncoming(call(1), push: push(1))
        _ = driver.reportIncoming(call(2), push: push(1))
        #expect(
            driver.pushRecords.filter { $0.outcome == .rang(call(1)) }.map(\.number) == [0])
        #expect(
            driver.pushRecords.filter { $0.outcome == .rang(call(2)) }.map(\.number) == [9])
    }

    @Test("What an earlier run left is handed over, not acknowledged again, and keeps its time")
    func earlierRun() {
        let received = WallTime(milliseconds: 1_699_999_990_000)
        var driver = PhoneDriver()
        driver.apply(.push(arrived(1, origin: .earlierRun(received: received))))
        #expect(driver.pushRecords.isEmpty)
        #expect(driver.effects.contains(.launch(LaunchID(1), PhoneDriver.bundle)))
        driver.start()
        driver.app(.desirePushTypes([voipPushType]))
        #expect(handed(driver) == [push(1)])
        #expect(driver.pushRecords.map(\.received) == [received])
        #expect(!driver.effects.contains(.acknowledgePush(key(1))))
    }

    @Test("B131: what an earlier run left too long ago is not handed over; a little late it is")
    func expired() {
        let now = Int64(1_700_000_000_000)
        // Expiration, received so long ago, and what becomes of it.
        let cases: [(Int64?, Int64, PushOutcome?)] = [
            (nil, 86_400_000, nil), (0, 29_000, nil), (0, 31_000, .expired),
            (now / 1000 - 29, 60_000, nil), (now / 1000 - 31, 60_000, .expired),
            (now / 1000 + 60, 86_400_000, nil), (1, 31_000, .expired), (1, 1_000, nil),
            (.max, 60_000, nil), (.min, 60_000, .expired),
        ]
        for (expiration, age, outcome) in cases {
            var driver = PhoneDriver()
            let origin = ArrivedPush.Origin.earlierRun(
                received: WallTime(milliseconds: now - age))
            driver.apply(.push(arrived(1, expiration: expiration, origin: origin)))
            #expect(driver.pushRecords.last?.outcome == outcome, "\(expiration ?? -1), \(age)")
        }
    }

    @Test("B131: whether a push is in time is the push service's to say when it delivers")
    func inTimeFromService() {
        var driver = PhoneDriver()
        driver.apply(.push(arrived(1, expiration: 1)))
        #expect(driver.pushRecords.map(\.outcome) == [.pending])
    }

    @Test("A slow disk is not the app's fault: its seven seconds begin anew")
    func slowDisk() throws {
        var driver = ready()
        driver.apply(.push(arrived(1)))
        driver.advance(.seconds(8))
        #expect(!driver.steps.contains(.ruleBroken))
        driver.apply(.recorded(try #require(tickets(driver).first), true))
        driver.advance(.milliseconds(5_900))
        #expect(!driver.steps.contains(.ruleBroken))
        driver.advance(.milliseconds(200))
        #expect(driver.steps.contains(.ruleBroken))
    }

    @Test("Thousands of pushes that time out together are each settled once, in order")
    func manyTimeOut() {
        var rules = SystemRules()
        rules.pushBreachesBeforeStop = nil
        var driver = PhoneDriver(rules: rules)
        let count = UInt64(Limits.waitingPushesPerApp)
        for number in 1...count { driver.apply(.push(arrived(number))) }
        driver.clear()
        driver.apply(.push(arrived(count + 1)))
        #expect(driver.pushRecords.map(\.outcome) == [.dropped])
        driver.clear()
        driver.advance(.seconds(7))
        #expect(driver.pushRecords.map(\.id) == (1...count).map(push))
        #expect(driver.pushRecords.allSatisfy { $0.outcome == .notStarted })
        #expect(driver.phone.nextDeadline != nil)
    }
}
