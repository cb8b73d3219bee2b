// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The bytes of a PNG file, with what their header says.
struct PNGPicture: Sendable {
    let data: Data
    /// In pixels.
    let width: Int
    let height: Int

    /// More than any icon has; what is larger is no picture here.
    static let byteCountMax = 16 * 1024 * 1024

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// Signature, length and name of the first chunk, width and height (PNG §11.2.2).
    private static let headByteCount = 24
    /// The specification's own limit: 31 bits.
    private static let sideMax = 0x7FFF_FFFF

    /// Nil where the bytes are too many, or do not begin as a PNG file does.
    init?(data: Data) {
        guard data.count <= Self.byteCountMax else { return nil }
        let head = [UInt8](data.prefix(Self.headByteCount))
        guard head.count == Self.headByteCount, head.starts(with: Self.signature),
            head[12..<16].elementsEqual("IHDR".utf8)
        else { return nil }
        let side = { (from: Int) in head[from..<from + 4].reduce(0) { $0 << 8 | Int($1) } }
        width = side(16)
        height = side(20)
        guard (1...Self.sideMax).contains(width), (1...Self.sideMax).contains(height) else {
            return nil
        }
        self.data = data
    }

    /// Nil where there is no such file, or it is no picture.
    init?(path: String) {
        guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? handle.close() }
        guard let data = try? handle.read(upToCount: Self.byteCountMax + 1) else { return nil }
        self.init(data: data)
    }
}
