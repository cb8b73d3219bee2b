// SPDX-License-Identifier: Apache-2.0
import Glibc
import OCKHTTP2
import LoopTesting
import OCKNetworking
import Testing

/// A server's and a client's session on the two ends of a socket pair, on one loop.
final class SessionPair {
    let test: TestLoop
    let client: HTTP2ClientSession
    let server: HTTP2ServerSession
    private let ends = Box(Ends())

    /// What the two sessions told at their end.
    struct Ends {
        var goAway: (code: UInt32, debug: String)?
        var client: CloseReason?
        var server: CloseReason?
    }

    init(
        _ test: TestLoop, limits: HTTP2Limits = HTTP2Limits(),
        clientLimits: HTTP2ClientLimits = HTTP2ClientLimits(),
        onRequest: @escaping (HTTP2ServerSession, HTTP2Request) -> Void
    ) throws {
        self.test = test
        let (left, right) = try connectionPair(on: test.loop)
        let ends = ends
        func stopWhenBothClosed() {
            if ends.content.client != nil, ends.content.server != nil { test.stop() }
        }
        client = HTTP2ClientSession(
            connection: left, loop: test.loop, authority: "localhost", limits: clientLimits,
            onGoAway: { ends.content.goAway = ($0, String(decoding: $1, as: UTF8.self)) },
            onClosed: {
                ends.content.client = $0
                stopWhenBothClosed()
            })
        server = HTTP2ServerSession(
            connection: right, loop: test.loop, limits: limits, onRequest: onRequest,
            onClosed: { _, reason in
                ends.content.server = reason
                stopWhenBothClosed()
            })
    }

    /// Runs until both sides have closed.
    @discardableResult
    func run() throws -> Ends {
        try test.run()
        return ends.content
    }
}

/// Two connected ends on one loop.
func connectionPair(on loop: EventLoop) throws -> (Connection, Connection) {
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    return (Connection(descriptor: ends[0], on: loop), Connection(descriptor: ends[1], on: loop))
}
