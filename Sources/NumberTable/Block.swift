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

    /// The block at that offset of a section, once its bounds and its checksum were checked.
    ///
    /// The checksum is left out if `isChecked`: whatever the bytes are, no access leaves the table.
    @inline(__always)
    static func open(
        _ section: Section, offset: Int, first: Int64, isChecked: Bool = false
    ) throws(Damage) -> Block {
        let room = section.limit &- offset
        guard offset >= Format.headerByteCount, room >= Format.blockHeaderByteCount else {
            throw Damage(offset, .blockOutside)
        }
        let start = section.start + offset
        let block = Block(
            start: start, offset: offset, first: first, count: Int(start.byte(4)),
            lowBitCount: Int(start.byte(5)), labelBitCount: Int(start.byte(6)))
        let hasLabels = section.kind == .identification
        guard block.count &- 1 < Format.maximalBlockEntryCount, block.count > 0,
            block.lowBitCount <= Format.maximalLowBitCount,
            block.labelBitCount <= (hasLabels ? 32 : 0)
        else { throw Damage(offset, .blockHeader) }
        var size = Format.blockHeaderByteCount &+ (block.count &* block.lowBitCount &+ 7) &>> 3
        if hasLabels {
            let bitCount = block.labelBitCount == 0 ? 32 : block.count &* block.labelBitCount
            size &+= (bitCount &+ 7) &>> 3
        }
        guard size <= room else { throw Damage(offset, .blockOutside) }
        guard isChecked || block.isGood(size, kind: section.blockKind) else {
            throw Damage(offset, .blockChecksum)
        }
        return block
    }

    @inline(never)
    private func isGood(_ size: Int, kind: UInt64) -> Bool {
        start.half(0)
            == Checksum.of(start + 4, size &- 4, kind: kind, place: UInt64(bitPattern: first))
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
        // One label for all has a width of 0 here.
        let bit = index &* labelBitCount
        let width = labelBitCount == 0 ? 32 : labelBitCount
        let word = start.word(labels &+ bit &>> 3) &>> UInt64(bit & 7)
        return Int(truncatingIfNeeded: word & (1 &<< UInt64(width) &- 1))
    }

    /// Where that number stands first; -1 if it is not in this block.
    ///
    /// The number is not below ``first``. What follows has no branch that could not be foreseen.
    @inline(__always)
    func firstIndex(of number: Int64) -> Int {
        let distance = UInt64(bitPattern: number &- first)
        let bucket = distance &>> UInt64(lowBitCount)
        // Of the 128 bits `count` are ones, so no bucket beyond the rest has any.
        guard bucket <= UInt64(truncatingIfNeeded: Format.upperBitCount &- count) else { return -1 }
        let (low, high) = upper
        let start = Bits.start(ofBucket: Int(truncatingIfNeeded: bucket), low, high)
        let index = start &- Int(truncatingIfNeeded: bucket)
        let run = Bits.run(at: start, low, high)
        let mask: UInt64 = 1 &<< UInt64(lowBitCount) &- 1
        let wanted = distance & mask
        guard UInt(bitPattern: index) <= UInt(bitPattern: count) else { return -1 }
        // A bucket has one or two numbers. Two loads have the low bits of four, if these are no
        // longer than 28 each, as they are unless a block reaches over a gap.
        let width = UInt64(lowBitCount)
        let pair = lows(from: index &* lowBitCount)
        let next = lows(from: (index &+ 2) &* lowBitCount)
        var found: UInt64 = pair & mask == wanted ? 1 : 0
        found |= pair &>> width & mask == wanted ? 2 : 0
        found |= next & mask == wanted ? 4 : 0
        found |= next &>> width & mask == wanted ? 8 : 0
        let whole = min(run, lowBitCount <= 28 ? 4 : 1)
        found &= 1 &<< UInt64(truncatingIfNeeded: whole) &- 1
        if found != 0 { return index &+ found.trailingZeroBitCount }
        guard run > whole else { return -1 }
        return firstIndex(of: wanted, from: index &+ whole, position: start &+ whole)
    }

    /// The 57 or more low bits from that one on.
    ///
    /// Up to 22 bytes after the last are read, less than a block's header and the slack.
    @inline(__always)
    private func lows(from bit: Int) -> UInt64 {
        start.word(Format.blockHeaderByteCount &+ bit &>> 3) &>> UInt64(bit & 7)
    }

    /// The same among more numbers: as long as the upper bits from that position are ones.
    @inline(never)
    private func firstIndex(of wanted: UInt64, from: Int, position: Int) -> Int {
        let (low, high) = upper
        var index = from
        var position = position
        while index >= 0, index < count, Bits.run(at: position, low, high) > 0 {
            if self.low(index) == wanted { return index }
            position += 1
            index += 1
        }
        return -1
    }
}

/// Searches in 128 bits, without branches.
enum Bits {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// All ones if `a` is less than `b`.
    @inline(__always)
    private static func mask(_ a: Int, isBelow b: Int) -> UInt64 {
        UInt64(bitPattern: Int64(truncatingIfNeeded: a &- b) &>> 63)
    }

    /// Where the bucket begins: after that many zeros.
    ///
    /// If there are fewer zeros, it is some position.
    @inline(__always)
    static func start(ofBucket bucket: Int, _ low: UInt64, _ high: UInt64) -> Int {
        let lowSums = sums(~low)
        let highSums = sums(~high)
        let lowZeros = Int(truncatingIfNeeded: lowSums &>> 56)
        let inLow = mask(bucket, isBelow: lowZeros &+ 1)
        let word = ~(low & inLow | high & ~inLow)
        let before = Int(truncatingIfNeeded: UInt64(truncatingIfNeeded: lowZeros) & ~inLow)
        let position = select(
            word, lowSums & inLow | highSums & ~inLow, bucket &- 1 &- before)
        let isNotFirst = mask(0, isBelow: bucket)
        return Int(
            truncatingIfNeeded: (UInt64(truncatingIfNeeded: position) &+ 1 &+ (64 & ~inLow))
                & isNotFirst)
    }

    /// How many ones follow one another from that position; 64 if there are more.
    @inline(__always)
    static func run(at position: Int, _ low: UInt64, _ high: UInt64) -> Int {
        let shift = UInt64(truncatingIfNeeded: position & 63)
        let inLow = mask(position, isBelow: 64)
        let inside = mask(position, isBelow: 128)
        // The 64 bits from the position on; zeros come in after the last.
        let these = (low & inLow | high & ~inLow) & inside
        let next = high & inLow
        let word = these &>> shift | (next &<< 1) &<< (63 &- shift)
        return (~word).trailingZeroBitCount
    }

    /// The number of ones in each byte and all bytes below it.
    @inline(__always)
    private static func sums(_ word: UInt64) -> UInt64 {
        var sums = word &- (word &>> 1 & 0x5555_5555_5555_5555)
        sums = (sums & 0x3333_3333_3333_3333) &+ (sums &>> 2 & 0x3333_3333_3333_3333)
        sums = (sums &+ sums &>> 4) & 0x0F0F_0F0F_0F0F_0F0F
        return sums &* ones
    }

    /// The position of the one bit that has `rank` ones below it.
    ///
    /// `sums` is what ``sums(_:)`` gives for the word, and the rank 0 to 63. For a word with too
    /// few ones, the result is some position of 0 to 71.
    @inline(__always)
    private static func select(_ word: UInt64, _ sums: UInt64, _ rank: Int) -> Int {
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
