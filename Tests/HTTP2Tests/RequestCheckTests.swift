// SPDX-License-Identifier: Apache-2.0
import LoopTesting
import OCKNetworking
import Testing

@testable import OCKHTTP2

/// Which requests are well formed (RFC 9113 §8).
@Suite struct RequestCheckTests {
    typealias Field = (name: String, value: String)

    private static let good: [Field] = [
        (":method", "POST"), (":scheme", "https"), (":path", "/3/device/00ff"),
        (":authority", "localhost:8443"),
    ]

    private func isComplete(_ fields: [Field]) -> Bool {
        var check = RequestCheck()
        for field in fields { take(Array(field.name.utf8), Array(field.value.utf8), &check) }
        return check.isComplete()
    }

    private func take(_ name: [UInt8], _ value: [UInt8], _ check: inout RequestCheck) {
        name.withUnsafeBufferPointer { name in
            value.withUnsafeBufferPointer { check.take(name: name, value: $0) }
        }
    }

    /// The good request with one field in place of another.
    private func with(_ name: String, _ value: String) -> [Field] {
        Self.good.map { $0.name == name ? (name, value) : $0 }
    }

    @Test("Each pseudo-header field is there once, before the others, and not empty")
    func pseudoFields() {
        #expect(isComplete(Self.good))
        for index in 0..<4 {
            var fields = Self.good
            let field = fields.remove(at: index)
            #expect(isComplete(fields) == (field.name == ":authority"), "without \(field.name)")
            #expect(!isComplete(Self.good + [field]), "\(field.name) twice")
            #expect(!isComplete(fields + [("x", "1"), field]), "\(field.name) late")
            #expect(!isComplete(with(field.name, "")), "\(field.name) empty")
        }
        #expect(!isComplete([]))
        #expect(!isComplete(Self.good + [(":status", "200")]))
        #expect(!isComplete(Self.good + [(":", "200")]))
        #expect(!isComplete(Self.good + [(":protocol", "websocket")]))
    }

    @Test("A path begins with a slash, but for OPTIONS; CONNECT names an authority alone")
    func targets() {
        #expect(!isComplete(with(":path", "3/device")))
        #expect(!isComplete(with(":path", "*")))
        #expect(!isComplete(with(":path", "/a b")))
        #expect(!isComplete(with(":path", "/a\u{7f}")))
        #expect(!isComplete(with(":method", "PO ST")))
        #expect(!isComplete(with(":authority", "local host")))
        #expect(
            isComplete([(":method", "OPTIONS"), (":scheme", "https"), (":path", "*")]))
        #expect(isComplete([(":method", "CONNECT"), (":authority", "a:1")]))
        #expect(!isComplete(with(":method", "CONNECT")))
        #expect(!isComplete([(":method", "CONNECT")]))
    }

    @Test("Names are tokens in lower case; fields that concern the connection are forbidden")
    func regularFields() {
        for name in ["apns-topic", "x", "a.b_c~1", "te2", "hosts", "content-lengths"] {
            #expect(isComplete(Self.good + [(name, "v"), (name, "")]), "\(name)")
        }
        for name in ["", "Apns-topic", "a b", "a:b", "a\u{0}", "é", "a(b", "a\u{7f}"] {
            #expect(!isComplete(Self.good + [(name, "v")]), "\(name)")
        }
        for name in [
            "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade",
        ] { #expect(!isComplete(Self.good + [(name, "x")]), "\(name)") }
        #expect(isComplete(Self.good + [("te", "trailers")]))
        #expect(!isComplete(Self.good + [("te", "gzip")]))
        #expect(isComplete(Self.good + [("host", "a")]))
        #expect(!isComplete(Self.good + [("host", "a"), ("host", "a")]))
    }

    @Test("A value has no control byte anywhere, and no white space around it")
    func values() {
        for byte in UInt8.min...UInt8.max {
            for position in [0, 1, 7, 8, 9, 15, 16, 20] {
                var value = [UInt8](repeating: UInt8(ascii: "a"), count: 21)
                value[position] = byte
                var check = RequestCheck()
                take(Array("x".utf8), value, &check)
                let isWhite = byte == 0x20 || byte == 0x09
                let isEdge = position == 0 || position == 20
                let isBad = isWhite ? isEdge : byte < 0x20 || byte == 0x7f
                #expect(check.isMalformed == isBad, "byte \(byte) at \(position)")
            }
        }
    }

    @Test("A body is as long as content-length says, which comes once, in digits")
    func contentLength() {
        var check = RequestCheck()
        #expect(check.admits(bodyByteCount: 1 << 40, isWhole: true))
        take(Array("content-length".utf8), Array("12".utf8), &check)
        #expect(!check.isMalformed)
        #expect(check.admits(bodyByteCount: 12, isWhole: false))
        #expect(!check.admits(bodyByteCount: 13, isWhole: false))
        #expect(check.admits(bodyByteCount: 12, isWhole: true))
        #expect(!check.admits(bodyByteCount: 11, isWhole: true))
        for value in ["", "-1", "1a", "+1", "1234567890123456789"] {
            #expect(!isComplete(Self.good + [("content-length", value)]), "\(value)")
        }
        let twice = [("content-length", "1"), ("content-length", "1")]
        #expect(!isComplete(Self.good + twice))
    }

    /// A literal header field that nobody indexes (RFC 7541 §6.2.2).
    private static func literal(_ name: String, _ value: String) -> [UInt8] {
        [0, UInt8(name.utf8.count)] + Array(name.utf8) + [UInt8(value.utf8.count)]
            + Array(value.utf8)
    }

    @Test("A malformed request is reset as such and never delivered, and the connection lives on")
    func onTheWire() throws {
        let peer = try RawPeer()
        peer.onFrame = { peer, frame in
            if frame.type == RawPeer.headers { peer.closeAfterFlush() }
        }
        let get = HostilePeerTests.get
        let frame = HostilePeerTests.frame
        peer.send(HostilePeerTests.preface)
        // A forbidden field; a body that is too short; one that is too long; trailers with no end.
        peer.send(frame(1, 5, 1, get + Self.literal("connection", "close")))
        peer.send(frame(1, 4, 3, get + Self.literal("content-length", "3")) + frame(0, 1, 3, [1]))
        peer.send(
            frame(1, 4, 5, get + Self.literal("content-length", "1")) + frame(0, 0, 5, [1, 2]))
        peer.send(frame(1, 4, 7, get) + frame(1, 4, 7, Self.literal("x", "1")))
        peer.send(frame(1, 5, 9, get))
        try peer.run()
        #expect(peer.requests.map(\.streamID) == [9])
        let resets = peer.frames(of: RawPeer.reset)
        #expect(resets.map(\.stream) == [1, 3, 5, 7])
        #expect(resets.allSatisfy { $0.number(at: 0) == 1 })
        #expect(peer.frames(of: RawPeer.goAway).isEmpty)
    }

    @Test("Trailers end a request and are passed over")
    func trailers() throws {
        let peer = try RawPeer()
        peer.onFrame = { peer, frame in
            if frame.type == RawPeer.headers { peer.closeAfterFlush() }
        }
        let frame = HostilePeerTests.frame
        peer.send(HostilePeerTests.preface)
        peer.send(frame(1, 4, 1, HostilePeerTests.get) + frame(0, 0, 1, [1, 2]))
        peer.send(frame(1, 5, 1, Self.literal("x", "1")))
        try peer.run()
        #expect(peer.requests.map(\.body) == [[1, 2]])
        #expect(peer.requests.first?.headers.isEmpty == true)
    }
}
