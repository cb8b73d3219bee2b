// SPDX-License-Identifier: Apache-2.0
// Where Foundation has no activities, Intents brings them.
#if canImport(Darwin)
public import Foundation
import Intents
#else
import Foundation
public import Intents
#endif

extension CallManager {
    /// Starts the call that the system asks for in an activity, where it asks for one (B112).
    ///
    /// To be called from each place at which activities arrive: the app delegate's
    /// `application(_:continue:restorationHandler:)`, the scene delegate's `scene(_:continue:)`,
    /// and the activities of the options with which a scene connects. What arrives by two of these
    /// within a moment is started once. It may be called at once after the manager was made: a
    /// start that comes before the system knows the app is asked for again (B12).
    ///
    /// - Parameters:
    ///   - activity: Any activity.
    ///   - onFailure: Told, on the main actor, why there is no call; the person waits for one.
    /// - Returns: Whether it was an activity of this kind; false means that it is for someone else.
    @discardableResult
    public func redial(
        _ activity: NSUserActivity, onFailure: (@MainActor (CallError) -> Void)? = nil
    ) -> Bool {
        guard let request = StartCallRequest(activity) else { return false }
        guard redials.isNew(request, at: clock.now) else { return true }
        let hasVideo = request.hasVideo && configuration.supportsVideo
        Task {
            do {
                try await start(request.handle, name: request.name, hasVideo: hasVideo)
            } catch {
                onFailure?(error as? CallError ?? .service(String(describing: error)))
            }
        }
        return true
    }
}

/// Tells an activity that arrives twice from a person who asks twice.
struct RedialMemory: Hashable, Sendable {
    /// How long the same is taken for one: an app delegate and a scene delegate are told in the
    /// same moment, and nobody finds the row again so soon.
    static let moment: TimeInterval = 1

    private var last: StartCallRequest?
    private var time = Date.distantPast

    /// Whether it is to be started, noted if so.
    mutating func isNew(_ request: StartCallRequest, at now: Date) -> Bool {
        let passed = now.timeIntervalSince(time)
        if last == request, passed >= 0, passed < Self.moment { return false }
        (last, time) = (request, now)
        return true
    }
}
