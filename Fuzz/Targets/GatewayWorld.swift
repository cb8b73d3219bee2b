// SPDX-License-Identifier: Apache-2.0
import CallModel
import GatewayCore

/// What is around a gateway: clocks, phones, providers and a store, which see to it that the rules
/// are kept.
struct GatewayWorld {
    struct Phone {
        let device: DeviceID
        let secretHash: [UInt8]
        var isActivated = false
        var connection: DeviceConnectionID?
        /// Told on this connection and not acknowledged.
        var pushes: [StoredPush] = []
        /// Acknowledged on this connection.
        var acknowledged: Set<PushKey> = []
    }

    let rules: GatewayRules
    var gateway: Gateway
    var now = Moment(
        monotonic: MonotonicTime(nanoseconds: 0), wall: WallTime(milliseconds: 1_900_000_000_000))
    var phones: [Phone] = []
    var providers: [ProviderConnectionID?] = [nil, nil, nil]
    private(set) var store = StoreModel()
    /// What the store did not do is there, or not there, for good.
    private(set) var hasStoreFailed = false
    /// In their order; the store carries them out one after the other.
    var unstored: [(ticket: StoreTicket, changes: [StoredChange])] = []
    var unexamined: [ExaminationTicket] = []
    var tokens: [[UInt8]] = [[1, 2, 3]]
    /// Requests that must have an answer.
    var asked: Set<RequestKey> = []
    /// Requests whose connection has gone: they may have one.
    var orphaned: Set<RequestKey> = []
    var controls: Set<ControlKey> = []
    private var waiting: [GatewayEvent] = []
    private var isApplying = false
    private var lastNumber: UInt64 = 0
    private var latestStart = WallTime(milliseconds: 1_900_000_000_000)
    var lastTicket: UInt64 = 0
    var requestCount = 0
    /// Each push that a phone was told of.
    var told: [PushKey: StoredPush] = [:]

    init(_ rules: GatewayRules) {
        self.rules = rules
        gateway = Gateway(rules: rules, seed: 1)
        for number in 1...4 {
            phones.append(
                Phone(
                    device: DeviceID(high: 0, low: UInt64(number)),
                    secretHash: [UInt8(number)]))
        }
    }

    mutating func newNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// A token that nobody has.
    mutating func candidate() -> [UInt8] {
        let number = newNumber()
        return [1, UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
            + [UInt8](repeating: 0, count: 29)
    }

    func token(nth: Int) -> [UInt8] { tokens[nth % tokens.count] }

    // MARK: Events

    mutating func apply(_ event: GatewayEvent) throws(FuzzFinding) {
        switch event {
        case .activationIssued(let key, _), .deviceRemoved(let key, _), .keyAdded(let key?, _),
            .keyRevoked(let key?, _):
            controls.insert(key)
        case .pushRequested(let request):
            asked.insert(request.key)
            requestCount += 1
        default: break
        }
        if case .deviceRemoved(_, let id) = event {
            for index in phones.indices where phones[index].device == id {
                phones[index].isActivated = false
            }
        }
        // As a driver does it: what comes up while effects are carried out waits its turn.
        waiting.append(event)
        guard !isApplying else { return }
        isApplying = true
        while !waiting.isEmpty {
            var effects: [GatewayEffect] = []
            gateway.apply(waiting.removeFirst(), at: now, into: &effects)
            for effect in effects { try see(effect) }
        }
        isApplying = false
    }

    mutating func pass(_ interval: Interval) throws(FuzzFinding) {
        now.monotonic = now.monotonic + interval
        now.wall.milliseconds += interval.nanoseconds / 1_000_000
        try apply(.timePassed)
        if let deadline = gateway.nextDeadline {
            try require(deadline > now.monotonic, "a deadline is left that has passed")
        }
    }

    /// The wall clock alone is set to another time.
    mutating func jump(_ milliseconds: Int64) { now.wall.milliseconds += milliseconds }

    // MARK: Phones

    mutating func connectPhone(
        _ index: Int, version: Int, forges: Bool, isSilent: Bool
    ) throws(FuzzFinding) {
        // A phone that was cut off comes again before the gateway has noticed.
        let connection = DeviceConnectionID(number: newNumber())
        phones[index].connection = connection
        phones[index].pushes = []
        phones[index].acknowledged = []
        try apply(.deviceConnected(connection))
        guard !isSilent, phones[index].connection == connection else { return }
        let phone = phones[index]
        let hash = forges ? [0] : phone.secretHash
        if phone.isActivated {
            return try say(
                index,
                .hello(version: version, .credential(phone.device, secretHash: hash)))
        }
        let code: [UInt8] = [UInt8(index)]
        try apply(.activationIssued(ControlKey(number: newNumber()), codeHash: code))
        try settleAll()
        let candidate = DeviceCandidate(
            id: phone.device, secret: phone.secretHash, secretHash: phone.secretHash)
        try say(index, .hello(version: version, .activation(codeHash: code, candidate)))
    }

    mutating func closePhone(_ index: Int) throws(FuzzFinding) {
        guard let connection = phones[index].connection else { return }
        phones[index].connection = nil
        try apply(.deviceClosed(connection))
    }

    mutating func say(_ index: Int, _ request: DeviceRequest) throws(FuzzFinding) {
        guard let connection = phones[index].connection else { return }
        try apply(.deviceSaid(connection, request))
    }

    mutating func acknowledge(_ index: Int, nth: Int) throws(FuzzFinding) {
        guard let connection = phones[index].connection, !phones[index].pushes.isEmpty else {
            return
        }
        let push = phones[index].pushes.remove(at: nth % phones[index].pushes.count)
        phones[index].acknowledged.insert(push.key)
        try apply(
            .deviceSaid(connection, .acknowledge(push.id, number: push.key.number)))
    }

    // MARK: Providers

    mutating func connectProvider(
        _ index: Int, environment: APNsEnvironment, identity: ProviderIdentity, offersALPN: Bool
    ) throws(FuzzFinding) {
        try closeProvider(index)
        let id = ProviderConnectionID(number: newNumber())
        providers[index] = id
        try apply(
            .providerConnected(
                ProviderConnection(
                    id: id, environment: environment, identity: identity, offersALPN: offersALPN)))
    }

    mutating func closeProvider(_ index: Int) throws(FuzzFinding) {
        guard let id = providers[index] else { return }
        forget(id)
        try apply(.providerClosed(id))
    }

    mutating func forget(_ id: ProviderConnectionID) {
        for index in providers.indices where providers[index] == id { providers[index] = nil }
        orphaned.formUnion(asked.filter { $0.connection == id })
        asked.subtract(orphaned)
    }

    mutating func post(
        _ index: Int, _ fields: PushFields, body: [UInt8], isTooLarge: Bool
    ) throws(FuzzFinding) {
        guard let id = providers[index] else { return }
        let stream = Int32(truncatingIfNeeded: newNumber()) * 2 + 1
        try apply(
            .pushRequested(
                PushRequest(
                    key: RequestKey(connection: id, stream: stream), fields: fields,
                    body: isTooLarge ? [] : body, bodyByteCount: isTooLarge ? 70_000 : body.count,
                    isBodyTooLarge: isTooLarge)))
    }

    mutating func examine(nth: Int, _ facts: ProviderTokenFacts) throws(FuzzFinding) {
        guard !unexamined.isEmpty else { return }
        try apply(.tokenExamined(unexamined.remove(at: nth % unexamined.count), facts))
    }

    // MARK: The store

    /// The store answers: the changes take effect in their order, so that all before are settled.
    mutating func settleStore(nth: Int, fails: Bool) throws(FuzzFinding) {
        guard !unstored.isEmpty else { return }
        let last = nth % unstored.count
        for index in 0...last {
            let (ticket, changes) = unstored.removeFirst()
            if fails, index == last {
                hasStoreFailed = true
                try apply(.storeFailed(ticket, "full"))
            } else {
                store.apply(changes)
                try apply(.stored(ticket))
            }
        }
    }

    mutating func settleAll() throws(FuzzFinding) {
        var left = 10_000
        while !unstored.isEmpty, left > 0 {
            try settleStore(nth: 0, fails: false)
            left -= 1
        }
        try require(unstored.isEmpty, "the store never comes to rest")
    }

    /// The process dies with what was not stored, and another takes its place.
    mutating func restart() throws(FuzzFinding) {
        unstored = []
        unexamined = []
        asked = []
        orphaned = []
        controls = []
        providers = [nil, nil, nil]
        for index in phones.indices {
            phones[index].connection = nil
            phones[index].isActivated = store.knows(phones[index].device)
        }
        // It takes its time, and clocks are right again: numbers stand on that.
        now.wall.milliseconds = max(now.wall.milliseconds, latestStart.milliseconds) + 1_000
        latestStart = now.wall
        gateway = Gateway(rules: rules, seed: newNumber())
        lastTicket = 0
        requestCount = 0
        try apply(.restored(store.state))
        try require(
            gateway.status.deviceCount == store.deviceCount, "a device is lost by the restart")
    }
}
