// SPDX-License-Identifier: Apache-2.0
import CallModel
import Foundation
public import OpenCallKit
import PhoneHost

extension SimulatedDirectory {
    /// The app of the extensions that a test loads without naming one.
    static let testApp = "com.example.directory"

    /// Loads an extension as the phone does: makes its handler, asks it for its entries, checks
    /// them as they arrive, and puts them in the place of the old ones.
    ///
    /// The first time the extension is installed in an app of its own and switched on, so the load
    /// is a whole one; after one that succeeded, `isIncremental` is true (B145).
    ///
    /// - Parameter handler: Makes the handler, for each load anew: `{ CallDirectoryHandler() }`.
    /// - Returns: What stands after the load.
    /// - Throws: `CXErrorCodeCallDirectoryManagerError` where the load failed, as for
    ///   ``reload(_:)-(String)``.
    @discardableResult
    public func reload<Handler: CXCallDirectoryProvider>(
        _ handler: @escaping @Sendable () -> Handler
    ) async throws -> CallDirectory.Counts {
        let id = Self.id(of: Handler.self)
        let app = phone.app(Self.testApp) ?? phone.install(Self.testApp) {}
        app.addDirectoryExtension(id, name: String(describing: Handler.self), handler)
        guard self[id]?.isEnabled != true else { return try await reload(id) }
        return try await load(id) { enable(id) }
    }

    /// Loads an extension of one of the phone's apps again.
    ///
    /// The phone's clock stands still meanwhile. To see an extension that takes too long, begin
    /// with ``startReload(_:)`` and let time pass.
    ///
    /// - Parameter id: The extension's bundle identifier.
    /// - Returns: What stands after the load.
    /// - Throws: `CXErrorCodeCallDirectoryManagerError` where the load failed: Apple's code, and in
    ///   its `localizedDescription` the entry, its index and the rule. ``PhoneError`` where the
    ///   handler has not completed its request and sends no entries for 10 s of real time.
    @discardableResult
    public func reload(_ id: String) async throws -> CallDirectory.Counts {
        guard let known = self[id], known.isInstalled else {
            throw Self.error(.noExtensionFound, "no app of this phone has the extension \(id)")
        }
        guard known.isEnabled else {
            throw Self.error(
                .extensionDisabled, "\(id) is switched off; phone.directory.enable(\"\(id)\")")
        }
        guard !known.isLoading else {
            throw Self.error(.currentlyLoading, "\(id) is loading already; settle first")
        }
        return try await load(id) { startReload(id) }
    }

    /// Begins to load an extension again, as its app would; it has ended after `settle()`, unless
    /// its handler goes on elsewhere.
    @discardableResult
    public func startReload(_ id: String) -> UserOutcome {
        phone.perform(.reloadDirectory(id), "directory.\(#function)")
    }

    // MARK: Within

    /// The identifier that a handler's extension has where the test gives none.
    static func id<Handler>(of handler: Handler.Type) -> String {
        let name = String(describing: handler).filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return "\(testApp).\(name.isEmpty ? "handler" : name)"
    }

    private func load(
        _ id: String, _ begin: () -> UserOutcome
    ) async throws -> CallDirectory.Counts {
        let before = lastLoad(of: id)
        if case .refused(let words) = begin() { throw PhoneError(words) }
        var activity = 0
        var end = ContinuousClock.now + phone.patience
        while true {
            try await phone.settle()
            if let load = lastLoad(of: id), load != before { break }
            let now = phone.withStage { $0.directories.activity }
            if now != activity { end = ContinuousClock.now + phone.patience }
            activity = now
            guard ContinuousClock.now < end else {
                throw PhoneError(
                    "\(id) sends nothing and has not completed its request for \(phone.patience); "
                        + "call completeRequest(), or use startReload and let time pass")
            }
            await SimulatedPhone.pause()
        }
        if let failure = self[id]?.failure {
            throw Self.error(failure.errorCode, failure.description)
        }
        return self[id]?.counts ?? CallDirectory.Counts()
    }

    private func lastLoad(of id: String) -> DirectorySummary.LastLoad? {
        phone.withStage { $0.host.directorySummaries }.first { $0.id == id }?.lastLoad
    }

    private static func error(
        _ code: CXErrorCodeCallDirectoryManagerError.Code, _ words: String
    ) -> CXErrorCodeCallDirectoryManagerError { error(code.rawValue, words) }

    private static func error(
        _ code: Int, _ words: String
    ) -> CXErrorCodeCallDirectoryManagerError {
        CXErrorCodeCallDirectoryManagerError(
            _nsError: NSError(
                domain: CXErrorDomainCallDirectoryManager, code: code,
                userInfo: [NSLocalizedDescriptionKey: words]))
    }
}
