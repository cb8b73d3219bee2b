// SPDX-License-Identifier: Apache-2.0
package import CallModel
package import OCKNetworking
package import PhoneCore
package import PhoneHost
import OCKWire
import OCKStorage

/// The phone's line to a push service: one TLS connection, kept alive, and made anew whenever it is
/// lost.
///
/// Tokens are kept on disk, so that an app gets its token also while the push service is out of
/// reach. Made and used on the loop's thread.
package final class Courier: PushCourier {
    private enum State {
        /// Until the timer fires, or for good without a proof.
        case waiting
        /// Until the welcome, or the timer.
        case greeting(Connection)
        /// `pings` counts what was sent; the answer to the last may be open.
        case open(Connection, pings: Int, isAnswered: Bool)
    }

    /// From the start of an attempt to the welcome.
    static let greetingTimeout = Duration.seconds(10)
    package static let defaultPingInterval = Duration.seconds(30)

    package var onPush: ((ArrivedPush) -> Void)?
    package var onToken: ((BundleID, Bytes) -> Void)?
    package var onTokenInvalidated: ((BundleID) -> Void)?
    /// Takes words when the connection is lost in another way than before, and when it stands.
    package var onProblem: ((String) -> Void)?
    /// Called when the push service has welcomed the phone.
    package var onConnected: (() -> Void)?

    private let options: CourierOptions
    private let pingInterval: Duration
    private let loop: EventLoop
    private let worker: WorkerThread
    private let tls: TLSContext
    private let timer: LoopTimer
    private var credential: DeviceCredential?
    private var tokens: TokenTable
    private var acknowledged = RecentPushes()
    private(set) var backoff: Backoff
    private var reader = FrameReader()
    private var state = State.waiting
    private var isStarted = false
    private var prefersCode = false
    private var lastWords: String?

    /// Reads the files, on the caller's thread.
    ///
    /// - Throws: Words, if a file or the authority's certificate cannot be used.
    package init(
        options: CourierOptions,
        loop: EventLoop,
        worker: WorkerThread,
        pingInterval: Duration = defaultPingInterval
    ) throws(ServiceFailure) {
        do {
            tls = try TLSContext.client(caPEM: options.authorityPEM, alpn: [deviceProtocolName])
            credential = try JSONFile.read(DeviceCredential.self, options.credentialPath)
            tokens = try JSONFile.read(TokenTable.self, options.tokensPath) ?? TokenTable()
        } catch {
            throw ServiceFailure("\(error)")
        }
        self.options = options
        self.loop = loop
        self.worker = worker
        self.pingInterval = pingInterval
        backoff = Backoff(seed: options.seed)
        let target = CourierTarget()
        timer = loop.timer { target.courier?.timerFired() }
        target.courier = self
    }

    package var isConnected: Bool {
        if case .open = state { return true }
        return false
    }

    package var gatewayName: String { "\(options.host):\(options.port)" }

    /// Tells the tokens that are kept, also of apps that do not run yet, and makes the first
    /// attempt to connect.
    package func start() {
        isStarted = true
        for entry in tokens.wanted where options.environment(entry.bundle) == entry.environment {
            if let token = entry.token { onToken?(entry.bundle, token) }
        }
        connect()
    }

    /// Ends the connection for good.
    package func stop() {
        isStarted = false
        timer.disarm()
        connection?.close()
        state = .waiting
    }

    // MARK: What the host asks

    package func requestToken(_ bundle: BundleID) {
        guard let environment = options.environment(bundle) else { return }
        tokens.keepOnly(environment, of: bundle)
        tokens.want(bundle, environment)
        if let token = tokens.token(of: bundle, environment) { onToken?(bundle, token) }
        if isConnected { giveBackTokens() }
        if isConnected { ask(bundle, environment) }
    }

    package func renewToken(_ bundle: BundleID) throws(ServiceFailure) {
        guard let environment = options.environment(bundle) else {
            throw ServiceFailure("\(bundle) has no aps-environment, and so no token")
        }
        guard isConnected else {
            throw ServiceFailure(
                "\(gatewayName) is not reached, and it alone gives a new token: look at it with "
                    + "`opencallkit phone status`, and try again")
        }
        tokens.want(bundle, environment)
        send(.renew(bundle, environment, .voip))
    }

    package func forgetToken(_ bundle: BundleID, isRemoved: Bool) {
        tokens.forget(bundle, isRemoved: isRemoved)
        if isConnected { giveBackTokens() }
        saveTokens()
    }

    package func acknowledge(_ push: DeliveryKey) {
        acknowledged.insert(push)
        // Out of reach, nothing is lost: the push comes again, and is acknowledged then.
        if isConnected { send(.acknowledge(push.id, number: push.number)) }
    }

    // MARK: The connection

    private var connection: Connection? {
        switch state {
        case .waiting: nil
        case .greeting(let connection), .open(let connection, _, _): connection
        }
    }

    private var proof: DeviceProof? {
        if let credential, !(prefersCode && options.activationCode != nil) {
            return .credential(device: credential.device, secret: credential.secret)
        }
        return options.activationCode.map { .activation(code: $0) }
    }

    private func connect() {
        guard let proof else {
            say(
                "this phone is not known to the push service: make a code there with `opencallkit "
                    + "gateway issue activation`, and start the phone with --activation CODE once"
            )
            return
        }
        let connection = Connection.connect(
            host: options.host,
            port: options.port,
            on: loop,
            tls: tls
        )
        reader = FrameReader()
        state = .greeting(connection)
        timer.arm(after: Self.greetingTimeout)
        connection.onReady = { [weak self, weak connection] in
            guard let self, let connection else { return }
            guard connection.alpn == deviceProtocolName else {
                lost(connection, "\(gatewayName) is no push service for phones: check the port")
                return
            }
            send(.hello(version: deviceProtocolVersion, proof))
        }
        connection.onBytes = { [weak self, weak connection] bytes in
            guard let self, let connection else { return }
            receive(bytes, on: connection)
        }
        connection.onClosed = { [weak self, weak connection] reason in
            guard let self, let connection else { return }
            lost(connection, "\(gatewayName): \(reason)")
        }
    }

    /// Closes what is left of a connection, and waits for the next attempt.
    ///
    /// After a refusal the waits go on growing, also if the phone was welcome before: two phones
    /// with one credential would otherwise push each other out many times a second.
    private func lost(_ connection: Connection, _ words: String, isRefused: Bool = false) {
        guard isStarted, connection === self.connection else { return }
        say(words)
        if isConnected, !isRefused { backoff.reset() }
        state = .waiting
        connection.close()
        timer.arm(at: loop.now() + backoff.next())
    }

    private func timerFired() {
        switch state {
        case .waiting:
            connect()
        case .greeting(let connection):
            lost(connection, "\(gatewayName) does not answer")
        case .open(let connection, let pings, let isAnswered):
            guard isAnswered else {
                lost(connection, "\(gatewayName) is silent")
                return
            }
            state = .open(connection, pings: pings + 1, isAnswered: false)
            send(.ping(pings + 1))
            timer.arm(after: pingInterval)
        }
    }

    private func receive(_ bytes: UnsafeRawBufferPointer, on connection: Connection) {
        reader.append(bytes)
        do {
            while connection === self.connection, let body = try reader.next() {
                take(try MessageCoder.decode(GatewayMessage.self, from: body), connection)
            }
        } catch {
            lost(connection, "\(gatewayName): \(error)")
        }
    }

    private func take(_ message: GatewayMessage, _ connection: Connection) {
        switch message {
        case .welcome(let version):
            guard version == deviceProtocolVersion else {
                lost(
                    connection,
                    "\(gatewayName) speaks version \(version) of the protocol and this phone "
                        + "version \(deviceProtocolVersion): use the same OpenCallKit on both sides"
                )
                return
            }
            becomeOpen(connection)
        case .activated(let device, let secret):
            activated(DeviceCredential(device: device, secret: secret))
        case .refused(let words):
            // The push service may have been made anew: the next attempt tries the other proof, if
            // there are two.
            prefersCode.toggle()
            lost(connection, "\(gatewayName) refuses this phone: \(words)", isRefused: true)
        case .token(let bundle, let environment, .voip, let token):
            issued(token, bundle, environment)
        case .token(_, _, .alert, _):
            break  // Nobody asks for one.
        case .deliver(let delivery):
            deliver(delivery)
        case .pong(let number):
            if case .open(_, number, _) = state {
                state = .open(connection, pings: number, isAnswered: true)
            }
        }
    }

    private func becomeOpen(_ connection: Connection) {
        guard case .greeting = state else { return }
        state = .open(connection, pings: 0, isAnswered: true)
        lastWords = nil
        timer.arm(after: pingInterval)
        // First, so that what is wanted again is asked for after it.
        giveBackTokens()
        for entry in tokens.wanted { ask(entry.bundle, entry.environment) }
        onConnected?()
    }

    // MARK: What the push service says

    private func activated(_ credential: DeviceCredential) {
        self.credential = credential
        prefersCode = false
        for bundle in tokens.invalidate() { onTokenInvalidated?(bundle) }
        save(credential, options.credentialPath)
        saveTokens()
    }

    private func issued(_ token: Bytes, _ bundle: BundleID, _ environment: PushEnvironment) {
        guard (1...Limits.tokenByteCount).contains(token.array.count) else {
            say("\(gatewayName) sent a token of \(token.array.count) bytes, which is not used")
            return
        }
        guard tokens.set(token, of: bundle, environment) else { return }
        saveTokens()
        if options.environment(bundle) == environment { onToken?(bundle, token) }
    }

    private func deliver(_ delivery: PushDelivery) {
        let isForPhone =
            delivery.kind == .voip
            && delivery.payload.array.count <= Limits.voipPayloadByteCount
            && options.environment(delivery.bundle) ?? delivery.environment == delivery.environment
        let key = DeliveryKey(delivery.id, delivery.number)
        guard isForPhone, !acknowledged.contains(key) else {
            // Not for any app here, or taken already: it must not come for ever.
            send(.acknowledge(delivery.id, number: delivery.number))
            return
        }
        onPush?(
            ArrivedPush(
                id: delivery.id, number: delivery.number, bundle: delivery.bundle,
                payload: delivery.payload,
                accepted: WallTime(milliseconds: delivery.acceptedAt),
                expiration: delivery.expiration))
    }

    /// Asks for a token; for a fresh one where the app was removed meanwhile and that is the rule
    /// (B119).
    private func ask(_ bundle: BundleID, _ environment: PushEnvironment) {
        let isFresh = tokens.takeRemoved(bundle) && !options.tokenSurvivesReinstall
        send(
            isFresh ? .renew(bundle, environment, .voip) : .register(bundle, environment, .voip))
    }

    private func giveBackTokens() {
        guard !tokens.forgotten.isEmpty else { return }
        for entry in tokens.forgotten {
            send(.unregister(entry.bundle, entry.environment, .voip))
        }
        tokens.clearForgotten()
        saveTokens()
    }

    // MARK: Out

    private func send(_ message: DeviceMessage) {
        guard let bytes = try? MessageCoder.frame(message) else { return }
        connection?.send(bytes)
    }

    private func saveTokens() { save(tokens, options.tokensPath) }

    private func save(_ value: some Encodable & Sendable, _ path: String) {
        worker.run {
            do throws(FileError) {
                try JSONFile.write(value, path)
                return nil
            } catch {
                return "\(error)"
            }
        } then: { [weak self] (words: String?) in
            if let words { self?.say(words) }
        }
    }

    private func say(_ words: String) {
        guard words != lastWords else { return }
        lastWords = words
        onProblem?(words)
    }
}

/// Lets the timer's closure find the courier, which must exist before it.
private final class CourierTarget {
    weak var courier: Courier?
}
