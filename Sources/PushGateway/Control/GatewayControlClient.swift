// SPDX-License-Identifier: Apache-2.0
package import OCKNetworking
import OCKWire

/// A talk with a running gateway over its control socket.
package final class GatewayControlClient {
    private let link: FrameLink
    private let timer: LoopTimer

    private final class Outcome {
        var onReply: (GatewayControlReply) -> Bool
        var completion: ((GatewayError?) -> Void)?

        init(
            onReply: @escaping (GatewayControlReply) -> Bool,
            completion: @escaping (GatewayError?) -> Void
        ) {
            self.onReply = onReply
            self.completion = completion
        }

        func finish(_ error: GatewayError?) {
            let body = completion
            completion = nil
            body?(error)
        }
    }

    /// Asks on a loop.
    ///
    /// Keep the client until `completion` was called.
    ///
    /// - Parameters:
    ///   - requests: Asked one after the other; not the hello, which is said by itself.
    ///   - paths: Whose gateway.
    ///   - loop: Where everything is called.
    ///   - timeout: How long the gateway may be silent; nil for as long as it likes.
    ///   - onReply: Gets each answer, never ``GatewayControlReply/welcome(version:)`` or
    ///     ``GatewayControlReply/refused(_:)``; false ends the talk.
    ///   - completion: Called once, with nil where `onReply` ended the talk, else with
    ///     ``GatewayError/notRunning(socket:)`` or ``GatewayError/refused(_:)``.
    package init(
        _ requests: [GatewayControlRequest],
        paths: GatewayPaths,
        on loop: EventLoop,
        timeout: Duration? = .seconds(10),
        onReply: @escaping (GatewayControlReply) -> Bool,
        completion: @escaping (GatewayError?) -> Void
    ) {
        let socket = paths.controlSocket
        let connection = Connection.connect(unixPath: socket, on: loop)
        let outcome = Outcome(onReply: onReply, completion: completion)
        let timer = loop.timer {
            outcome.finish(.refused("the gateway does not answer; look at its log"))
            connection.close()
        }
        self.timer = timer
        let handler = FrameLinkHandler()
        handler.onBody = { _, body in
            if let timeout { timer.arm(after: timeout) }
            Self.take(body, requests, connection, outcome)
        }
        handler.onBroken = { outcome.finish(.refused($1.description)) }
        handler.onClosed = { _, reason in
            switch reason {
            case .connectFailed(.permissionDenied), .connectFailed(.pathTooLong):
                outcome.finish(.refused(reason.description))
            case .connectFailed: outcome.finish(.notRunning(socket: socket))
            default: outcome.finish(.refused("the gateway left without an answer"))
            }
        }
        link = FrameLink(connection, number: 0, limit: 65_536, handler: handler)
        if let timeout { timer.arm(after: timeout) }
        link.send(GatewayControlRequest.hello(version: GatewayControlRequest.version))
    }

    private static func take(
        _ body: [UInt8],
        _ requests: [GatewayControlRequest],
        _ connection: Connection,
        _ outcome: Outcome
    ) {
        do throws(FrameError) {
            let reply = try MessageCoder.decode(GatewayControlReply.self, from: body)
            switch reply {
            case .welcome:
                for request in requests { connection.send(try MessageCoder.frame(request)) }
            case .refused(let words):
                outcome.finish(.refused(words))
                connection.close()
            case .status, .activation, .push, .fault, .device, .end, .done:
                guard outcome.completion != nil, !outcome.onReply(reply) else { return }
                outcome.finish(nil)
                connection.close()
            }
        } catch {
            outcome.finish(.refused(error.description))
            connection.close()
        }
    }
}

/// For commands, never for a daemon's thread: each waits on a loop of its own.
extension GatewayControlClient {
    /// Asks one thing that has one answer, and waits at most 10 s for it.
    package static func ask(
        _ request: GatewayControlRequest,
        paths: GatewayPaths
    ) throws(GatewayError) -> GatewayControlReply {
        var answer: GatewayControlReply?
        try talk([request], paths: paths) {
            answer = $0
            return false
        }
        guard let answer else { throw .refused("the gateway does not answer; look at its log") }
        return answer
    }

    /// Asks several things, and gives each answer to `onReply` until that returns false.
    ///
    /// - Parameters:
    ///   - requests: As for the initializer.
    ///   - paths: As for the initializer.
    ///   - timeout: As for the initializer.
    ///   - deadline: When it ends though `onReply` would go on; nil for never.
    ///   - onReply: As for the initializer.
    /// - Returns: Whether `onReply` ended it; false at the deadline.
    /// - Throws: ``GatewayError`` where no gateway runs, or it refuses or ends the talk.
    @discardableResult
    package static func talk(
        _ requests: [GatewayControlRequest],
        paths: GatewayPaths,
        timeout: Duration? = .seconds(10),
        deadline: Duration? = nil,
        onReply: @escaping (GatewayControlReply) -> Bool
    ) throws(GatewayError) -> Bool {
        let loop: EventLoop
        do {
            loop = try EventLoop()
        } catch {
            throw .network(error)
        }
        var isDone = false
        var failure: GatewayError?
        let client = GatewayControlClient(
            requests, paths: paths, on: loop, timeout: timeout, onReply: onReply
        ) {
            failure = $0
            isDone = true
            loop.stop()
        }
        let end = loop.timer { loop.stop() }
        if let deadline { end.arm(after: deadline) }
        withExtendedLifetime((client, end)) { loop.run() }
        if let failure { throw failure }
        return isDone
    }
}
