// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import CallKitTesting

@Suite("A phone for tests") struct SimulatedPhoneTests {
}
