// SPDX-License-Identifier: Apache-2.0
import CallModel
import Dispatch
public import Foundation
import OpenFoundation
import PhoneLink

/// An app's view of its call directory extensions.
///
/// Completions are called once, on a private serial queue.
open class CXCallDirectoryManager: NSObject {
    /// Whether the user has switched an extension on, which only the user can (B155).
    public enum EnabledStatus: Int, Sendable {
        /// It is not known, or there is no such extension.
        case unknown = 0
        /// It is off, as it is after it was installed.
        case disabled = 1
        /// It is on.
        case enabled = 2
    }

    private let link: Weak
    private let queue = DispatchQueue(label: "com.apple.CallKit.CXCallDirectoryManager")

    /// Makes another one for the app's phone, for subclasses; an app uses ``sharedInstance``.
    public convenience override init() {
        let session = AppSession.current
        self.init(session: session)
        session.use(queue, for: self)
    }

    private init(session: AppSession) {
        link = Weak(session)
        super.init()
    }

    /// The app's manager.
    open class var sharedInstance: CXCallDirectoryManager {
        let session = AppSession.current
        let manager = session.attachment { CXCallDirectoryManager(session: session) }
        session.use(manager.queue, for: manager)
        return manager
    }

    // MARK: Requests

    /// Runs an extension, which gives its entries anew or sends what has changed.
    ///
    /// - Parameters:
    ///   - identifier: The bundle identifier of one of the app's extensions.
    ///   - completion: Nil once the new entries are in force. With any error the old ones stay
    ///     (B148); see ``CXErrorCodeCallDirectoryManagerError``.
    @preconcurrency open func reloadExtension(
        withIdentifier identifier: String,
        completionHandler completion: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let session = session
        if let session { GroupDefaults.synchronize(session.appGroups) }
        let answer = answer { error in
            // What the extension has set.
            if let session { GroupDefaults.synchronize(session.appGroups) }
            completion?(error)
        }
        session?.reloadDirectory(identifier, completion: answer) ?? answer(Self.noSession)
    }

    /// Runs an extension, and waits until its new entries are in force.
    ///
    /// - Throws: ``CXErrorCodeCallDirectoryManagerError`` where the old ones stay.
    nonisolated(nonsending) open func reloadExtension(
        withIdentifier identifier: String
    ) async throws {
        try await withCheckedThrowingContinuation { continuation in
            reloadExtension(withIdentifier: identifier) { continuation.resume(with: $0) }
        }
    }

    /// Asks whether the user has switched an extension on (B155).
    ///
    /// - Parameters:
    ///   - identifier: The bundle identifier of one of the app's extensions.
    ///   - completion: The status, or ``EnabledStatus/unknown`` and an error:
    ///     ``CXErrorCodeCallDirectoryManagerError/noExtensionFound`` for an identifier that is not
    ///     of an extension of the app.
    @preconcurrency open func getEnabledStatusForExtension(
        withIdentifier identifier: String,
        completionHandler completion: @escaping @Sendable (EnabledStatus, (any Error)?) -> Void
    ) {
        let run = run()
        let answer: @Sendable (Result<DirectoryEnabledStatus, RequestError>) -> Void = { result in
            run {
                switch result {
                case .success(let status):
                    completion(EnabledStatus(rawValue: status.rawValue) ?? .unknown, nil)
                case .failure(let error): completion(.unknown, error.asCallKitError)
                }
            }
        }
        session?.directoryStatus(identifier, completion: answer)
            ?? answer(.failure(Self.noSession))
    }

    /// Asks whether the user has switched an extension on (B155).
    ///
    /// - Throws: ``CXErrorCodeCallDirectoryManagerError`` where that is not known.
    nonisolated(nonsending) open func enabledStatusForExtension(
        withIdentifier identifier: String
    ) async throws -> EnabledStatus {
        try await withCheckedThrowingContinuation { continuation in
            getEnabledStatusForExtension(withIdentifier: identifier) { status, error in
                continuation.resume(with: error.map { .failure($0) } ?? .success(status))
            }
        }
    }

    /// Shows the user where extensions are switched on (B155).
    ///
    /// - Parameter completion: Nil once it is shown.
    @preconcurrency open func openSettings(
        completionHandler completion: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let answer = answer(completion)
        session?.openDirectorySettings(completion: answer) ?? answer(Self.noSession)
    }

    /// Shows the user where extensions are switched on (B155), and waits until that is shown.
    ///
    /// - Throws: ``CXErrorCodeCallDirectoryManagerError`` where no phone shows it.
    nonisolated(nonsending) open func openSettings() async throws {
        try await withCheckedThrowingContinuation { continuation in
            openSettings { continuation.resume(with: $0) }
        }
    }

    // MARK: Answers

    /// The phone for tests is gone.
    private static let noSession = RequestError.callDirectory(.unknown)

    private var session: AppSession? { link.object as? AppSession }

    /// How completions are called, for as long as one is due.
    private func run() -> @Sendable (@escaping @Sendable () -> Void) -> Void {
        let queue = queue
        let session = session
        return { body in
            if let session { session.complete(on: queue, body) } else { queue.callOut(body) }
        }
    }

    private func answer(
        _ completion: (@Sendable ((any Error)?) -> Void)?
    ) -> @Sendable (RequestError?) -> Void {
        let run = run()
        return { error in run { completion?(error?.asCallKitError) } }
    }
}
