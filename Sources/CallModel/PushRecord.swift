// SPDX-License-Identifier: Apache-2.0

/// What became of a push that came to the phone.
package enum PushOutcome: Hashable, Sendable, Codable {
    /// Not decided yet: the app is starting, or has not reported.
    case pending
    /// A call was reported and the phone took it.
    case rang(CallID)
    /// A call was reported and the phone refused it with this error.
    case refused(IncomingCallError)
    /// No call was reported, and none had to be (B125).
    case notRequired
    /// No call was reported although one had to be (B121, B122).
    case notReported
    /// No app of that bundle is installed.
    case notInstalled
    /// The app could not be started, or never asked for VoIP pushes in time.
    case notStarted
    /// The app ended before it could report.
    case appEnded
    /// Pushes to this app have stopped after repeated breaches (B126), or too many were waiting.
    case dropped
}

extension PushOutcome {
    /// The case in one word, without what it carries: for a stored row and for scripts.
    package var name: String {
        switch self {
        case .pending: "pending"
        case .rang: "rang"
        case .refused: "refused"
        case .notRequired: "notRequired"
        case .notReported: "notReported"
        case .notInstalled: "notInstalled"
        case .notStarted: "notStarted"
        case .appEnded: "appEnded"
        case .dropped: "dropped"
        }
    }
}

/// A push that came to the phone, kept once for its `apns-id`, however often it was delivered.
package struct PushRecord: Hashable, Sendable, Codable {
    package var id: PushID
    package var bundle: BundleID
    package var received: WallTime
    package var outcome: PushOutcome

    package init(id: PushID, bundle: BundleID, received: WallTime, outcome: PushOutcome) {
        self.id = id
        self.bundle = bundle
        self.received = received
        self.outcome = outcome
    }
}
