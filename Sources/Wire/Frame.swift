// SPDX-License-Identifier: Apache-2.0
import CallModel

/// A peer broke the rules of framing; its connection cannot go on.
package enum FrameError: Error, Equatable, CustomStringConvertible {
    /// The announced byte count, and what is allowed.
    case tooLong(Int, limit: Int)
    case empty
    /// The body is not a message of the expected kind.
    case malformed(String)

    package var description: String {
        switch self {
        case .tooLong(let count, let limit):
            "a frame of \(count) bytes is over the limit of \(limit); send less in one message"
        case .empty: "a frame has no body; send a message in each"
        case .malformed(let detail):
            "a frame's body is not a known message (\(detail)); use the same version on both sides"
        }
    }
}

/// Cuts a stream of bytes into frames: a 4-byte big-endian length, then so many bytes.
///
/// It holds at most one incomplete frame, so at most ``Limits/frameByteCount`` bytes and a header.
package struct FrameReader: Sendable {
    private var pending: [UInt8] = []
    private var start = 0
    private let limit: Int

    package init(limit: Int = Limits.frameByteCount) { self.limit = limit }

    /// Takes bytes as they came.
    ///
    /// Call ``next()`` until it gives nil before giving more.
    package mutating func append(_ bytes: some Sequence<UInt8>) {
        if start > 0 {
            pending.removeFirst(start)
            start = 0
        }
        pending.append(contentsOf: bytes)
    }

    /// What came behind the frames that were taken, for whoever goes on reading with another limit.
    package var rest: [UInt8] { Array(pending[start...]) }

    /// The next whole frame's body, nil when more bytes are needed.
    ///
    /// - Throws: ``FrameError`` for a length that is not allowed. The reader is of no use after it.
    package mutating func next() throws(FrameError) -> [UInt8]? {
        guard pending.count - start >= 4 else { return nil }
        let count = pending[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
        guard count <= limit else { throw .tooLong(count, limit: limit) }
        guard count > 0 else { throw .empty }
        guard pending.count - start >= 4 + count else { return nil }
        let body = Array(pending[start + 4..<start + 4 + count])
        start += 4 + count
        if start == pending.count {
            // A peer that is silent for now costs no memory.
            pending = []
            start = 0
        }
        return body
    }
}

/// Puts the length before a body.
///
/// - Throws: ``FrameError/tooLong(_:limit:)``, so that the sender can fail the one request that was
///   too large.
package func frame(_ body: [UInt8], limit: Int = Limits.frameByteCount) throws(FrameError)
    -> [UInt8]
{
    guard body.count <= limit else { throw .tooLong(body.count, limit: limit) }
    guard !body.isEmpty else { throw .empty }
    let count = UInt32(body.count)
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) } + body
}
