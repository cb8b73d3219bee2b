// SPDX-License-Identifier: Apache-2.0
import OCKNetworking
import Synchronization

/// Sends pushes to Apple's push service or to the gateway, over one HTTP/2 connection.
///
/// ```swift
/// let sender = try PushSender(endpoint: .development, identity: .certificate(pem: pem))
/// let push = PushNotification(topic: "com.example.hotline.voip", payload: json)
/// let receipt = try await sender.send(push, to: token)
/// ```
/// The connection is made when it is needed, kept, and made again after the server has ended it.
/// What the server does not take at once waits. A sender has a thread of its own, and may be used
/// from any task.
public final class PushSender: Sendable {
    /// Where to send to.
    public struct Endpoint: Sendable, Hashable {
        /// A name or an address.
        public var host: String
        /// The TCP port.
        public var port: UInt16

        /// A server of one's own, such as the gateway.
        public init(host: String, port: UInt16) {
            self.host = host
            self.port = port
        }

        /// Apple's service for apps from the App Store.
        public static let production = Endpoint(host: "api.push.apple.com", port: 443)
        /// Apple's service for apps in development.
        public static let development = Endpoint(host: "api.sandbox.push.apple.com", port: 443)
    }

    /// How the sender shows who it is.
    public enum Identity: Sendable, Hashable {
        /// A push certificate and its unencrypted private key, in one PEM text.
        case certificate(pem: [UInt8])
    }

    private let thread: LoopThread
    private let courier: CourierBox
    private let isShutDown = Mutex(false)

    /// Makes a sender; it connects with the first push.
    ///
    /// - Parameters:
    ///   - endpoint: The server.
    ///   - identity: The certificate to show.
    ///   - trust: PEM of the authority behind the server's certificate, as the gateway makes its
    ///     own; `nil` trusts the system's authorities.
    /// - Throws: ``PushSenderError/unusableIdentity(_:)``.
    public convenience init(
        endpoint: Endpoint, identity: Identity, trust: [UInt8]? = nil
    ) throws(PushSenderError) {
        try self.init(endpoint: endpoint, identity: identity, trust: trust, limits: SenderLimits())
    }

    /// A sender with other limits, for tests that do not wait.
    package init(
        endpoint: Endpoint, identity: Identity, trust: [UInt8]?, limits: SenderLimits
    ) throws(PushSenderError) {
        // Once here, to refuse what cannot be used; the sender's own is made on its thread.
        _ = try Self.context(identity, trust)
        let courier = CourierBox()
        do {
            thread = try LoopThread(name: "push-sender") { loop in
                guard let tls = try? Self.context(identity, trust) else { return }
                courier.fill(Courier(endpoint: endpoint, tls: tls, limits: limits, loop: loop))
            }
        } catch {
            throw .unreachable(error.description)
        }
        self.courier = courier
    }

    deinit { shutDown() }

    /// Sends a push and waits for the answer.
    ///
    /// The task's cancellation does not call a push back that is on its way.
    /// - Parameters:
    ///   - notification: What to send.
    ///   - token: The device token in hexadecimal, as the app got it from its push registry.
    /// - Returns: The server's receipt.
    /// - Throws: ``PushRejection`` if the server refused it, else ``PushSenderError``.
    public func send(
        _ notification: PushNotification, to token: String
    ) async throws -> PushReceipt {
        let request = try PushRequest(notification, token: token)
        let outcome = await withCheckedContinuation { continuation in
            let isTaken = isShutDown.withLock { isShutDown in
                guard !isShutDown else { return false }
                thread.poster.post { [courier] in
                    courier.use { $0.send(request) { continuation.resume(returning: $0) } }
                }
                return true
            }
            if !isTaken { continuation.resume(returning: .failed(.shutDown)) }
        }
        switch outcome {
        case .taken(let receipt): return receipt
        case .rejected(let rejection): throw rejection
        case .failed(let error): throw error
        }
    }

    /// Closes the connection; pushes without an answer fail.
    ///
    /// Twice is once.
    public func shutDown() {
        let isFirst = isShutDown.withLock { isShutDown in
            defer { isShutDown = true }
            return !isShutDown
        }
        guard isFirst else { return }
        thread.poster.post { [courier] in courier.empty() }
        thread.stop()
    }

    private static func context(
        _ identity: Identity, _ trust: [UInt8]?
    ) throws(PushSenderError) -> TLSContext {
        switch identity {
        case .certificate(let pem):
            do {
                return try TLSContext.client(
                    caPEM: trust, certificateChainPEM: pem, privateKeyPEM: pem, alpn: ["h2"])
            } catch {
                throw .unusableIdentity(error.description)
            }
        }
    }
}

/// Holds the courier for the thread that it lives on.
///
/// Sendable because its content is touched on the sender's thread alone.
private final class CourierBox: @unchecked Sendable {
    private var courier: Courier?

    func fill(_ courier: Courier) { self.courier = courier }

    func use(_ body: (Courier) -> Void) {
        guard let courier else { preconditionFailure("a push came before its courier") }
        body(courier)
    }

    func empty() {
        courier?.shutDown()
        courier = nil
    }
}
