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
            let ringing = calls.filter { $0.state == .ringing }
            let first = ringing.first
            let app = stage.catalog.apps.first { $0.app.bundle == first?.bundle }
            let choices = first.map { stage.host.answerChoices(for: $0.id) } ?? []
            return CallScreen(
                ringing: first.map { PhoneCall($0) },
                choices: choices.compactMap { CallScreen.Choice(rawValue: $0.rawValue) },
                style: first.map { _ in stage.host.showsBanner ? .banner : .fullScreen },
                title: first.map {
                    "\(app?.app.name ?? "Phone") \($0.hasVideo ? "Video" : "Audio")"
                },
                current: calls.first { $0.state == .connected || $0.state == .connecting }
                    .map { PhoneCall($0) },
                held: calls.filter { $0.state == .held }.map { PhoneCall($0) },
                waiting: ringing.dropFirst().map { PhoneCall($0) })
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

    /// The bundle identifiers of the apps that have a process, in order.
    public var runningApps: [String] { withStage { $0.host.runningApps } }

    /// A call for which the phone rings.
    public struct Ringing: Hashable, Sendable {
        /// The call.
        public let call: UUID
        /// The bundle identifier of its app.
        public let app: String
        /// The sound file of the app's bundle, nil for the system's own tone (B115).
        public let sound: String?
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
