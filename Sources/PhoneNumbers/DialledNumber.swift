// SPDX-License-Identifier: Apache-2.0

/// The digits of a number as people, lists and URIs write it.
struct DialledNumber {
    private(set) var digits = DigitString()
    /// Whether a plus sign stands before them.
    private(set) var isInternational = false
    private var letterCount = 0
    /// Whether letters stand for some of its digits.
    var isWord: Bool { letterCount > 0 }

    /// Reads a number's text; nil for what has none, or holds anything that no number has.
    init?(utf8 text: UnsafeBufferPointer<UInt8>) {
        guard text.count <= E164.textByteCount else { return nil }
        var index = Self.startAfterScheme(text)
        if index < text.count, text[index] == UInt8(ascii: "+") {
            isInternational = true
            index &+= 1
        }
        // Most texts begin with plain digits, and many have nothing else.
        digits = DigitString(leading: text, from: index)
        index &+= digits.count
        while index < text.count {
            let byte = text[index]
            if byte &- 0x30 < 10 {
                guard digits.append(Int(byte &- 0x30)) else { return nil }
                index &+= 1
                continue
            }
            guard byte < 0x80 else {
                let (scalar, byteCount) = Self.scalar(text, index)
                guard take(scalar) else { return nil }
                index += byteCount
                continue
            }
            switch byte {
            case UInt8(ascii: "+"):
                guard takePlus() else { return nil }
            case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "("), UInt8(ascii: ")"),
                UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "["), UInt8(ascii: "]"),
                UInt8(ascii: "~"), UInt8(ascii: "\t"):
                break
            case UInt8(ascii: ";"):
                guard takeContext(text[index...]) else { return nil }
                index = text.count
            default:
                if !digits.isEmpty, Self.isDialledLater(text[index...]) {
                    index = text.count
                } else {
                    guard takeLetter(byte) else { return nil }
                }
            }
            index += 1
        }
        // One or two letters are a slip of the hand; a word is meant.
        guard !digits.isEmpty, letterCount == 0 || letterCount >= 3 else { return nil }
    }

    private mutating func takePlus() -> Bool {
        guard digits.isEmpty else { return false }
        isInternational = true
        return true
    }

    /// Takes a character beyond ASCII: a digit of another script, or a space or mark.
    private mutating func take(_ scalar: UInt32) -> Bool {
        if scalar == 0xFF0B || scalar == 0xFE62 { return takePlus() }
        if let digit = Self.digit(scalar) { return digits.append(digit) }
        return Self.isFormatting(scalar)
    }

    /// Takes a letter of a number that is a word, `1-800-FLOWERS`, as keypads have it (E.161).
    private mutating func takeLetter(_ byte: UInt8) -> Bool {
        let letter = Int(byte & 0xDF) - 0x41
        guard byte >= 0x41, (0..<26).contains(letter), !digits.isEmpty else { return false }
        letterCount += 1
        //                  ABC DEF GHI JKL MNO PQRS TUV WXYZ
        let keys: StaticString = "22233344455566677778889999"
        return digits.append(Int(keys.utf8Start[letter] & 15))
    }

    /// Reads a URI's parameters for the one that matters: `;phone-context=+44` (RFC 3966 §5.1.5).
    ///
    /// Extensions and all other parameters are dropped.
    private mutating func takeContext(_ parameters: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard !isInternational else { return true }
        let name: StaticString = ";phone-context=+"
        for parameter in parameters.indices where parameters[parameter] == UInt8(ascii: ";") {
            let rest = parameters[parameter...]
            guard rest.count > name.utf8CodeUnitCount,
                zip(rest, UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
                    .allSatisfy({ $0 == $1 || $0 | 0x20 == $1 })
            else { continue }
            var number = DigitString()
            for byte in rest.dropFirst(name.utf8CodeUnitCount) {
                if byte == UInt8(ascii: ";") { break }
                if byte &- 0x30 < 10 {
                    guard number.append(Int(byte &- 0x30)) else { return false }
                }
            }
            guard !number.isEmpty, number.append(contentsOf: digits) else { return false }
            digits = number
            isInternational = true
            return true
        }
        return true
    }
}
