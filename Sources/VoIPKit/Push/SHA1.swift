// SPDX-License-Identifier: Apache-2.0

/// The Secure Hash Algorithm of FIPS 180-4 §6.1, for names alone: version 5 of a UUID asks for it
/// (RFC 9562 §5.5), and nothing here rests on its strength.
///
/// By hand, since no module that both systems have offers it.
enum SHA1 {
    /// The 20 bytes of the hash.
    static func hash(_ message: [UInt8]) -> [UInt8] {
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        let padded = padded(message)
        for start in stride(from: 0, to: padded.count, by: 64) {
            mix(padded[start..<start + 64], into: &state)
        }
        return state.flatMap(bigEndian)
    }

    /// A one, zeros, and the count of bits, to whole blocks of 64 bytes.
    private static func padded(_ message: [UInt8]) -> [UInt8] {
        let zeroCount = (119 - message.count % 64) % 64
        let bitCount = UInt64(message.count) * 8
        return message + [0x80] + Array(repeating: 0, count: zeroCount)
            + bigEndian(UInt32(truncatingIfNeeded: bitCount >> 32))
            + bigEndian(UInt32(truncatingIfNeeded: bitCount))
    }

    private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
            block[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<80 {
            let word = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
            words.append(rotated(word, 1))
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for index in 0..<80 {
            let (choice, constant) = step(index, b, c, d)
            let next = rotated(a, 5) &+ choice &+ e &+ constant &+ words[index]
            (a, b, c, d, e) = (next, a, rotated(b, 30), c, d)
        }
        for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
    }

    /// The function and constant of the step (FIPS 180-4 §4.1.1, §4.2.1).
    private static func step(
        _ index: Int, _ b: UInt32, _ c: UInt32, _ d: UInt32
    ) -> (UInt32, UInt32) {
        switch index {
        case 0..<20: (b & c | ~b & d, 0x5A82_7999)
        case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case 40..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word << count | word >> (32 - count)
    }

    private static func bigEndian(_ word: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
    }
}
