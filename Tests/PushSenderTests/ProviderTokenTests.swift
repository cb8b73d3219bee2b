// SPDX-License-Identifier: Apache-2.0
import OCKCredentials
import OCKHTTP2
import PushSender
import Synchronization
import Testing

/// Provider tokens as a server sees them.
@Suite(.timeLimit(.minutes(10))) struct ProviderTokenTests {
    /// The clocks of a sender, moved by the test.
    private final class Clocks: Sendable {
        private let times = Mutex((monotonic: Int64(0), wall: Int64(1_800_000_000)))

        var clock: SenderClock {
            var clock = SenderClock()
            clock.monotonicNanoseconds = { [self] in times.withLock { $0.monotonic } }
            clock.wallSeconds = { [self] in times.withLock { $0.wall } }
            return clock
        }

        func advance(minutes: Int64, wallMinutes: Int64) {
            times.withLock {
                $0.monotonic += minutes * 60_000_000_000
                $0.wall += wallMinutes * 60
            }
        }
    }

    private static func authorization(_ request: HTTP2Request) -> String {
        request.headers.first { $0.name == "authorization" }?.value ?? ""
    }

    @Test("A token goes out with each push, is signed with the key, and names key and team")
    func form() async throws {
        let server = try await TestServer.start { session, request, _ in
            session.respond(to: request.streamID, status: 200)
        }
        let sender = try Senders.token(port: server.port)
        #expect(await sender.outcomes(20).areAccepted)
        let values = Set(server.seen.requests.map(Self.authorization))
        #expect(values.count == 1)
        let value = try #require(values.first)
        #expect(value.hasPrefix("bearer "))
        let token = Array(value.utf8.dropFirst("bearer ".count))
        let reading = ProviderTokenReader.read(token)
        #expect(reading.defect == nil)
        #expect(reading.keyID == "ABC123DEFG")
        #expect(reading.teamID == "DEF123GHIJ")
        let key = try PublicKey(of: Senders.key.get())
        #expect(ProviderTokenReader.signature(of: token, with: key) == .valid)
    }

    @Test("The token is sent whole each time, and all that stays the same once")
    func compression() async throws {
        let byteCounts = Mutex<[Int]>([])
        let server = try await FrameServer.start { peer, frame in
            guard frame.isHeaders else { return }
            byteCounts.withLock { $0.append(frame.payload.count) }
            peer.accept(frame.stream)
        }
        let sender = try Senders.token(port: server.port)
        for _ in 0..<3 { #expect(await sender.outcomes(1).areAccepted) }
        let seen = byteCounts.withLock { $0 }
        #expect(seen.count == 3)
        #expect(seen[1] == seen[2])
        // A token has some 180 bytes, of which Huffman's code leaves three quarters.
        #expect(seen[1] > 130)
        // Topic, push type and the names of the fields are remembered.
        #expect(seen[1] + 60 < seen[0])
    }

    @Test("A token of 50 minutes gives way on the same connection; a clock's jump ends that one")
    func ages() async throws {
        let server = try await TestServer.start { session, request, _ in
            session.respond(to: request.streamID, status: 200)
        }
        let clocks = Clocks()
        let sender = try Senders.token(port: server.port) { $0.clock = clocks.clock }
        for (minutes, wallMinutes) in [(0, 0), (49, 49), (1, 1), (0, 180)] as [(Int64, Int64)] {
            clocks.advance(minutes: minutes, wallMinutes: wallMinutes)
            #expect(await sender.outcomes(1).areAccepted)
        }
        let values = server.seen.requests.map(Self.authorization)
        #expect(values.count == 4)
        #expect(values[0] == values[1])
        #expect(Set(values).count == 3)
        #expect(server.seen.connectionCount == 2)
    }

    @Test("A token that the server calls expired is renewed once, on a new connection")
    func expired() async throws {
        let server = try await TestServer.start { session, request, number in
            let body = #"{"reason":"ExpiredProviderToken"}"#
            session.respond(
                to: request.streamID, status: number == 0 ? 403 : 200,
                body: number == 0 ? Array(body.utf8) : [])
        }
        let clocks = Clocks()
        let sender = try Senders.token(port: server.port) {
            // The new token differs by its time alone.
            $0.clock = clocks.clock
            $0.clock.wallSeconds = { [wall = $0.clock.wallSeconds] in
                clocks.advance(minutes: 0, wallMinutes: 1)
                return wall()
            }
        }
        #expect(await sender.outcomes(1).areAccepted)
        #expect(server.seen.connectionCount == 2)
        #expect(Set(server.seen.requests.map(Self.authorization)).count == 2)
    }

    @Test("A server that calls each token expired gets two, and the refusal is told")
    func alwaysExpired() async throws {
        let server = try await TestServer.start { session, request, _ in
            session.respond(
                to: request.streamID, status: 403,
                body: Array(#"{"reason":"ExpiredProviderToken"}"#.utf8))
        }
        let sender = try Senders.token(port: server.port)
        let first = await sender.outcomes(1).first?.rejection
        #expect(first?.reason.rawValue == "ExpiredProviderToken")
        #expect(first?.description.contains("clock") == true)
        #expect(server.seen.requests.count == 2)
        #expect(await sender.outcomes(1).first?.rejection?.status == 403)
        #expect(server.seen.requests.count == 3)
    }

    @Test("A key that is none, and identifiers that are none, are refused at once in words")
    func badKey() throws {
        for (key, id) in [("nonsense", "ABC123DEFG"), (nil, "ABC-123")] as [(String?, String)] {
            let bytes = try key.map { Array($0.utf8) } ?? Array(Senders.key.get().p8().utf8)
            #expect(throws: PushSenderError.self) {
                try PushSender(
                    endpoint: .development,
                    identity: .providerToken(key: bytes, keyID: id, teamID: "DEF123GHIJ"))
            }
        }
    }
}
