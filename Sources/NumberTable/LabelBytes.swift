// SPDX-License-Identifier: Apache-2.0

/// Hashing and comparing of short strings of bytes, in words that may overlap.
///
/// No order and no byte of a file depends on the hash. Its seed differs from table to table, so
/// that nobody can prepare labels that all have one.
enum LabelBytes {
    @inline(__always)
    static func hash(_ start: UnsafeRawPointer, _ count: Int, seed: UInt64) -> UInt64 {
        var hash = seed ^ UInt64(truncatingIfNeeded: count) &* Checksum.third
        if count >= 16 {
            var offset = 0
            while offset &+ 16 < count {
                hash = Checksum.fold(
                    start.word(offset) ^ hash, start.word(offset &+ 8) ^ Checksum.second)
                offset &+= 16
            }
            hash = Checksum.fold(
                start.word(count &- 16) ^ hash, start.word(count &- 8) ^ Checksum.fourth)
        } else if count >= 8 {
            hash = Checksum.fold(start.word(0) ^ hash, start.word(count &- 8) ^ Checksum.fourth)
        } else {
            hash = Checksum.fold(short(start, count) ^ hash, Checksum.fourth)
        }
        return Checksum.fold(hash ^ seed, Checksum.first)
    }

    /// Up to seven bytes as one word.
    @inline(__always)
    private static func short(_ start: UnsafeRawPointer, _ count: Int) -> UInt64 {
        if count >= 4 {
            return UInt64(start.half(0)) | UInt64(start.half(count &- 4)) &<< 32
        }
        guard count > 0 else { return 0 }
        return UInt64(start.byte(0)) | UInt64(start.byte(count &>> 1)) &<< 8
            | UInt64(start.byte(count &- 1)) &<< 16
    }

    @inline(__always)
    static func areEqual(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ count: Int) -> Bool {
        guard count >= 8 else { return short(a, count) == short(b, count) }
        var difference = a.word(count &- 8) ^ b.word(count &- 8)
        var offset = 0
        while offset &+ 8 < count {
            difference |= a.word(offset) ^ b.word(offset)
            offset &+= 8
        }
        return difference == 0
    }
}
