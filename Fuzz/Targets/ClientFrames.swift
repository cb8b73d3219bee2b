// SPDX-License-Identifier: Apache-2.0

/// Frames of a client, made from few bytes (RFC 9113 §4.1).
enum ClientFrames {
    /// What a client says first, with the acknowledgement of the server's settings.
    static let preface =
        Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frame(type: 4, stream: 0)
        + frame(type: 4, flags: 1, stream: 0)

    /// `POST https://localhost/3/device/ab`, from HPACK's static table where it can be.
    static let post: [UInt8] =
        [0x83, 0x87, 0x41, 0x09] + Array("localhost".utf8)
        + [0x44, 0x0C] + Array("/3/device/ab".utf8)
        + [0x00, 0x0A] + Array("apns-topic".utf8) + [0x01, 0x61]

    static func frame(
        type: UInt8, flags: UInt8 = 0, stream: UInt32, _ payload: [UInt8] = []
    ) -> [UInt8] {
        let count = UInt32(payload.count)
        return [16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) } + [type, flags]
            + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: stream >> $0) } + payload
    }

    /// Reads type, flags, stream and length in a byte each, then the payload, until the end.
    ///
    /// A stream of 255 is the highest there is; a HEADERS frame of length 255 is a whole request,
    /// and other frames of length 255 have 4,096 bytes of the next byte.
    static func encoded(_ source: inout ByteSource) -> [UInt8] {
        var bytes: [UInt8] = []
        while !source.isAtEnd, bytes.count < 64 << 10 {
            let type = source.byte()
            let flags = source.byte()
            let number = source.byte()
            let stream = number == 255 ? 0x7FFF_FFFF : UInt32(number)
            let length = source.byte()
            let payload: [UInt8]
            if length < 255 {
                payload = source.take(Int(length))
            } else if type == 1 {
                payload = post
            } else {
                payload = [UInt8](repeating: source.byte(), count: 4_096)
            }
            bytes += frame(type: type, flags: flags, stream: stream, payload)
        }
        return bytes
    }
}

/// The server's frames, as the client sees them.
struct AnswerFrames {
    private var pending: [UInt8] = []
    private var finding: FuzzFinding?
    private var isFirst = true
    private var answered: Set<UInt32> = []
    private var ended: Set<UInt32> = []

    mutating func append(_ bytes: ArraySlice<UInt8>) {
        pending += bytes
        var start = 0
        while pending.count - start >= 9 {
            let head = pending[start..<start + 9].map { UInt32($0) }
            let count = Int(head[0] << 16 | head[1] << 8 | head[2])
            guard pending.count - start >= 9 + count else { break }
            start += 9 + count
            let stream = head[5] << 24 | head[6] << 16 | head[7] << 8 | head[8]
            do {
                try take(type: head[3], flags: head[4], stream: stream, count: count)
            } catch {
                finding = finding ?? error
            }
        }
        pending.removeFirst(start)
    }

    private mutating func take(
        type: UInt32, flags: UInt32, stream: UInt32, count: Int
    ) throws(FuzzFinding) {
        try require(count <= 16_384, "the server sends a frame of \(count) bytes")
        if isFirst {
            try require(type == 4 && flags == 0, "the server does not begin with SETTINGS")
        }
        isFirst = false
        guard type == 0 || type == 1 else { return }
        try require(!ended.contains(stream), "the server goes on after the end of a stream")
        if type == 1 {
            try require(answered.insert(stream).inserted, "a stream has two answers")
        } else {
            try require(answered.contains(stream), "a body comes before its answer")
        }
        if flags & 1 != 0 { ended.insert(stream) }
    }

    /// - Throws: The first rule that did not hold.
    func judge() throws(FuzzFinding) {
        if let finding { throw finding }
    }
}
