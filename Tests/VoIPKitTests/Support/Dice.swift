// SPDX-License-Identifier: Apache-2.0

/// Chance from a seed, the same with any Swift: SplitMix64.
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

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
