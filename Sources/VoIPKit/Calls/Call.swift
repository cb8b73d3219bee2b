// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// One call of the app, as it is at a moment.
///
/// A value: keep it, compare it, send it anywhere. ``CallManager/calls`` has the newest.
public struct Call: Identifiable, Hashable, Sendable {
    /// Who began it.
    public enum Direction: String, Hashable, Sendable {
        /// The other side.
        case incoming
        /// This side.
        case outgoing
    }

    /// How far it has come.
    ///
    /// Muted is not here: it goes with any state (``Call/isMuted``).
    public enum State: Hashable, Sendable {
        /// An incoming call that waits for its answer.
        case ringing
        /// An outgoing call until the other side is there; an incoming one from its answer until
        /// media can flow.
        case connecting
        /// Both sides hear each other, or could.
        case active
        /// Connected, and on hold.
        case held
        /// Over. It is told once and then in no list.
        case ended(CallEndReason)
    }

    /// When it did what; nil for what has not happened.
    public struct Dates: Hashable, Sendable {
        /// When it was made known to ``CallManager``.
        public let created: Date
        /// When an outgoing call began to be set up with the other side.
        public internal(set) var startedConnecting: Date?
        /// When it was connected: what the system's timer counts from.
        public internal(set) var connected: Date?
        /// When it ended.
        public internal(set) var ended: Date?
    }

    /// Its identifier in CallKit and in everything here.
    public let id: UUID
    /// Who began it.
    public let direction: Direction
    /// How the other side is reached; nil where an incoming call did not say.
    public internal(set) var handle: CallHandle?
    /// What the other side is called on screens; nil lets the system look in Contacts (B102).
    public internal(set) var name: String?
    /// Whether it has video.
    public internal(set) var hasVideo: Bool
    /// How far it has come.
    public internal(set) var state: State
    /// Whether the person's sound is kept from the other side.
    public internal(set) var isMuted: Bool
    /// Whether it is on hold, also before it is connected.
    public internal(set) var isOnHold: Bool
    /// The call with which it forms a conference: the oldest member's ``id``, nil where it stands
    /// alone (B88: no system tells this, so it is kept here).
    public internal(set) var group: UUID?
    /// When it did what.
    public internal(set) var dates: Dates

    /// Whether it is over.
    public var isEnded: Bool {
        if case .ended = state { true } else { false }
    }

    init(
        id: UUID, direction: Direction, handle: CallHandle?, name: String?, hasVideo: Bool,
        state: State, created: Date
    ) {
        self.id = id
        self.direction = direction
        self.handle = handle
        self.name = name
        self.hasVideo = hasVideo
        self.state = state
        isMuted = false
        isOnHold = false
        dates = Dates(created: created)
    }
}

extension Call {
    /// The call as a system is told of it: with texts that it takes, since one that is too long
    /// would cost the call its report.
    var presentable: Call {
        var call = self
        call.handle = handle.map { CallHandle($0.kind, CallText.cut($0.value)) }
        call.name = name.map(CallText.cut)
        return call
    }
}
