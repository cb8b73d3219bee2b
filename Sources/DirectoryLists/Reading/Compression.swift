// SPDX-License-Identifier: Apache-2.0

/// How a list's bytes are packed, told by the first of them.
package enum Compression: String, Sendable {
    case gzip, zstd

    /// The longest sign of a compression.
    static let signByteCount = 4

    init?(sign: ArraySlice<UInt8>) {
        if sign.starts(with: [0x1F, 0x8B]) {
            self = .gzip
        } else if sign.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) {
            self = .zstd
        } else {
            return nil
        }
    }
}
