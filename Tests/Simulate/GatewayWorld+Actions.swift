// SPDX-License-Identifier: Apache-2.0
import CallModel
import GatewayCore

extension GatewayWorld {
    mutating func perform(_ action: GatewayAction) {
        checker.clock(now)
        switch action {
        case .post(let post): perform(post)
        case .providerReconnects(let index):
            loseProvider(index)
            reconnectProvider(index)
        case .examine: examine()
        case .connect(let index): connect(index)
        case .cut(let index): cut(index)
        case .notice:
            if !ghosts.isEmpty { apply(.deviceClosed(ghosts.removeFirst())) }
        case .phoneReads(let index, let count): for _ in 0..<count { read(index) }
        case .gatewayReads(let index, let count): for _ in 0..<count { hear(index) }
        case .hand(let index): hand(index)
        case .kill(let index):
            if let place = phones[index].inHand { checker.loses(place) }
            phones[index].inHand = nil
            cut(index)
        case .register(let index, let app):
            phones[index].wanted.insert(app)
            register(app, index)
        case .renew(let index, let app):
            guard phones[index].isWelcome else { return }
            say(.renew(Self.apps[app], candidate: token()), index)
        case .unregister(let index, let app):
            guard phones[index].isWelcome else { return }
            phones[index].wanted.remove(app)
            checker.removes(Self.apps[app], phone: index)
            say(.unregister(Self.apps[app]), index)
        case .store(let outcome): store(outcome)
        case .restart(let committed): restart(committed: committed)
        case .pass(let milliseconds): pass(milliseconds: milliseconds)
        case .jump(let milliseconds): now.wall.milliseconds += milliseconds
        case .fault(let rule): apply(.faultAdded(rule))
        case .clearFaults: apply(.faultsCleared)
        }
    }

    private mutating func token() -> [UInt8] {
        (0..<32).map { _ in UInt8(random.next(below: 256)) }
    }

    mutating func store(_ outcome: GatewayAction.StoreOutcome) {
        guard !disk.pending.isEmpty else { return }
        let pending = disk.pending.removeFirst()
        switch outcome {
        case .commits:
            disk.apply(pending.changes)
            apply(.stored(pending.ticket))
        case .fails:
            disk.fail(pending.changes)
            apply(.storeFailed(pending.ticket, "full"))
        case .commitsLate:
            disk.apply(pending.changes)
            pass(milliseconds: 6_000)
            apply(.stored(pending.ticket))
        }
    }

    // MARK: Phones

    mutating func connect(_ index: Int) {
        guard phones[index].connection == nil else { return say(.ping(1), index) }
        let connection = DeviceConnectionID(number: number())
        phones[index].connection = connection
        phones[index].connections.append(connection)
        apply(.deviceConnected(connection))
        guard phones[index].connection != nil else { return }
        if phones[index].isActivated {
            let claim = DeviceClaim.credential(
                phones[index].id, secretHash: phones[index].secretHash)
            return say(.hello(version: rules.deviceProtocolVersion, claim), index)
        }
        let code = [UInt8](repeating: UInt8(truncatingIfNeeded: connection.number), count: 4)
        apply(.activationIssued(ControlKey(number: number()), codeHash: code))
        while !disk.pending.isEmpty { store(.commits) }
        let candidate = DeviceCandidate(
            id: random.identifier(), secret: phones[index].secretHash,
            secretHash: phones[index].secretHash)
        say(
            .hello(version: rules.deviceProtocolVersion, .activation(codeHash: code, candidate)),
            index)
    }

    private mutating func register(_ app: Int, _ index: Int) {
        guard phones[index].isWelcome else { return }
        say(.register(Self.apps[app], candidate: token()), index)
    }

    private mutating func say(_ request: DeviceRequest, _ index: Int) {
        guard phones[index].connection != nil else { return }
        phones[index].outgoing.append(request)
    }

    mutating func cut(_ index: Int) {
        guard let connection = phones[index].connection else { return }
        phones[index].lose()
        ghosts.append(connection)
    }

    private mutating func hear(_ index: Int) {
        guard let connection = phones[index].connection, !phones[index].outgoing.isEmpty else {
            return
        }
        apply(.deviceSaid(connection, phones[index].outgoing.removeFirst()))
    }

    private mutating func read(_ index: Int) {
        guard !phones[index].incoming.isEmpty else { return }
        switch phones[index].incoming.removeFirst() {
        case .activated(let id, _): phones[index].activated(id)
        case .token(let app, let bytes):
            guard let place = Self.apps.firstIndex(of: app) else { return }
            if phones[index].tokens[place]?.last != bytes {
                phones[index].tokens[place, default: []].append(bytes)
            }
        case .deliver(let push):
            // The id and the number together: a clock that was set back may repeat a number.
            let new = SimulatedDevice.Kept(place: Int(push.id.low), number: push.key)
            let isKnown = phones[index].kept.contains {
                $0.place == new.place && $0.number == new.number
            }
            if !isKnown { phones[index].kept.append(new) }
            say(.acknowledge(push.id, number: push.key.number), index)
            if let connection = phones[index].connection {
                checker.acknowledges(push.key, on: connection)
            }
        case .welcome:
            phones[index].isWelcome = true
            for app in phones[index].wanted.sorted() { register(app, index) }
        case .pong: break
        }
    }

    private mutating func hand(_ index: Int) {
        if let place = phones[index].inHand {
            phones[index].inHand = nil
            return checker.hands(place)
        }
        guard let next = phones[index].kept.firstIndex(where: { !$0.isMarked }) else { return }
        phones[index].kept[next].isMarked = true
        let place = phones[index].kept[next].place
        if let expires = checker.posts[place].expires, expires <= now.wall {
            return checker.expires(place)
        }
        phones[index].inHand = place
    }
}
