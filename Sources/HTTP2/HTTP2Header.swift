// SPDX-License-Identifier: Apache-2.0

/// One header field.
package struct HTTP2Header: Sendable, Equatable {
    /// In lower case, as HTTP/2 sends it.
    package var name: String
    /// Bytes that are no UTF-8 show as U+FFFD.
    package var value: String

    /// `name` in lower case.
    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
