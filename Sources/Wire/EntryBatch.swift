// SPDX-License-Identifier: Apache-2.0

/// How entries of a call directory are packed into a frame's body.
///
/// ```
/// body    0x01, then runs until the end
/// run     operation (1 byte), then for those with a number: count (3 bytes, little-endian, not 0)
///         and so many entries
/// entry   the difference to the number before of the same operation in this body (0 at first),
///         zigzag, as a varint; for an identification entry then its label
/// label   a varint: n > 0 is the n-th label that this body spelled out; 0 spells out the next one:
///         its byte count as a varint, and its bytes
/// ```
///
/// A varint has seven bits in each byte, the lowest first, and the top bit set in all but the last.
/// A body stands alone: none refers to another. JSON bodies begin with `{`, so the two kinds are
/// told apart by their first byte.
package enum EntryBatch {
    /// The first byte of each body.
    package static let mark: UInt8 = 0x01

    /// What is done with the entries of a run.
    enum Operation: UInt8, CaseIterable {
        case addBlocking = 0
        case addIdentification = 1
        case removeBlocking = 2
        case removeIdentification = 3
        case removeAllBlocking = 4
        case removeAllIdentification = 5
    }

    /// The most entries of one run; then another begins.
    static let runCountMax = 1 << 24 - 1
}

/// What is wrong with the bytes of a batch; its sender does not follow the format.
///
/// Offsets are those in the body.
package enum EntryBatchError: Error, Equatable, CustomStringConvertible {
    /// The body does not begin with ``EntryBatch/mark``.
    case notABatch
    case tooLong(Int, limit: Int)
    /// The body ends within what begins at the offset.
    case truncated(offset: Int)
    case unknownOperation(UInt8, offset: Int)
    case emptyRun(offset: Int)
    /// A varint of more than 64 bits.
    case numberTooLarge(offset: Int)
    /// A label that the body has not spelled out before.
    case unknownLabel(offset: Int)
    case labelTooLong(Int, limit: Int, offset: Int)
    case labelNotUTF8(offset: Int)

    package var description: String {
        let problem =
            switch self {
            case .notABatch: "it does not begin with the byte \(EntryBatch.mark)"
            case .tooLong(let count, let limit): "it has \(count) bytes and may have \(limit)"
            case .truncated(let offset): "it ends within what begins at byte \(offset)"
            case .unknownOperation(let code, let offset):
                "there is no operation \(code), at byte \(offset)"
            case .emptyRun(let offset): "the run at byte \(offset) is empty"
            case .numberTooLarge(let offset): "the number at byte \(offset) has over 64 bits"
            case .unknownLabel(let offset):
                "the label at byte \(offset) is one that was not spelled out before"
            case .labelTooLong(let count, let limit, let offset):
                "the label at byte \(offset) has \(count) bytes and may have \(limit)"
            case .labelNotUTF8(let offset): "the label at byte \(offset) is not UTF-8"
            }
        return "a batch of directory entries is broken: \(problem); "
            + "build the extension and the phone from the same release"
    }
}
