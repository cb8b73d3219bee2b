// SPDX-License-Identifier: Apache-2.0
import CallModel

/// The pushes of one device that it has not acknowledged.
///
/// A push waits, is sent, and leaves when it is acknowledged, expires or is replaced. When the
/// device comes back, all that is left waits again, oldest first.
struct Outbox: Sendable {
    struct Push: Hashable, Sendable {
        var push: StoredPush
        /// A push of one attempt is not in the store.
        var isStored: Bool
    }

    private var pushes: [PushKey: Push] = [:]
    private var sentKeys: [PushID: [PushKey]] = [:]
    private(set) var sentCount = 0
    /// Keys from `waitingStart` on wait, in order; those that have left `pushes` are passed over.
    private var waiting: [PushKey] = []
    private var waitingStart = 0
    /// The newest push of each app that came while the device was away.
    private var slots: [AppKey: PushKey] = [:]

    var count: Int { pushes.count }
    var isEmpty: Bool { pushes.isEmpty }

    /// Adds a push of a connected device.
    ///
    /// Its key must be greater than that of each before it.
    mutating func add(_ push: Push) {
        pushes[push.push.key] = push
        waiting.append(push.push.key)
    }

    /// Adds a push of a device that is away: of those that came since it left, the newest of each
    /// app is kept (APNs: Viewing the status of push notifications).
    ///
    /// - Returns: The push that it replaced.
    mutating func addWhileAway(_ push: Push) -> Push? {
        let older = slots.updateValue(push.push.key, forKey: push.push.app)
        let replaced = older.flatMap { pushes.removeValue(forKey: $0) }
        add(push)
        dropPassedOver()
        return replaced
    }

    /// The next push to send, which counts as sent from now on; nil when none waits.
    mutating func sendNext() -> Push? {
        while waitingStart < waiting.count {
            let key = waiting[waitingStart]
            waitingStart += 1
            if waitingStart == waiting.count || waitingStart > 4096 {
                waiting.removeFirst(waitingStart)
                waitingStart = 0
            }
            guard let push = pushes[key] else { continue }
            sentKeys[push.push.id, default: []].append(key)
            sentCount += 1
            return push
        }
        return nil
    }

    /// Takes out what was sent under that `apns-id` and key.
    mutating func acknowledge(_ id: PushID, _ key: PushKey) -> [Push] {
        guard sentKeys[id]?.contains(key) == true else { return [] }
        return [remove(key)].compactMap(\.self)
    }

    mutating func remove(_ key: PushKey) -> Push? {
        guard let push = pushes.removeValue(forKey: key) else { return nil }
        if var keys = sentKeys[push.push.id], let index = keys.firstIndex(of: key) {
            keys.remove(at: index)
            sentKeys[push.push.id] = keys.isEmpty ? nil : keys
            sentCount -= 1
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
        waiting = pushes.keys.sorted()
        waitingStart = 0
        sentKeys = [:]
        sentCount = 0
        slots = [:]
    }

    /// Keeps the keys of replaced pushes from piling up while a device is away for long.
    private mutating func dropPassedOver() {
        guard waiting.count - waitingStart > 2 * pushes.count + 16 else { return }
        waiting = waiting[waitingStart...].filter { pushes[$0] != nil }
        waitingStart = 0
    }
}
