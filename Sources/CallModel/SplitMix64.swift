// SPDX-License-Identifier: Apache-2.0

/// The cores' own generator of chance: the same seed gives the same sequence on every toolchain.
///
/// It names things; it keeps no secrets. Whatever must not be guessed comes in as an argument.
package struct SplitMix64: RandomNumberGenerator, Hashable, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number below `bound`, by multiplication: the standard library's way may change with the
    /// toolchain.
    package mutating func next(below bound: UInt64) -> UInt64 {
        next().multipliedFullWidth(by: bound).high
    }

    /// A fresh identifier in the form of a random UUID (version 4).
    package mutating func identifier<Kind>() -> Identifier<Kind> {
        let high = next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        return Identifier(high: high, low: low)
    }
}
