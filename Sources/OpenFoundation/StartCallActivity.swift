// SPDX-License-Identifier: Apache-2.0
package import CallModel

// Where Foundation has activities, this is one of them.
#if canImport(Darwin)
package import Foundation
#else
import Foundation
#endif

/// The activity by which the system asks an app to call someone (B112).
package final class StartCallActivity: NSUserActivity {
    /// Whom to call.
    package let startCall: StartCallIntent

    private let lock = NSLock()
    private var attachment: AnyObject?

    /// - Parameter startCall: Whom to call.
    package init(_ startCall: StartCallIntent) {
        self.startCall = startCall
        super.init(activityType: startCall.activity.activityType)
    }

    /// What a room above makes of it: made once, the same each time.
    package func attached<Object: AnyObject>(_ make: (StartCallIntent) -> Object) -> Object? {
        lock.lock()
        defer { lock.unlock() }
        if attachment == nil { attachment = make(startCall) }
        return attachment as? Object
    }
}
