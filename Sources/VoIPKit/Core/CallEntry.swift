// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A call, and what is open about it.
///
/// It outlives its call while the system or the service owes an answer for it, so that a late
/// answer meets what it belongs to.
struct CallEntry: Hashable, Sendable {
    /// What the system has of it.
    enum Place: Hashable, Sendable {
        /// Nobody knows yet: its first report is not answered.
        case reported
        /// It is shown, or was performed.
        case shown
        /// Refused, ended or thrown away.
        case gone
    }

    /// A report that is not answered.
    enum Report: Hashable, Sendable {
        case first
        /// Under the same identifier, for the duty of another push (B61).
        case again
        /// Since the system has lost the call: nobody waits for the answer.
        case afresh
    }

    var call: Call
    var place: Place
    var reports: [Report] = []
    /// Whether those who watch know of it.
    var isTold = false
    /// Whether the process's next life would find it.
    var isRemembered = false
    /// Whether it changed before the system answered its report.
    var isUpdateDue = false
    /// Performed and not completed, in their order.
    ///
    /// At most one of them is asked of the service.
    var actions: [OpenAction] = []
    /// What the service is asked while it tells the caller of the ringing.
    var ring: UUID?
    var media = MediaTurn.silent
    /// Whether its Start or Answer was fulfilled: from then on it may be heard.
    var isSetUp = false
    /// What was told before its Start or Answer was fulfilled, which comes first (B33).
    var early = EarlyProgress()
    /// Who has the same number is in one conference.
    var conference: UInt64?

    var id: UUID { call.id }
    /// Told of and not over.
    var isLiving: Bool { isTold && !call.isEnded }

    init(_ call: Call, place: Place) {
        self.call = call
        self.place = place
    }

    /// Nothing is owed for it any more.
    var isFinished: Bool {
        guard call.isEnded, place == .gone, reports.isEmpty, actions.isEmpty else { return false }
        switch media {
        case .silent, .stopping: return true
        case .starting, .playing: return false
        }
    }

    /// Whether it is to be heard while the audio session is active (B68).
    var isHeard: Bool { isSetUp && !call.isOnHold && !call.isEnded }
}

/// Progress of a call that is not set up yet.
struct EarlyProgress: Hashable, Sendable {
    var startedConnecting: Date?
    var connected: Date?
}

/// An action that the system performs and that is not completed.
struct OpenAction: Hashable, Sendable {
    enum Stage: Hashable, Sendable {
        /// Another of the same call is being asked.
        case waiting
        /// The service is asked under the action's identifier.
        case asked
        /// The call has ended: it fails behind the End, since a failed Answer would be shown as the
        /// call's failure (B42), or at its own deadline.
        case abandoned
    }

    let action: CallAction
    /// The system's, not the one that is armed.
    let deadline: Date
    var stage: Stage
}

/// Where the media of a call is: starts and stops are asked in turn.
enum MediaTurn: Hashable, Sendable {
    case silent
    case starting(UUID)
    case playing
    case stopping(UUID)

    /// What the service is asked.
    var task: UUID? {
        switch self {
        case .starting(let id), .stopping(let id): id
        case .silent, .playing: nil
        }
    }
}
