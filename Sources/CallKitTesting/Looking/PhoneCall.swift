// SPDX-License-Identifier: Apache-2.0
import CallModel
public import Foundation
public import OpenCallKit

/// A call as the phone's person sees it, at one moment.
public struct PhoneCall: Hashable, Identifiable {
    /// The UUID by which its app knows it.
    public let id: UUID
    /// The bundle identifier of its app; `com.apple.mobilephone` for a cellular call.
    public let app: String
    /// The name that is shown, nil where the app gave none.
    public let callerName: String?
    /// The other party, nil where the app gave none.
    public let handle: CXHandle?
    /// Whether it was made here.
    public let isOutgoing: Bool
    /// Whether it is a video call.
    public let isVideo: Bool
    /// Whether it rings here and nobody has answered.
    public let isRinging: Bool
    /// Whether both sides can talk, or could if it were not on hold.
    public let isConnected: Bool
    /// Whether it is on hold.
    public let isOnHold: Bool
    /// Whether it is muted.
    public let isMuted: Bool
    /// Whether its end is being performed.
    public let isEnding: Bool
    /// Calls of one number are one group (B89); the numbers mean nothing else.
    public let group: Int
    /// When it was connected, by the phone's wall clock.
    public let connectedDate: Date?

    init(_ call: CallSummary) {
        id = UUID(call.id)
        app = call.bundle
        callerName = call.name
        handle = call.handle.map { CXHandle($0) }
        isOutgoing = call.isOutgoing
        isVideo = call.hasVideo
        isRinging = call.state == .ringing
        isConnected = call.connected != nil
        isOnHold = call.state == .held
        isMuted = call.isMuted
        isEnding = call.state == .ending
        group = call.group
        connectedDate = call.connected.map { Date($0) }
    }
}

/// A row of Recents.
public struct RecentCallEntry: Hashable {
    /// How a call came to its end.
    public enum Outcome: String, Hashable, Sendable {
        /// Connected, then ended here.
        case ended
        /// Ended here before it was answered.
        case declined
        /// Ended by the other side.
        case remoteEnded
        /// Nobody answered in time.
        case unanswered
        /// Answered on another device.
        case answeredElsewhere
        /// Declined on another device.
        case declinedElsewhere
        /// It went wrong, or its app died.
        case failed
    }

    /// The UUID by which its app knew the call.
    public let call: UUID
    /// The bundle identifier of its app.
    public let app: String
    /// The other party, nil where the app gave none.
    public let handle: CXHandle?
    /// The name that was shown.
    public let callerName: String?
    /// Whether it was made here.
    public let isOutgoing: Bool
    /// Whether it was a video call.
    public let isVideo: Bool
    /// When it began.
    public let began: Date
    /// When it was connected, nil where it never was.
    public let connected: Date?
    /// When it ended, nil while it goes on.
    public let ended: Date?
    /// How it ended, nil while it goes on.
    public let outcome: Outcome?

    init(_ call: RecentCall) {
        self.call = UUID(call.call)
        app = call.bundle
        handle = call.handle.map { CXHandle($0) }
        callerName = call.name
        isOutgoing = call.isOutgoing
        isVideo = call.hasVideo
        began = Date(call.began)
        connected = call.connected.map { Date($0) }
        ended = call.ended.map { Date($0) }
        outcome = call.outcome.flatMap { Outcome(rawValue: $0.rawValue) }
    }
}
