// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// The push service as a value: requests, devices and the store's answers in; answers, deliveries
/// and what must be stored out.
///
/// ```
/// request ─► AdmissionRule.envelope ─► token examined ─► AdmissionRule.table ─► refused ─► answer
///                ┌── accepted ───────────────────────────────┘
///                ├─ one attempt ────────────────────────────────► answer ─► Outbox
///                └─ to be kept ─► store ─► stored ───────────────► answer ─► Outbox
///                                    └──► failed, or no answer ─► 503
/// Outbox ─► sent ─► acknowledged or expired, or replaced while the phone was away
/// ```
///
/// A push of one attempt goes to the outbox only if its phone is there. What leaves the outbox
/// leaves the store.
///
/// Applying an event never blocks and never fails. The driver carries out the effects in their
/// order, arms one timer for ``nextDeadline`` and applies ``GatewayEvent/timePassed`` then. Moments
/// must not go back in their monotonic part; the wall clock may jump. The same seed and events give
/// the same effects in every process.
package struct Gateway: Sendable {
    /// What a deadline is for.
    enum Deadline: Hashable, Sendable {
        /// A connection must have said hello, or anything at all, by then.
        case connection(DeviceConnectionID)
        case store(StoreTicket)
        case push(DeviceID, PushKey)
        /// A delivery that a fault holds.
        case delivery(DeviceID, PushKey)
        case activation(codeHash: [UInt8])
        /// A dead token is forgotten.
        case token([UInt8])
        case examination(ExaminationTicket)
        /// A request that a fault holds.
        case request(UInt64)
        /// The service is away on purpose until then.
        case away
    }

    /// Who waits for the store.
    enum PendingStore: Hashable, Sendable {
        case push(Acceptance)
        case token(StoredToken, replaces: StoredToken?)
        case revival(StoredToken, TokenEnd)
        case activation(DeviceConnectionID, StoredActivation, DeviceCandidate)
        case code(ControlKey, StoredActivation)
        case key(ControlKey, StoredKey)
        case revocation(ControlKey, StoredKey)
        case removal(ControlKey)
    }

    package let rules: GatewayRules
    var random: SplitMix64
    var providers = ProviderDesk()
    var keys = KeyRing()
    var examinations: [ExaminationTicket: Examination] = [:]
    var registry = Registry()
    var activations = ActivationDesk()
    var faults = FaultDesk()
    var heldRequests: [UInt64: PushRequest] = [:]
    var deadlines = DeadlineTable<Deadline>()
    var pendingStores: [StoreTicket: PendingStore] = [:]
    var counts = GatewayStatus()
    var isShuttingDown = false
    private var nextTicket: UInt64 = 1
    private var nextPushKey: UInt64 = 1
    private var nextNumber: UInt64 = 1

    /// - Parameters:
    ///   - rules: The choices and limits that hold from now on.
    ///   - seed: Makes the `apns-id`s of requests without one. Take another for each start, or ids
    ///     repeat.
    package init(rules: GatewayRules, seed: UInt64) {
        self.rules = rules
        random = SplitMix64(seed: seed)
    }

    package var nextDeadline: MonotonicTime? { deadlines.first }

    /// ``nextDeadline`` for a driver that keeps the gateway in an object: a getter would copy the
    /// whole value first.
    package mutating func deadline() -> MonotonicTime? { deadlines.first }

    package var status: GatewayStatus {
        var status = counts
        status.providerCount = providers.count
        status.keyCount = keys.usableCount
        status.deviceCount = registry.deviceCount
        status.connectedDeviceCount = registry.connectedDeviceCount
        status.tokenCount = registry.tokenCount
        status.outstandingPushCount = registry.outstandingPushCount
        status.faults = faults.all
        status.isAway = faults.isAway
        return status
    }

    package mutating func apply(
        _ event: GatewayEvent,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        switch event {
        case .pushRequested(let request): take(request, at: now, into: &effects)
        case .providerConnected(let connection): admit(connection, into: &effects)
        case .providerClosed(let connection): lose(connection)
        case .tokenExamined(let ticket, let facts):
            settle(ticket, facts, at: now, into: &effects)
        case .deviceConnected(let connection): admit(connection, at: now, into: &effects)
        case .deviceSaid(let connection, let request):
            hear(request, from: connection, at: now, into: &effects)
        case .deviceClosed(let connection): lose(connection, into: &effects)
        case .stored(let ticket): settle(ticket, failure: nil, at: now, into: &effects)
        case .storeFailed(let ticket, let words):
            settle(ticket, failure: words, at: now, into: &effects)
        case .timePassed:
            while let deadline = deadlines.popDue(at: now.monotonic) {
                reach(deadline, at: now, into: &effects)
            }
        default: control(event, at: now, into: &effects)
        }
    }

    /// What an operator does, and the start.
    private mutating func control(
        _ event: GatewayEvent,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        switch event {
        case .restored(let state): restore(state, at: now, into: &effects)
        case .activationIssued(let key, let codeHash):
            issue(codeHash, for: key, at: now, into: &effects)
        case .keyAdded(let control, let key): add(key, for: control, at: now, into: &effects)
        case .keyRevoked(let control, let id): revoke(id, for: control, at: now, into: &effects)
        case .deviceRemoved(let control, let id):
            removeDevice(id, for: control, at: now, into: &effects)
        case .faultAdded(let rule): add(rule, at: now, into: &effects)
        case .faultRemoved(let number): removeFaults { $0.number == number }
        case .faultsCleared: removeFaults { _ in true }
        case .shutdownStarted: shutDown(into: &effects)
        default: preconditionFailure("apply(_:at:into:) takes all other events")
        }
    }

    private mutating func reach(
        _ deadline: Deadline,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        switch deadline {
        case .connection(let connection): giveUp(connection, at: now, into: &effects)
        case .store(let ticket): giveUp(ticket, at: now, into: &effects)
        case .push(let device, let key): expire(key, of: device, at: now, into: &effects)
        case .delivery(let device, let key): release(key, of: device, at: now, into: &effects)
        case .activation(let codeHash):
            guard let code = activations.code(codeHash) else { return }
            guard code.expires <= now.wall else { return arm(code, at: now) }
            activations.remove(codeHash)
            store([.removeActivation(codeHash: codeHash)], into: &effects)
        case .token(let bytes): forgetToken(bytes, into: &effects)
        case .examination(let ticket): giveUp(ticket, at: now, into: &effects)
        case .request(let number):
            guard let request = heldRequests.removeValue(forKey: number) else { return }
            admit(request, at: now, into: &effects)
        case .away: endAbsence()
        }
    }

    mutating func newPushKey() -> PushKey {
        defer { nextPushKey += 1 }
        return PushKey(number: nextPushKey)
    }

    /// Makes sure that later keys are greater than a restored one.
    mutating func reserve(_ key: PushKey) { nextPushKey = max(nextPushKey, key.number + 1) }

    /// Makes sure that later keys are greater than those of earlier starts, of which the store may
    /// know none any more: a phone takes a push of the same `apns-id` and key for the one that it
    /// has.
    ///
    /// A thousand for each millisecond since 1970 is more than any start gives out, and less than
    /// 2^53, up to which JSON's numbers are exact everywhere.
    mutating func reserveKeys(before now: WallTime) {
        let (number, overflow) = max(now.milliseconds, 0).multipliedReportingOverflow(by: 1_000)
        guard !overflow else { return }
        nextPushKey = max(nextPushKey, UInt64(number))
    }

    /// For what has no other name.
    mutating func newNumber() -> UInt64 {
        defer { nextNumber += 1 }
        return nextNumber
    }

    /// Stores what nobody waits for.
    mutating func store(_ changes: [StoredChange], into effects: inout [GatewayEffect]) {
        guard !changes.isEmpty else { return }
        effects.append(.store(StoreTicket(number: nextTicket), changes))
        nextTicket += 1
    }

    /// Stores what someone waits for, until the deadline.
    mutating func store(
        _ changes: [StoredChange],
        for waiter: PendingStore,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        let ticket = StoreTicket(number: nextTicket)
        pendingStores[ticket] = waiter
        deadlines.set(.store(ticket), to: now.monotonic + rules.storeTimeout)
        store(changes, into: &effects)
    }

    /// The deadline of something that a wall-clock time ends.
    func deadline(for expires: WallTime, at now: Moment) -> MonotonicTime {
        let (left, overflow) = expires.milliseconds.subtractingReportingOverflow(
            now.wall.milliseconds
        )
        let limit = Int64.max / 1_000_000
        return now.monotonic + .milliseconds(overflow ? limit : min(max(left, 0), limit))
    }
}
