// SPDX-License-Identifier: Apache-2.0
package import OCKNetworking
import OCKStorage

/// The server that an app's maker runs: it keeps the apps' device tokens, and rings them.
///
/// It speaks HTTP/1.1 and JSON to this machine alone:
///
/// - `PUT /tokens` with `user`, `bundle`, `environment` (`production` or `development`) and `token`
///   (hexadecimal): 201 for a new token, 200 for a known one.
/// - `DELETE /tokens/TOKEN`: 204, or 404 if there is no such token.
/// - `GET /tokens`, or `GET /tokens?user=NAME`: 200 with `tokens`, each by its first 8 digits.
/// - `POST /calls` with `to` (a user) and `from` (a handle), and if wanted `name`, `video`, `call`
///   (a UUID), `bundle` and `expires` (seconds): 200 if the push service accepted a push, 502 if
///   none, 404 if the user has no token.
///
/// The answer to a call has `call`, its UUID, and `pushes`, what became of each: `token` (8
/// digits), `bundle`, `environment`, and `status` with `id` or `reason` and `meaning`, or `error`
/// where the push service said nothing; `isRemoved` is true where the token was dead and is
/// forgotten. Each phone gets a VoIP push whose payload has `call`, `handle` (`from`), `name`,
/// `video` and `timestamp` (milliseconds since 1970).
///
/// A request that cannot be met is answered with 400, 404, 405, 413, 415 or 503 and `error`, the
/// rule in a sentence, with `field` where it is one of the JSON's.
///
/// Loop thread only; SQLite is the worker's.
package final class ProviderServer {
    let options: ProviderServerOptions
    let senders: [TokenEnvironment: any PushSending]
    let loop: EventLoop
    let onLog: (String) -> Void
    let onEvent: (ProviderServerEvent) -> Void
    let databasePath: String
    private(set) var store: TokenStore?
    private(set) var worker: WorkerThread?
    private var server: HTTPServer?
    /// Calls that have no answer yet.
    var callCount = 0
    /// Those whose pushes are under way, by a number of their own.
    var pendingCalls: [UInt64: PendingCall] = [:]
    var nextCallNumber: UInt64 = 0
    private var onIdle: (() -> Void)?
    private var farewell: LoopTimer?

    /// - Parameters:
    ///   - options: What it is asked to be.
    ///   - databasePath: The tokens' SQLite file, in a folder that exists.
    ///   - senders: What takes the pushes for each environment; tokens of one without are refused.
    ///   - loop: The thread's.
    ///   - onLog: Gets a line for each token and call; never a whole token, a user or a payload.
    ///   - onEvent: Gets what a trace shows, as it happens.
    package init(
        options: ProviderServerOptions, databasePath: String,
        senders: [TokenEnvironment: any PushSending], loop: EventLoop,
        onLog: @escaping (String) -> Void = { _ in },
        onEvent: @escaping (ProviderServerEvent) -> Void = { _ in }
    ) {
        self.options = options
        self.databasePath = databasePath
        self.senders = senders
        self.loop = loop
        self.onLog = onLog
        self.onEvent = onEvent
    }

    /// Opens the store and listens.
    ///
    /// - Returns: The port.
    package func start() throws(ProviderServerError) -> UInt16 {
        do {
            store = try TokenStore(databasePath)
        } catch {
            throw .store(error)
        }
        worker = WorkerThread(loop: loop, name: "provider-store")
        var limits = HTTPServerLimits()
        // Above our own limit, whose answer has words.
        limits.maximumBodyByteCount = 4 * RequestBody.byteCountMax
        do {
            let server = try HTTPServer.listen(
                port: options.port, on: loop, limits: limits
            ) { [unowned self] in handle($0, $1) }
            self.server = server
            return server.port
        } catch {
            worker?.shutdown()
            throw .network(error)
        }
    }

    /// Takes no more requests, lets the calls under way have their answers, and closes the store.
    ///
    /// `then` is called once, when that is done, or at once where it was never started.
    package func stop(then: @escaping () -> Void) {
        isStopping = true
        onIdle = { [unowned self] in
            server?.close()
            server = nil
            for environment in TokenEnvironment.allCases { senders[environment]?.shutDown() }
            worker?.shutdown()
            worker = nil
            store?.close()
            store = nil
            then()
        }
        endIfIdle()
    }

    private(set) var isStopping = false

    func callEnded() {
        callCount -= 1
        endIfIdle()
    }

    private func endIfIdle() {
        guard callCount == 0, let body = onIdle else { return }
        onIdle = nil
        // A moment for the last answer to leave.
        let timer = loop.timer(body)
        timer.arm(after: .milliseconds(100))
        farewell = timer
    }

    // MARK: Requests

    private func handle(_ request: HTTPRequest, _ reply: HTTPReply) {
        do throws(RequestFault) {
            guard !isStopping else { throw RequestFault(503, "this server is stopping") }
            switch (request.path, request.method) {
            case ("/tokens", "PUT"): try register(request, reply)
            case ("/tokens", "GET"): try list(request, reply)
            case ("/tokens", _): throw Self.wrongMethod("GET, PUT")
            case ("/calls", "POST"): try call(request, reply)
            case ("/calls", _): throw Self.wrongMethod("POST")
            case (let path, "DELETE") where path.hasPrefix("/tokens/"):
                try remove(String(path.dropFirst("/tokens/".count)), reply)
            case (let path, _) where path.hasPrefix("/tokens/"): throw Self.wrongMethod("DELETE")
            default:
                throw RequestFault(
                    404, "there is nothing here; the paths are /tokens, /tokens/TOKEN and /calls")
            }
        } catch {
            reply.refuse(error)
        }
    }

    private static func wrongMethod(_ allowed: String) -> RequestFault {
        RequestFault(
            405, "this path takes \(allowed.replacing(", ", with: " and "))",
            allowedMethods: allowed)
    }

    /// Runs a job on the store, and answers for it if it fails.
    func onStore<Value: Sendable>(
        _ reply: HTTPReply, _ job: @escaping @Sendable (TokenStore) throws(StoreError) -> Value,
        then: @escaping (Value) -> Void, orElse: @escaping () -> Void = {}
    ) {
        guard let store, let worker else {
            orElse()
            return reply.refuse(RequestFault(503, "this server is stopping"))
        }
        worker.run { () -> Result<Value, StoreError> in
            do throws(StoreError) {
                return .success(try job(store))
            } catch {
                return .failure(error)
            }
        } then: { [unowned self] result in
            switch result {
            case .success(let value): then(value)
            case .failure(let error):
                onLog("the tokens cannot be read or written: \(error)")
                orElse()
                reply.refuse(
                    RequestFault(503, "the tokens cannot be read or written; see the server's log"))
            }
        }
    }
}
