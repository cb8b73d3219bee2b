// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@Suite struct DeterminismTests {
    @Test(
        "One seed gives the same bytes of effects in processes with different hash seeds",
        arguments: ["phone", "gateway"])
    func sameBytes(core: String) throws {
        let run = [core, "--seed", "20", "--events", "4000", "--log"]
        let first = try simulate(run)
        let second = try simulate(run)
        let third = try simulate(run, deterministicHashing: true)
        #expect(first.status == 0)
        #expect(first.output.count > 100_000)
        #expect(first.output == second.output && second.output == third.output)
        let other = try simulate([core, "--seed", "21", "--events", "4000", "--log"])
        #expect(other.output != first.output)
    }
}
