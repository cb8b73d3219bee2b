// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import Foundation
import Testing

@Suite("Thousands of calls by chance") struct CallingLifeTests {
    /// For each of forty seeds: ten thousand calls in all, fifty thousand in a longer run.
    private static var callCount: Int {
        ProcessInfo.processInfo.environment["OPENCALLKIT_SOAK"] == "1" ? 1_250 : 250
    }

    @Test("No rule is broken and nothing is left over", arguments: UInt64(1)...40)
    func live(seed: UInt64) async throws {
        var life = CallingLife(seed: seed)
        try await life.live(calls: Self.callCount)
    }
}
