// SPDX-License-Identifier: Apache-2.0
import Foundation

/// One event's moment, and what it leads to.
struct CallTurn {
    let now: Date
    private(set) var effects: [CallEffect] = []

    init(now: Date) { self.now = now }

    mutating func add(_ effect: CallEffect) { effects.append(effect) }
}
