// SPDX-License-Identifier: Apache-2.0
import OCKHTTP2
import PushSender
import Testing

@Suite(.timeLimit(.minutes(10))) struct RetryTests {
    private static let quick = PushSender.RetryPolicy(
        maximumRetryCount: 2, serverErrorDelay: .milliseconds(2),
        tooManyRequestsDelay: .milliseconds(1))

    /// A server that refuses the first so many pushes, then accepts.
    private func server(_ count: Int, status: Int, _ reason: String) async throws -> TestServer {
        try await TestServer.start { session, request, number in
            let body = number < count ? Array(#"{"reason":"\#(reason)"}"#.utf8) : []
            session.respond(
                to: request.streamID, status: number < count ? status : 200, body: body)
        }
    }

    @Test("Without a policy a server's failure is told at once")
    func never() async throws {
        let server = try await server(1, status: 503, "ServiceUnavailable")
        let outcome = try await Senders.certificate(port: server.port).outcomes(1).first
        #expect(outcome?.rejection?.retry == .afterLongDelay)
        #expect(server.seen.requests.count == 1)
    }

    @Test(
        "With one, a server's failure and too many requests are tried again, a few times",
        arguments: [
            (500, "InternalServerError"), (503, "Shutdown"), (429, "TooManyRequests"),
            (503, "SomethingNew"),
        ])
    func again(status: Int, reason: String) async throws {
        let server = try await server(2, status: status, reason)
        let sender = try Senders.certificate(port: server.port, retries: Self.quick)
        #expect(await sender.outcomes(1).areAccepted)
        #expect(server.seen.requests.count == 3)

        let stubborn = try await self.server(9, status: status, reason)
        let other = try Senders.certificate(port: stubborn.port, retries: Self.quick)
        #expect(await other.outcomes(1).first?.rejection?.reason.rawValue == reason)
        #expect(stubborn.seen.requests.count == 3)
    }

    @Test(
        "What Apple says must not be sent again is not, whatever the policy",
        arguments: [
            (400, "BadDeviceToken"), (400, "DeviceTokenNotForTopic"), (403, "Forbidden"),
            (410, "ExpiredToken"), (410, "Unregistered"), (413, "PayloadTooLarge"),
            (400, "SomethingNew"),
        ])
    func notAgain(status: Int, reason: String) async throws {
        let server = try await server(1, status: status, reason)
        let sender = try Senders.certificate(port: server.port, retries: Self.quick)
        #expect(await sender.outcomes(1).first?.rejection?.reason.rawValue == reason)
        #expect(server.seen.requests.count == 1)
    }

    @Test("A push is not sent again after its expiration, nor a call's after half a minute")
    func expiration() async throws {
        let server = try await server(9, status: 503, "ServiceUnavailable")
        let patient = PushSender.RetryPolicy(maximumRetryCount: 5)
        let sender = try Senders.certificate(port: server.port, retries: patient)
        for expiration in [0, 1_000] as [Int64] {
            let push = AddressedPush(Senders.push(expiration: expiration), to: "00ff")
            #expect(await sender.outcome(of: push).rejection?.status == 503)
        }
        #expect(server.seen.requests.count == 2)
    }
}
