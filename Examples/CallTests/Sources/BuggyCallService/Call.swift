// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A call, as the app sees it.
package struct Call: Identifiable, Hashable, Sendable {
    /// Where a call stands.
    package enum State: Hashable, Sendable { case ringing, connecting, active, held }

    package let id: UUID
    package let handle: String
    package let name: String?
    package let isOutgoing: Bool
    package var state: State
    package var isMuted = false
    /// A call of the same conference; nil outside of any.
    package var joinedTo: UUID?

    static func incoming(_ push: IncomingPush) -> Call {
        Call(
            id: push.call, handle: push.caller, name: push.name, isOutgoing: false,
            state: .ringing)
    }

    static func outgoing(_ id: UUID, to handle: String) -> Call {
        Call(id: id, handle: handle, name: nil, isOutgoing: true, state: .connecting)
    }
}
