// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// An `apns-id` with the case of each of its letters, so that it can be echoed as it was written.
package struct WrittenPushID: Hashable, Sendable {
    /// The length of the text form, 8-4-4-4-12.
    package static let byteCount = 36

    package var id: PushID
    /// A bit for each of the 32 digits, the first digit's the highest: whether a letter there is in
    /// upper case.
    private var upperCase: UInt32

    /// An id that was made here: all in upper case, as Apple's are.
    package init(made id: PushID) {
        self.id = id
        upperCase = .max
    }

    /// An id in lower case, as `apns-unique-id` is written.
    package init(lowerCase id: PushID) {
        self.id = id
        upperCase = 0
    }

    /// Reads the 36 bytes of the text form; nil for any other text.
    init?(_ text: Span<UInt8>) {
        guard text.count == Self.byteCount else { return nil }
        var words: (high: UInt64, low: UInt64) = (0, 0)
        var upperCase: UInt32 = 0
        var digit = 0
        for position in 0..<text.count {
            let byte = text[position]
            if Self.isHyphen(position) {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            let value = hexadecimalDigitValue(byte)
            guard value < 16 else { return nil }
            let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte)
            upperCase = upperCase << 1 | (isUpper ? 1 : 0)
            if digit < 16 {
                words.high = words.high << 4 | UInt64(value)
            } else {
                words.low = words.low << 4 | UInt64(value)
            }
            digit += 1
        }
        id = PushID(high: words.high, low: words.low)
        self.upperCase = upperCase
    }

    /// False for the form that Apple asks for: lower case alone.
    var hasUpperCase: Bool { upperCase != 0 }

    /// Writes the text form, without an allocation.
    ///
    /// - Parameter buffer: Has room for ``byteCount`` bytes.
    package func write(to buffer: UnsafeMutableRawBufferPointer) {
        precondition(buffer.count >= Self.byteCount, "an apns-id has 36 bytes")
        var digit = 0
        for position in 0..<Self.byteCount {
            guard !Self.isHyphen(position) else {
                buffer[position] = UInt8(ascii: "-")
                continue
            }
            let word = digit < 16 ? id.high : id.low
            let value = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * (digit & 15))) & 15
            let isUpper = upperCase >> UInt32(31 - digit) & 1 == 1
            let letter = isUpper ? UInt8(ascii: "A") : UInt8(ascii: "a")
            buffer[position] = value < 10 ? UInt8(ascii: "0") + value : letter + value - 10
            digit += 1
        }
    }

    private static func isHyphen(_ position: Int) -> Bool {
        position == 8 || position == 13 || position == 18 || position == 23
    }
}

extension WrittenPushID: CustomStringConvertible {
    package var description: String {
        String(unsafeUninitializedCapacity: Self.byteCount) { buffer in
            write(to: UnsafeMutableRawBufferPointer(buffer))
            return Self.byteCount
        }
    }
}
