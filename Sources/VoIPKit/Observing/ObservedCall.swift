// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A call of the device as a ``CallMonitor`` sees it: how it stands, never with whom (B106).
public struct ObservedCall: Identifiable, Hashable, Sendable {
    /// How a call stands.
    ///
    /// All that `CXCall` can say, as outgoing, on hold, connected, ended:
    ///
    /// | flags | state | when |
    /// | --- | --- | --- |
    /// | 1 0 0 0 | ``dialling`` | dialled; it rings at the other side or not, nobody tells (B108) |
    /// | 1 1 0 0 | ``dialling`` | the same, on hold meanwhile |
    /// | 0 0 0 0 | ``ringing`` | a call comes in |
    /// | 0 1 0 0 | ``ringing`` | not seen; a call that was not answered cannot be held |
    /// | x 0 1 0 | ``connected`` | the other side is there |
    /// | x 1 1 0 | ``held`` | on hold, for another call say |
    /// | x x 0 1 | ``ended(wasAnswered:)`` with false | refused, missed, given up |
    /// | x x 1 1 | ``ended(wasAnswered:)`` with true | one side hung up |
    public enum State: Hashable, Sendable {
        /// An outgoing call that is not connected.
        case dialling
        /// An incoming call that nobody has answered here.
        case ringing
        /// Both sides can talk.
        case connected
        /// Connected, and on hold.
        case held
        /// Over; it is told once (B109).
        case ended(wasAnswered: Bool)
    }

    /// The call, by the identifier that its app gave it; a cellular call has one too.
    public let id: UUID
    /// Whether it was made on this device.
    public let isOutgoing: Bool
    /// Whether it is on hold, connected or not.
    public internal(set) var isOnHold: Bool
    /// Whether it is, or was, connected.
    public internal(set) var hasConnected: Bool
    /// Whether it is over.
    public internal(set) var hasEnded: Bool

    /// Describes one.
    ///
    /// - Parameters:
    ///   - id: The call.
    ///   - isOutgoing: Whether it was made on this device.
    ///   - isOnHold: Whether it is on hold.
    ///   - hasConnected: Whether it is, or was, connected.
    ///   - hasEnded: Whether it is over.
    public init(
        id: UUID, isOutgoing: Bool, isOnHold: Bool = false, hasConnected: Bool = false,
        hasEnded: Bool = false
    ) {
        self.id = id
        self.isOutgoing = isOutgoing
        self.isOnHold = isOnHold
        self.hasConnected = hasConnected
        self.hasEnded = hasEnded
    }

    /// How it stands.
    public var state: State {
        if hasEnded { return .ended(wasAnswered: hasConnected) }
        if hasConnected { return isOnHold ? .held : .connected }
        return isOutgoing ? .dialling : .ringing
    }
}
