// SPDX-License-Identifier: Apache-2.0

/// The numbers of the file format, which Documentation/NumberTableFormat.md describes.
enum Format {
    static let magic: [UInt8] = [0x89, 0x4E, 0x55, 0x4D, 0x54, 0x42, 0x4C, 0x0A]
    static let version: UInt32 = 1
    static let headerByteCount = 256
    /// Bytes after whatever is checked, so that 8-byte loads at its end stay inside the file.
    static let slackByteCount = 24

    static let clearsBlocking: UInt32 = 1
    static let clearsIdentification: UInt32 = 2
    static let knownFlags: UInt32 = 3

    // A block: its first number is in the node.
    static let blockHeaderByteCount = 24
    static let upperBitCount = 128
    static let maximalLowBitCount = 57
    static let maximalBlockEntryCount = 127
    static let alignment = 4

    // A node: 18 first numbers, the place of the first block, 18 distances, a checksum.
    static let nodeByteCount = 192
    static let blocksPerNode = 18
    static let nodeBaseOffset = 144
    static let nodeDistancesOffset = 152
    static let nodeChecksumOffset = 188
    /// Stands where a node has no block, being no legal number.
    static let noBlock = Int64.max

    static let labelsPerGroup = 8
    /// Of a group: a checksum, the width of an end, the number of labels.
    static let groupHeaderByteCount = 8
    /// A group that is shorter is filled up with zeros.
    static let leastGroupByteCount = 20

    // Places in the header.
    static let sectionsOffset = 64
    static let sectionByteCount = 32
    static let headerChecksumOffset = 252
}

/// The four sequences of a layer, in the order of the header.
enum SectionKind: Int, CaseIterable {
    case removedBlocking
    case removedIdentification
    case blocking
    case identification
}

/// What a checksum covers; part of it, so that no part can stand in for another.
enum ChecksumKind {
    static let header: UInt64 = 1
    static let firsts: UInt64 = 2
    static let labels: UInt64 = 3
    static func node(_ section: SectionKind) -> UInt64 { 16 + UInt64(section.rawValue) }
    static func block(_ section: SectionKind) -> UInt64 { 32 + UInt64(section.rawValue) }
}

extension UnsafeRawPointer {
    @inline(__always)
    func word(_ offset: Int) -> UInt64 {
        UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    @inline(__always)
    func half(_ offset: Int) -> UInt32 {
        UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    @inline(__always)
    func quarter(_ offset: Int) -> UInt16 {
        UInt16(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    @inline(__always)
    func byte(_ offset: Int) -> UInt8 { load(fromByteOffset: offset, as: UInt8.self) }
}

extension UnsafeMutableRawPointer {
    @inline(__always)
    func put<T: FixedWidthInteger>(_ value: T, at offset: Int) {
        storeBytes(of: value.littleEndian, toByteOffset: offset, as: T.self)
    }
}
