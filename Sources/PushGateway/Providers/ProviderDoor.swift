// SPDX-License-Identifier: Apache-2.0
import CallModel
import OCKCredentials
import GatewayCore
import OCKHTTP2
import OCKNetworking

/// The providers' connections: HTTP/2 over TLS, with client certificates of our authority or none.
final class ProviderDoor {
    private final class Client {
        let session: HTTP2ServerSession
        let environment: APNsEnvironment
        /// What the handshake showed; read once, since a handshake happens once.
        lazy var identity = Self.identity(of: session.connection)

        init(_ session: HTTP2ServerSession, _ environment: APNsEnvironment) {
            self.session = session
            self.environment = environment
        }

        private static func identity(of connection: Connection) -> ProviderIdentity {
            guard connection.isPeerVerified, let der = connection.peerCertificate else {
                return .none
            }
            // The authority is ours, so that an unreadable one can only be no push certificate.
            guard let certificate = try? Certificate(der: der) else {
                return .certificate(
                    CertificateIdentity(topics: [], environments: [], isPushCertificate: false)
                )
            }
            var environments: [APNsEnvironment] = []
            if certificate.environments.contains(.production) { environments.append(.production) }
            if certificate.environments.contains(.development) { environments.append(.development) }
            return .certificate(
                CertificateIdentity(
                    topics: certificate.topics.map(\.name),
                    environments: environments
                )
            )
        }
    }

    private let loop: EventLoop
    private let report: (GatewayEvent) -> Void
    private var listeners: [Listener] = []
    private var clients: [ProviderConnectionID: Client] = [:]
    private var nextNumber: UInt64 = 1
    private var onEmpty: (() -> Void)?

    init(loop: EventLoop, report: @escaping (GatewayEvent) -> Void) {
        self.loop = loop
        self.report = report
    }

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
        listeners.append(listener)
        return listener.port
    }

    private func accept(_ connection: Connection, _ environment: APNsEnvironment) {
        let number = ProviderConnectionID(number: nextNumber)
        nextNumber += 1
        var limits = HTTP2Limits()
        limits.drainTimeout = .seconds(3)
        let session = HTTP2ServerSession(
            connection: connection,
            loop: loop,
            context: HTTP2ServerContext(limits: limits),
            onStart: { [unowned self] session in start(session, number, environment) },
            onRequest: { [unowned self] _, request in take(request, from: number) },
            onClosed: { [weak self] _, _ in
                guard let self else { return }
                clients[number] = nil
                report(.providerClosed(number))
                tellIfEmpty()
            }
        )
        if clients[number] == nil { clients[number] = Client(session, environment) }
    }

    /// The handshake is done: the core hears of the provider, and sets its stream limit.
    private func start(
        _ session: HTTP2ServerSession,
        _ number: ProviderConnectionID,
        _ environment: APNsEnvironment
    ) {
        let client = Client(session, environment)
        clients[number] = client
        report(
            .providerConnected(
                ProviderConnection(
                    id: number,
                    environment: environment,
                    identity: client.identity,
                    offersALPN: session.connection.alpn != nil
                )
            )
        )
    }

    private func take(_ request: HTTP2Request, from number: ProviderConnectionID) {
        var fields = PushFields(text: request.head.bytes)
        for field in request.head.fields { fields.note(name: field.name, value: field.value) }
        report(
            .pushRequested(
                PushRequest(
                    key: RequestKey(connection: number, stream: request.streamID),
                    fields: fields,
                    body: request.body,
                    bodyByteCount: request.bodyByteCount,
                    isBodyTooLarge: request.isBodyTooLarge
                )
            )
        )
    }

    func setStreamLimit(_ number: ProviderConnectionID, _ limit: Int) {
        clients[number]?.session.setConcurrentStreamLimit(limit)
    }

    func goAway(_ number: ProviderConnectionID, _ farewell: GoAway) {
        let debug = farewell.reason.map { Array(#"{"reason":"\#($0.rawValue)"}"#.utf8) } ?? []
        clients[number]?.session.goAway(debug: debug)
    }

    func drop(_ number: ProviderConnectionID) { clients[number]?.session.drop() }

    func answer(_ key: RequestKey, _ answer: PushAnswer) {
        guard let client = clients[key.connection] else { return }
        var headers = [HTTP2Header("apns-id", answer.apnsID.description)]
        if let id = answer.uniqueID {
            headers.append(HTTP2Header("apns-unique-id", id.description))
        }
        var body: [UInt8] = []
        if let reason = answer.reason {
            headers.append(HTTP2Header("content-type", "application/json"))
            let timestamp = answer.timestamp.map { #","timestamp":\#($0.milliseconds)"# } ?? ""
            body = Array(#"{"reason":"\#(reason.rawValue)"\#(timestamp)}"#.utf8)
        }
        client.session.respond(
            to: key.stream,
            status: answer.status,
            headers: headers,
            body: body
        )
    }

    /// Accepts nobody any more, lets open requests end, and says why it leaves (APNs: GOAWAY with a
    /// reason).
    func close(then body: @escaping () -> Void) {
        stopListening()
        onEmpty = body
        for client in clients.values {
            // Those who have not finished their handshake have nothing to be told.
            guard client.session.connection.isReady else {
                client.session.connection.close()
                continue
            }
            client.session.goAway(debug: Array(#"{"reason":"Shutdown"}"#.utf8))
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
