// SPDX-License-Identifier: Apache-2.0

/// What a connection grants its peer.
package struct ConnectionLimits: Sendable, Equatable {
    /// How many bytes may wait for a peer that reads slowly; a send beyond closes the connection.
    ///
    /// A message that alone is longer is taken while nothing else waits.
    package var maximumPendingByteCount: Int
    /// How long connecting and the TLS handshake may take together.
    package var handshakeTimeout: Duration
    /// How long the peer may take nothing while something waits, before it counts as too slow.
    package var writeTimeout: Duration
    /// How long the last bytes may take on their way after ``Connection/closeAfterFlush()``.
    package var flushTimeout: Duration

    /// 1 MiB, 10 s, 60 s, 5 s, unless said otherwise.
    package init(
        maximumPendingByteCount: Int = 1 << 20,
        handshakeTimeout: Duration = .seconds(10),
        writeTimeout: Duration = .seconds(60), flushTimeout: Duration = .seconds(5)
    ) {
        self.maximumPendingByteCount = maximumPendingByteCount
        self.handshakeTimeout = handshakeTimeout
        self.writeTimeout = writeTimeout
        self.flushTimeout = flushTimeout
    }
}
