// SPDX-License-Identifier: Apache-2.0
import CallModel

/// The pushes of one device that it has not acknowledged.
///
/// A push waits, is sent, and leaves when it is acknowledged, expires or is replaced. When the
/// device comes back, all that is left waits again, oldest first. Pushes of priority 10 go before
/// those of 5 and 1 where both wait.
struct Outbox: Sendable {
    struct Push: Hashable, Sendable {
        enum Place: Hashable, Sendable {
            case waiting
            case sent
            /// By a fault, until it is released.
            case held
        }

        var push: StoredPush
        /// A push of one attempt is not in the store.
        var isStored: Bool
        var place = Place.waiting
        /// When a push of one attempt is too late, in a late window.
        var isLateAt = MonotonicTime(nanoseconds: .max)
        /// How a fault spoils its next delivery.
        var spoiling: FaultAction?

        init(push: StoredPush, isStored: Bool) {
            self.push = push
            self.isStored = isStored
        }

        /// Whether its time is over.
        func isOver(at now: Moment) -> Bool {
            isStored ? push.expires <= now.wall : isLateAt <= now.monotonic
        }

        var isUrgent: Bool { push.priority == 10 || push.priority == 0 }
    }

    private struct CollapseKey: Hashable {
        var app: AppKey
        var id: String
    }

    private var pushes: [PushKey: Push] = [:]
    private var urgent = KeyQueue()
    private var others = KeyQueue()
    private(set) var sentCount = 0
    /// The push of each bundle that a newer one displaces while the device is away.
    private var slots: [BundleID: PushKey] = [:]
    /// The newest push of each collapse id.
    private var collapsible: [CollapseKey: PushKey] = [:]

    var count: Int { pushes.count }
    var isEmpty: Bool { pushes.isEmpty }

    subscript(key: PushKey) -> Push? { pushes[key] }

    /// Adds a push of a connected device.
    ///
    /// Its key must be greater than that of each before it.
    mutating func add(_ push: Push) {
        let key = push.push.key
        pushes[key] = push
        if let id = push.push.collapseID {
            collapsible[CollapseKey(app: push.push.app, id: id)] = key
        }
        if push.place == .waiting { enqueue(push) }
        dropPassedOver()
    }

    /// Adds a push of a device that is away: of those that came since it left, the newest of each
    /// bundle is kept (APNs: Viewing the status of push notifications).
    ///
    /// - Returns: The push that it displaced.
    mutating func addWhileAway(_ push: Push) -> Push? {
        let older = slots.updateValue(push.push.key, forKey: push.push.app.bundle)
        let displaced = older.flatMap { remove($0) }
        add(push)
        return displaced
    }

    /// Makes this the push that the next one of its bundle displaces.
    mutating func takeSlot(_ push: StoredPush) { slots[push.app.bundle] = push.key }

    /// Takes out the push of the same collapse id that has not been sent.
    mutating func collapse(into push: StoredPush) -> Push? {
        guard let id = push.collapseID,
            let key = collapsible[CollapseKey(app: push.app, id: id)],
            pushes[key]?.place != .sent
        else { return nil }
        return remove(key)
    }

    /// The next push to send, which counts as sent from now on; nil when none waits.
    mutating func sendNext() -> Push? {
        while let key = urgent.popFirst() ?? others.popFirst() {
            guard let push = pushes[key], push.place == .waiting else { continue }
            pushes[key]?.place = .sent
            sentCount += 1
            return push
        }
        return nil
    }

    /// The device lets the fault's time pass: it waits its turn now.
    mutating func release(_ key: PushKey) {
        guard let push = pushes[key], push.place == .held else { return }
        pushes[key]?.place = .waiting
        enqueue(push)
    }

    /// The next delivery of it is as it should be.
    mutating func clearSpoiling(_ key: PushKey) { pushes[key]?.spoiling = nil }

    /// Held pushes that wait for the next one, oldest first.
    func heldForReordering() -> [PushKey] {
        pushes.values.filter { $0.place == .held && $0.spoiling == .reorderDeliveries }
            .map(\.push.key).sorted()
    }

    /// Takes out what was sent under that `apns-id` and key.
    mutating func acknowledge(_ id: PushID, _ key: PushKey) -> Push? {
        guard let push = pushes[key], push.place == .sent, push.push.id == id else { return nil }
        return remove(key)
    }

    mutating func remove(_ key: PushKey) -> Push? {
        guard let push = pushes.removeValue(forKey: key) else { return nil }
        if push.place == .sent { sentCount -= 1 }
        if slots[push.push.app.bundle] == key { slots[push.push.app.bundle] = nil }
        if let id = push.push.collapseID {
            let collapse = CollapseKey(app: push.push.app, id: id)
            if collapsible[collapse] == key { collapsible[collapse] = nil }
        }
        return push
    }

    /// Takes out each push that fits, oldest first.
    mutating func remove(where fits: (Push) -> Bool) -> [Push] {
        let keys = pushes.values.filter(fits).map(\.push.key).sorted()
        return keys.compactMap { remove($0) }
    }

    /// The device is there: all pushes wait again, oldest first, whether sent before or not.
    mutating func rewind() {
        urgent.removeAll()
        others.removeAll()
        sentCount = 0
        slots = [:]
        for key in pushes.keys.sorted() {
            guard let push = pushes[key], push.place != .held else { continue }
            pushes[key]?.place = .waiting
            enqueue(push)
        }
    }

    private mutating func enqueue(_ push: Push) {
        if push.isUrgent { urgent.append(push.push.key) } else { others.append(push.push.key) }
    }

    /// Keeps the keys of replaced pushes from piling up while a device is away for long.
    private mutating func dropPassedOver() {
        guard urgent.count + others.count > 2 * pushes.count + 16 else { return }
        urgent.keep { pushes[$0]?.place == .waiting }
        others.keep { pushes[$0]?.place == .waiting }
    }
}
