// SPDX-License-Identifier: Apache-2.0

/// The first numbers of a section's nodes, in memory: a static B+ tree with 16 keys a node.
///
/// Two million numbers have some 1,600 nodes, so the tree is 14 KB.
struct FirstsTree {
    private static let fanOut = 16

    /// The levels, from the root: each is filled up to a multiple of 16 with keys above all.
    private let keys: UnsafeMutablePointer<Int64>
    /// Where each level begins.
    private let starts: UnsafeMutablePointer<Int>
    private let levelCount: Int
    let count: Int

    init(_ firsts: UnsafeRawPointer, count: Int) {
        var counts = [count]
        while let last = counts.last, last > Self.fanOut {
            counts.append((last + Self.fanOut - 1) / Self.fanOut)
        }
        counts.reverse()
        let rooms = counts.map { max(1, ($0 + Self.fanOut - 1) / Self.fanOut) * Self.fanOut }
        let total = rooms.reduce(0, +)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: total * 8, alignment: 64)
        keys = memory.bindMemory(to: Int64.self, capacity: total)
        keys.initialize(repeating: Format.noBlock, count: total)
        starts = .allocate(capacity: counts.count)
        levelCount = counts.count
        self.count = count
        var start = 0
        for level in counts.indices {
            starts[level] = start
            start += rooms[level]
        }
        let leaves = starts[counts.count - 1]
        for index in 0..<count {
            keys[leaves + index] = Int64(bitPattern: firsts.word(index * 8))
        }
        for level in counts.indices.dropLast().reversed() {
            for index in 0..<counts[level] {
                keys[starts[level] + index] = keys[starts[level + 1] + index * Self.fanOut]
            }
        }
    }

    func deallocate() {
        keys.deallocate()
        starts.deallocate()
    }

    /// The last node whose first number is not above the given one; -1 if there is none.
    @inline(__always)
    func lastNode(notAbove number: Int64) -> Int {
        var position = 0
        var level = 0
        while level < levelCount {
            let node = UnsafeRawPointer(keys + (starts[level] &+ position &* Self.fanOut))
            let count = node.count(of: Self.fanOut, notAbove: number)
            // What is filled up is never counted, so this is a node that exists.
            position = position &* Self.fanOut &+ count &- 1
            guard count > 0 else { return -1 }
            level &+= 1
        }
        return position
    }

    /// The first number of a node.
    func first(ofNode index: Int) -> Int64 { keys[starts[levelCount - 1] + index] }
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
