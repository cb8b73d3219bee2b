// SPDX-License-Identifier: Apache-2.0
import CallModel

extension Gateway {
    // MARK: Connections

    mutating func admit(
        _ connection: DeviceConnectionID,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        if faults.isAway { return effects.append(.close(connection, refusal: nil)) }
        registry.add(connection)
        deadlines.set(.connection(connection), to: now.monotonic + rules.helloTimeout)
    }

    /// The connection has gone, or is about to be closed: its device is away.
    mutating func forget(_ connection: DeviceConnectionID, into effects: inout [GatewayEffect]) {
        deadlines.remove(.connection(connection))
        guard let device = registry.remove(connection) else { return }
        dropSingleAttempts(of: device, into: &effects)
    }

    /// The connection ended from the other side.
    mutating func lose(_ connection: DeviceConnectionID, into effects: inout [GatewayEffect]) {
        guard registry.connections[connection] != nil else { return }
        effects.append(.log(.device(connection, "gone")))
        forget(connection, into: &effects)
    }

    mutating func close(
        _ connection: DeviceConnectionID,
        refusal: String?,
        log: String? = nil,
        into effects: inout [GatewayEffect]
    ) {
        effects.append(.close(connection, refusal: refusal))
        if let line = log ?? refusal { effects.append(.log(.device(connection, line))) }
        forget(connection, into: &effects)
    }

    /// Its deadline has come; it is over unless the device has said something meanwhile.
    mutating func giveUp(
        _ connection: DeviceConnectionID,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        switch registry.connections[connection] {
        case .silent:
            close(connection, refusal: "say hello first", log: "no hello in time", into: &effects)
        case .ready(let device):
            let heardAt = registry.place(of: device).map { registry[$0].heardAt } ?? now.monotonic
            let end = heardAt + rules.silenceTimeout
            guard end <= now.monotonic else {
                return deadlines.set(.connection(connection), to: end)
            }
            close(connection, refusal: nil, log: "silent for too long", into: &effects)
        case .activating, nil:
            return
        }
    }

    // MARK: What a device says

    mutating func hear(
        _ request: DeviceRequest,
        from connection: DeviceConnectionID,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        switch (registry.connections[connection], request) {
        case (nil, _):
            return  // Said before it learnt that it was closed.
        case (.silent, .hello(let version, let claim)):
            greet(version, claim, on: connection, at: now, into: &effects)
        case (.ready(let device), .register(let app, let candidate)):
            register(app, on: device, candidate: candidate, at: now, into: &effects)
        case (.ready(let device), .unregister(let app)):
            unregister(app, on: device, at: now, into: &effects)
        case (.ready(let device), .renew(let app, let candidate)):
            renew(app, on: device, candidate: candidate, at: now, into: &effects)
        case (.ready(let device), .acknowledge(let id, let number)):
            acknowledge(id, PushKey(number: number), by: device, at: now, into: &effects)
        case (.ready, .ping(let number)):
            effects.append(.send(connection, .pong(number)))
        case (.silent, _), (.activating, _):
            close(connection, refusal: "say hello, and wait for the welcome", into: &effects)
        case (.ready, .hello):
            close(connection, refusal: "say hello once", into: &effects)
        }
        // Its deadline stays where it is, and moves on when it has come: see `giveUp(_:at:into:)`.
        if case .ready(let device) = registry.connections[connection],
            let place = registry.place(of: device)
        {
            registry[place].heardAt = now.monotonic
        }
    }

    private mutating func greet(
        _ version: Int,
        _ claim: DeviceClaim,
        on connection: DeviceConnectionID,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        let ours = rules.deviceProtocolVersion
        guard version == ours else {
            let words =
                "this gateway speaks version \(ours) of the device protocol, not \(version); "
                + "use the same release on both sides"
            return close(connection, refusal: words, into: &effects)
        }
        switch claim {
        case .credential(let id, let secretHash):
            guard let place = registry.place(of: id),
                areEqualInConstantTime(registry[place].stored.secretHash, secretHash)
            else {
                let words =
                    "this phone is not known here; activate it with a code from "
                    + "'opencallkit gateway issue activation'"
                return close(connection, refusal: words, into: &effects)
            }
            welcome(id, on: connection, secret: nil, at: now, into: &effects)
        case .activation(let codeHash, let candidate):
            guard registry.place(of: candidate.id) == nil,
                let code = activations.take(codeHash, at: now.wall)
            else {
                let words =
                    "this activation code is unknown, used or older than an hour; make a new one "
                    + "with 'opencallkit gateway issue activation'"
                return close(connection, refusal: words, into: &effects)
            }
            registry.startActivation(on: connection)
            deadlines.remove(.connection(connection))
            let device = StoredDevice(id: candidate.id, secretHash: candidate.secretHash)
            store(
                [.removeActivation(codeHash: codeHash), .addDevice(device)],
                for: .activation(connection, code, candidate),
                at: now,
                into: &effects
            )
        }
    }

    /// The device is who it says it is: this is its connection now, and it gets what waits for it.
    private mutating func welcome(
        _ device: DeviceID,
        on connection: DeviceConnectionID,
        secret: [UInt8]?,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        if let older = registry.bind(connection, to: device) {
            deadlines.remove(.connection(older))
            let words =
                "another connection of this phone took over; if that is another phone, its state "
                + "folder is a copy: remove device.json there, and give it a code of its own"
            effects.append(.close(older, refusal: words))
            effects.append(.log(.device(older, words)))
            dropSingleAttempts(of: device, into: &effects)
        }
        if let place = registry.place(of: device) { registry[place].heardAt = now.monotonic }
        deadlines.set(.connection(connection), to: now.monotonic + rules.silenceTimeout)
        effects.append(.log(.device(connection, secret == nil ? "welcome" : "activated")))
        effects.append(.send(connection, .welcome(version: rules.deviceProtocolVersion)))
        if let secret { effects.append(.send(connection, .activated(device, secret: secret))) }
        registry.withOutbox(of: device) { $0.rewind() }
        fillWindow(of: device, at: now, into: &effects)
    }

    /// The answer of the store to an activation.
    mutating func settleActivation(
        on connection: DeviceConnectionID,
        _ code: StoredActivation,
        _ candidate: DeviceCandidate,
        failure: String?,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        let isThere = registry.connections[connection] == .activating
        guard failure == nil, isThere else {
            activations.putBack(code.codeHash)
            // Nobody learnt the new device's secret, so that the code must stay good.
            if failure == nil {
                store([.removeDevice(candidate.id), .addActivation(code)], into: &effects)
            }
            guard isThere else { return }
            let words = "the gateway cannot store the activation now; try the same code again later"
            return close(connection, refusal: words, into: &effects)
        }
        activations.remove(code.codeHash)
        deadlines.remove(.activation(codeHash: code.codeHash))
        registry.add(StoredDevice(id: candidate.id, secretHash: candidate.secretHash))
        welcome(candidate.id, on: connection, secret: candidate.secret, at: now, into: &effects)
    }

    // MARK: Removal

    /// An operator removes a device: what it had is gone at once, and from the store.
    mutating func removeDevice(
        _ id: DeviceID,
        for control: ControlKey,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        guard registry.place(of: id) != nil else {
            let words = "no device \(id) is known: list them with `opencallkit gateway device list`"
            return effects.append(.controlSettled(control, failure: words))
        }
        if let connection = registry.connection(of: id) {
            let words = "this phone was removed from the gateway"
            close(connection, refusal: words, into: &effects)
        }
        let pushes = registry.withOutbox(of: id) { $0.remove { _ in true } } ?? []
        for push in pushes { drop(push.push, .deviceRemoved, into: &effects) }
        // They go with the device.
        _ = discard(pushes, of: id)
        for place in registry.endedTokens(of: id) {
            deadlines.remove(.token(registry.token(at: place).bytes))
        }
        registry.remove(id)
        store([.removeDevice(id)], for: .removal(control), at: now, into: &effects)
    }
}
