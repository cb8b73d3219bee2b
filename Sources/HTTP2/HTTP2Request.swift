// SPDX-License-Identifier: Apache-2.0

/// A request that has come in whole, or as far as a server reads.
package struct HTTP2Request: Sendable, Equatable {
    /// What the answer is given to.
    package var streamID: Int32
    package var method: String
    package var path: String
    package var scheme: String
    /// Empty if the client sent none.
    package var authority: String
    /// In the order received, the same name as often as it came; without the `:` fields above.
    package var headers: [HTTP2Header]
    /// At most one byte more than ``HTTP2Limits/maximumBodyByteCount``.
    package var body: [UInt8]
    /// How many bytes came, also those that were not kept.
    package var bodyByteCount: Int
    /// Whether the body is longer than ``HTTP2Limits/maximumBodyByteCount``.
    package var isBodyTooLarge: Bool

    package init(
        streamID: Int32, method: String, path: String, scheme: String = "https",
        authority: String = "", headers: [HTTP2Header] = [], body: [UInt8] = [],
        bodyByteCount: Int? = nil, isBodyTooLarge: Bool = false
    ) {
        self.streamID = streamID
        self.method = method
        self.path = path
        self.scheme = scheme
        self.authority = authority
        self.headers = headers
        self.body = body
        self.bodyByteCount = bodyByteCount ?? body.count
        self.isBodyTooLarge = isBodyTooLarge
    }
}
