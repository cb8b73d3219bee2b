// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Finds the other side of a call, and carries what is said.
@MainActor
protocol CallNetwork: AnyObject {
    /// Asks the other side; tells the call how far it has come.
    func dial(_ call: Call)
}

/// The other side is there at once and always says yes.
final class LoopbackNetwork: CallNetwork {
    func dial(_ call: Call) {
        DispatchQueue.main.async {
            call.asked()
            DispatchQueue.main.async { call.connected() }
        }
    }
}
