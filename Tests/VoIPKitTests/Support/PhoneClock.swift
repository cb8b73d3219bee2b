// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import Foundation
import VoIPKit

/// A simulated phone's clock as VoIPKit takes time: its timers go off when the test lets the
/// phone's time pass.
///
/// Make it within the phone's `launch` closure; its timers end with that process.
@MainActor final class PhoneClock: CallClock {
    /// Weak, since the phone keeps what its apps made.
    private weak let phone: SimulatedPhone?

    nonisolated init(_ phone: SimulatedPhone) { self.phone = phone }

    var now: Date { phone?.now ?? Date(timeIntervalSince1970: 0) }

    func schedule(
        after seconds: TimeInterval, _ body: @escaping @MainActor () -> Void
    ) -> any CallTimer {
        PhoneTimer(phone?.schedule(after: .seconds(max(0, seconds))) { body() })
    }
}

@MainActor private final class PhoneTimer: CallTimer {
    private let work: ScheduledWork?

    init(_ work: ScheduledWork?) { self.work = work }

    func cancel() { work?.cancel() }
}
