// SPDX-License-Identifier: Apache-2.0

/// How the sound of the app's calls stands.
public struct CallAudioState: Hashable, Sendable {
    /// Whether sound may flow: the session is active, nothing interrupts it, and the system's audio
    /// service lives.
    public internal(set) var isActive: Bool
    /// Whether something else has taken the sound: an alarm, Siri, another app's call.
    public internal(set) var isInterrupted: Bool
    /// Whether the engine runs; false while ``isActive`` is true says that it could not be started.
    public internal(set) var isRunning: Bool
    /// Whether the ringback tone sounds.
    public internal(set) var isRingingBack: Bool
    /// Whether sound goes to the loudspeaker; while the session is not active, whether it will as
    /// far as the app and the person have said.
    public internal(set) var isSpeaker: Bool
    /// Where sound comes from and goes to.
    public internal(set) var route: CallAudioRoute
}
