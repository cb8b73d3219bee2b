// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Chance from a seed, the same with every toolchain (SplitMix64).
struct CoreDice {
    private var state: UInt64

    init(seed: UInt64) { state = seed ^ 0x5DEE_CE66_D1CE_CA11 }

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

    mutating func pick<T>(_ values: [T]) -> T? {
        values.isEmpty ? nil : values[roll(values.count)]
    }
}

extension UUID {
    /// One of a test's own, by its number.
    static func numbered(_ number: Int) -> UUID {
        let b = withUnsafeBytes(of: UInt64(number).bigEndian, Array.init)
        return UUID(
            uuid: (0xCA, 0x11, 0, 0, 0, 0, 0x40, 0, 0x80, b[1], b[2], b[3], b[4], b[5], b[6], b[7])
        )
    }
}
