// SPDX-License-Identifier: Apache-2.0

/// Makes choices out of bytes; beyond their end each choice is the first.
struct ByteSource {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    /// The next byte.
    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// A number below `count`, which is 1 to 256.
    mutating func below(_ count: Int) -> Int { Int(byte()) % count }

    /// One of the values.
    mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

    /// The next bytes, fewer at the end.
    mutating func take(_ count: Int) -> [UInt8] {
        let piece = rest.prefix(count)
        rest = rest.dropFirst(count)
        return Array(piece)
    }

    /// A length, and so many bytes.
    mutating func run() -> [UInt8] { take(Int(byte())) }

    /// All that is left.
    mutating func remainder() -> [UInt8] {
        defer { rest = [] }
        return Array(rest)
    }
}
