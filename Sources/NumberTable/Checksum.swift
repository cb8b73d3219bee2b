// SPDX-License-Identifier: Apache-2.0

/// The checksum of the format: 32 bits, against accidents.
///
/// Two running sums over pieces of 16 bytes, each of two words: `a` adds the pieces, `b` adds `a`
/// after each, so that order counts. Then all is folded into 32 bits by products. A changed bit
/// always changes `a`; whoever wants to can make other bytes with the same checksum.
package enum Checksum {
    static let first: UInt64 = 0x9E37_79B9_7F4A_7C15
    static let second: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    static let third: UInt64 = 0x1656_67B1_9E37_79F9
    static let fourth: UInt64 = 0x27D4_EB2F_1656_67C5

    /// Fewer bytes have no checksum; what is shorter is filled up.
    static let leastByteCount = 16

    /// The halves of the 128-bit product, one upon the other.
    @inline(__always)
    static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let product = a.multipliedFullWidth(by: b)
        return product.high ^ product.low
    }

    /// The checksum of `count` bytes, 16 or more, of a part of that kind at that place.
    @inline(__always)
    package static func of(_ bytes: UnsafeRawPointer, _ count: Int, kind: UInt64, place: UInt64)
        -> UInt32
    {
        var a = SIMD2<UInt64>(place, kind)
        var b = SIMD2<UInt64>(first, second)
        var offset = 16
        while offset <= count {
            a &+= pair(bytes, offset &- 16)
            b &+= a
            offset &+= 16
        }
        // The last piece, which may overlap the one before.
        a &+= pair(bytes, count &- 16)
        b &+= a
        let folded = fold(a.x ^ first, b.x ^ second) &+ fold(a.y ^ third, b.y ^ fourth)
        let mixed = fold(folded ^ UInt64(truncatingIfNeeded: count), first)
        return UInt32(truncatingIfNeeded: mixed ^ mixed &>> 32)
    }

    @inline(__always)
    private static func pair(_ bytes: UnsafeRawPointer, _ offset: Int) -> SIMD2<UInt64> {
        let pair = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD2<UInt64>.self)
        return SIMD2(UInt64(littleEndian: pair.x), UInt64(littleEndian: pair.y))
    }
}
