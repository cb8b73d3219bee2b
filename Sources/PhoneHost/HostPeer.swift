// SPDX-License-Identifier: Apache-2.0

/// The far end of one session: a process behind a socket, or the app side of the same process.
///
/// No method may call back into the host before it returns. However a session ends, whoever
/// accepted the peer calls ``PhoneHost/disconnected(_:)`` once.
package protocol HostPeer: AnyObject {
    /// A frame's body, in order.
    ///
    /// A peer that cannot take more ends its session.
    func send(_ frameBody: [UInt8])

    /// Ends the session once what was sent has gone out.
    func close()

    /// Ends the process behind the session; what was sent goes out first, so that it can say why.
    func terminate()
}
