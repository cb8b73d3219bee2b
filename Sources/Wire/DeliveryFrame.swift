// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// The two messages that every push costs, written and read by hand.
///
/// What is written is what ``MessageCoder`` would write, byte by byte; it takes a tenth of the
/// time and no memory of its own.
package enum DeliveryFrame {
    /// Appends the frame of ``GatewayMessage/deliver(_:)``.
    ///
    /// - Returns: False, and nothing appended, for a delivery that is not so simple: a bundle
    ///   identifier with other characters, or a payload that is no push's.
    package static func append(_ delivery: PushDelivery, to bytes: inout [UInt8]) -> Bool {
        let isPlain = delivery.bundle.utf8.allSatisfy(isPlainCharacter)
        guard isPlain, delivery.payload.array.count <= Limits.frameByteCount / 2,
            delivery.bundle.utf8.count <= Limits.nameByteCount
        else { return false }
        let start = bytes.count
        bytes.append(contentsOf: [0, 0, 0, 0])
        append(#"{"deliver":{"_0":{"acceptedAt":"#, to: &bytes)
        append(delivery.acceptedAt, to: &bytes)
        append(#","bundle":""#, to: &bytes)
        bytes.append(contentsOf: delivery.bundle.utf8)
        append(#"","environment":""#, to: &bytes)
        switch delivery.environment {
        case .production: append("production", to: &bytes)
        case .development: append("development", to: &bytes)
        }
        if let expiration = delivery.expiration {
            append(#"","expiration":"#, to: &bytes)
            append(expiration, to: &bytes)
            append(#","id":""#, to: &bytes)
        } else {
            append(#"","id":""#, to: &bytes)
        }
        append(delivery.id, to: &bytes)
        append(#"","kind":""#, to: &bytes)
        switch delivery.kind {
        case .voip: append("voip", to: &bytes)
        case .alert: append("alert", to: &bytes)
        }
        append(#"","number":"#, to: &bytes)
        append(delivery.number, to: &bytes)
        append(#","payload":""#, to: &bytes)
        appendBase64(delivery.payload.array, to: &bytes)
        append(#""}}}"#, to: &bytes)
        let count = UInt32(bytes.count - start - 4)
        for index in 0..<4 {
            bytes[start + index] = UInt8(truncatingIfNeeded: count >> UInt32(24 - 8 * index))
        }
        return true
    }

    /// Reads a body that is a ``DeviceMessage/acknowledge(_:number:)`` as we write it.
    ///
    /// - Returns: Nil for any other body: ``MessageCoder`` says what that is.
    package static func acknowledgement(
        _ body: [UInt8]
    ) -> (id: PushID, number: UInt64)? {
        body.withUnsafeBufferPointer { body in
            var rest = body[...]
            guard take(#"{"acknowledge":{"_0":""#, from: &rest), rest.count > 36 else { return nil }
            guard let id = identifier(rest.prefix(36)) else { return nil }
            rest = rest.dropFirst(36)
            guard take(#"","number":"#, from: &rest) else { return nil }
            var number: UInt64 = 0
            var count = 0
            while let byte = rest.first, (0x30...0x39).contains(byte) {
                guard count < 19 else { return nil }
                number = number * 10 + UInt64(byte - 0x30)
                count += 1
                rest = rest.dropFirst()
            }
            guard count > 0, take("}}", from: &rest), rest.isEmpty else { return nil }
            return (id, number)
        }
    }

    // MARK: Parts

    private static func append(_ text: StaticString, to bytes: inout [UInt8]) {
        bytes.append(
            contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        var rest = UInt64(number.magnitude)
        // 2^64 has 20 digits.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var start = digits.count
            repeat {
                start -= 1
                digits.initializeElement(at: start, to: UInt8(ascii: "0") + UInt8(rest % 10))
                rest /= 10
            } while rest > 0
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
        }
    }

    private static func append(_ id: PushID, to bytes: inout [UInt8]) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 36) { text in
            var place = 0
            for digit in 0..<32 {
                if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
                    text.initializeElement(at: place, to: UInt8(ascii: "-"))
                    place += 1
                }
                let bits = digit < 16 ? id.high : id.low
                let value = UInt8(truncatingIfNeeded: bits >> UInt64(60 - 4 * (digit & 15))) & 15
                text.initializeElement(at: place, to: value < 10 ? 0x30 + value : 0x41 + value - 10)
                place += 1
            }
            bytes.append(contentsOf: text)
        }
    }

    private static func appendBase64(_ payload: [UInt8], to bytes: inout [UInt8]) {
        let alphabet: StaticString =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        let digits = UnsafeBufferPointer(
            start: alphabet.utf8Start, count: alphabet.utf8CodeUnitCount)
        let groupCount = (payload.count + 2) / 3
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4 * groupCount) { text in
            for group in 0..<groupCount {
                let index = 3 * group
                let hasSecond = index + 1 < payload.count
                let hasThird = index + 2 < payload.count
                let second = hasSecond ? Int(payload[index + 1]) : 0
                let third = hasThird ? Int(payload[index + 2]) : 0
                let bits = Int(payload[index]) << 16 | second << 8 | third
                let place = 4 * group
                let padding = UInt8(ascii: "=")
                text.initializeElement(at: place, to: digits[bits >> 18])
                text.initializeElement(at: place + 1, to: digits[bits >> 12 & 63])
                text.initializeElement(
                    at: place + 2, to: hasSecond ? digits[bits >> 6 & 63] : padding)
                text.initializeElement(at: place + 3, to: hasThird ? digits[bits & 63] : padding)
            }
            bytes.append(contentsOf: text)
        }
    }

    private static func take(
        _ text: StaticString, from rest: inout Slice<UnsafeBufferPointer<UInt8>>
    ) -> Bool {
        let count = text.utf8CodeUnitCount
        let expected = UnsafeBufferPointer(start: text.utf8Start, count: count)
        guard rest.count >= count, rest.prefix(count).elementsEqual(expected) else { return false }
        rest = rest.dropFirst(count)
        return true
    }

    private static func identifier(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> PushID? {
        var bits: (high: UInt64, low: UInt64) = (0, 0)
        for (position, byte) in text.enumerated() {
            if position == 8 || position == 13 || position == 18 || position == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            let value: UInt8
            switch byte {
            case 0x30...0x39: value = byte - 0x30
            case 0x41...0x46: value = byte - 0x41 + 10
            case 0x61...0x66: value = byte - 0x61 + 10
            default: return nil
            }
            let carry = bits.low >> 60
            bits.low = bits.low << 4 | UInt64(value)
            bits.high = bits.high << 4 | carry
        }
        return PushID(high: bits.high, low: bits.low)
    }

    /// What stands in a JSON string as it is.
    private static func isPlainCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
