// SPDX-License-Identifier: Apache-2.0
import CallModel
import Foundation
package import PhoneLink

/// One process of an app: in a test, a session of its own and what the app's code keeps alive.
package final class AppProcess: @unchecked Sendable {
    // Sendable because `state` is locked and `onEnd` is set before the process is handed out.
    private struct State {
        var object: Transfer<Any>?
        var reasons: [Termination] = []
        var hasEnded = false
    }

    package let session: AppSession
    /// Ends the phone's side of the link; called once.
    var onEnd: () -> Void = {}
    private let state = Locked(State())

    init(transport: any Transport, time: VirtualTime) {
        let state = state
        session = AppSession(
            transport: transport, clock: { time.now() },
            termination: .sever { reason in
                state.withLock { state in
                    state.reasons.append(reason)
                    state.hasEnded = true
                }
            },
            complain: { _ in })
    }

    /// Runs the app's code as its main function would, and keeps what it gives.
    ///
    /// Nothing where the process has ended already.
    @MainActor func run(_ main: @MainActor () -> Any) {
        guard isRunning else { return }
        let object = Transfer(session.bind { main() })
        state.withLock { $0.object = object }
    }

    /// What the app's code made, nil while it has not run.
    var object: Any? { state.withLock { $0.object }?.value }

    var isRunning: Bool { state.withLock { !$0.hasEnded } }

    /// Why the system ended this process.
    var reasons: [Termination] { state.withLock { $0.reasons } }

    /// Ends the process at once, as SIGKILL does: its code hears of nothing more.
    func end() {
        let isFirst = state.withLock { state in
            defer { state.hasEnded = true }
            return !state.hasEnded
        }
        guard isFirst else { return }
        session.close()
        onEnd()
    }
}
