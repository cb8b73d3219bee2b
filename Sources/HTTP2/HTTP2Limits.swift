// SPDX-License-Identifier: Apache-2.0

/// What a server grants each client.
///
/// The defaults suit a push service.
package struct HTTP2Limits: Sendable, Equatable {
    /// Streams at a time, announced to the client; a session can change its own.
    package var maximumConcurrentStreamCount = 1_000
    /// Bytes of a body that matter; one more is kept, so that "too long" can be told.
    package var maximumBodyByteCount = 5_120
    /// A body that goes on beyond this is not waited for: the request is delivered as too large.
    package var maximumReceivedBodyByteCount = 64 * 1024
    /// A body that goes on beyond this, though answered, has its stream reset.
    package var maximumDiscardedBodyByteCount = 1 << 20
    /// Names, values and 32 bytes for each field (RFC 9113 §6.5.2); beyond it, the answer is 431;
    /// beyond eight times it, the connection is ended.
    package var maximumHeaderListByteCount = 8_000
    /// Fields of one request; beyond it, the answer is 431.
    package var maximumHeaderCount = 64
    /// A connection without streams, on which no frame came for so long, is sent away; nil: never.
    ///
    /// A client that pings once an hour is kept.
    package var idleTimeout: Duration? = .seconds(3_900)
    /// What such a client is told, as the debug data of the GOAWAY frame.
    package var idleFarewell: [UInt8] = Array("idle".utf8)
    /// What a client is told that opens more streams than it has acknowledged: APNs' own words.
    package var streamLimitFarewell: [UInt8] = Array(
        "Maximum active streams violated for this endpoint.".utf8)
    /// How long a client may take, from the end of the TLS handshake, for its preface and the
    /// acknowledgement of our settings.
    package var prefaceTimeout: Duration = .seconds(15)
    /// How long a request may take to come in whole, and its answer to be read.
    package var requestTimeout: Duration = .seconds(30)
    /// How long the open streams may take after a GOAWAY of ours.
    package var drainTimeout: Duration = .seconds(10)
    /// Streams that a client may reset, or make us reset, in a burst, and how many a second it
    /// earns back.
    ///
    /// Beyond, the connection is ended (CVE-2023-44487, CVE-2025-8671).
    package var resetBurstCount = 1_000
    package var resetsPerSecond = 33
    /// CONTINUATION frames of one header block (CVE-2024-28182).
    package var maximumContinuationCount = 8
    /// Frames without use that a client may send in a burst, and how many a second it earns back:
    /// pings, settings, empty data, priorities.
    ///
    /// Beyond, the connection is ended.
    package var uselessFrameBurstCount = 10_000
    package var uselessFramesPerSecond = 100
    /// Bytes of bodies that may be on their way to us, over all streams of a connection.
    package var connectionWindowByteCount = 1 << 20

    package init() {}
}
