// SPDX-License-Identifier: Apache-2.0
import CallModel

/// Cuts what a process prints into lines, of which it holds at most one incomplete one.
///
/// A daemon's `--trace` prints one JSON object a line; its `at` is a ``MonotonicTime`` in
/// nanoseconds.
package struct TraceReader: Sendable {
    private var pending: [UInt8] = []
    private var isSkipping = false
    private let limit: Int

    /// How many lines were over the limit and have been left out.
    package private(set) var skippedLineCount = 0

    /// - Parameter limit: The longest line that is kept, in bytes without its line break.
    package init(limit: Int = Limits.frameByteCount) { self.limit = limit }

    /// Takes bytes as they came, and gives the lines that they complete, without their line breaks.
    ///
    /// Empty lines are left out.
    package mutating func append(_ bytes: some Sequence<UInt8>) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                take(byte)
                continue
            }
            if isSkipping {
                skippedLineCount += 1
            } else if !pending.isEmpty {
                lines.append(pending)
            }
            pending.removeAll(keepingCapacity: true)
            isSkipping = false
        }
        return lines
    }

    private mutating func take(_ byte: UInt8) {
        guard !isSkipping else { return }
        guard pending.count < limit else {
            isSkipping = true
            return
        }
        pending.append(byte)
    }
}
