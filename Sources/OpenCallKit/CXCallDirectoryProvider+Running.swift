// SPDX-License-Identifier: Apache-2.0
package import Dispatch
import OpenFoundation
package import PhoneLink

/// Running one request of a call directory.
extension CXCallDirectoryProvider {
    /// What lives while a request goes on.
    private struct Request {
        var provider: Transfer<CXCallDirectoryProvider>?
        var context: CXCallDirectoryExtensionContext?
    }

    /// Has a provider made and asked for its entries, once the phone is ready for them.
    ///
    /// - Parameters:
    ///   - make: Makes the provider, on `queue`; not called where the phone refuses.
    ///   - session: A session that has not been started.
    ///   - queue: A serial queue, on which the provider and its delegate are called.
    ///   - app: The session that is current in what the provider does; nil leaves that alone.
    ///   - onOver: Called once, as soon as the load has ended, on the session's thread.
    ///   - completion: Called once, after the provider's delegate and completions.
    package static func run(
        _ make: @escaping @Sendable () -> CXCallDirectoryProvider,
        over session: DirectorySession,
        on queue: DispatchQueue,
        as app: AppSession? = nil,
        onOver: @escaping @Sendable (DirectorySession.Outcome) -> Void = { _ in },
        completion: @escaping @Sendable (DirectorySession.Outcome) -> Void
    ) {
        let request = Locked(Request())
        @Sendable func run(_ body: @escaping @Sendable () -> Void) {
            queue.callOut {
                if let app { app.bind(body) } else { body() }
            }
        }
        @Sendable func end(_ outcome: DirectorySession.Outcome) {
            guard let context = request.withLock({ $0.context }) else {
                return run { completion(outcome) }
            }
            context.end(outcome)
            context.afterCompletions {
                run {
                    // Let go of without the lock: they are the app's.
                    let last = request.withLock { request in
                        defer { request = Request() }
                        return request
                    }
                    withExtendedLifetime(last) { completion(outcome) }
                }
            }
        }
        session.start(
            onWelcome: { _ in
                run {
                    let context = CXCallDirectoryExtensionContext(
                        session: session, groups: app?.appGroups ?? .ofProcess())
                    let provider = make()
                    request.withLock {
                        $0 = Request(provider: Transfer(provider), context: context)
                    }
                    provider.beginRequest(with: context)
                }
            },
            onOver: { outcome in
                onOver(outcome)
                switch outcome {
                case .failed, .refused: run { end(outcome) }
                // Without the delegate; and a provider may wait for this on its queue.
                case .completed, .cancelled: end(outcome)
                }
            })
    }
}
