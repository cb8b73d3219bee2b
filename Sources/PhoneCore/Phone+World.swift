// SPDX-License-Identifier: Apache-2.0
import CallModel

/// What comes from outside, and which desk it goes to.
extension Phone {
    mutating func handle(_ event: WorldEvent, turn: inout Turn) {
        switch event {
        case .cellularRang(let id, let handle, let name):
            center.cellularRang(id, handle, name: name, device: device, turn: &turn)
        case .cellularDialled(let id, let handle):
            center.cellularDialled(id, handle, turn: &turn)
        case .cellularConnected(let id): center.cellularConnected(id, turn: &turn)
        case .cellularEnded(let id): center.cellularEnded(id, turn: &turn)
        case .accessoryConnected, .accessoryDisconnected, .audioInterruptionBegan,
            .audioInterruptionEnded, .mediaServicesReset, .otherAudioPlaying:
            audio.handle(event, turn: &turn)
        case .callServiceReset:
            turn.note(.worldChanged, by: .network, to: .phone, "the call service restarts")
            center.reset(turn: &turn)
        case .reportsRefused(let error): device.reportsRefused = error
        case .directoryLoadsFail(let code): directories.loads.injectedCode = code
        case .region(let code): device.region = code
        case .switchedOn:
            device.isLocked = true
            device.isBeforeFirstUnlock = true
            device.appAfterUnlock = nil
            apps.bringToFront(nil, turn: &turn)
        }
    }
}
