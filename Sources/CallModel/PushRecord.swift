// SPDX-License-Identifier: Apache-2.0

/// What became of a push that came to the phone.
package enum PushOutcome: Hashable, Sendable, Codable {
    /// Not handed to the app yet: it is starting, or its registry has not asked.
    case pending
    /// The app has it in hand, and has not reported.
    case handed
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
    /// Its time was over before it could be handed to the app (B131).
    case expired
    /// The app had it in hand when the phone was killed: what came of it is not known.
    case lost
}

extension PushOutcome {
    /// The case in one word, without what it carries: for a stored row and for scripts.
    package var name: String {
        switch self {
        case .pending: "pending"
        case .handed: "handed"
        case .rang: "rang"
        case .refused: "refused"
        case .notRequired: "notRequired"
        case .notReported: "notReported"
        case .notInstalled: "notInstalled"
        case .notStarted: "notStarted"
        case .appEnded: "appEnded"
        case .dropped: "dropped"
        case .expired: "expired"
        case .lost: "lost"
        }
    }
}

/// A push that came to the phone, kept once however often it was delivered.
package struct PushRecord: Hashable, Sendable, Codable {
    package var id: PushID
    /// The push service's number of it, which tells pushes of one `apns-id` apart.
    package var number: UInt64
    package var bundle: BundleID
    package var received: WallTime
    package var outcome: PushOutcome
    /// Which installation of the app it was for: breaches count for one (B127).
    package var generation: Int
    /// What is still to be handed over; nil once it is settled, and in what persons are shown.
    package var content: PushContent?

    package init(
        id: PushID,
        number: UInt64 = 0,
        bundle: BundleID,
        received: WallTime,
        outcome: PushOutcome,
        generation: Int = 0,
        content: PushContent? = nil
    ) {
        self.generation = generation
        self.id = id
        self.number = number
        self.bundle = bundle
        self.received = received
        self.outcome = outcome
        self.content = content
    }

    package var key: DeliveryKey { DeliveryKey(id, number) }
}

/// How often an app has broken its duty to report, as earlier runs of the phone have recorded it.
package struct BreachCount: Hashable, Sendable {
    package var bundle: BundleID
    package var generation: Int
    package var count: Int

    package init(bundle: BundleID, generation: Int, count: Int) {
        self.bundle = bundle
        self.generation = generation
        self.count = count
    }
}

/// What a phone must keep of a push until its app has it.
package struct PushContent: Hashable, Sendable, Codable {
    package var payload: Bytes
    /// When the push service took it; nil where that is not known.
    package var accepted: WallTime?
    /// UNIX seconds; 0 was "one attempt"; nil where the provider said nothing.
    package var expiration: Int64?

    package init(payload: Bytes, accepted: WallTime? = nil, expiration: Int64? = nil) {
        self.payload = payload
        self.accepted = accepted
        self.expiration = expiration
    }
}
