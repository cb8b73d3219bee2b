// SPDX-License-Identifier: Apache-2.0
public import Dispatch
public import Foundation
import CallModel
import OpenFoundation
import PhoneLink

/// Asks the system for what the user wants done to calls from within the app.
open class CXCallController: NSObject {
    private let session: AppSession
    private let desk: ActionDesk
    private let queue: DispatchQueue
    private let observer = Locked<CXCallObserver?>(nil)

    /// Makes a controller whose completions run on a private serial queue.
    public convenience override init() {
        self.init(queue: DispatchQueue(label: "com.apple.CallKit.CXCallController"))
    }

    /// Makes a controller whose completions run on this queue.
    public init(queue: DispatchQueue) {
        session = .current
        desk = .of(session)
        self.queue = queue
        super.init()
        session.use(queue, for: self)
    }

    /// An observer of the device's calls; the same each time.
    open var callObserver: CXCallObserver {
        if let known = observer.withLock({ $0 }) { return known }
        // Made outside the lock: it may have to connect first.
        let made = session.bind { CXCallObserver() }
        return observer.withLock { observer in
            let kept = observer ?? made
            observer = kept
            return kept
        }
    }

    // MARK: Requests

    /// Asks for a transaction.
    ///
    /// - Parameters:
    ///   - transaction: Its actions come back to the provider's delegate as these very objects.
    ///   - completion: Nil means that the system will hand it to the provider, not that anything is
    ///     done (B46). See ``CXErrorCodeRequestTransactionError``.
    @preconcurrency open func request(
        _ transaction: CXTransaction,
        completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        guard let model = transaction.model else {
            session.complete(on: queue) {
                completion(CXErrorCodeRequestTransactionError(.invalidAction))
            }
            return
        }
        let uuid = transaction.uuid
        desk.keep(transaction)
        session.request(model) { [self] error in
            if error != nil { desk.drop(uuid) }
            session.complete(on: queue) { [self] in
                // The controller lives until here, and its queue counts as in use as long.
                withExtendedLifetime(self) { completion(error?.asCallKitError) }
            }
        }
    }

    /// Asks for a transaction, and waits until the system has taken it.
    ///
    /// - Throws: ``CXErrorCodeRequestTransactionError`` where the system refused it.
    nonisolated(nonsending) open func request(_ transaction: CXTransaction) async throws {
        try await withCheckedThrowingContinuation { continuation in
            request(transaction) { continuation.resume(with: $0) }
        }
    }

    /// Asks for a transaction of these actions.
    @preconcurrency open func requestTransaction(
        with actions: [CXAction],
        completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        request(CXTransaction(actions: actions), completion: completion)
    }

    /// Asks for a transaction of these actions, and waits until the system has taken it.
    ///
    /// - Throws: ``CXErrorCodeRequestTransactionError`` where the system refused it.
    nonisolated(nonsending) open func requestTransaction(with actions: [CXAction]) async throws {
        try await withCheckedThrowingContinuation { continuation in
            requestTransaction(with: actions) { continuation.resume(with: $0) }
        }
    }

    /// Asks for a transaction of one action.
    @preconcurrency open func requestTransaction(
        with action: CXAction,
        completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        request(CXTransaction(action: action), completion: completion)
    }

    /// Asks for a transaction of one action, and waits until the system has taken it.
    ///
    /// - Throws: ``CXErrorCodeRequestTransactionError`` where the system refused it.
    nonisolated(nonsending) open func requestTransaction(with action: CXAction) async throws {
        try await withCheckedThrowingContinuation { continuation in
            requestTransaction(with: action) { continuation.resume(with: $0) }
        }
    }
}
