// SPDX-License-Identifier: Apache-2.0
import CallModel
import GatewayCore

/// A push service with its providers, its store and its phones, in one thread.
struct GatewayWorld {
    static let apps = [
        AppKey(bundle: "com.example.0", environment: .production),
        AppKey(bundle: "com.example.1", environment: .production),
        AppKey(bundle: "com.example.0", environment: .production, kind: .alert),
    ]
    static let key = StoredKey(id: "ABCDE12345", team: "TEAM000001")

    let rules: GatewayRules
    let isLogged: Bool
    var random: SplitMix64
    var gateway: Gateway
    var checker: GatewayChecker
    var now = Moment(
        monotonic: MonotonicTime(nanoseconds: 0), wall: WallTime(milliseconds: 1_700_000_000_000))
    var disk = GatewayDisk()
    var phones: [SimulatedDevice] = []
    var providers: [ProviderConnectionID]
    var isProviderThere: [Bool]
    var providerTokens: [Int64]
    var examinations: [(ticket: ExaminationTicket, token: [UInt8])] = []
    /// Requests whose connection has gone, or that a fault holds for good.
    var lostRequests: Set<RequestKey> = []
    /// Connections that broke without the gateway's notice.
    var ghosts: [DeviceConnectionID] = []
    var nextNumber: UInt64 = 1
    var isStalling = false
    private var waiting: [GatewayEvent] = []
    private var isApplying = false

    init(swarm: GatewaySwarm, seed: UInt64, isLogged: Bool) {
        rules = swarm.rules
        self.isLogged = isLogged
        random = SplitMix64(seed: seed)
        gateway = Gateway(rules: rules, seed: random.next())
        checker = GatewayChecker(rules: rules, phones: GatewaySwarm.phoneCount)
        providers = (0..<GatewaySwarm.providerCount).map { _ in ProviderConnectionID(number: 0) }
        isProviderThere = providers.map { _ in false }
        providerTokens = providers.map { _ in 0 }
        for _ in 0..<GatewaySwarm.phoneCount {
            let secret = (0..<8).map { _ in UInt8(random.next(below: 256)) }
            phones.append(SimulatedDevice(secretHash: secret))
        }
        apply(.restored(disk.state))
        apply(.keyAdded(nil, Self.key))
        for index in providers.indices { reconnectProvider(index) }
    }

    mutating func number() -> UInt64 {
        defer { nextNumber += 1 }
        return nextNumber
    }

    // MARK: Events and effects

    /// As a driver does it: an event that comes up while effects are carried out waits its turn.
    mutating func apply(_ event: GatewayEvent) {
        waiting.append(event)
        guard !isApplying else { return }
        isApplying = true
        while !waiting.isEmpty { applyNow(waiting.removeFirst()) }
        isApplying = false
    }

    private mutating func applyNow(_ event: GatewayEvent) {
        var effects: [GatewayEffect] = []
        if case .deviceClosed(let connection) = event { checker.closes(connection) }
        gateway.apply(event, at: now, into: &effects)
        if isLogged {
            print("\(now.monotonic.nanoseconds / 1_000_000) \(event)")
            for effect in effects { print("    \(effect)") }
        }
        for effect in effects { carryOut(effect) }
    }

    private mutating func carryOut(_ effect: GatewayEffect) {
        switch effect {
        case .answer(let request, let answer): checker.answer(request, answer, at: now)
        case .examine(let ticket, let token): examinations.append((ticket, token))
        case .goAway(let provider, _), .drop(let provider):
            guard let index = providers.firstIndex(of: provider) else { return }
            loseProvider(index)
        case .send(let connection, let reply): send(reply, to: connection)
        case .close(let connection, _):
            checker.closes(connection)
            if let index = phones.firstIndex(where: { $0.connection == connection }) {
                phones[index].lose()
            }
            ghosts.removeAll { $0 == connection }
        case .store(let ticket, let changes):
            for case .addPush(let push) in changes { checker.stores(push) }
            disk.pending.append(GatewayDisk.Pending(ticket: ticket, changes: changes))
        case .record(let entry): checker.record(entry, at: now)
        case .remark(let provider, let stream?, .fault):
            // It may be one that is never answered.
            lostRequests.insert(RequestKey(connection: provider, stream: stream))
        case .setStreamLimit, .controlSettled, .remark, .log: break
        }
    }

    private mutating func send(_ reply: DeviceReply, to connection: DeviceConnectionID) {
        let index = phones.firstIndex { $0.connections.contains(connection) }
        guard let index else {
            return checker.fail("a phone is told on its own connection", "\(connection)")
        }
        if case .welcome = reply { checker.welcomes(connection, phone: index) }
        if case .deliver(let push) = reply {
            checker.sends(push, to: connection, phone: index, at: now)
        }
        // What is sent into a broken connection is gone.
        if phones[index].connection == connection { phones[index].incoming.append(reply) }
    }

    // MARK: Time

    mutating func pass(milliseconds: Int64) {
        let end = now.monotonic + .milliseconds(milliseconds)
        var isOver = false
        while !isOver {
            let next = min(end, max(now.monotonic, gateway.nextDeadline ?? end))
            now.wall.milliseconds += (next - now.monotonic).nanoseconds / 1_000_000
            now.monotonic = next
            checker.clock(now)
            isOver = next == end
            if let due = gateway.nextDeadline, due <= now.monotonic { apply(.timePassed) }
        }
    }

    /// A new process, with what is on the disk.
    mutating func restart(committed: Int) {
        for pending in disk.pending.prefix(committed) { disk.apply(pending.changes) }
        disk.loseWaiting()
        examinations = []
        ghosts = []
        checker.restarts(with: disk.state)
        for index in providers.indices where isProviderThere[index] { loseProvider(index) }
        for index in phones.indices { phones[index].lose() }
        gateway = Gateway(rules: rules, seed: random.next())
        apply(.restored(disk.state))
        apply(.keyAdded(nil, Self.key))
        for index in providers.indices { reconnectProvider(index) }
    }
}
