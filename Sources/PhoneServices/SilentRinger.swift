// SPDX-License-Identifier: Apache-2.0
package import CallModel
import PhoneHost

/// A ringer without sound.
package final class SilentRinger: Ringer {
    package init() {}

    package func start(_ call: CallID, bundle: BundleID, ringtone: String?) {}

    package func stop(_ call: CallID, bundle: BundleID) {}
}
