// SPDX-License-Identifier: Apache-2.0

/// The first numbers of a section's nodes, in memory: a complete binary search tree.
///
/// It is laid out level by level (Eytzinger's order), so that a search is one comparison and one
/// addition a level, without a branch. Two million numbers have some 1,600 nodes, so it is 16 KB.
struct FirstsTree {
    /// The tree: the root at 1, the children of `i` at `2 i` and `2 i + 1`; filled up with keys
    /// that are above all numbers.
    private let keys: UnsafeMutablePointer<Int64>
    private let levelCount: Int
    let count: Int

    init(_ firsts: UnsafeRawPointer, count: Int) {
        levelCount = Int.bitWidth - count.leadingZeroBitCount
        self.count = count
        let room = 1 << levelCount
        keys = .allocate(capacity: room)
        keys.initialize(repeating: Format.noBlock, count: room)
        var next = 0
        fill(1, room, firsts, &next)
    }

    /// Puts the keys into the subtree at that place, in order.
    private func fill(_ place: Int, _ room: Int, _ firsts: UnsafeRawPointer, _ next: inout Int) {
        guard place < room else { return }
        fill(place * 2, room, firsts, &next)
        if next < count { keys[place] = Int64(bitPattern: firsts.word(next * 8)) }
        next += 1
        fill(place * 2 + 1, room, firsts, &next)
    }

    func deallocate() { keys.deallocate() }

    /// The last node whose first number is not above the given one; -1 if there is none.
    @inline(__always)
    func lastNode(notAbove number: Int64) -> Int {
        var place = 1
        for _ in 0..<levelCount {
            // The one bit of a Bool is taken as it is; a conditional could become a branch.
            place = place &* 2 &+ Int(unsafeBitCast(keys[place] <= number, to: UInt8.self))
        }
        return place &- 1 &<< levelCount &- 1
    }
}

extension UnsafeRawPointer {
    /// How many of so many 8-byte keys are not above the number.
    ///
    /// Keys and number are 1 or more, so no difference overflows. There is no branch in it, as none
    /// could be foreseen.
    @inline(__always)
    func count(of keyCount: Int, notAbove number: Int64) -> Int {
        var count: UInt64 = 0
        for index in 0..<keyCount {
            count &+= (word(index &* 8) &- UInt64(bitPattern: number) &- 1) &>> 63
        }
        return Int(truncatingIfNeeded: count)
    }
}
