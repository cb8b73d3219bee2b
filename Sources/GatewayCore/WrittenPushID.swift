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
        for position in Self.hyphens where text[position] != UInt8(ascii: "-") { return nil }
        let digits = (
            text.eight(at: 0), text.eight(at: 9, and: 14), text.eight(at: 19, and: 24),
            text.eight(at: 28)
        )
        guard let a = digits.0.hexadecimal, let b = digits.1.hexadecimal,
            let c = digits.2.hexadecimal, let d = digits.3.hexadecimal
        else { return nil }
        id = PushID(high: UInt64(a) << 32 | UInt64(b), low: UInt64(c) << 32 | UInt64(d))
        upperCase =
            UInt32(digits.0.upperCase) << 24 | UInt32(digits.1.upperCase) << 16
            | UInt32(digits.2.upperCase) << 8 | UInt32(digits.3.upperCase)
    }

    /// False for the form that Apple asks for: lower case alone.
    var hasUpperCase: Bool { upperCase != 0 }

    /// Writes the text form, without an allocation.
    ///
    /// - Parameter buffer: Has room for ``byteCount`` bytes.
    package func write(to buffer: UnsafeMutableRawBufferPointer) {
        precondition(buffer.count >= Self.byteCount, "an apns-id has 36 bytes")
        for position in Self.hyphens { buffer[position] = UInt8(ascii: "-") }
        let second = digits(1)
        let third = digits(2)
        Self.store(digits(0), to: buffer, at: 0)
        Self.store(UInt32(truncatingIfNeeded: second), to: buffer, at: 9)
        Self.store(UInt32(truncatingIfNeeded: second >> 32), to: buffer, at: 14)
        Self.store(UInt32(truncatingIfNeeded: third), to: buffer, at: 19)
        Self.store(UInt32(truncatingIfNeeded: third >> 32), to: buffer, at: 24)
        Self.store(digits(3), to: buffer, at: 28)
    }

    /// Where the hyphens are among the digits, eight of which lie at 0, 9 and 14, 19 and 24, 28.
    private static var hyphens: StrideThrough<Int> { stride(from: 8, through: 23, by: 5) }

    /// Eight of the 32 digits as text, the first the lowest.
    private func digits(_ place: Int) -> UInt64 {
        let half = place < 2 ? id.high : id.low
        return EightBytes(
            hexadecimal: UInt32(truncatingIfNeeded: place & 1 == 0 ? half >> 32 : half),
            upperCase: UInt8(truncatingIfNeeded: upperCase >> UInt32(24 - 8 * place))
        ).word
    }

    private static func store(
        _ text: some FixedWidthInteger, to buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) {
        buffer.storeBytes(of: text.littleEndian, toByteOffset: offset, as: type(of: text))
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
