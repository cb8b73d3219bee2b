// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneLink

extension SimulatedApp {
    /// Runs code as a process of this app's notification service extension would: there
    /// `CXProvider.reportNewIncomingVoIPPushPayload` passes a payload on to the app (B136).
    ///
    /// It runs on the main queue. The extension need not be that of a running app: a payload that
    /// it passes on starts the app. Its process ends with the code.
    ///
    /// - Parameters:
    ///   - canFilter: Whether the extension has the entitlement
    ///     `com.apple.developer.usernotifications.filtering`.
    ///   - body: What the extension does with a notification.
    /// - Returns: What `body` gives.
    /// - Throws: What `body` throws, or ``PhoneError`` where the app is not installed, or a
    ///   completion of the extension's does not return.
    @discardableResult
    public func runNotificationService<Result: Sendable>(
        canFilter: Bool = true,
        _ body: @MainActor @Sendable () async throws -> Result
    ) async throws -> Result {
        guard let phone, !phone.isClosed, phone.app(bundle) === self else {
            throw PhoneError("\(bundle) is not installed; install it before its extension runs")
        }
        let process = phone.connectExtension(of: self, canFilter: canFilter)
        defer { process.end() }
        guard let session = process.session else { throw PhoneError("the extension has ended") }
        let result = try await session.bind { try await body() }
        try await process.drain(phone.patience)
        return result
    }
}
