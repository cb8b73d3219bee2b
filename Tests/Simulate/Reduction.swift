// SPDX-License-Identifier: Apache-2.0

/// Leaves out of a list what is not needed for something to be so.
///
/// What it finds is small, not the smallest: neither one element nor two can be left out of it.
struct Reduction<Element> {
    /// How often it may still look; with none left, what stands is the result.
    private var looksLeft: Int
    private let isSo: ([Element]) -> Bool

    init(looks: Int, isSo: @escaping ([Element]) -> Bool) {
        looksLeft = looks
        self.isSo = isSo
    }

    /// The elements that are left, in their order; nil where it is not so with all of them.
    mutating func fewest(of elements: [Element]) -> [Element]? {
        var kept = elements
        guard look(at: kept) else { return nil }
        repeat { removeRuns(from: &kept) } while removePair(from: &kept)
        return kept
    }

    private mutating func look(at elements: [Element]) -> Bool {
        looksLeft -= 1
        return isSo(elements)
    }

    /// Leaves out runs of elements, shorter and shorter ones, until no single one can go.
    private mutating func removeRuns(from kept: inout [Element]) {
        var size = max(1, kept.count / 2)
        while looksLeft > 0 {
            var start = 0
            var hasShrunk = false
            while start < kept.count, looksLeft > 0 {
                var fewer = kept
                fewer.removeSubrange(start..<min(start + size, kept.count))
                if look(at: fewer) {
                    kept = fewer
                    hasShrunk = true
                } else {
                    start += size
                }
            }
            if size == 1, !hasShrunk { return }
            size = max(1, size / 2)
        }
    }

    /// Leaves out two elements that need each other, such as a call's beginning and its end.
    ///
    /// - Returns: Whether there were two.
    private mutating func removePair(from kept: inout [Element]) -> Bool {
        for first in kept.indices {
            for second in kept.indices.dropFirst(first + 1) {
                guard looksLeft > 0 else { return false }
                var fewer = kept
                fewer.remove(at: second)
                fewer.remove(at: first)
                guard look(at: fewer) else { continue }
                kept = fewer
                return true
            }
        }
        return false
    }
}
