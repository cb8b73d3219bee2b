// SPDX-License-Identifier: Apache-2.0

/// Up to 127 numbers, ascending, and their labels.
///
/// The distances from the first number are in Elias–Fano form: of each, `lowBitCount` low bits
/// stand packed one after the other, and the rest `h` of the i-th as bit `h + i` of the 128 upper
/// bits.
struct Block {
    let start: UnsafeRawPointer
    /// The offset in the file, for errors.
    let offset: Int
    let first: Int64
    let count: Int
    let lowBitCount: Int
    let labelBitCount: Int

    /// Opens the block at that offset, after its bounds and its checksum were checked.
    @inline(__always)
    init(
        _ table: TableBytes, _ section: SectionKind, offset: Int, first: Int64
    ) throws(NumberTableError) {
        let room = table.byteCount - Format.slackByteCount - offset
        guard offset >= Format.headerByteCount, room >= Format.blockHeaderByteCount else {
            throw table.damage(offset, "a block is outside the file")
        }
        start = table.start + offset
        self.offset = offset
        self.first = first
        count = Int(start.byte(4))
        lowBitCount = Int(start.byte(5))
        labelBitCount = Int(start.byte(6))
        let hasLabels = section == .identification
        guard count > 0, count <= Format.maximalBlockEntryCount,
            lowBitCount <= Format.maximalLowBitCount, labelBitCount <= (hasLabels ? 32 : 0)
        else { throw table.damage(offset, "a block's header is out of range") }
        var size = Format.blockHeaderByteCount + (count &* lowBitCount &+ 7) >> 3
        if hasLabels { size += labelBitCount == 0 ? 4 : (count &* labelBitCount &+ 7) >> 3 }
        guard size <= room else { throw table.damage(offset, "a block is outside the file") }
        let checksum = Checksum.of(
            start + 4, size &- 4, kind: ChecksumKind.block(section),
            place: UInt64(bitPattern: first))
        guard start.half(0) == checksum else {
            throw table.damage(offset, "a block's checksum does not fit")
        }
    }

    @inline(__always) var upper: (low: UInt64, high: UInt64) { (start.word(8), start.word(16)) }

    /// The low bits of the i-th number.
    @inline(__always)
    func low(_ index: Int) -> UInt64 {
        let bit = index &* lowBitCount
        let word = start.word(Format.blockHeaderByteCount &+ bit &>> 3) &>> UInt64(bit & 7)
        return word & (1 &<< UInt64(lowBitCount) &- 1)
    }

    /// The index of the label of the i-th number.
    @inline(__always)
    func label(_ index: Int) -> Int {
        let labels = Format.blockHeaderByteCount &+ (count &* lowBitCount &+ 7) &>> 3
        guard labelBitCount > 0 else { return Int(start.half(labels)) }
        let bit = index &* labelBitCount
        let word = start.word(labels &+ bit &>> 3) &>> UInt64(bit & 7)
        return Int(truncatingIfNeeded: word & (1 &<< UInt64(labelBitCount) &- 1))
    }

    /// Where that number stands first; -1 if it is not in this block.
    ///
    /// - Parameter number: Not below ``first``.
    @inline(__always)
    func firstIndex(of number: Int64) -> Int {
        let distance = UInt64(bitPattern: number &- first)
        let bucket = distance &>> UInt64(lowBitCount)
        // Of the 128 bits `count` are ones, so no bucket beyond the rest has any.
        guard bucket <= UInt64(Format.upperBitCount &- count) else { return -1 }
        let (low, high) = upper
        var position = Bits.start(ofBucket: Int(truncatingIfNeeded: bucket), low, high)
        let wanted = distance & (1 &<< UInt64(lowBitCount) &- 1)
        var index = position &- Int(truncatingIfNeeded: bucket)
        while position < Format.upperBitCount, UInt(bitPattern: index) < UInt(count) {
            let word = position < 64 ? low : high
            guard word &>> UInt64(position & 63) & 1 == 1 else { return -1 }
            let found = self.low(index)
            if found >= wanted { return found == wanted ? index : -1 }
            position &+= 1
            index &+= 1
        }
        return -1
    }
}

/// Searches in words of bits.
enum Bits {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// Where the bucket begins in 128 upper bits: after that many zeros.
    ///
    /// - Parameter bucket: At most the number of zeros.
    @inline(__always)
    static func start(ofBucket bucket: Int, _ low: UInt64, _ high: UInt64) -> Int {
        guard bucket > 0 else { return 0 }
        let lowZeros = (~low).nonzeroBitCount
        let rank = bucket &- 1
        return rank < lowZeros
            ? select(~low, rank) &+ 1 : 65 &+ select(~high, rank &- lowZeros)
    }

    /// The position of the one bit that has `rank` ones below it.
    ///
    /// A word with too few ones gives some position of 0 to 71.
    @inline(__always)
    static func select(_ word: UInt64, _ rank: Int) -> Int {
        // The number of ones in each byte, then in all bytes up to it.
        var sums = word &- (word &>> 1 & 0x5555_5555_5555_5555)
        sums = (sums & 0x3333_3333_3333_3333) &+ (sums &>> 2 & 0x3333_3333_3333_3333)
        sums = (sums &+ sums &>> 4) & 0x0F0F_0F0F_0F0F_0F0F
        sums = sums &* ones
        let wanted = UInt64(truncatingIfNeeded: rank) &* ones
        // A high bit for each byte up to which there are no more than `rank`.
        let below = (((wanted | highs) &- sums) & highs) &>> 7
        let shift = (below &* ones) &>> 56 &* 8
        let before = (sums &<< 8) &>> shift & 0xFF
        // The same again, with the bits of that byte spread over eight.
        let byte = word &>> shift & 0xFF
        let isolated = byte &* ones & 0x8040_2010_0804_0201
        let spread = (isolated &+ 0x7F7F_7F7F_7F7F_7F7F) &>> 7 & ones
        let rest = (UInt64(truncatingIfNeeded: rank) &- before) &* ones
        let belowInByte = (((rest | highs) &- spread &* ones) & highs) &>> 7
        return Int(truncatingIfNeeded: shift &+ (belowInByte &* ones) &>> 56)
    }
}
