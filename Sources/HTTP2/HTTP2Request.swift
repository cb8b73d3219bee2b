// SPDX-License-Identifier: Apache-2.0

/// A request that has come in whole, or as far as a server reads.
///
/// Its arrays are used again for later requests; whoever keeps them makes the session take others.
package struct HTTP2Request: Sendable, Equatable {
    /// What the answer is given to.
    package var streamID: Int32
    package var head: HeaderList
    /// At most one byte more than ``HTTP2Limits/maximumBodyByteCount``.
    package var body: [UInt8]
    /// How many bytes came, also those that were not kept.
    package var bodyByteCount: Int
    /// Whether the body is longer than ``HTTP2Limits/maximumBodyByteCount``.
    package var isBodyTooLarge: Bool

    package init(
        streamID: Int32, head: HeaderList = HeaderList(), body: [UInt8] = [],
        bodyByteCount: Int? = nil, isBodyTooLarge: Bool = false
    ) {
        self.streamID = streamID
        self.head = head
        self.body = body
        self.bodyByteCount = bodyByteCount ?? body.count
        self.isBodyTooLarge = isBodyTooLarge
    }

    // MARK: For those who are in no hurry

    package var method: String { head.value(of: ":method") ?? "" }
    package var path: String { head.value(of: ":path") ?? "" }
    package var scheme: String { head.value(of: ":scheme") ?? "" }
    /// Empty if the client sent none.
    package var authority: String { head.value(of: ":authority") ?? "" }
    /// In the order received, the same name as often as it came; without the fields above.
    package var headers: [HTTP2Header] {
        head.fields.compactMap { field in
            let name = head.text(field.name)
            return name.hasPrefix(":") ? nil : HTTP2Header(name, head.text(field.value))
        }
    }
}
