// SPDX-License-Identifier: Apache-2.0
import CallModel

extension Gateway {
    // MARK: Connections

    mutating func admit(_ connection: DeviceConnectionID, at now: Moment) {
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

    /// Its deadline has passed.
    mutating func giveUp(_ connection: DeviceConnectionID, into effects: inout [GatewayEffect]) {
        switch registry.connections[connection] {
        case .silent:
            close(connection, refusal: "say hello first", log: "no hello in time", into: &effects)
        case .ready:
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
            unregister(app, on: device, into: &effects)
        case (.ready(let device), .renew(let app, let candidate)):
            unregister(app, on: device, into: &effects)
            register(app, on: device, candidate: candidate, at: now, into: &effects)
        case (.ready(let device), .acknowledge(let id, let number)):
            acknowledge(id, PushKey(number: number), by: device, at: now, into: &effects)
        case (.ready, .ping(let number)):
            effects.append(.send(connection, .pong(number)))
        case (.silent, _), (.activating, _):
            close(connection, refusal: "say hello, and wait for the welcome", into: &effects)
        case (.ready, .hello):
            close(connection, refusal: "say hello once", into: &effects)
        }
        if case .ready = registry.connections[connection] {
            deadlines.set(.connection(connection), to: now.monotonic + rules.silenceTimeout)
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
            guard let device = registry.devices[id],
                areEqualInConstantTime(device.stored.secretHash, secretHash)
            else {
                let words =
                    "this phone is not known here; activate it with a code from "
                    + "'opencallkit gateway issue activation'"
                return close(connection, refusal: words, into: &effects)
            }
            welcome(id, on: connection, secret: nil, at: now, into: &effects)
        case .activation(let codeHash, let candidate):
            guard registry.devices[candidate.id] == nil,
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

    // MARK: Tokens

    private mutating func register(
        _ app: AppKey,
        on device: DeviceID,
        candidate: [UInt8],
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        guard let known = registry.devices[device], let connection = known.connection else {
            return
        }
        if let token = known.tokens[app] {
            // Else its answer comes when it is stored.
            if token.isStored { effects.append(.send(connection, .token(app, token.bytes))) }
            return
        }
        guard isBundleIdentifier(app.bundle) else {
            let words = "a bundle identifier is 1 to 255 letters, digits, hyphens and periods"
            return close(connection, refusal: words, into: &effects)
        }
        guard known.tokens.count < rules.tokensPerDevice else {
            let words = "a phone may have tokens for \(rules.tokensPerDevice) apps; unregister one"
            return close(connection, refusal: words, into: &effects)
        }
        let token = StoredToken(bytes: candidate, device: device, app: app)
        guard registry.add(token, isStored: false) else {
            // 32 random bytes do not repeat: the driver's randomness is broken. The phone will ask
            // again.
            return close(connection, refusal: nil, log: "a token was made twice", into: &effects)
        }
        store([.addToken(token)], for: .token(token), at: now, into: &effects)
    }

    /// The answer of the store to a token.
    mutating func settleToken(
        _ token: StoredToken,
        failure: String?,
        into effects: inout [GatewayEffect]
    ) {
        // It may have been unregistered meanwhile, and another one be on its way.
        guard let known = registry.devices[token.device],
            known.tokens[token.app]?.bytes == token.bytes
        else { return }
        guard failure == nil else {
            _ = registry.removeToken(of: token.app, on: token.device)
            // A phone asks for its tokens when it has connected, and its back-off is the retry.
            guard let connection = known.connection else { return }
            let line = "its token could not be stored"
            return close(connection, refusal: nil, log: line, into: &effects)
        }
        registry.markStored(token.app, of: token.device)
        guard let connection = known.connection else { return }
        effects.append(.send(connection, .token(token.app, token.bytes)))
    }

    private mutating func unregister(
        _ app: AppKey,
        on device: DeviceID,
        into effects: inout [GatewayEffect]
    ) {
        guard let token = registry.removeToken(of: app, on: device) else { return }
        let pushes =
            registry.withOutbox(of: device) { $0.remove { $0.push.app == app } } ?? []
        store([.removeToken(token.bytes)] + discard(pushes, of: device), into: &effects)
    }

    private func isBundleIdentifier(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }
}
