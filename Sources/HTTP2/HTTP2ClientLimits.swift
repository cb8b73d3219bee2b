// SPDX-License-Identifier: Apache-2.0

/// What a client keeps to.
package struct HTTP2ClientLimits: Sendable, Equatable {
    /// Streams at a time, also where the server allows more or names no limit.
    package var maximumConcurrentStreamCount = 2_000
    /// Requests that wait for a free stream.
    package var maximumQueuedRequestCount = 100_000
    package var maximumResponseBodyByteCount = 64 * 1024
    package var maximumHeaderListByteCount = 16 * 1024
    /// How often to ask an otherwise silent server for a sign of life; nil: never.
    ///
    /// A ping that is not answered before the next is due closes the connection.
    package var keepAliveInterval: Duration? = .seconds(60)

    package init() {}
}
