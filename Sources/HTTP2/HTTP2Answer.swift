// SPDX-License-Identifier: Apache-2.0

/// An answer as it came in, in buffers that are used again for the next one.
///
/// Whoever needs it longer than a call takes what it needs out of it.
package struct HTTP2Answer {
    package internal(set) var status = 0
    package internal(set) var body: [UInt8] = []
    /// Names and values, one after the other.
    private var text: [UInt8] = []
    private var ends: [(name: Int, value: Int)] = []

    init() {
        text.reserveCapacity(128)
        ends.reserveCapacity(4)
    }

    /// Whether only an answer of 1xx has come so far.
    var isInterim: Bool { 100..<200 ~= status }

    mutating func removeAll() {
        status = 0
        body.removeAll(keepingCapacity: true)
        text.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
    }

    mutating func append(
        name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>
    ) {
        // nghttp2 lets no other name with a colon through, and no status that is not three digits.
        guard name.first != UInt8(ascii: ":") else {
            status = value.reduce(0) { $0 * 10 + Int($1 &- UInt8(ascii: "0")) }
            return
        }
        text.append(contentsOf: name)
        let middle = text.count
        text.append(contentsOf: value)
        ends.append((middle, text.count))
    }

    /// Hands the bytes of a header's first value over for the length of a call; nil if it is
    /// absent.
    package func withValue<Result>(
        of name: StaticString, _ body: (UnsafeBufferPointer<UInt8>?) -> Result
    ) -> Result {
        text.withUnsafeBufferPointer { text in
            var start = 0
            for end in ends {
                let isFound =
                    end.name - start == name.utf8CodeUnitCount
                    && text[start..<end.name].elementsEqual(
                        UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
                if isFound {
                    return body(UnsafeBufferPointer(rebasing: text[end.name..<end.value]))
                }
                start = end.value
            }
            return body(nil)
        }
    }

    /// The answer as a value of its own.
    var response: HTTP2Response {
        var headers: [HTTP2Header] = []
        headers.reserveCapacity(ends.count)
        var start = 0
        for end in ends {
            headers.append(
                HTTP2Header(
                    String(decoding: text[start..<end.name], as: UTF8.self),
                    String(decoding: text[end.name..<end.value], as: UTF8.self)))
            start = end.value
        }
        return HTTP2Response(status: status, headers: headers, body: body)
    }
}
