// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import Foundation
import Testing

@Suite("Thousands of calls by chance") struct CallingLifeTests {
    /// For each of twenty seeds: two thousand calls in all, ten thousand in a longer run.
    private static var callCount: Int {
        ProcessInfo.processInfo.environment["OPENCALLKIT_SOAK"] == "1" ? 500 : 100
    }

    @Test("No rule is broken and nothing is left over", arguments: UInt64(1)...20)
    func live(seed: UInt64) async throws {
        var life = CallingLife(seed: seed)
        try await life.live(calls: Self.callCount)
    }
}
