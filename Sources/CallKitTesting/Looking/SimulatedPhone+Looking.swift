// SPDX-License-Identifier: Apache-2.0
package import CallModel
public import Foundation
import PhoneCore
import PhoneHost
import PhoneLink

extension SimulatedPhone {
    /// The calls that have not ended, cellular ones too, in the order in which they began.
    public var calls: [PhoneCall] { callSummaries.map(PhoneCall.init) }

    /// What the screen shows.
    public var screen: CallScreen {
        withStage { stage in
            let calls = stage.host.calls
            let shown = stage.host.shownRinging
            let ringing = calls.first { $0.id == shown && $0.state == .ringing }
            let app = ringing.flatMap { stage.host.shownName(of: $0.bundle) }
            let choices = ringing.map { stage.host.answerChoices(for: $0.id) } ?? []
            let isBanner = stage.host.incomingCallStyle == .banner
            return CallScreen(
                ringing: ringing.map { PhoneCall($0) },
                choices: choices.compactMap { CallScreen.Choice(rawValue: $0.rawValue) },
                style: ringing.map { _ in isBanner ? .banner : .fullScreen },
                title: ringing.map {
                    "\(app ?? "Phone") \($0.hasVideo ? "Video" : "Audio")"
                },
                current: calls.first { $0.state == .connected || $0.state == .connecting }
                    .map { PhoneCall($0) },
                held: calls.filter { $0.state == .held }.map { PhoneCall($0) },
                waiting: calls.filter { $0.state == .ringing && $0.id != shown }
                    .map { PhoneCall($0) })
        }
    }

    /// Recents, newest first.
    public var recents: [RecentCallEntry] {
        withStage { $0.store.calls }.reversed().map(RecentCallEntry.init)
    }

    /// What rings, in the order in which it began.
    public var ringer: [Ringing] {
        withStage { $0.ringer.rings }.map {
            Ringing(call: UUID($0.call), app: $0.bundle, sound: $0.ringtone)
        }
    }

    /// How the sound stands.
    public var audio: PhoneAudio { PhoneAudio(withStage { $0.host.audioSnapshot }) }

    /// The calls as every app's `CXCallObserver` is told of them (B106).
    public var observedCalls: [ObservedState] { callSummaries.map(ObservedState.init) }

    /// The bundle identifiers of the apps that have a process, in order.
    public var runningApps: [String] { withStage { $0.host.runningApps } }

    /// The app that the person looks at, nil where that is the home screen.
    public var frontApp: SimulatedApp? { withStage { $0.host.frontApp }.flatMap { app($0) } }

    /// Whether the phone is locked.
    public var isLocked: Bool { withStage { $0.host.isLocked } }

    /// All pushes that came to the phone with what became of them, in order.
    public var pushes: [(push: SimulatedPush, result: PushResult)] {
        pushRecords.map { (SimulatedPush(id: UUID($0.id), app: $0.bundle), PushResult($0.outcome)) }
    }

    /// A call for which the phone rings.
    public struct Ringing: Hashable, Sendable {
        /// The call.
        public let call: UUID
        /// The bundle identifier of its app.
        public let app: String
        /// The sound file of the app's bundle, nil for the system's own tone (B115).
        public let sound: String?

        /// Describes one, to compare with.
        public init(call: UUID, app: String, sound: String?) {
            self.call = call
            self.app = app
            self.sound = sound
        }
    }

    /// What observers see of a call: how it stands, never with whom.
    public struct ObservedState: Hashable, Sendable {
        /// The call.
        public let call: UUID
        /// Whether it was made here.
        public let isOutgoing: Bool
        /// Whether it is on hold.
        public let isOnHold: Bool
        /// Whether it is, or was, connected.
        public let hasConnected: Bool

        init(_ call: CallSummary) {
            self.call = UUID(call.id)
            isOutgoing = call.isOutgoing
            isOnHold = call.state == .held
            hasConnected = call.connected != nil
        }
    }

    // MARK: For tests of this package

    /// The calls as the phone has them.
    package var callSummaries: [CallSummary] { withStage { $0.host.calls } }

    /// The rows of Recents in the order in which they began.
    package var recentCalls: [RecentCall] { withStage { $0.store.calls } }

    /// What became of each push, in the order in which they came.
    package var pushRecords: [PushRecord] { withStage { $0.store.pushes } }

    /// All that happened, oldest first.
    package var timelineEntries: [TimelineEntry] { shared.withLock { $0.timeline } }

    /// All rules that were broken, oldest first.
    package var breaches: [RuleBreach] { shared.withLock { $0.breaches } }
}
