// SPDX-License-Identifier: Apache-2.0
import CallModel
import GatewayCore

/// A push service with three phones and a provider that do whatever the seed says.
struct GatewaySimulation {
    private var random: SplitMix64
    private var gateway: Gateway
    private let isLogged: Bool
    private var waiting: [GatewayEvent] = []
    private var isApplying = false
    private var failure: String?
    private var now = Moment(
        monotonic: MonotonicTime(nanoseconds: 0), wall: WallTime(milliseconds: 1_700_000_000_000))

    private var phones: [Phone] = []
    private var tokens: [[UInt8]] = []
    private var unstored: [StoreTicket] = []
    private var connectionNumber: UInt64 = 0
    private var streamNumber: Int32 = 0
    private var asked: Set<RequestKey> = []
    private var answered: Set<RequestKey> = []

    private struct Phone {
        let device: DeviceID
        let secretHash: [UInt8]
        var isActivated = false
        var connection: DeviceConnectionID?
        var pushes: [StoredPush] = []
    }

    init(seed: UInt64, isLogged: Bool) {
        var random = SplitMix64(seed: seed)
        gateway = Gateway(rules: GatewayRules(), seed: random.next())
        for number in 0..<3 {
            phones.append(Phone(device: random.identifier(), secretHash: [UInt8(number)]))
        }
        self.random = random
        self.isLogged = isLogged
    }

    /// The first invariant that does not hold, in words; nil where all do.
    mutating func run(events: Int) -> String? {
        apply(.restored(StoredState()))
        let certificate = CertificateIdentity(
            topics: ["com.example.0.voip", "com.example.1.voip"],
            environments: APNsEnvironment.allCases)
        let identities: [ProviderIdentity] = [
            .none, .certificate(certificate), .certificate(certificate),
        ]
        for (index, identity) in identities.enumerated() {
            let connection = ProviderConnection(
                id: ProviderConnectionID(number: UInt64(index) + 1),
                environment: index == 2 ? .development : .production, identity: identity)
            apply(.providerConnected(connection))
        }
        for step in 0..<events {
            now.monotonic = now.monotonic + .milliseconds(Int64(random.next(below: 2000)))
            now.wall.milliseconds += Int64(random.next(below: 2000))
            if let deadline = gateway.nextDeadline, deadline <= now.monotonic { apply(.timePassed) }
            act()
            if let failure { return "after event \(step): \(failure)" }
        }
        // Liveness: once the store answers and time passes, every request has its answer.
        for ticket in unstored { apply(.stored(ticket)) }
        now.monotonic = now.monotonic + .seconds(60)
        apply(.timePassed)
        guard failure == nil else { return failure }
        return asked == answered ? nil : "\(asked.count - answered.count) requests have no answer"
    }

    /// As a host does it: an event that comes up while effects are carried out waits its turn.
    private mutating func apply(_ event: GatewayEvent) {
        waiting.append(event)
        guard !isApplying else { return }
        isApplying = true
        while !waiting.isEmpty { applyNow(waiting.removeFirst()) }
        isApplying = false
    }

    private mutating func applyNow(_ event: GatewayEvent) {
        var effects: [GatewayEffect] = []
        gateway.apply(event, at: now, into: &effects)
        if isLogged {
            print("\(now.monotonic.nanoseconds / 1_000_000) \(event)")
            for effect in effects { print("    \(effect)") }
        }
        for effect in effects {
            see(effect)
        }
    }

    private mutating func see(_ effect: GatewayEffect) {
        switch effect {
        case .answer(let key, _):
            if !asked.contains(key) { failure = "an answer to \(key), which nobody asked" }
            if !answered.insert(key).inserted { failure = "two answers to \(key)" }
        case .store(let ticket, _): unstored.append(ticket)
        case .close(let connection, _):
            guard let index = phones.firstIndex(where: { $0.connection == connection }) else {
                return
            }
            phones[index].connection = nil
            apply(.deviceClosed(connection))
        case .send(let connection, let reply):
            guard let index = phones.firstIndex(where: { $0.connection == connection }) else {
                failure = "a message to \(connection), which is closed"
                return
            }
            switch reply {
            case .token(_, let token): if !tokens.contains(token) { tokens.append(token) }
            case .deliver(let push): phones[index].pushes.append(push)
            case .activated: phones[index].isActivated = true
            case .welcome, .pong: break
            }
        default: break
        }
    }

    private mutating func act() {
        if !unstored.isEmpty, random.next(below: 3) != 0 {
            let ticket = unstored.removeFirst()
            apply(random.next(below: 20) == 0 ? .storeFailed(ticket, "full") : .stored(ticket))
            return
        }
        let index = Int(random.next(below: 3))
        switch random.next(below: 20) {
        case 0..<3: connect(index)
        case 3: disconnect(index)
        case 4..<7: phoneActs(index)
        case 7..<9:
            guard let connection = phones[index].connection, !phones[index].pushes.isEmpty else {
                return
            }
            let push = phones[index].pushes.removeFirst()
            let receipt = DeviceRequest.acknowledge(push.id, number: push.key.number)
            apply(.deviceSaid(connection, receipt))
        default: post()
        }
    }

    private mutating func connect(_ index: Int) {
        let phone = phones[index]
        guard phone.connection == nil else { return }
        connectionNumber += 1
        let connection = DeviceConnectionID(number: connectionNumber)
        phones[index].connection = connection
        apply(.deviceConnected(connection))
        let claim: DeviceClaim
        if phone.isActivated {
            claim = .credential(phone.device, secretHash: phone.secretHash)
        } else {
            let code: [UInt8] = [UInt8(index), 1]
            apply(.activationIssued(ControlKey(number: connectionNumber), codeHash: code))
            let candidate = DeviceCandidate(
                id: phone.device, secret: phone.secretHash, secretHash: phone.secretHash)
            claim = .activation(codeHash: code, candidate)
        }
        apply(.deviceSaid(connection, .hello(version: 2, claim)))
    }

    private mutating func disconnect(_ index: Int) {
        guard let connection = phones[index].connection else { return }
        phones[index].connection = nil
        apply(.deviceClosed(connection))
    }

    private mutating func phoneActs(_ index: Int) {
        guard let connection = phones[index].connection else { return }
        let app = AppKey(
            bundle: "com.example.\(random.next(below: 2))",
            environment: random.next(below: 4) == 0 ? .development : .production)
        switch random.next(below: 4) {
        case 0: apply(.deviceSaid(connection, .ping(Int(connectionNumber))))
        case 1 where random.next(below: 8) == 0: apply(.deviceSaid(connection, .unregister(app)))
        default:
            let token = (0..<4).flatMap { _ in
                let word = random.next()
                return (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) }
            }
            apply(.deviceSaid(connection, .register(app, candidate: token)))
        }
    }

    private mutating func post() {
        streamNumber += 2
        let key = RequestKey(
            connection: ProviderConnectionID(number: 1 + random.next(below: 3)),
            stream: streamNumber)
        asked.insert(key)
        let token =
            tokens.isEmpty || random.next(below: 10) == 0
            ? [1, 2, 3] : tokens[Int(random.next(below: UInt64(tokens.count)))]
        var headers = [
            (name: ":method", value: random.next(below: 30) == 0 ? "GET" : "POST"),
            (name: ":path", value: "/3/device/" + Bytes(token).hexadecimal),
            (name: "apns-push-type", value: random.next(below: 12) == 0 ? "call" : "voip"),
        ]
        switch random.next(below: 4) {
        case 0: headers.append((name: "apns-expiration", value: "0"))
        case 1:
            headers.append(
                (
                    name: "apns-expiration",
                    value: "\(now.wall.milliseconds / 1000 + Int64(random.next(below: 60)))"
                ))
        default: break
        }
        let topics = ["com.example.0.voip", "com.example.1.voip"]
        if random.next(below: 10) != 0 {
            headers.append((name: "apns-topic", value: topics[Int(random.next(below: 2))]))
        }
        apply(
            .pushRequested(
                PushRequest(
                    key: key, fields: PushFields(headers), body: [1, 2], bodyByteCount: 2,
                    isBodyTooLarge: random.next(below: 20) == 0)))
    }
}
