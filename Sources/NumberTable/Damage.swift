// SPDX-License-Identifier: Apache-2.0

/// A breach of the format, as the code that reads finds it: small, so that looking up stays fast.
///
/// ``TableBytes/error(_:)`` makes a ``NumberTableError`` of it.
struct Damage: Error {
    enum Rule: UInt8 {
        case nodeChecksum
        case nodeFirst
        case nodeHole
        case blockOutside
        case blockHeader
        case blockChecksum
        case blockCount
        case blockFirst
        case blockBits
        case labelMissing
        case groupOutside
        case groupHeader
        case groupChecksum
        case groupOrder
        case order
        case runCut
        case sameEntry
        case entryCount
        case countOfBlocks

        var words: String {
            switch self {
            case .nodeChecksum: "the checksum of an index node does not fit"
            case .nodeFirst: "an index node begins with another number than the index says"
            case .nodeHole: "an index node has a gap between its blocks"
            case .blockOutside: "a block lies outside the file"
            case .blockHeader: "the header of a block is out of range"
            case .blockChecksum: "the checksum of a block does not fit"
            case .blockCount: "a block has fewer numbers than it says"
            case .blockFirst: "a block begins with another number than its index node says"
            case .blockBits: "a block has more numbers than it says"
            case .labelMissing: "a block names a label that there is not"
            case .groupOutside: "a label group lies outside the file"
            case .groupHeader: "the header of a label group is out of range"
            case .groupChecksum: "the checksum of a label group does not fit"
            case .groupOrder: "the labels of a group overlap"
            case .order: "the numbers are out of order"
            case .runCut: "a number goes on in a block that begins with another one"
            case .sameEntry: "a number has the same label twice"
            case .countOfBlocks: "there are not as many blocks as the header says"
            case .entryCount: "there are not as many entries as the header says"
            }
        }
    }

    var offset: Int
    var rule: Rule

    init(_ offset: Int, _ rule: Rule) {
        self.offset = offset
        self.rule = rule
    }
}
