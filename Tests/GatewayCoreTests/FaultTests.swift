// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing

@testable import GatewayCore

@Suite struct FaultTests {
    private func bench(
        _ actions: FaultAction...,
        match: FaultMatch = FaultMatch()
    ) -> (GatewayBench, GatewayBench.Phone) {
        var bench = GatewayBench()
        let phone = bench.phone()
        for action in actions {
            bench.apply(.faultAdded(FaultRule(match: match, action: action)))
        }
        return (bench, phone)
    }

    private func drops(_ effects: [GatewayEffect]) -> Int {
        effects.count { if case .drop = $0 { true } else { false } }
    }

    @Test(
        "Any reason can be the answer, to a request that is right", arguments: APNsReason.allCases)
    func answers(reason: APNsReason) {
        var (bench, phone) = bench(.answer(reason))
        let effects = bench.post(to: phone)
        #expect(effects.answers.map(\.reason) == [reason])
        #expect(effects.answers.allSatisfy { ($0.timestamp != nil) == ($0.status == 410) })
        #expect(effects.records.map(\.remark) == [.fault(number: 1)])
        #expect(effects.deliveries.isEmpty)
        #expect(bench.gateway.status.faults.map(\.hitCount) == [1])
        bench.apply(.faultRemoved(number: 1))
        #expect(bench.post(to: phone).answers.map(\.status) == [200])
    }

    @Test("A fault is for a token, a topic, one request in N, so many times")
    func matching() {
        var bench = GatewayBench()
        let phones = [bench.phone(), bench.phone()]
        let match = FaultMatch(
            tokenPrefix: Array(phones[0].token.prefix(4)),
            topic: GatewayBench.topic,
            everyNth: 2,
            timesLeft: 2
        )
        bench.apply(.faultAdded(FaultRule(match: match, action: .answer(.badTopic))))
        func statuses(_ phone: GatewayBench.Phone, _ count: Int) -> [Int] {
            (0..<count).flatMap { _ in bench.post(to: phone).answers.map(\.status) }
        }
        #expect(statuses(phones[1], 2) == [200, 200])
        let elsewhere = bench.post(to: phones[0]) {
            $0.headers["apns-topic"] = GatewayBench.bundle
        }
        #expect(elsewhere.answers.map(\.reason) == [.deviceTokenNotForTopic])
        #expect(statuses(phones[0], 6) == [200, 400, 200, 400, 200, 200])
        let status = bench.gateway.status.faults.first
        #expect(status?.hitCount == 2 && status?.rule.match.timesLeft == 0)
        bench.apply(.faultsCleared)
        #expect(bench.gateway.status.faults.isEmpty)
    }

    @Test("A delayed request is judged when its time has come, and others overtake it")
    func delay() {
        var (bench, phone) = bench(.delay(.seconds(2)), match: FaultMatch(timesLeft: 1))
        #expect(bench.post(to: phone, id: PushID(1)).answers.isEmpty)
        #expect(bench.post(to: phone, id: PushID(2)).answers.map(\.status) == [200])
        #expect(bench.pass(.milliseconds(1999)).answers.isEmpty)
        let late = bench.pass(.milliseconds(1))
        #expect(late.answers.map(\.apnsID.id) == [PushID(1)])
        #expect(late.deliveredIDs == [PushID(1)])
    }

    @Test("A stalled request is never answered")
    func stall() {
        var (bench, phone) = bench(.stall)
        let effects = bench.post(to: phone)
        #expect(effects.answers.isEmpty && effects.remarks == [.fault(number: 1)])
        #expect(bench.pass(.seconds(100)).answers.isEmpty)
    }

    @Test("A connection is cut in the middle of a request, and forgotten")
    func drop() {
        var (bench, phone) = bench(.drop)
        let effects = bench.post(to: phone)
        #expect(drops(effects) == 1 && effects.answers.isEmpty)
        #expect(bench.gateway.status.providerCount == 0)
    }

    @Test("A farewell with any reason or none; what was begun is finished")
    func goAway() {
        for reason in [nil, APNsReason.internalServerError] {
            var (bench, phone) = bench(.goAway(reason))
            let effects = bench.post(to: phone)
            let farewells = effects.compactMap { effect -> GoAway? in
                if case .goAway(_, let farewell) = effect { farewell } else { nil }
            }
            #expect(farewells == [GoAway(reason: reason)])
            #expect(effects.answers.map(\.status) == [200])
        }
    }

    @Test("Faults of connections happen to new ones alone", arguments: [true, false])
    func connections(isDropped: Bool) {
        let match = FaultMatch(isForConnections: true, everyNth: 2)
        var (bench, phone) = bench(isDropped ? .drop : .goAway(nil), match: match)
        #expect(bench.post(to: phone).answers.map(\.status) == [200])
        let second = bench.connectProvider().effects
        #expect(drops(second) == (isDropped ? 1 : 0))
        #expect(second.contains { if case .goAway = $0 { true } else { false } } != isDropped)
        #expect(drops(bench.connectProvider().effects) == 0)
    }

    @Test("While the service is away every connection is cut, also of phones, until its time")
    func away() {
        var (bench, phone) = bench()
        _ = bench.post(to: phone, expiration: nil)
        let gone = bench.apply(.faultAdded(FaultRule(action: .away(.seconds(5)))))
        #expect(drops(gone) == 1 && gone.closed == [phone.connection])
        #expect(bench.gateway.status.isAway)
        #expect(drops(bench.connectProvider().effects) == 1)
        let connection = DeviceConnectionID(number: bench.number())
        #expect(bench.apply(.deviceConnected(connection)).closed == [connection])
        bench.pass(.seconds(5))
        #expect(!bench.gateway.status.isAway && bench.gateway.status.faults.isEmpty)
        #expect(bench.reconnect(&phone).deliveries.count == 1)
        #expect(drops(bench.connectProvider().effects) == 0)
    }

    @Test("Clearing the faults brings the service back")
    func awayCleared() {
        var (bench, _) = bench(.away(.seconds(50)))
        bench.apply(.faultsCleared)
        #expect(!bench.gateway.status.isAway)
        #expect(drops(bench.connectProvider().effects) == 0)
    }

    @Test("Deliveries come late, twice, out of order or not at all; the answer is 200 all the same")
    func deliveries() {
        let once = FaultMatch(timesLeft: 1)
        var (late, phone) = bench(.delayDelivery(.seconds(3)), match: once)
        #expect(late.post(to: phone, id: PushID(1)).deliveries.isEmpty)
        #expect(late.pass(.seconds(3)).deliveredIDs == [PushID(1)])

        var (twice, second) = bench(.duplicateDelivery, match: once)
        let copies = twice.post(to: second, id: PushID(1)).deliveries
        #expect(copies.map(\.id) == [PushID(1), PushID(1)] && copies[0].key == copies[1].key)

        var (order, third) = bench(.reorderDeliveries, match: once)
        #expect(order.post(to: third, id: PushID(1)).deliveries.isEmpty)
        #expect(order.post(to: third, id: PushID(2)).deliveredIDs == [PushID(2), PushID(1)])

        var (alone, fourth) = bench(.reorderDeliveries, match: once)
        #expect(alone.post(to: fourth, id: PushID(1)).deliveries.isEmpty)
        #expect(alone.pass(.seconds(1)).deliveredIDs == [PushID(1)])

        var (lost, fifth) = bench(.loseDelivery, match: once)
        let answer = lost.post(to: fifth, id: PushID(1), expiration: nil)
        #expect(answer.answers.map(\.status) == [200] && answer.deliveries.isEmpty)
        #expect(lost.reconnect(&fifth).deliveredIDs == [PushID(1)])
    }

    @Test("A fault that cannot be is named in words, and changes nothing")
    func problems() {
        let rules = [
            FaultRule(match: FaultMatch(everyNth: 0), action: .drop),
            FaultRule(match: FaultMatch(timesLeft: 0), action: .drop),
            FaultRule(match: FaultMatch(topic: "a", isForConnections: true), action: .drop),
            FaultRule(match: FaultMatch(isForConnections: true), action: .stall),
            FaultRule(match: FaultMatch(topic: "a"), action: .away(.seconds(1))),
        ]
        var (bench, phone) = bench()
        for rule in rules {
            #expect(rule.problem?.isEmpty == false)
            bench.apply(.faultAdded(rule))
        }
        #expect(bench.gateway.status.faults.isEmpty)
        #expect(bench.post(to: phone).answers.map(\.status) == [200])
        #expect(FaultRule(action: .stall).problem == nil)
    }
}
