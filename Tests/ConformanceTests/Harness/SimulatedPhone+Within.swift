// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import Testing

extension SimulatedPhone {
    /// Does something within the process of the app under test, and settles.
    func within<Result: Sendable>(
        _ body: @MainActor @Sendable () throws -> Result
    ) async throws -> Result {
        let app = try #require(hotline)
        let result = try await app.run(body)
        try await settle()
        return result
    }
}
