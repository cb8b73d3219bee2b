// SPDX-License-Identifier: Apache-2.0
import CallModel
import GatewayCore

/// The gateway's store: what is on the disk, and what is on its way there.
struct GatewayDisk {
    struct Pending {
        var ticket: StoreTicket
        var changes: [StoredChange]
    }

    private(set) var state = StoredState()
    var pending: [Pending] = []
    /// Removals that failed, which the driver tries again with the next commit.
    private var owed: [StoredChange] = []

    /// One commit.
    mutating func apply(_ changes: [StoredChange]) {
        for change in owed + changes { apply(change) }
        owed = []
    }

    mutating func fail(_ changes: [StoredChange]) {
        let areRemovals = changes.allSatisfy { if case .removePush = $0 { true } else { false } }
        if areRemovals { owed += changes }
    }

    /// The process that had them waiting has died.
    mutating func loseWaiting() {
        pending = []
        owed = []
    }

    private mutating func apply(_ change: StoredChange) {
        switch change {
        case .addActivation(let code):
            apply(.removeActivation(codeHash: code.codeHash))
            state.activations.append(code)
        case .removeActivation(let hash): state.activations.removeAll { $0.codeHash == hash }
        case .addDevice(let device):
            if !state.devices.contains(device) { state.devices.append(device) }
        case .removeDevice(let id):
            state.devices.removeAll { $0.id == id }
            state.tokens.removeAll { $0.device == id }
            state.pushes.removeAll { $0.device == id }
        case .addToken(let token):
            apply(.removeToken(token.bytes))
            state.tokens.append(token)
        case .endToken(let bytes, let end):
            for index in state.tokens.indices where state.tokens[index].bytes == bytes {
                state.tokens[index].end = end
            }
        case .removeToken(let bytes): state.tokens.removeAll { $0.bytes == bytes }
        case .addPush(let push): state.pushes.append(push)
        case .removePush(let key): state.pushes.removeAll { $0.key == key }
        case .addKey, .revokeKey: break
        }
    }
}
