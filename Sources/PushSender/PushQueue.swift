// SPDX-License-Identifier: Apache-2.0

/// Numbers of pushes that wait for a stream: a ring that grows, open at both ends.
struct PushQueue {
    private var ring: [UInt64] = [UInt64](repeating: 0, count: 64)
    private var head = 0
    private(set) var count = 0

    var first: UInt64? { count == 0 ? nil : ring[head] }

    mutating func append(_ number: UInt64) {
        grow()
        ring[(head + count) & (ring.count - 1)] = number
        count += 1
    }

    /// For one that has been at the front before.
    mutating func prepend(_ number: UInt64) {
        grow()
        head = (head - 1) & (ring.count - 1)
        ring[head] = number
        count += 1
    }

    mutating func popFirst() -> UInt64? {
        guard count > 0 else { return nil }
        let number = ring[head]
        head = (head + 1) & (ring.count - 1)
        count -= 1
        return number
    }

    /// Keeps a power of two, so that a mask finds the place.
    private mutating func grow() {
        guard count == ring.count else { return }
        var larger = [UInt64](repeating: 0, count: ring.count * 2)
        for index in 0..<count { larger[index] = ring[(head + index) & (ring.count - 1)] }
        ring = larger
        head = 0
    }
}
