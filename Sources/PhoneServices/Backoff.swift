// SPDX-License-Identifier: Apache-2.0
import CallModel

/// How long to wait before each next attempt: up to twice as long as before, from 0.25 s to 30 s,
/// and by chance less.
///
/// Full jitter: a random part of the time, so that many phones that lost one push service do not
/// come back at once.
struct Backoff {
    static let first: Int64 = 250_000_000
    static let longest: Int64 = 30_000_000_000

    private var random: SplitMix64
    /// The next wait is shorter than this.
    private(set) var limit = Backoff.first

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// The next wait in nanoseconds.
    mutating func next() -> Int64 {
        let wait = Int64(random.next(below: UInt64(limit)))
        limit = min(limit * 2, Self.longest)
        return wait
    }

    /// A connection stood, so that the next attempt has good prospects.
    mutating func reset() { limit = Self.first }
}
