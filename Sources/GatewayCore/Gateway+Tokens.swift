// SPDX-License-Identifier: Apache-2.0
import CallModel

extension Gateway {
    mutating func register(
        _ app: AppKey,
        on device: DeviceID,
        candidate: [UInt8],
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        guard let connection = registry.connection(of: device) else { return }
        if let place = registry.currentToken(of: app, on: device) {
            let bytes = registry.token(at: place).bytes
            return effects.append(.send(connection, .token(app, bytes)))
        }
        // Its answer comes when it is stored.
        guard registry.pendingToken(of: app, on: device) == nil else { return }
        if rules.revivesTokens, revive(app, on: device, at: now, into: &effects) { return }
        add(app, on: device, candidate: candidate, replaces: nil, at: now, into: &effects)
    }

    /// The app is back on its device, and has the token that it had (B119), when that is stored.
    ///
    /// - Returns: False if it had none that only its removal ended.
    private mutating func revive(
        _ app: AppKey,
        on device: DeviceID,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) -> Bool {
        let found = registry.lastToken(of: app, on: device) { $0.end?.cause == .unregistered }
        guard let found, registry.appCount(of: device) < rules.tokensPerDevice else { return false }
        registry.withToken(at: found) { $0.isReviving = true }
        var token = registry.token(at: found).stored
        guard let end = token.end else { return false }
        token.end = nil
        store([.addToken(token)], for: .revival(token, end), at: now, into: &effects)
        return true
    }

    /// The answer of the store to a token that comes to life again.
    mutating func settleRevival(
        _ token: StoredToken,
        failure: String?,
        into effects: inout [GatewayEffect]
    ) {
        // The app may have gone again meanwhile.
        guard let place = registry.tokenPlace(TokenKey(token.bytes)),
            registry.token(at: place).isReviving
        else { return }
        registry.withToken(at: place) {
            $0.isReviving = false
            guard failure == nil else { return }
            $0.end = nil
            $0.isGoneAt = MonotonicTime(nanoseconds: .max)
        }
        if failure == nil { deadlines.remove(.token(token.bytes)) }
        guard let connection = registry.connection(of: token.device) else { return }
        guard failure == nil else {
            let line = "its token could not be stored"
            return close(connection, refusal: nil, log: line, into: &effects)
        }
        effects.append(.send(connection, .token(token.app, token.bytes)))
    }

    /// The app gets another token; the one that it has lasts until the new one is stored.
    mutating func renew(
        _ app: AppKey,
        on device: DeviceID,
        candidate: [UInt8],
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        guard registry.pendingToken(of: app, on: device) == nil else { return }
        let older = registry.currentToken(of: app, on: device).map { registry.token(at: $0).stored }
        add(app, on: device, candidate: candidate, replaces: older, at: now, into: &effects)
    }

    private mutating func add(
        _ app: AppKey,
        on device: DeviceID,
        candidate: [UInt8],
        replaces older: StoredToken?,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        guard let connection = registry.connection(of: device) else { return }
        guard (1...255).contains(app.bundle.utf8.count),
            app.bundle.utf8.allSatisfy(Admission.isTopicByte)
        else {
            let words = "a bundle identifier is 1 to 255 letters, digits, hyphens and periods"
            return close(connection, refusal: words, into: &effects)
        }
        guard older != nil || registry.appCount(of: device) < rules.tokensPerDevice else {
            let words = "a phone may have \(rules.tokensPerDevice) tokens; unregister one"
            return close(connection, refusal: words, into: &effects)
        }
        let token = StoredToken(bytes: candidate, device: device, app: app)
        guard (1...Limits.tokenByteCount).contains(candidate.count),
            registry.add(token, isStored: false) != nil
        else {
            // 32 random bytes do not repeat: the driver's randomness is broken. The phone will ask
            // again.
            return close(connection, refusal: nil, log: "a token was made twice", into: &effects)
        }
        var changes: [StoredChange] = []
        if let older {
            changes.append(.endToken(older.bytes, TokenEnd(cause: .renewed, at: now.wall)))
        }
        changes.append(.addToken(token))
        store(changes, for: .token(token, replaces: older), at: now, into: &effects)
    }

    /// The answer of the store to a token.
    mutating func settleToken(
        _ token: StoredToken,
        replaces older: StoredToken?,
        failure: String?,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        // It may have been unregistered meanwhile, and another one be on its way.
        guard let place = registry.tokenPlace(TokenKey(token.bytes)),
            registry.token(at: place).device == token.device
        else { return }
        guard failure == nil else {
            registry.removeToken(at: place)
            // A phone asks for its tokens when it has connected, and its back-off is the retry.
            guard let connection = registry.connection(of: token.device) else { return }
            let line = "its token could not be stored"
            return close(connection, refusal: nil, log: line, into: &effects)
        }
        registry.withToken(at: place) { $0.isStored = true }
        if let older, let dead = registry.tokenPlace(TokenKey(older.bytes)) {
            bury(dead, TokenEnd(cause: .renewed, at: now.wall), at: now)
            forgetOldTokens(of: token.device, into: &effects)
        }
        guard let connection = registry.connection(of: token.device) else { return }
        effects.append(.send(connection, .token(token.app, token.bytes)))
    }

    mutating func unregister(
        _ app: AppKey,
        on device: DeviceID,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        var changes: [StoredChange] = []
        if let place = registry.pendingToken(of: app, on: device) {
            let token = registry.token(at: place)
            if let end = token.end {
                registry.withToken(at: place) { $0.isReviving = false }
                changes.append(.endToken(token.bytes, end))
            } else {
                // Nobody has been told of it.
                changes.append(.removeToken(token.bytes))
                registry.removeToken(at: place)
            }
        }
        if let place = registry.currentToken(of: app, on: device) {
            let end = TokenEnd(cause: .unregistered, at: now.wall)
            changes.append(.endToken(registry.token(at: place).bytes, end))
            bury(place, end, at: now)
        }
        let pushes = registry.withOutbox(of: device) { $0.remove { $0.push.app == app } } ?? []
        for push in pushes { drop(push.push, .unregistered, into: &effects) }
        store(changes + discard(pushes, of: device), into: &effects)
        forgetOldTokens(of: device, into: &effects)
    }

    // MARK: Dead tokens

    /// A token is dead: it answers 410 at once, or after the delay, until it is forgotten.
    mutating func bury(_ place: Int, _ end: TokenEnd, at now: Moment) {
        let delay = end.cause == .unregistered ? rules.unregisteredDelay : .seconds(0)
        let goneAt = WallTime(milliseconds: end.at.milliseconds + delay.nanoseconds / 1_000_000)
        let retention = rules.endedTokenRetention.nanoseconds / 1_000_000
        let forgottenAt = WallTime(milliseconds: end.at.milliseconds + retention)
        let deadline = deadline(for: goneAt, at: now)
        let bytes = registry.withToken(at: place) {
            $0.end = end
            $0.isGoneAt = deadline
            return $0.bytes
        }
        deadlines.set(.token(bytes), to: self.deadline(for: forgottenAt, at: now))
    }

    /// A token was dead for long enough.
    mutating func forgetToken(_ bytes: [UInt8], into effects: inout [GatewayEffect]) {
        guard let place = registry.tokenPlace(TokenKey(bytes)),
            registry.token(at: place).end != nil
        else { return }
        registry.removeToken(at: place)
        store([.removeToken(bytes)], into: &effects)
    }

    /// Bounds what a device that renews all the time costs.
    private mutating func forgetOldTokens(
        of device: DeviceID,
        into effects: inout [GatewayEffect]
    ) {
        let ended = registry.endedTokens(of: device)
        for place in ended.prefix(max(0, ended.count - rules.endedTokensPerDevice)) {
            let bytes = registry.token(at: place).bytes
            deadlines.remove(.token(bytes))
            forgetToken(bytes, into: &effects)
        }
    }
}
