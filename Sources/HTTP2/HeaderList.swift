// SPDX-License-Identifier: Apache-2.0

/// The header fields of a request in the order received, pseudo-header fields included.
///
/// All text lies in one array, so that a list that is used again costs no allocation, and whoever
/// wants to keep the text takes the array over without copying it.
package struct HeaderList: Sendable, Equatable {
    /// Where one field lies in ``HeaderList/bytes``.
    package struct Field: Sendable, Equatable {
        private var start: UInt32
        private var nameEnd: UInt32
        private var end: UInt32

        init(start: Int, nameEnd: Int, end: Int) {
            self.start = UInt32(start)
            self.nameEnd = UInt32(nameEnd)
            self.end = UInt32(end)
        }

        /// The same field, further on in its text.
        fileprivate func moved(by byteCount: UInt32) -> Field {
            var field = self
            field.start += byteCount
            field.nameEnd += byteCount
            field.end += byteCount
            return field
        }

        /// The name's bytes: in lower case, as HTTP/2 sends it; `:method` and its like too.
        package var name: Range<Int> { Int(start)..<Int(nameEnd) }
        /// The value's bytes, as they came.
        package var value: Range<Int> { Int(nameEnd)..<Int(end) }
    }

    /// Each field's name and value, one after the other, with nothing between.
    package private(set) var bytes: [UInt8] = []
    /// In the order received; the same name as often as it came.
    package private(set) var fields: [Field] = []

    package init() {}

    /// Puts a field at the end.
    package mutating func append(_ name: String, _ value: String) {
        let start = bytes.count
        bytes.append(contentsOf: name.utf8)
        let nameEnd = bytes.count
        bytes.append(contentsOf: value.utf8)
        fields.append(Field(start: start, nameEnd: nameEnd, end: bytes.count))
    }

    /// Puts several fields at the end, whose places count from the start of `text`.
    mutating func append(
        text: UnsafeBufferPointer<UInt8>, fields more: UnsafeMutableBufferPointer<Field>
    ) {
        let start = UInt32(bytes.count)
        bytes.append(contentsOf: text)
        if start > 0 {
            for index in more.indices { more[index] = more[index].moved(by: start) }
        }
        fields.append(contentsOf: more)
    }

    /// Empties the list; its room is used again, unless someone else holds it.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        fields.removeAll(keepingCapacity: true)
    }

    /// Room for an ordinary push, in one piece.
    mutating func reserveCapacity() {
        bytes.reserveCapacity(1024)
        fields.reserveCapacity(16)
    }

    // MARK: Reading

    /// Shows the bytes of a name or value, valid during the call.
    package func withBytes<Result>(
        _ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }

    /// A name or value as text; bytes that are no UTF-8 show as U+FFFD.
    package func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// The first value of a field, by its name in lower case; nil if there is none.
    package func value(of name: StaticString) -> String? {
        fields.first { matches($0.name, name) }.map { text($0.value) }
    }

    /// Whether a name or value is just that.
    package func matches(_ range: Range<Int>, _ text: StaticString) -> Bool {
        text.withUTF8Buffer { text in
            range.count == text.count && withBytes(range) { $0.elementsEqual(text) }
        }
    }
}
