// SPDX-License-Identifier: Apache-2.0
package import OCKNetworking
import OCKWire

/// Asks a running gateway one thing over its control socket.
package final class GatewayControlClient {
    private let link: FrameLink
    private let timer: LoopTimer

    private final class Outcome {
        var completion: ((Result<GatewayControlReply, GatewayError>) -> Void)?

        func finish(_ result: Result<GatewayControlReply, GatewayError>) {
            let body = completion
            completion = nil
            body?(result)
        }
    }

    /// Asks on a loop.
    ///
    /// Keep the client until the answer is there.
    ///
    /// - Parameters:
    ///   - request: Not the hello, which is said by itself.
    ///   - paths: Whose gateway.
    ///   - loop: Where `completion` is called, once.
    ///   - completion: Gets the answer, never ``GatewayControlReply/refused(_:)``, or
    ///     ``GatewayError/notRunning(socket:)``, ``GatewayError/refused(_:)``.
    package init(
        _ request: GatewayControlRequest,
        paths: GatewayPaths,
        on loop: EventLoop,
        completion: @escaping (Result<GatewayControlReply, GatewayError>) -> Void
    ) {
        let socket = paths.controlSocket
        let connection = Connection.connect(unixPath: socket, on: loop)
        let outcome = Outcome()
        outcome.completion = completion
        link = FrameLink(
            connection,
            limit: 65536,
            onBody: { body in
                Self.take(body, request, connection, outcome)
            },
            onBroken: { outcome.finish(.failure(.refused($0.description))) }
        )
        timer = loop.timer {
            outcome.finish(.failure(.refused("the gateway does not answer; look at its log")))
            connection.close()
        }
        connection.onClosed = { reason in
            switch reason {
            case .connectFailed(.permissionDenied), .connectFailed(.pathTooLong):
                outcome.finish(.failure(.refused(reason.description)))
            case .connectFailed: outcome.finish(.failure(.notRunning(socket: socket)))
            default: outcome.finish(.failure(.refused("the gateway left without an answer")))
            }
        }
        timer.arm(after: .seconds(10))
        link.send(GatewayControlRequest.hello(version: GatewayControlRequest.version))
    }

    private static func take(
        _ body: [UInt8],
        _ request: GatewayControlRequest,
        _ connection: Connection,
        _ outcome: Outcome
    ) {
        do throws(FrameError) {
            let reply = try MessageCoder.decode(GatewayControlReply.self, from: body)
            switch reply {
            case .welcome: connection.send(try MessageCoder.frame(request))
            case .refused(let words):
                outcome.finish(.failure(.refused(words)))
                connection.close()
            case .status, .activation:
                outcome.finish(.success(reply))
                connection.close()
            }
        } catch {
            outcome.finish(.failure(.refused(error.description)))
            connection.close()
        }
    }

    /// Asks and waits, at most 10 s, on a loop of its own: for commands, never for a daemon's
    /// thread.
    package static func ask(
        _ request: GatewayControlRequest,
        paths: GatewayPaths
    ) throws(GatewayError) -> GatewayControlReply {
        let loop: EventLoop
        do {
            loop = try EventLoop()
        } catch {
            throw .network(error)
        }
        var result: Result<GatewayControlReply, GatewayError>?
        let client = GatewayControlClient(request, paths: paths, on: loop) {
            result = $0
            loop.stop()
        }
        withExtendedLifetime(client) { loop.run() }
        guard let result else { throw .refused("the gateway does not answer; look at its log") }
        return try result.get()
    }
}
