// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// The activity by which the system asks an app to call someone (B112).
package final class StartCallActivity: NSUserActivity {
    /// Whom to call.
    package let startCall: StartCallIntent

    /// - Parameter startCall: Whom to call.
    package init(_ startCall: StartCallIntent) {
        self.startCall = startCall
        super.init(activityType: "INStartCallIntent")
    }
}
