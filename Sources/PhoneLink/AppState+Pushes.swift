// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// What an app does about pushes.
extension AppState {
    /// The number of a push registry that is about to be made.
    package mutating func nextRegistry() -> RegistryID {
        lastRegistry += 1
        return RegistryID(lastRegistry)
    }

    /// Sets the types that a registry desires; the phone hears of all registries' together.
    ///
    /// A type whose token is known already gives it to this registry at once (B117).
    package mutating func desire(
        _ types: [PushType],
        of registry: RegistryID,
        into effects: inout [AppEffect]
    ) {
        let before = desiredPushTypes
        let had = registries.first { $0.id == registry }?.types ?? []
        let wanted = Set(types).sorted()
        registries.removeAll { $0.id == registry }
        if !wanted.isEmpty {
            registries.append(Registry(id: registry, types: wanted))
            registries.sort { $0.id < $1.id }
        }
        let after = desiredPushTypes
        for type in before where !after.contains(type) { tokens[type] = nil }
        if isLinked, after != before {
            effects.append(.send(.desirePushTypes(after)))
        }
        for type in wanted where !had.contains(type) {
            guard let token = tokens[type] else { continue }
            effects.append(.registry(registry, .token(type, token)))
        }
    }

    /// What all registries desire, in order.
    package var desiredPushTypes: [PushType] { Set(registries.flatMap(\.types)).sorted() }

    /// A registry's delegate is about to be called with this push.
    package mutating func beginPush(
        _ push: PushNotice,
        at time: MonotonicTime,
        into effects: inout [AppEffect]
    ) {
        pushes.append(RunningPush(id: push.id, mustReport: push.mustReport))
        submit(.pushReceived(push.id, at: time), into: &effects)
    }

    /// The delegate has returned.
    ///
    /// True where a call had to be reported and none was (B121); the completion handler plays no
    /// part in it (B124).
    package mutating func endPush(_ push: PushID, into effects: inout [AppEffect]) -> Bool {
        guard let index = pushes.firstIndex(where: { $0.id == push }) else { return false }
        let running = pushes.remove(at: index)
        submit(.pushHandled(push, isReported: running.isReported), into: &effects)
        return running.mustReport && !running.isReported
    }

    /// Passes a payload on to the app, from its notification service extension (B136).
    package mutating func reportPushPayload(
        _ payload: Bytes,
        into effects: inout [AppEffect]
    ) -> RequestID {
        let id = number(.notificationService)
        if canSend {
            submit(.reportPushPayload(id, payload), into: &effects)
        } else {
            fail(id, into: &effects)
        }
        return id
    }

    // MARK: What the phone says

    mutating func applyPush(_ notice: AppNotice, into effects: inout [AppEffect]) {
        switch notice {
        case .pushToken(let type, let token):
            tokens[type] = token
            for registry in registries where registry.types.contains(type) {
                effects.append(.registry(registry.id, .token(type, token)))
            }
        case .pushTokenInvalidated(let type):
            tokens[type] = nil
            for registry in registries where registry.types.contains(type) {
                effects.append(.registry(registry.id, .tokenInvalidated(type)))
            }
        case .pushTokenRefused(let refusal): effects.append(.complain(refusal.words))
        case .push(let push):
            // One push, one delegate call: the oldest registry that asked for the type.
            guard let registry = registries.first(where: { $0.types.contains(push.type) })
            else { return }
            effects.append(.registry(registry.id, .push(push)))
        default: break
        }
    }
}

extension PushTokenRefusal {
    /// For the app's log; the developer of an app on an iPhone reads the like there.
    fileprivate var words: String {
        switch self {
        case .backgroundMode:
            "no push token: voip is not among the UIBackgroundModes in the app's Info.plist"
        case .entitlement:
            "no push token: no valid aps-environment among the app's entitlements; put it into "
                + "Entitlements.plist, or install with --environment"
        }
    }
}
