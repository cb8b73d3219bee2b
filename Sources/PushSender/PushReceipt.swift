// SPDX-License-Identifier: Apache-2.0

/// The server has taken a push.
///
/// Whether a device gets it is another matter.
public struct PushReceipt: Sendable, Hashable {
    /// The push's name: the one given, or the server's own.
    public let apnsID: String
}
