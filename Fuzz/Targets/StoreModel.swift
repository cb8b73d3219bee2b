// SPDX-License-Identifier: Apache-2.0
import CallModel
import GatewayCore

/// A store as ``StoredChange`` promises it: what a restarted gateway finds.
struct StoreModel {
    private var activations: [[UInt8]: StoredActivation] = [:]
    private var devices: [DeviceID: StoredDevice] = [:]
    private var tokens: [[UInt8]: StoredToken] = [:]
    private(set) var pushes: [PushKey: StoredPush] = [:]
    private var keys: [String: StoredKey] = [:]

    mutating func apply(_ changes: [StoredChange]) {
        for change in changes { apply(change) }
    }

    private mutating func apply(_ change: StoredChange) {
        switch change {
        case .addActivation(let code):
            if activations[code.codeHash] == nil { activations[code.codeHash] = code }
        case .removeActivation(let hash): activations[hash] = nil
        case .addDevice(let device): if devices[device.id] == nil { devices[device.id] = device }
        case .removeDevice(let id):
            devices[id] = nil
            tokens = tokens.filter { $0.value.device != id }
            pushes = pushes.filter { $0.value.device != id }
        case .addToken(let token): tokens[token.bytes] = token
        case .endToken(let bytes, let end): tokens[bytes]?.end = end
        case .removeToken(let bytes): tokens[bytes] = nil
        case .addPush(let push): if pushes[push.key] == nil { pushes[push.key] = push }
        case .removePush(let key): pushes[key] = nil
        case .addKey(let key): keys[key.id] = key
        case .revokeKey(let id): keys[id]?.isRevoked = true
        }
    }

    /// In any order, as a database gives it; here in the reverse.
    var state: StoredState {
        var state = StoredState()
        state.activations = activations.values.sorted {
            $1.codeHash.lexicographicallyPrecedes($0.codeHash)
        }
        state.devices = devices.values.sorted { $0.id > $1.id }
        state.tokens = tokens.values.sorted { $1.bytes.lexicographicallyPrecedes($0.bytes) }
        state.pushes = pushes.values.sorted { $0.key > $1.key }
        state.keys = keys.values.sorted { $0.id > $1.id }
        return state
    }

    var deviceCount: Int { devices.count }

    func knows(_ id: DeviceID) -> Bool { devices[id] != nil }
}
