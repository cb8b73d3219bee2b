// SPDX-License-Identifier: Apache-2.0
import CEvent

/// Calls back while a descriptor is readable: a pidfd whose process has ended, a pipe with bytes.
///
/// The descriptor stays the caller's, who closes it after the watch is cancelled. As long as it is
/// readable the body is called once a turn, so it reads or cancels.
package final class DescriptorWatch {
    /// What to wait for.
    enum Readiness {
        case readable
        case writable
    }

    private let loop: EventLoop
    private let body: () -> Void
    private var event: OpaquePointer?

    init(
        descriptor: Int32,
        readiness: Readiness = .readable,
        loop: EventLoop,
        body: @escaping () -> Void
    ) {
        self.loop = loop
        self.body = body
        let kind = readiness == .readable ? EV_READ : EV_WRITE
        event = event_new(
            loop.base,
            descriptor,
            Int16(kind | EV_PERSIST),
            { _, _, context in
                CallbackContext.object(DescriptorWatch.self, from: context).body()
            },
            CallbackContext.pointer(to: self)
        )
        precondition(
            event != nil && event_add(event, nil) == 0,
            "descriptor \(descriptor) has no watch"
        )
    }

    deinit { cancel() }

    /// No call comes after this.
    package func cancel() {
        guard let event else { return }
        event_free(event)
        self.event = nil
    }
}
