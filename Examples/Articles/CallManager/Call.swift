// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A call as this app knows it: what it is, how it stands, and who wants to hear of a change.
@MainActor
final class Call {
    enum State {
        case connecting
        case active
        case held
        case ended
    }

    /// How far the way to the other side is made.
    enum ConnectionState {
        case pending
        case complete
    }

    let uuid: UUID
    let isOutgoing: Bool
    let handle: String

    private(set) var state: State = .connecting { didSet { stateChanged?() } }
    private(set) var connection: ConnectionState? { didSet { connectionChanged?() } }
    var isMuted = false
    /// The digits that were sent in it.
    var digits = ""

    var stateChanged: (() -> Void)?
    var connectionChanged: (() -> Void)?

    init(uuid: UUID, isOutgoing: Bool = false, handle: String) {
        self.uuid = uuid
        self.isOutgoing = isOutgoing
        self.handle = handle
    }

    /// Sets out; the network goes on from here.
    ///
    /// - Returns: Whether there was anything to start.
    func start(over network: CallNetwork) -> Bool {
        guard isOutgoing, state == .connecting, connection == nil else { return false }
        network.dial(self)
        return true
    }

    /// The other side has been asked.
    func asked() {
        guard state == .connecting else { return }
        connection = .pending
    }

    /// Both sides can hear each other.
    func connected() {
        guard state == .connecting else { return }
        state = .active
        connection = .complete
    }

    func answer() { state = .active }

    func setHeld(_ isHeld: Bool) {
        guard state != .ended else { return }
        state = isHeld ? .held : .active
    }

    func end() { state = .ended }
}
