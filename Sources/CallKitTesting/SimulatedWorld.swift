// SPDX-License-Identifier: Apache-2.0
package import CallModel
public import Foundation

/// All that is outside a ``SimulatedPhone``: networks, accessories, other apps, the clock.
///
/// Each method returns at once; what follows from it has happened after
/// `settle()`.
public struct SimulatedWorld: Sendable {
    let phone: SimulatedPhone

    // MARK: The cellular network

    /// A cellular call rings.
    ///
    /// - Parameters:
    ///   - number: Who calls; nil withholds the number.
    ///   - name: What the network says of the caller.
    /// - Returns: The call.
    @discardableResult
    public func incomingCellularCall(from number: String? = nil, name: String? = nil) -> UUID {
        let call: CallID = phone.withStage { $0.makeIdentifier() }
        let handle = number.map { Handle(kind: .phoneNumber, value: $0) }
        phone.world(.cellularRang(call, handle, name: name))
        return UUID(call)
    }

    /// The person dials a number over the cellular network.
    ///
    /// - Returns: The call.
    @discardableResult
    public func dialCellular(_ number: String) -> UUID {
        let call: CallID = phone.withStage { $0.makeIdentifier() }
        phone.world(.cellularDialled(call, Handle(kind: .phoneNumber, value: number)))
        return UUID(call)
    }

    /// The other side of a cellular call that was dialled answers.
    public func cellularAnswers(_ call: UUID) { phone.world(.cellularConnected(call.identifier())) }

    /// The other side of a cellular call hangs up, or refuses.
    public func cellularHangsUp(_ call: UUID) { phone.world(.cellularEnded(call.identifier())) }

    // MARK: Sound

    /// Something is plugged in or connects by radio.
    public func connect(_ accessory: Accessory) {
        phone.world(.accessoryConnected(accessory.model))
    }

    /// It is pulled out, or goes away.
    public func disconnect(_ accessory: Accessory) {
        phone.world(.accessoryDisconnected(accessory.model))
    }

    /// An alarm, a timer or Siri takes the sound of all apps.
    public func interruptAudio() { phone.world(.audioInterruptionBegan) }

    /// It gives the sound back.
    ///
    /// - Parameter shouldResume: Whether apps are told that they may go on by themselves.
    public func endInterruption(shouldResume: Bool = true) {
        phone.world(.audioInterruptionEnded(shouldResume: shouldResume))
    }

    /// The system's audio server dies and comes back.
    public func resetMediaServices() { phone.world(.mediaServicesReset) }

    /// Another app begins or stops to play music.
    public func otherAudio(isPlaying: Bool) { phone.world(.otherAudioPlaying(isPlaying)) }

    // MARK: Place and time

    /// Takes the phone to another country, by its ISO 3166-1 code such as `CN`; nil is nowhere
    /// known (B116).
    public func setRegion(_ code: String?) { phone.world(.region(code)) }

    /// Sets the wall clock; no deadline moves.
    public func setDate(_ date: Date) {
        phone.withStage { $0.time.setWall(date.wallTime) }
    }

    // MARK: Apps

    /// The system kills an app's process.
    public func kill(_ app: SimulatedApp) {
        if phone.isOwn(app) { app.kill() }
    }

    /// The app comes to the front.
    public func bringToFront(_ app: SimulatedApp) { phone.user.openApp(app) }

    /// The app that is in front goes to the background.
    public func sendToBack() { phone.perform(.goHome) }

    // MARK: The push service

    /// Gives an app another token (B118).
    public func rotateToken(of app: SimulatedApp) {
        guard phone.isOwn(app) else { return }
        phone.withStage { $0.courier.rotateToken(app.bundle) }
    }

    /// Makes an app's token void (B118).
    public func invalidateToken(of app: SimulatedApp) {
        guard phone.isOwn(app) else { return }
        phone.withStage { $0.courier.invalidateToken(app.bundle) }
    }
}

/// Something that sound comes from or goes to.
public enum Accessory: String, Hashable, Sendable, CaseIterable {
    /// With a wire and a microphone.
    case headphones
    /// A headset with the hands-free profile, which speaks A2DP as well.
    case bluetoothHeadset
    /// A loudspeaker that speaks A2DP alone.
    case bluetoothSpeaker
    /// A car.
    case carAudio
    /// A sound device on the USB port.
    case usbAudio

    var model: AudioAccessory {
        switch self {
        case .headphones: .headphones
        case .bluetoothHeadset: .bluetoothHeadset
        case .bluetoothSpeaker: .bluetoothSpeaker
        case .carAudio: .carAudio
        case .usbAudio: .usbAudio
        }
    }
}

extension SimulatedPhone {
    /// Lets something happen outside; what follows has happened after settling.
    package func world(_ event: WorldEvent) {
        withStage { $0.world(event) }
    }

    /// The service of the system that holds the calls dies and comes back: every provider is reset
    /// (B9, B10).
    public func restartCallService() { world(.callServiceReset) }

    /// Switches the phone off and on: all processes end, calls with them; Recents, settings and
    /// installed apps stay.
    ///
    /// No app runs afterwards until it is launched, opened or sent a push.
    ///
    /// - Parameter isLocked: Whether it is left locked, and has not been unlocked since (B128),
    ///   until ``SimulatedUser/unlock()``.
    public func reboot(isLocked: Bool = false) {
        for app in apps { app.kill() }
        withStage { $0.reboot(isLocked: isLocked) }
    }
}
