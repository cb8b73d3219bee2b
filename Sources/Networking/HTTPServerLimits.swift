// SPDX-License-Identifier: Apache-2.0

/// What an ``HTTPServer`` grants each client.
package struct HTTPServerLimits: Sendable, Equatable {
    /// Beyond it, the answer is 400.
    package var maximumHeaderByteCount = 16 * 1024
    /// Beyond it, the answer is 413.
    package var maximumBodyByteCount = 64 * 1024
    /// How long a client may be silent inside a request, or between two.
    package var timeout: Duration = .seconds(30)

    package init() {}
}
