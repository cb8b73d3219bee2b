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

    /// Pushes each of which takes the place of those before it.
    private struct Succession {
        /// The first key that the next one may take the place of.
        var first: PushKey
        /// The newest of them that is here.
        var newest: PushKey?
        /// How many are here or on their way to the store.
        var count = 0
    }

    private var pushes: [PushKey: Push] = [:]
    private var urgent = KeyQueue()
    private var others = KeyQueue()
    private(set) var sentCount = 0
    /// Of each bundle, what was asked for since the device left.
    private var slots: [BundleID: Succession] = [:]
    private var collapsible: [CollapseKey: Succession] = [:]

    var count: Int { pushes.count }
    var isEmpty: Bool { pushes.isEmpty }

    subscript(key: PushKey) -> Push? { pushes[key] }

    /// A push is asked for: what it takes the place of once it is stored.
    ///
    /// It then comes by ``add(_:)``, or else ``forget(_:)`` tells that it does not.
    mutating func expect(_ push: StoredPush, isAway: Bool) -> ReplacedPushes {
        var replaces = ReplacedPushes()
        if isAway {
            let slot = slots[push.app.bundle] ?? Succession(first: push.key)
            slots[push.app.bundle] = slot
            replaces.bundleFrom = slot.first
        }
        if let collapse = CollapseKey(push) {
            replaces.collapseFrom = join(collapse, push.key)
        }
        return replaces
    }

    /// - Returns: The first key of its collapse id that may be replaced.
    private mutating func join(_ collapse: CollapseKey, _ key: PushKey) -> PushKey {
        var succession = collapsible[collapse] ?? Succession(first: key)
        succession.count += 1
        collapsible[collapse] = succession
        return succession.first
    }

    /// A push that was expected does not come, or has left.
    mutating func forget(_ push: StoredPush) {
        guard let collapse = CollapseKey(push), var succession = collapsible[collapse] else {
            return
        }
        succession.count -= 1
        if succession.newest == push.key { succession.newest = nil }
        collapsible[collapse] = succession.count > 0 ? succession : nil
    }

    /// Adds a push that was expected.
    mutating func add(_ push: Push) {
        let key = push.push.key
        pushes[key] = push
        let bundle = push.push.app.bundle
        if let slot = slots[bundle], slot.first == push.push.replaces.bundleFrom {
            slots[bundle]?.newest = max(slot.newest ?? key, key)
        }
        if let collapse = CollapseKey(push.push), let succession = collapsible[collapse] {
            collapsible[collapse]?.first = min(succession.first, key)
            collapsible[collapse]?.newest = max(succession.newest ?? key, key)
        }
        if push.place == .waiting { enqueue(push) }
        dropPassedOver()
    }

    /// Adds a push that the store held: the next one of its bundle displaces the newest.
    ///
    /// In the order of their keys.
    mutating func restore(_ push: Push) {
        var push = push
        let key = push.push.key
        slots[push.push.app.bundle] = Succession(first: key)
        push.push.replaces = ReplacedPushes(bundleFrom: key)
        if let collapse = CollapseKey(push.push) {
            _ = join(collapse, key)
            collapsible[collapse]?.first = key
        }
        add(push)
    }

    // MARK: Replacement

    /// Takes out the push of the same collapse id that this one replaces; none that was sent.
    mutating func collapse(into push: StoredPush) -> Push? {
        guard let from = push.replaces.collapseFrom, let collapse = CollapseKey(push),
            let older = collapsible[collapse]?.newest, from <= older, older < push.key,
            pushes[older]?.place != .sent
        else { return nil }
        return remove(older)
    }

    /// Takes out the push that this one displaces: of those of a bundle that are asked for while
    /// the device is away, the newest is kept (APNs: Viewing the status of push notifications).
    ///
    /// None, once the device has been there since.
    mutating func displace(by push: StoredPush) -> Push? {
        guard let slot = slots[push.app.bundle], slot.first == push.replaces.bundleFrom,
            let older = slot.newest, older < push.key
        else { return nil }
        return remove(older)
    }

    /// How a push is over before it comes, since a newer one was faster: that one needed no store.
    func replacement(of push: StoredPush) -> JournalEntry.Step? {
        if let slot = slots[push.app.bundle], slot.first == push.replaces.bundleFrom,
            let newest = slot.newest, newest > push.key
        {
            return .displaced
        }
        if let collapse = CollapseKey(push), let newest = collapsible[collapse]?.newest,
            let from = pushes[newest]?.push.replaces.collapseFrom, from <= push.key,
            push.key < newest
        {
            return .collapsed
        }
        return nil
    }

    // MARK: Turns

    /// The next push to send, which counts as sent from now on; nil when none waits.
    mutating func sendNext() -> Push? {
        while let key = urgent.popFirst() ?? others.popFirst() {
            guard let push = pushes[key], push.place == .waiting else { continue }
            pushes[key]?.place = .sent
            sentCount += 1
            // It may arrive now, and what may have arrived is not replaced.
            if let collapse = CollapseKey(push.push), collapsible[collapse]?.first == key {
                collapsible[collapse]?.first = PushKey(number: key.number + 1)
            }
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
        if slots[push.push.app.bundle]?.newest == key { slots[push.push.app.bundle]?.newest = nil }
        forget(push.push)
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
