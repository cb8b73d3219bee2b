// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing

@testable import GatewayCore

/// A gateway under random events of one seed, with a store that answers late, fails, or says
/// nothing.
struct RandomRun {
    private var random: SplitMix64
    private var bench: GatewayBench
    private var phones: [GatewayBench.Phone] = []
    private var connected: [Bool] = []
    private var unanswered: [StoreTicket] = []
    private var requests: [RequestKey: Int] = [:]
    private var closed: Set<DeviceConnectionID> = []
    private var sent: [StoredPush] = []
    private let connection: ProviderConnectionID
    private let keepsLog: Bool
    private(set) var log = ""
    private(set) var broken: [String] = []

    init(seed: UInt64, keepsLog: Bool = false) {
        self.keepsLog = keepsLog
        random = SplitMix64(seed: seed)
        let window = Int(random.next(below: 4)) + 1
        bench = GatewayBench {
            $0.deliveryWindow = window
            $0.outstandingPushLimit = 12
        }
        for _ in 0..<3 {
            phones.append(bench.phone())
            connected.append(true)
        }
        connection = bench.connectProvider(RequestSketch(token: []).provider).id
        bench.storesAtOnce = false
    }

    mutating func run(steps: Int) {
        for _ in 0..<steps { check(step()) }
        // Then all goes well for as long as it takes: everything must be answered.
        while !unanswered.isEmpty { check(bench.apply(.stored(unanswered.removeFirst()))) }
        check(bench.pass(.seconds(5)))
        for (request, count) in requests where count != 1 {
            broken.append("\(request) has \(count) answers")
        }
        if bench.gateway.status.requestCount != requests.count { broken.append("requests") }
    }

    private mutating func step() -> [GatewayEffect] {
        let index = Int(random.next(below: UInt64(phones.count)))
        switch random.next(below: 10) {
        case 0...3:
            var sketch = RequestSketch(token: phones[index].token)
            sketch.headers["apns-id"] = PushID(random.next(below: 64)).description
            let expirations = ["0", nil, "1900000030", "5", "x"]
            sketch.headers["apns-expiration"] = expirations[Int(random.next(below: 5))]
            let request = sketch.request(
                RequestKey(connection: connection, stream: Int32(bench.number())))
            requests[request.key] = 0
            return bench.apply(.pushRequested(request))
        case 4, 5:
            let push = sent.isEmpty ? nil : sent[Int(random.next(below: UInt64(sent.count)))]
            let id = push?.id ?? PushID(random.next(below: 64))
            let number = push?.key.number ?? random.next(below: 64)
            return bench.apply(
                .deviceSaid(phones[index].connection, .acknowledge(id, number: number)))
        case 6:
            guard connected[index], random.next(below: 3) == 0 else {
                connected[index] = true
                return bench.reconnect(&phones[index])
            }
            connected[index] = false
            return bench.apply(.deviceClosed(phones[index].connection))
        case 7:
            let interval = Interval.milliseconds(Int64(random.next(below: 4000)))
            if random.next(below: 20) == 0 { bench.now.wall.milliseconds -= 10_000 }
            return bench.pass(interval)
        default:
            guard !unanswered.isEmpty else { return [] }
            let position = Int(random.next(below: UInt64(unanswered.count)))
            let ticket = unanswered.remove(at: position)
            switch random.next(below: 8) {
            case 0: return bench.apply(.storeFailed(ticket, "full"))
            case 1: return []
            default: return bench.apply(.stored(ticket))
            }
        }
    }

    private mutating func check(_ effects: [GatewayEffect]) {
        for effect in effects {
            if keepsLog { log += "\(effect)\n" }
            switch effect {
            case .answer(let request, let answer):
                requests[request, default: 0] += 1
                if PushID(answer.apnsID.description) != answer.apnsID.id {
                    broken.append("apns-id")
                }
            case .store(let ticket, let changes):
                unanswered.append(ticket)
                if changes.isEmpty { broken.append("an empty change") }
            case .send(let connection, let reply):
                if case .deliver(let push) = reply { sent.append(push) }
                if closed.contains(connection) { broken.append("sent after the end: \(reply)") }
            case .close(let connection, _):
                if !closed.insert(connection).inserted { broken.append("closed twice") }
            default: break
            }
        }
        for phone in phones {
            guard let place = bench.gateway.registry.place(of: phone.id) else { continue }
            let device = bench.gateway.registry[place]
            if device.outbox.sentCount > bench.gateway.rules.deliveryWindow {
                broken.append("window")
            }
            if device.outstandingPushCount > 12 { broken.append("too many outstanding") }
        }
    }
}

@Suite struct RandomRunTests {
    @Test("Random events break no invariant", arguments: 1...12)
    func invariants(seed: UInt64) {
        var run = RandomRun(seed: seed)
        run.run(steps: 1500)
        #expect(run.broken.isEmpty, "seed \(seed): \(run.broken.prefix(3))")
    }

    @Test("The same seed gives the same effects, byte for byte")
    func determinism() {
        var first = RandomRun(seed: 5, keepsLog: true)
        var second = RandomRun(seed: 5, keepsLog: true)
        first.run(steps: 1500)
        second.run(steps: 1500)
        #expect(first.log == second.log)
        #expect(!first.log.isEmpty)
    }
}
