// SPDX-License-Identifier: Apache-2.0

/// Random numbers that depend on what they are for, and on nothing that was drawn before: a change
/// of one fault leaves the draws of all others as they were.
struct FaultDraws: Sendable {
    let seed: UInt64
    let phone: String

    /// 64 bits for the event of that number, of a kind that `direction` names.
    func bits(_ direction: String, _ app: String, _ ordinal: UInt64) -> UInt64 {
        // FNV-1a over all parts, then the finisher of SplitMix64, so that near ordinals differ in
        // all bits.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func mix(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        func mix(_ word: UInt64) {
            for shift in stride(from: UInt64(0), to: 64, by: 8) {
                mix(UInt8(truncatingIfNeeded: word >> shift))
            }
        }
        mix(seed)
        for text in [phone, app, direction] {
            text.utf8.forEach(mix)
            mix(UInt8(0xFF))
        }
        mix(ordinal)
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        return hash ^ (hash >> 31)
    }

    /// At least 0, less than 1.
    func fraction(_ direction: String, _ app: String, _ ordinal: UInt64) -> Double {
        Double(bits(direction, app, ordinal) >> 11) / Double(UInt64(1) << 53)
    }
}
