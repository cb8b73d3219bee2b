// SPDX-License-Identifier: Apache-2.0

/// How many connections of one listener live; each holds it, and gives its place back.
final class ConnectionCount {
    private let maximum: Int
    private(set) var present = 0
    private(set) var refused = 0

    init(maximum: Int) { self.maximum = maximum }

    /// Takes a place; false if there is none.
    func take() -> Bool {
        guard present < maximum else {
            refused += 1
            return false
        }
        present += 1
        return true
    }

    func giveBack() { present -= 1 }
}
