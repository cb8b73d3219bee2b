// SPDX-License-Identifier: Apache-2.0

/// Text in UTF-16 as UTF-8; half a character becomes U+FFFD.
final class UTF16Source: ByteSource {
    private let source: any ByteSource
    private let isBigEndian: Bool
    private var input: [UInt8] = []
    private var output: [UInt8] = []
    private var outputPosition = 0
    /// The first half of a surrogate pair.
    private var high: UInt16?
    private var isAtEnd = false

    /// The source is what stands behind the byte order mark.
    init(_ source: any ByteSource, isBigEndian: Bool) {
        self.source = source
        self.isBigEndian = isBigEndian
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ListError) -> Int {
        while outputPosition == output.count {
            if isAtEnd { return 0 }
            try convertMore()
        }
        let count = min(buffer.count, output.count - outputPosition)
        buffer.copyBytes(from: output[outputPosition..<outputPosition + count])
        outputPosition += count
        return count
    }

    private func convertMore() throws(ListError) {
        output.removeAll(keepingCapacity: true)
        outputPosition = 0
        var chunk = [UInt8](repeating: 0, count: 32 * 1024)
        let read: Result<Int, ListError> = chunk.withUnsafeMutableBytes { bytes in
            Result { () throws(ListError) in try source.fill(bytes) }
        }
        let count = try read.get()
        isAtEnd = count < chunk.count
        for index in stride(from: 0, to: count - 1, by: 2) {
            let (first, second) = (UInt16(chunk[index]), UInt16(chunk[index + 1]))
            take(isBigEndian ? first << 8 | second : second << 8 | first)
        }
        guard isAtEnd else { return }
        if high != nil || count % 2 == 1 { append(0xFFFD) }
        high = nil
    }

    private func take(_ unit: UInt16) {
        if let first = high {
            high = nil
            if unit & 0xFC00 == 0xDC00 {
                append(0x10000 + UInt32(first & 0x3FF) << 10 + UInt32(unit & 0x3FF))
                return
            }
            append(0xFFFD)
        }
        switch unit & 0xFC00 {
        case 0xD800: high = unit
        case 0xDC00: append(0xFFFD)
        default: append(UInt32(unit))
        }
    }

    private func append(_ scalar: UInt32) {
        guard let scalar = Unicode.Scalar(scalar) else { return }
        output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
}
