// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import CallKit
import CallModel
import Foundation
import PhoneLink

/// One run of an extension with a fake phone, and what became of it.
final class DirectoryStage: Sendable {
    private struct State {
        var outcome: DirectorySession.Outcome?
        var waiters: [CheckedContinuation<Void, Never>] = []
        var complaints: [String] = []
    }

    let phone: FakeDirectoryPhone
    /// Where the provider is called.
    let queue = DispatchQueue(label: "extension")
    private let session: DirectorySession
    private let state: Locked<State>

    init(
        _ link: FakeLink = .inProcess,
        script: @escaping FakeDirectoryPhone.Script = FakeDirectoryPhone.loading
    ) throws {
        let state = Locked(State())
        self.state = state
        phone = try FakeDirectoryPhone(link, script: script)
        session = DirectorySession(channel: phone.channel, name: "test") { line in
            state.withLock { $0.complaints.append(line) }
        }
    }

    var complaints: [String] { state.withLock { $0.complaints } }

    /// Runs a provider to its end.
    ///
    /// - Parameters:
    ///   - app: The session that is current in it.
    ///   - make: Makes the provider.
    /// - Returns: How the load ended.
    func run(
        as app: AppSession? = nil, _ make: @escaping @Sendable () -> CXCallDirectoryProvider
    ) async -> DirectorySession.Outcome? {
        CXCallDirectoryProvider.run(make, over: session, on: queue, as: app) { [state] outcome in
            let waiters = state.withLock { state in
                state.outcome = outcome
                defer { state.waiters = [] }
                return state.waiters
            }
            waiters.forEach { $0.resume() }
        }
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.outcome == nil { state.waiters.append(continuation) }
                return state.outcome != nil
            }
            if isOver { continuation.resume() }
        }
        return state.withLock { $0.outcome }
    }
}

/// A provider that does what a test wants, and notes what it hears.
final class ScriptedProvider: CXCallDirectoryProvider, @unchecked Sendable {
    // Sendable because all that it holds is constant and locks itself.
    private let history: History
    private let script: @Sendable (CXCallDirectoryExtensionContext) -> Void

    init(
        _ history: History, _ script: @escaping @Sendable (CXCallDirectoryExtensionContext) -> Void
    ) {
        self.history = history
        self.script = script
        super.init()
    }

    override func beginRequest(with context: CXCallDirectoryExtensionContext) {
        context.delegate = self
        script(context)
    }
}

extension ScriptedProvider: CXCallDirectoryExtensionContextDelegate {
    func requestFailed(
        for extensionContext: CXCallDirectoryExtensionContext, withError error: any Error
    ) {
        let error = error as NSError
        history.note("failed \(error.domain) \(error.code)")
    }
}
