// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// One step of a push, for the log, for queries and for what is counted.
package struct JournalEntry: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        case refused(APNsReason)
        /// 200: what comes after is told by the number.
        case accepted
        /// It is kept for a device that is away.
        case stored
        /// It is on the wire to its device; again after each reconnection.
        case sent
        case acknowledged
        case expired
        /// A newer push for the same device and bundle took its place.
        case displaced
        /// A newer push of the same `apns-collapse-id` took its place.
        case collapsed
        case dropped(DropCause)
    }

    /// Why an accepted push was not delivered and will not be.
    package enum DropCause: String, Hashable, Sendable, CaseIterable {
        /// One attempt, and the device was away.
        case deviceAway
        /// One attempt was made, and the device went without acknowledging it.
        case connectionLost
        /// The app is gone, and the provider has not been told yet.
        case unregistered
        /// The device was removed.
        case deviceRemoved
    }

    package var step: Step
    /// Nil for one that was refused.
    package var number: PushKey?
    /// The request, for ``Step/accepted`` and ``Step/refused(_:)``.
    package var request: RequestKey?
    package var apnsID: PushID
    /// `apns-unique-id`, for an accepted push of the development environment.
    package var uniqueID: PushID?
    /// The token's first four bytes; nil where the request had none that could be read.
    package var tokenHead: UInt32?
    /// Whose token it is; nil where that is not known.
    package var app: AppKey?
    /// The topic of a refused request, cut and cleaned; an accepted one's is its app's.
    package var topic: String?
    package var environment: APNsEnvironment
    package var pushType: APNsPushType?
    /// 10, 5 or 1; 0 as it came.
    package var priority: UInt8
    /// As the provider gave it.
    package var expiration: Int64?
    package var payloadByteCount: Int
    /// What a person should know of it.
    package var remark: Remark?
}

extension TimelineEntry {
    /// An answer as the trace has it; nil for any other step.
    package init?(_ entry: JournalEntry, at time: MonotonicTime) {
        let step: TimelineStep
        var detail: String?
        switch entry.step {
        case .accepted: step = .pushAccepted
        case .refused(let reason):
            step = .pushRefused
            detail = reason.rawValue
        default: return nil
        }
        self.init(
            at: time, who: .gateway, step: step, bundle: entry.app?.bundle, push: entry.apnsID,
            detail: detail)
    }
}
