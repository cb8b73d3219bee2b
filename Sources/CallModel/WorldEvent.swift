// SPDX-License-Identifier: Apache-2.0

/// Something that comes from outside the phone and from none of its apps.
package enum WorldEvent: Hashable, Sendable, Codable {
    /// A call of the cellular network rings.
    case cellularRang(CallID, Handle?, name: String?)
    /// The person dials over the cellular network.
    case cellularDialled(CallID, Handle)
    /// The other side has answered.
    case cellularConnected(CallID)
    /// The other side has hung up, or refused.
    case cellularEnded(CallID)

    case accessoryConnected(AudioAccessory)
    case accessoryDisconnected(AudioAccessory)
    /// An alarm, a timer, Siri: takes the sound of all apps for a while.
    case audioInterruptionBegan
    case audioInterruptionEnded(shouldResume: Bool)
    /// The system's audio server died and is back.
    case mediaServicesReset
    /// Another app plays music.
    case otherAudioPlaying(Bool)

    /// The service that holds the calls has restarted: every app's connection broke (B9, B10).
    case callServiceReset
    /// Every report gets this answer until further notice; nil is no fault (B65).
    case reportsRefused(IncomingCallError?)
    /// Every load of a call directory fails with this code until further notice (B161: 11 and 102
    /// are seen); nil is no fault.
    case directoryLoadsFail(code: Int?)
    /// The phone has been switched on, and nobody has unlocked it yet (B128).
    case switchedOn
    /// The country that the phone is in, by its ISO 3166-1 code (B116): national numbers are read
    /// as that country's.
    case region(String?)
}
