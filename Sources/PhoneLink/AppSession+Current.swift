// SPDX-License-Identifier: Apache-2.0

/// Which phone an app's object belongs to: the session that is current when it is made.
extension AppSession {
    /// The session of this task, where one is bound.
    ///
    /// A queue or a detached task loses it.
    @TaskLocal private static var bound: AppSession?

    private static let chosen = Locked<AppSession?>(nil)

    private static let ofProcess = AppSession(address: .ofProcess())

    /// The session of all objects that are made where none is bound, in place of the socket: set by
    /// a phone for tests that lives in this process.
    package static var processDefault: AppSession? {
        get { chosen.withLock { $0 } }
        set { chosen.withLock { $0 = newValue } }
    }

    /// The bound session, else ``processDefault``, else the one over the socket, made once.
    package static var current: AppSession { bound ?? processDefault ?? ofProcess }

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
