// SPDX-License-Identifier: Apache-2.0
package import OCKWire

/// One end of a link between a process and a phone: whole frames in order, both ways.
///
/// Both links carry the same encoded bodies, so that they have the same limits.
package protocol Transport: AnyObject, Sendable {
    /// Names who gets what comes in; call it once. Frames that came before it are handed over then.
    ///
    /// - Parameters:
    ///   - onFrame: Gets each frame's body, in order, one at a time, on a thread of the transport.
    ///   - onEnd: Called once, after the last frame, on the same thread, whichever side closed.
    func start(
        onFrame: @escaping @Sendable ([UInt8]) -> Void,
        onEnd: @escaping @Sendable () -> Void
    )

    /// Sends one frame. It neither waits for the peer nor calls anyone, so it may be called under a
    /// lock; calls of several threads leave in the order in which they were made. After the end of
    /// the link it does nothing.
    ///
    /// - Throws: ``OCKWire/FrameError`` for a body that is empty or over the limit; the link lives
    ///   on.
    func send(_ body: [UInt8]) throws(FrameError)

    /// Waits until what was sent is out of this process, at most a few seconds.
    func flush()

    /// Ends the link. What was sent before still reaches the peer; what was not handed over yet on
    /// this side is dropped. May be called again.
    func close()
}
