// SPDX-License-Identifier: Apache-2.0

/// An entry on its way through the sorter, in 16 bytes.
struct EntryRecord {
    /// The number, and above it, in the highest bit, the kind: all blocking entries sort before all
    /// identification entries, as a table takes them.
    var key: UInt64
    /// The place of its line among those of all lists, 40 bits, and the number of its label, 24
    /// bits.
    private var rest: UInt64

    /// Lines that places can tell apart.
    static let lineCountMax = 1 << 40
    static let labelCountMax = 1 << 24
    private static let identificationBit: UInt64 = 1 << 63

    init(_ kind: EntryKind, _ number: Int64, line: Int, label: UInt32) {
        key = Self.key(kind, number)
        rest = UInt64(line) << 24 | UInt64(label)
    }

    var line: Int { Int(rest >> 24) }

    var label: UInt32 { UInt32(truncatingIfNeeded: rest & 0xFF_FFFF) }

    static func key(_ kind: EntryKind, _ number: Int64) -> UInt64 {
        UInt64(bitPattern: number) | (kind == .identification ? identificationBit : 0)
    }

    static func number(of key: UInt64) -> Int64 { Int64(bitPattern: key & ~identificationBit) }

    static func kind(of key: UInt64) -> EntryKind {
        key & identificationBit == 0 ? .blocking : .identification
    }
}

/// Sorts records by their keys; those with equal keys stay in order.
///
/// Least significant digit first, eleven bits at a time. Digits in which no two keys differ cost
/// nothing.
enum RadixSort {
    private static let digitBitCount = 11
    private static let bucketCount = 1 << digitBitCount

    /// The scratch has room for as many; the answer is whether the sorted records lie there.
    static func sort(
        _ records: UnsafeMutablePointer<EntryRecord>, count: Int,
        scratch: UnsafeMutablePointer<EntryRecord>
    ) -> Bool {
        var (ones, zeros): (UInt64, UInt64) = (0, 0)
        var isSorted = true
        var last: UInt64 = 0
        for index in 0..<count {
            let key = records[index].key
            ones |= key
            zeros |= ~key
            isSorted = isSorted && key >= last
            last = key
        }
        if isSorted { return false }
        let varying = ones & zeros
        var (from, to) = (records, scratch)
        var counts = [Int](repeating: 0, count: bucketCount)
        for shift in stride(from: 0, to: 64, by: digitBitCount) {
            let mask = UInt64(bucketCount - 1)
            guard (varying >> UInt64(shift)) & mask != 0 else { continue }
            counts.withUnsafeMutableBufferPointer { counts in
                counts.update(repeating: 0)
                for index in 0..<count {
                    counts[Int((from[index].key >> UInt64(shift)) & mask)] += 1
                }
                var sum = 0
                for bucket in 0..<bucketCount {
                    (counts[bucket], sum) = (sum, sum + counts[bucket])
                }
                for index in 0..<count {
                    let record = from[index]
                    let bucket = Int((record.key >> UInt64(shift)) & mask)
                    to[counts[bucket]] = record
                    counts[bucket] += 1
                }
            }
            swap(&from, &to)
        }
        return from == scratch
    }
}
