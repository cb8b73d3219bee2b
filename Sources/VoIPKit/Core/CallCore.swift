// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The calls of an app: what happens to them goes in, what is to be done comes out.
///
/// A value without a clock, a task or an identifier of its own making, so that equal events give
/// equal effects. ``CallManager`` drives it.
struct CallCore: Hashable, Sendable {
    let configuration: CallConfiguration

    /// The living ones that were told of by `.changed(.added)`, oldest first.
    var calls: [Call] { [] }

    init(configuration: CallConfiguration) {
        self.configuration = configuration
    }

    /// Takes one event; what is to be done is put behind `effects`, in order.
    mutating func apply(_ event: CallEvent, at now: Date, into effects: inout [CallEffect]) {
    }
}
