// SPDX-License-Identifier: Apache-2.0

/// Which phone an app's object belongs to: the session that is current when it is made.
extension AppSession {
    /// The session of this task, where one is bound.
    ///
    /// A queue or a detached task loses it.
    @TaskLocal private static var bound: AppSession?

    /// The session of this task, nil where none is bound: who asks may be nobody's code.
    package static var ofTask: AppSession? { bound }

    private static let chosen = Locked<AppSession?>(nil)

    private static let lastChoice = Locked(LastChoice())

    /// In a box of its own: a bare closure behind a generic lock would be wrapped once more with
    /// each reading.
    private struct LastChoice {
        var make: (@Sendable () -> AppSession?)?
    }

    private static let ofProcess = AppSession(address: .ofProcess())

    /// The session of all objects that are made where none is bound, in place of the socket: set by
    /// a phone for tests that lives in this process.
    package static var processDefault: AppSession? {
        get { chosen.withLock { $0 } }
        set { chosen.withLock { $0 = newValue } }
    }

    /// Asked for a session where none is bound and there is no ``processDefault``, before the
    /// socket is: by it, tests of several phones find the one that is meant, or complain.
    ///
    /// Called on the thread that makes the object, with no lock held. Nil falls to the socket.
    package static var fallback: (@Sendable () -> AppSession?)? {
        get { lastChoice.withLock { $0 }.make }
        set { lastChoice.withLock { $0.make = newValue } }
    }

    /// The bound session, else ``processDefault``, else what ``fallback`` gives, else the one over
    /// the process's own socket, made once.
    package static var current: AppSession {
        bound ?? processDefault ?? fallback?() ?? ofProcess
    }

    /// Called where code that runs with this session asks something of an object of another one,
    /// which has ended: in a test, of a singleton that an earlier launch has made.
    ///
    /// On the thread of that code, with no lock held.
    package var onStaleObject: (@Sendable () -> Void)? {
        get { core.withLock { $0.onStaleObject } }
        set { core.withLock { $0.onStaleObject = newValue } }
    }

    /// Tells the bound session where it is another one and this one has ended.
    func tellIfStale() {
        guard let bound = Self.bound, bound !== self,
            core.withLock({ $0.state.link == .severed })
        else { return }
        bound.onStaleObject?()
    }

    /// Runs `body` with this session as the current one.
    package func bind<Result>(_ body: () throws -> Result) rethrows -> Result {
        try Self.$bound.withValue(self, operation: body)
    }

    /// Runs `body`, and the tasks that it makes, with this session as the current one.
    package func bind<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await Self.$bound.withValue(self, operation: body)
    }
}
