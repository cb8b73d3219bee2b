// SPDX-License-Identifier: Apache-2.0

/// An answer that has come in whole.
package struct HTTP2Response: Sendable, Equatable {
    package var status: Int
    /// In the order received, without `:status`.
    package var headers: [HTTP2Header]
    package var body: [UInt8]

    package init(status: Int, headers: [HTTP2Header] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The first value of a header, by its name in lower case.
    package func value(of name: String) -> String? { headers.first { $0.name == name }?.value }
}
