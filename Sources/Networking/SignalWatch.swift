// SPDX-License-Identifier: Apache-2.0
import CEvent

/// Turns a signal into a call on the loop.
///
/// The signal's former disposition is back when this goes.
///
/// One loop of a process may watch signals; libevent knows no more.
package final class SignalWatch {
    private let loop: EventLoop
    private let body: () -> Void
    private var event: OpaquePointer?

    init(number: Int32, loop: EventLoop, body: @escaping () -> Void) {
        self.loop = loop
        self.body = body
        event = event_new(
            loop.base,
            number,
            Int16(EV_SIGNAL | EV_PERSIST),
            { _, _, context in
                CallbackContext.object(SignalWatch.self, from: context).body()
            },
            CallbackContext.pointer(to: self)
        )
        precondition(event != nil && event_add(event, nil) == 0, "signal \(number) has no watch")
    }

    deinit { cancel() }

    /// No call comes after this.
    package func cancel() {
        guard let event else { return }
        event_free(event)
        self.event = nil
    }
}
