// SPDX-License-Identifier: Apache-2.0
import CallModel

/// Chance from a seed, the same with any Swift.
struct Dice: RandomNumberGenerator {
    private var generator: SplitMix64

    init(seed: UInt64) { generator = SplitMix64(seed: seed) }

    mutating func next() -> UInt64 { generator.next() }

    /// 0 up to, not including, `count`.
    mutating func roll(_ count: Int) -> Int { Int(next() % UInt64(count)) }

    mutating func isOne(in count: Int) -> Bool { roll(count) == 0 }

    /// One of these; nil where there is none.
    mutating func pick<Value>(_ values: [Value]) -> Value? {
        values.isEmpty ? nil : values[roll(values.count)]
    }

    /// Whether something happens that does so in so many of a hundred cases.
    mutating func percent(_ share: Int) -> Bool { Int.random(in: 0..<100, using: &self) < share }

    mutating func seconds(_ range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &self)
    }
}
