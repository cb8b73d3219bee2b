// SPDX-License-Identifier: Apache-2.0

/// Keys of pushes in the order of their turns; taking the first costs no shift of the rest.
struct KeyQueue: Sendable {
    private var keys: [PushKey] = []
    private var start = 0

    var count: Int { keys.count - start }

    mutating func append(_ key: PushKey) { keys.append(key) }

    mutating func popFirst() -> PushKey? {
        guard start < keys.count else { return nil }
        defer {
            start += 1
            if start == keys.count || start > 4096 {
                keys.removeFirst(start)
                start = 0
            }
        }
        return keys[start]
    }

    /// Leaves those that fit.
    mutating func keep(where fits: (PushKey) -> Bool) {
        keys = keys[start...].filter(fits)
        start = 0
    }

    mutating func removeAll() {
        keys = []
        start = 0
    }
}
