// SPDX-License-Identifier: Apache-2.0

/// What captures and plays a call's sound: an app's voice processing unit, its media library, or
/// nothing but a tone.
///
/// ``CallAudio`` calls it on the main actor, strictly in turn: ``start()`` only while the session
/// is active, ``stop()`` once after each start that succeeded. It never touches the session.
@MainActor public protocol CallAudioEngine: AnyObject {
    /// Starts capture and playback: the session is active, and was not before (B68).
    ///
    /// - Throws: Any error: ``CallAudio/onProblem`` is told, and it is tried again at the next
    ///   activation.
    func start() throws

    /// Stops capture and playback: the session is going, or gone.
    func stop()

    /// Plays the tone that a caller hears while it rings at the other side, or stops it.
    ///
    /// - Parameter isOn: Whether it is to sound. True comes only while the engine runs, and false
    ///   before it is stopped.
    func setRingback(_ isOn: Bool)

    /// Sound comes from or goes to something else. Nothing needs to be done in most engines.
    ///
    /// - Parameter route: Where it comes from and goes to now.
    func routeChanged(to route: CallAudioRoute)

    /// The system's audio service has died and come back: every audio object of the engine is dead.
    /// Make them anew; a start follows where sound is due.
    func rebuild()
}

extension CallAudioEngine {
    /// Nothing: an engine that does not care.
    public func routeChanged(to route: CallAudioRoute) {}

    /// Nothing: an engine that makes its objects when it starts.
    public func rebuild() {}
}
