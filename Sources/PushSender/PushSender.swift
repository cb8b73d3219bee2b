// SPDX-License-Identifier: Apache-2.0
import OCKNetworking
import Synchronization

/// Sends pushes to Apple's push service or to the gateway, over one HTTP/2 connection.
///
/// ```swift
/// let sender = try PushSender(
///     endpoint: .development,
///     identity: .providerToken(key: p8, keyID: "ABC123DEFG", teamID: "DEF123GHIJ"))
/// let push = PushNotification(topic: "com.example.hotline.voip", payload: json)
/// let receipt = try await sender.send(push, to: token)
/// ```
/// The connection is made when it is needed, kept, and made again after the server has ended it.
/// What the server does not take at once waits: there is one stream at first where a provider token
/// shows who sends, and many once one was accepted. A sender has a thread of its own, and may be
/// used from any task.
///
/// For very many pushes, ``send(upTo:from:onOutcome:)`` and
/// ``outcomes(of:maximumInFlightCount:)`` fetch the next one when there is room for it.
public final class PushSender: Sendable {
    private let thread: LoopThread
    private let courier: CourierBox
    private let isShutDown = Mutex(false)

    /// Makes a sender; it connects with the first push.
    ///
    /// - Parameters:
    ///   - endpoint: The server.
    ///   - identity: The certificate to show, or the key to sign provider tokens with.
    ///   - trust: PEM of the authority behind the server's certificate, as the gateway makes its
    ///     own; `nil` trusts the system's authorities.
    ///   - retries: Which refusals to answer by sending again.
    /// - Throws: ``PushSenderError/unusableIdentity(_:)``.
    public convenience init(
        endpoint: Endpoint, identity: Identity, trust: [UInt8]? = nil,
        retries: RetryPolicy = .never
    ) throws(PushSenderError) {
        try self.init(
            endpoint: endpoint, identity: identity, trust: trust, retries: retries,
            limits: SenderLimits())
    }

    /// A sender with other limits, for tests that do not wait.
    package init(
        endpoint: Endpoint, identity: Identity, trust: [UInt8]?, retries: RetryPolicy = .never,
        limits: SenderLimits
    ) throws(PushSenderError) {
        // The thread may still be at work when the process ends.
        OpenSSLLibrary.keepUntilEnd()
        // Read here, to refuse what cannot be used; the TLS context is made on its thread.
        let credentials = try SenderCredentials(identity, trust: trust)
        let courier = CourierBox()
        do {
            thread = try LoopThread(name: "push-sender") { loop in
                guard let tls = try? credentials.context() else { return }
                courier.fill(
                    Courier(
                        endpoint: endpoint, tls: tls, signer: credentials.signer,
                        retries: retries, limits: limits, loop: loop))
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
        try await outcome(of: AddressedPush(notification, to: token)).get()
    }

    /// Sends a push and waits for what becomes of it.
    ///
    /// The task's cancellation does not call a push back that is on its way.
    public func outcome(of push: AddressedPush) async -> PushOutcome {
        await withCheckedContinuation { continuation in
            send(push) { continuation.resume(returning: $0) }
        }
    }

    /// Sends a push; `completion` is called once, from the sender's thread, which must not wait in
    /// it.
    ///
    /// For servers that live on a thread of their own; tasks have ``send(_:to:)``.
    public func send(
        _ push: AddressedPush, completion: @escaping @Sendable (PushOutcome) -> Void
    ) {
        do {
            try push.check()
        } catch {
            return completion(.failed(error))
        }
        if !post({ $0.send(push, completion: completion) }) { completion(.failed(.shutDown)) }
    }

    /// Does something on the sender's thread; false once it is shut down.
    func post(_ body: @escaping @Sendable (Courier) -> Void) -> Bool {
        isShutDown.withLock { isShutDown in
            guard !isShutDown else { return false }
            thread.poster.post { [courier] in courier.use(body) }
            return true
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
