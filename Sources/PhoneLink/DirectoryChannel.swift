// SPDX-License-Identifier: Apache-2.0

/// The extension's end of the connection by which a phone loads a call directory: whole frames in
/// order, both ways.
///
/// Other than a ``Transport`` it waits: a phone that is slower than the extension slows it down.
package protocol DirectoryChannel: AnyObject, Sendable {
    /// Names who gets what comes in; call it once.
    ///
    /// - Parameters:
    ///   - onFrame: Gets the body of each ``CallModel/DirectoryNotice``, in order, one at a time,
    ///     on a thread of the channel.
    ///   - onEnd: Called once, after the last frame, on the same thread, whichever side closed.
    func start(
        onFrame: @escaping @Sendable ([UInt8]) -> Void,
        onEnd: @escaping @Sendable () -> Void
    )

    /// Sends one frame's body: a ``CallModel/DirectoryRequest`` or a batch, at most
    /// ``CallModel/Limits/directoryBatchByteCount`` bytes.
    ///
    /// Waits until there is room for it, and returns when ``close()`` is called meanwhile. Calls
    /// must not overlap. After the end it does nothing.
    func send(_ body: [UInt8])

    /// Ends the connection.
    ///
    /// What was sent before still reaches the phone. May be called from any thread, and again.
    func close()
}
