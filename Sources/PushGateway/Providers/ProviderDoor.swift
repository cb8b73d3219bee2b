// SPDX-License-Identifier: Apache-2.0
import CallModel
import GatewayCore
import OCKCredentials
import OCKHTTP2
import OCKNetworking

/// The providers' connections: HTTP/2 over TLS, with client certificates of our authority or none.
final class ProviderDoor {
    private struct Client {
        let session: HTTP2ServerSession
        /// Of the listener that took it.
        let environment: APNsEnvironment
        /// Of its certificate; nil without one.
        var serialNumber: String?
        /// Whether the core knows it.
        var isKnown = false
    }

    private let loop: EventLoop
    private let context: HTTP2ServerContext
    private let report: (GatewayEvent) -> Void
    private let log: (String) -> Void
    private let answers = PreparedAnswers()
    private var listeners: [Listener] = []
    private var clients: [ProviderConnectionID: Client] = [:]
    /// The one whose request is being reported; most answers are given meanwhile.
    private var asking: HTTP2ServerSession?
    private var nextNumber: UInt64 = 1
    private var onEmpty: (() -> Void)?

    /// `log` gets a line for each peer that was sent away, with the rule that it broke.
    ///
    /// Without `idleTimeout` the session's own holds.
    init(
        loop: EventLoop, idleTimeout: Interval?, report: @escaping (GatewayEvent) -> Void,
        log: @escaping (String) -> Void
    ) {
        self.loop = loop
        self.report = report
        self.log = log
        var limits = HTTP2Limits()
        limits.drainTimeout = .seconds(3)
        if let idleTimeout { limits.idleTimeout = .nanoseconds(idleTimeout.nanoseconds) }
        limits.idleFarewell = APNsReason.idleTimeout.farewell
        context = HTTP2ServerContext(limits: limits)
    }

    /// Requests that have no answer yet.
    var streamCount: Int { clients.values.reduce(0) { $0 + $1.session.openStreamCount } }

    // MARK: Connections

    /// - Returns: The port in use.
    func listen(
        for environment: APNsEnvironment,
        host: String,
        port: UInt16,
        tls: TLSContext
    ) throws(NetworkingError) -> UInt16 {
        let listener = try Listener.tcp(host: host, port: port, on: loop, tls: tls) {
            [unowned self] in accept($0, environment)
        }
        listener.onTrouble = { [unowned self] in log("providers: \($0)") }
        listeners.append(listener)
        return listener.port
    }

    /// Takes up other revocations: for those who come, and for those who are there.
    func use(_ tls: TLSContext, revokedSerials: Set<String>) {
        for listener in listeners { listener.use(tls) }
        for (number, client) in clients {
            guard let serial = client.serialNumber, revokedSerials.contains(serial) else {
                continue
            }
            log("\(name(number, client.session.connection)): its certificate is revoked")
            client.session.goAway(debug: APNsReason.badCertificate.farewell)
        }
    }

    private func accept(_ connection: Connection, _ environment: APNsEnvironment) {
        let number = ProviderConnectionID(number: nextNumber)
        nextNumber += 1
        let session = HTTP2ServerSession(
            connection: connection, loop: loop, context: context,
            onStart: { [unowned self] in start($0) },
            onRequest: { [unowned self] in take($1, of: $0) },
            onClosed: { [weak self] in self?.forget($0, $1) }
        )
        session.tag = number.number
        clients[number] = Client(session: session, environment: environment)
    }

    /// The handshake is done: who it is is known, and the first SETTINGS have not left.
    private func start(_ session: HTTP2ServerSession) {
        let number = ProviderConnectionID(number: session.tag)
        guard let client = clients[number] else { return }
        let connection = session.connection
        let (identity, serialNumber, defect) = ProviderIdentity.read(from: connection)
        if let defect { log("\(name(number, connection)): \(defect)") }
        clients[number]?.serialNumber = serialNumber
        clients[number]?.isKnown = true
        report(
            .providerConnected(
                ProviderConnection(
                    id: number,
                    environment: APNsEnvironment(serverName: connection.serverNameAsked)
                        ?? client.environment,
                    identity: identity,
                    offersALPN: connection.alpn != nil
                )
            )
        )
    }

    private func forget(_ session: HTTP2ServerSession, _ reason: CloseReason) {
        let number = ProviderConnectionID(number: session.tag)
        guard let client = clients.removeValue(forKey: number) else { return }
        switch reason {
        case .closedHere, .peerClosed, .idle: break
        default: log("\(name(number, session.connection)): \(reason)")
        }
        if client.isKnown { report(.providerClosed(number)) }
        tellIfEmpty()
    }

    /// How the log names a connection: with its peer, while it lasts.
    func name(_ number: ProviderConnectionID) -> String {
        guard let connection = clients[number]?.session.connection else {
            return "provider connection \(number.number)"
        }
        return name(number, connection)
    }

    private func name(_ number: ProviderConnectionID, _ connection: Connection) -> String {
        "provider connection \(number.number) from \(connection.peerAddress)"
    }

    // MARK: Requests

    private func take(_ request: HTTP2Request, of session: HTTP2ServerSession) {
        var fields = PushFields(text: request.head.bytes)
        for field in request.head.fields { fields.note(name: field.name, value: field.value) }
        asking = session
        defer { asking = nil }
        report(
            .pushRequested(
                PushRequest(
                    key: RequestKey(
                        connection: ProviderConnectionID(number: session.tag),
                        stream: request.streamID),
                    fields: fields,
                    body: request.body,
                    bodyByteCount: request.bodyByteCount,
                    isBodyTooLarge: request.isBodyTooLarge
                )
            )
        )
    }

    func answer(_ key: RequestKey, _ answer: PushAnswer) {
        if let asking, asking.tag == key.connection.number {
            answers.give(answer, to: key.stream, of: asking)
        } else if let client = clients[key.connection] {
            answers.give(answer, to: key.stream, of: client.session)
        }
    }

    // MARK: What the core orders

    func setStreamLimit(_ count: Int, of number: ProviderConnectionID) {
        clients[number]?.session.setConcurrentStreamLimit(count)
    }

    func goAway(_ farewell: GoAway, of number: ProviderConnectionID) {
        guard let client = clients[number] else { return }
        client.session.goAway(debug: farewell.reason?.farewell ?? [])
    }

    /// In the middle of whatever it is.
    func drop(_ number: ProviderConnectionID) { clients[number]?.session.drop() }

    // MARK: The end

    /// Accepts nobody any more, and waits for the requests that are open; the core has sent
    /// everyone away.
    func close(then body: @escaping () -> Void) {
        stopListening()
        onEmpty = body
        // Those who have not finished their handshake have nothing to be told.
        for client in clients.values where !client.session.connection.isReady {
            client.session.connection.close()
        }
        tellIfEmpty()
    }

    /// Closes all connections now.
    func abandon() {
        stopListening()
        for client in clients.values { client.session.connection.close() }
    }

    private func stopListening() {
        for listener in listeners { listener.close() }
        listeners = []
    }

    private func tellIfEmpty() {
        guard clients.isEmpty, let body = onEmpty else { return }
        onEmpty = nil
        body()
    }
}

extension APNsReason {
    /// What a GOAWAY says of it (APNs: the reason as JSON).
    fileprivate var farewell: [UInt8] { Array(#"{"reason":"\#(rawValue)"}"#.utf8) }
}

extension APNsEnvironment {
    /// Which of Apple's hosts a client has asked for; nil for any other name.
    init?(serverName: String?) {
        switch serverName?.lowercased() {
        case "api.push.apple.com": self = .production
        case "api.sandbox.push.apple.com", "api.development.push.apple.com": self = .development
        default: return nil
        }
    }
}
