// SPDX-License-Identifier: Apache-2.0

/// The checksum of the format: 32 bits that a change of any bit changes.
///
/// The bytes are cut into pieces of 16, the last filled up with zeros. Each is two words, and their
/// product, after both were mixed with constants and the first with the piece's place, is folded
/// and summed. It is meant for accidents: whoever wants to can make bytes for a checksum.
enum Checksum {
    static let step: UInt64 = 0x9E37_79B9_7F4A_7C15
    static let second: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    static let last: UInt64 = 0x1656_67B1_9E37_79F9

    /// The halves of the 128-bit product, one upon the other.
    @inline(__always)
    static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let product = a.multipliedFullWidth(by: b)
        return product.high ^ product.low
    }

    /// The checksum of `count` bytes, of a part of that kind at that place.
    ///
    /// The 15 bytes after them must be readable; they are masked out.
    @inline(__always)
    static func of(_ bytes: UnsafeRawPointer, _ count: Int, kind: UInt64, place: UInt64) -> UInt32 {
        var sum: UInt64 = 0
        var key = place &+ kind &* last
        let whole = count & ~15
        var offset = 0
        while offset < whole {
            key &+= step
            sum &+= fold(bytes.word(offset) ^ key, bytes.word(offset + 8) ^ second)
            offset += 16
        }
        let rest = count & 15
        if rest > 0 {
            let low = rest >= 8 ? bytes.word(offset) : bytes.word(offset) & mask(rest)
            let high = rest > 8 ? bytes.word(offset + 8) & mask(rest - 8) : 0
            key &+= step
            sum &+= fold(low ^ key, high ^ second)
        }
        let mixed = fold(sum ^ key, UInt64(truncatingIfNeeded: count) ^ last)
        return UInt32(truncatingIfNeeded: mixed ^ mixed >> 32)
    }

    /// The low bytes of a word, fewer than eight.
    @inline(__always)
    private static func mask(_ byteCount: Int) -> UInt64 { 1 << (UInt64(byteCount) &* 8) &- 1 }
}
