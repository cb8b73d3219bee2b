// SPDX-License-Identifier: Apache-2.0

/// Makes a label of a list one that a table takes: UTF-8, and not too long.
struct LabelText {
    /// Whether a label over the limit is cut, not refused.
    let cutsLabels: Bool
    /// Labels that were not UTF-8 and were read as Windows-1252.
    private(set) var convertedCount = 0
    private(set) var cutCount = 0
    private let converted = ByteStore()

    init(cutsLabels: Bool) { self.cutsLabels = cutsLabels }

    /// - Returns: Valid as long as the bytes, or until the next call; nil where it is too long.
    mutating func label(_ bytes: ListBytes) -> ListBytes? {
        var bytes = bytes
        if !bytes.isUTF8 {
            convertedCount += 1
            converted.removeAll()
            for byte in bytes { append(byte) }
            bytes = ListBytes(start: converted.base, count: converted.count)
        }
        guard bytes.count > ListLimits.labelByteCount else { return bytes }
        guard cutsLabels else { return nil }
        cutCount += 1
        var end = ListLimits.labelByteCount
        // Back to where a character begins.
        while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return ListBytes(rebasing: bytes[..<end])
    }

    /// A byte of Windows-1252, which the web's standard (encoding.spec.whatwg.org) also takes what
    /// is called Latin-1 for.
    private func append(_ byte: UInt8) {
        let scalar: UInt32 =
            (0x80...0x9F).contains(byte)
            ? UInt32(Self.windowsCharacters[Int(byte - 0x80)]) : UInt32(byte)
        guard let scalar = Unicode.Scalar(scalar) else { return }
        converted.append(Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter))
    }

    private static let windowsCharacters: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039,
        0x152, 0x8D, 0x17D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D, 0x17E, 0x178,
    ]
}

extension UnsafeBufferPointer<UInt8> {
    var isASCII: Bool {
        let bytes = UnsafeRawBufferPointer(self)
        var offset = 0
        while offset + 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            if word & 0x8080_8080_8080_8080 != 0 { return false }
            offset += 8
        }
        while offset < bytes.count {
            if bytes[offset] >= 0x80 { return false }
            offset += 1
        }
        return true
    }

    var isUTF8: Bool { isASCII || String(validating: self, as: UTF8.self) != nil }
}
