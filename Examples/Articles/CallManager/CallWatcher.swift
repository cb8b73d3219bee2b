// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation
import os

/// Pauses what the app plays for as long as anybody talks on the phone, with whichever app.
///
/// It has a queue of its own, so that a busy main queue does not let a stream run on into a call.
final class CallWatcher: NSObject, @unchecked Sendable {
    // Sendable because all that changes is used on `queue` alone, or is a copy made there.
    /// What was seen of a call, without whose it is: an observer is not told that.
    struct Sighting: Equatable, Sendable {
        let isOutgoing: Bool
        let isOnHold: Bool
        let hasConnected: Bool
        let hasEnded: Bool
    }

    private let queue = DispatchQueue(label: "com.example.callmanager.watcher")
    private let observer = CXCallObserver()
    private var seen: [Sighting] = []
    private let logger = Logger(subsystem: "com.example.callmanager", category: "watcher")

    func start() { observer.setDelegate(self, queue: queue) }

    /// All that was seen so far, oldest first.
    var sightings: [Sighting] { queue.sync { seen } }

    /// Whether there is a call.
    var isAnybodyTalking: Bool { observer.calls.contains { !$0.hasEnded } }
}

extension CallWatcher: CXCallObserverDelegate {
    func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall) {
        let sighting = Sighting(
            isOutgoing: call.isOutgoing, isOnHold: call.isOnHold, hasConnected: call.hasConnected,
            hasEnded: call.hasEnded)
        seen.append(sighting)
        logger.log(
            """
            \(call.uuid, privacy: .public) out \(sighting.isOutgoing) hold \(sighting.isOnHold) \
            connected \(sighting.hasConnected) ended \(sighting.hasEnded)
            """)
    }
}
