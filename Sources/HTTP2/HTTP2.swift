// SPDX-License-Identifier: Apache-2.0
// The signatures of this room; the bodies follow file by file.

package import Networking

package struct HTTP2Header: Sendable, Equatable {
    package var name: String
    package var value: String
    package init(_ name: String, _ value: String) { self.name = name; self.value = value }
}

package struct HTTP2Request: Sendable, Equatable {
    package var streamID: Int32
    package var method: String
    package var path: String
    package var scheme: String
    package var authority: String
    package var headers: [HTTP2Header]
    package var body: [UInt8]
    package var bodyByteCount: Int
    package var isBodyTooLarge: Bool
}

package struct HTTP2Response: Sendable, Equatable {
    package var status: Int
    package var headers: [HTTP2Header]
    package var body: [UInt8]
}

package struct HTTP2Limits: Sendable {
    package var maximumConcurrentStreamCount = 1000
    package var maximumBodyByteCount = 5_120
    package var maximumHeaderListByteCount = 8_000
    package var maximumHeaderCount = 64
    package var idleTimeout: Duration? = nil
    package init() {}
}

package enum HTTP2Error: Error, Equatable, Sendable {
    case connectionClosed(CloseReason)
    /// Not processed by the peer: safe to send again, on another connection if `goAway` came.
    case refused
    case streamReset(code: UInt32)
    case tooManyRequests(limit: Int)
    case responseTooLarge(limit: Int)
}

package final class HTTP2ServerSession {
    package init(
        connection: Connection,
        loop: EventLoop,
        limits: HTTP2Limits = HTTP2Limits(),
        onRequest: @escaping (HTTP2ServerSession, HTTP2Request) -> Void,
        onClosed: @escaping (HTTP2ServerSession, CloseReason) -> Void
    ) { fatalError() }
    package let connection: Connection
    package func respond(
        to streamID: Int32,
        status: Int,
        headers: [HTTP2Header] = [],
        body: [UInt8] = []
    ) { fatalError() }
    /// Refuses new streams, lets the open ones end, closes. `debug` goes into the GOAWAY frame.
    package func goAway(errorCode: UInt32 = 0, debug: [UInt8] = []) { fatalError() }
}

package final class HTTP2ClientSession {
    package init(
        connection: Connection,
        loop: EventLoop,
        limits: HTTP2Limits = HTTP2Limits(),
        onGoAway: @escaping (_ errorCode: UInt32, _ debug: [UInt8]) -> Void = { _, _ in },
        onClosed: @escaping (CloseReason) -> Void = { _ in }
    ) { fatalError() }
    package func request(
        method: String,
        path: String,
        headers: [HTTP2Header] = [],
        body: [UInt8] = [],
        completion: @escaping (Result<HTTP2Response, HTTP2Error>) -> Void
    ) { fatalError() }
    package func close() { fatalError() }
}
