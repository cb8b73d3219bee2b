// SPDX-License-Identifier: Apache-2.0
import CZstd

/// What a Zstandard file holds (RFC 8878), all its frames one after another.
final class ZstdSource: ByteSource {
    private let source: any ByteSource
    private let list: String
    private let stream: OpaquePointer
    private let input = UnsafeMutablePointer<UInt8>.allocate(capacity: inputByteCount)
    private var inputCount = 0
    private var inputPosition = 0
    /// Compressed bytes that came from the source.
    private var takenCount = 0
    private var isBetweenFrames = false
    /// Whether the decoder holds output that had no room.
    private var holdsOutput = false

    private static let inputByteCount = 64 * 1024

    /// Messages call it `list`.
    init(_ source: any ByteSource, list: String) {
        self.source = source
        self.list = list
        guard let stream = ZSTD_createDStream() else { preconditionFailure("zstd has no memory") }
        self.stream = stream
    }

    deinit {
        ZSTD_freeDStream(stream)
        input.deallocate()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ListError) -> Int {
        var output = ZSTD_outBuffer(dst: buffer.baseAddress, size: buffer.count, pos: 0)
        while output.pos == 0 {
            if inputPosition == inputCount, !holdsOutput, try !refill() { return 0 }
            var bytes = ZSTD_inBuffer(src: input, size: inputCount, pos: inputPosition)
            let code = ZSTD_decompressStream(stream, &output, &bytes)
            inputPosition = bytes.pos
            if ZSTD_isError(code) != 0 {
                throw .corrupt(
                    list: list, compression: .zstd, offset: offset,
                    reason: String(cString: ZSTD_getErrorName(code)))
            }
            isBetweenFrames = code == 0
            holdsOutput = output.pos == output.size && !isBetweenFrames
        }
        return output.pos
    }

    private var offset: Int { takenCount - (inputCount - inputPosition) }

    /// - Returns: False where the data ends as it should.
    private func refill() throws(ListError) -> Bool {
        let buffer = UnsafeMutableRawBufferPointer(start: input, count: Self.inputByteCount)
        inputPosition = 0
        inputCount = try source.read(into: buffer)
        takenCount += inputCount
        if inputCount > 0 { return true }
        guard isBetweenFrames else {
            throw .truncated(list: list, compression: .zstd, offset: takenCount)
        }
        return false
    }
}
