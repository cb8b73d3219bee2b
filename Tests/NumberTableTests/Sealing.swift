// SPDX-License-Identifier: Apache-2.0
import Glibc

@testable import NumberTable

extension NumberTable {
    /// The bytes of the file.
    var allBytes: [UInt8] {
        withExtendedLifetime(bytes) {
            Array(UnsafeRawBufferPointer(start: bytes.start, count: bytes.byteCount))
        }
    }
}

extension [UInt8] {
    func write(to path: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        _ = withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
    }

    /// The same bytes with all checksums made right, as far as the parts can be found.
    ///
    /// So a test reaches what comes after a checksum.
    func sealed() -> [UInt8] {
        var bytes = self + [UInt8](repeating: 0, count: 4096)
        let end = count
        bytes.withUnsafeMutableBytes { buffer in
            guard let start = buffer.baseAddress else { return }
            Sealer(start: start, end: end).seal()
        }
        return [UInt8](bytes[..<end])
    }
}

private struct Sealer {
    let start: UnsafeMutableRawPointer
    let end: Int

    private func word(_ offset: Int) -> Int {
        Int(truncatingIfNeeded: UnsafeRawPointer(start).word(offset))
    }

    private func put(_ offset: Int, _ from: Int, _ count: Int, _ kind: UInt64, _ place: UInt64) {
        guard from >= 0, count >= 16, count < 1 << 20, from + count <= end, offset + 4 <= end else {
            return
        }
        start.put(
            Checksum.of(UnsafeRawPointer(start) + from, count, kind: kind, place: place), at: offset
        )
    }

    func seal() {
        let firsts = word(40)
        var nodeCount = 0
        for kind in SectionKind.allCases {
            let section = Format.sectionsOffset + kind.rawValue * Format.sectionByteCount
            let count = Swift.min(100, Swift.max(0, word(section + 16)))
            for index in 0..<count { seal(kind, word(section + 24) &+ index * 192, index) }
            nodeCount += count
        }
        let groups = word(32)
        for group in 0..<Swift.min(100, Swift.max(0, (word(24) &+ 7) / 8)) {
            guard groups >= 0, groups <= end - 4 * group - 4 else { continue }
            let offset = Int(UnsafeRawPointer(start).half(groups + 4 * group)) * 4
            guard offset <= end - 20 else { continue }
            let width = Int(start.load(fromByteOffset: offset + 4, as: UInt8.self))
            let count = Int(start.load(fromByteOffset: offset + 5, as: UInt8.self))
            guard width == 1, count > 0, offset + 8 + count < end else { continue }
            let text = Int(start.load(fromByteOffset: offset + 7 + count, as: UInt8.self))
            let size = Swift.max(20, 8 + count + text)
            put(offset, offset + 4, size - 4, ChecksumKind.labels, UInt64(group))
        }
        put(48, firsts, nodeCount * 8 + Format.slackByteCount, ChecksumKind.firsts, 0)
        put(252, 0, 252, ChecksumKind.header, 0)
    }

    private func seal(_ kind: SectionKind, _ node: Int, _ index: Int) {
        guard node >= 0, node <= end - 192 else { return }
        // The place of a block that there is not is that of the first.
        for slot in 0..<Format.blocksPerNode where word(node + slot * 8) != Format.noBlock {
            let distance = Int(UnsafeRawPointer(start).quarter(node + 152 + slot * 2)) * 4
            let block = word(node + 144) &+ distance
            guard block >= 0, block <= end - 24 else { continue }
            let count = Int(start.load(fromByteOffset: block + 4, as: UInt8.self))
            let low = Int(start.load(fromByteOffset: block + 5, as: UInt8.self))
            let label = Int(start.load(fromByteOffset: block + 6, as: UInt8.self))
            var size = 24 + (count * low + 7) / 8
            if kind == .identification { size += label == 0 ? 4 : (count * label + 7) / 8 }
            let first = UInt64(bitPattern: Int64(word(node + slot * 8)))
            put(block, block + 4, size - 4, ChecksumKind.block(kind), first)
        }
        put(node + 188, node, 188, ChecksumKind.node(kind), UInt64(index))
    }
}
