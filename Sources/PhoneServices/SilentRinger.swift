// SPDX-License-Identifier: Apache-2.0
package import CallModel
import PhoneHost

/// A ringer without sound: it only keeps which calls ring.
package final class SilentRinger: Ringer {
    /// In the order in which they began.
    package private(set) var ringing: [CallID] = []

    package init() {}

    package func start(_ call: CallID, bundle: BundleID, ringtone: String?) {
        if !ringing.contains(call) { ringing.append(call) }
    }

    package func stop(_ call: CallID) { ringing.removeAll { $0 == call } }
}
