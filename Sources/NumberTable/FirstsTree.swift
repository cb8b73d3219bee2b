// SPDX-License-Identifier: Apache-2.0

/// The first numbers of a section's nodes, in memory: a static B+ tree with 16 keys a node.
///
/// Two million numbers have some 1,600 nodes, so the tree is 14 KB.
struct FirstsTree {
    private static let fanOut = 16

    /// The levels, from the root: each is filled up to a multiple of 16 with keys above all.
    private let keys: UnsafeMutablePointer<Int64>
    private let starts: UnsafeMutablePointer<Int>
    private let levelCount: Int
    let count: Int

    init(_ firsts: UnsafeRawPointer, count: Int) {
        var counts = [count]
        while let last = counts.last, last > Self.fanOut {
            counts.append((last + Self.fanOut - 1) / Self.fanOut)
        }
        counts.reverse()
        let rooms = counts.map { ($0 + Self.fanOut - 1) / Self.fanOut * Self.fanOut }
        let total = rooms.reduce(0, +)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, total) * 8, alignment: 64)
        keys = memory.bindMemory(to: Int64.self, capacity: max(1, total))
        keys.initialize(repeating: Format.noBlock, count: max(1, total))
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

    /// The last node whose first number is not above; -1 if there is none.
    @inline(__always)
    func lastNode(notAbove number: Int64) -> Int {
        guard count > 0 else { return -1 }
        var position = 0
        for level in 0..<levelCount {
            let node = keys + (starts[level] + position &* Self.fanOut)
            var below = 0
            for index in 0..<Self.fanOut { below &+= node[index] <= number ? 1 : 0 }
            guard below > 0 else { return -1 }
            position = position &* Self.fanOut &+ below &- 1
        }
        return position
    }

    /// The first number of a node.
    func first(ofNode index: Int) -> Int64 { keys[starts[levelCount - 1] + index] }
}
