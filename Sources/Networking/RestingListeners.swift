// SPDX-License-Identifier: Apache-2.0
import CEvent
import Synchronization

/// Listeners that rest because accepting failed, mostly for want of descriptors (EMFILE): the
/// kernel would report the same connection again at once, for ever.
///
/// evhttp keeps its listeners' callbacks for itself, but for the one for errors, which comes
/// without a context of ours.
enum RestingListeners {
    /// The addresses of all listeners that live.
    private static let known = Mutex<Set<UInt>>([])

    static func look(after listener: OpaquePointer?) {
        guard let listener else { return }
        let address = UInt(bitPattern: listener)
        known.withLock { _ = $0.insert(address) }
        evconnlistener_set_error_cb(listener) { listener, _ in
            guard let listener else { return }
            evconnlistener_disable(listener)
            var pause = timeval(.milliseconds(100))
            event_base_once(
                evconnlistener_get_base(listener), -1, Int16(EV_TIMEOUT),
                { _, _, context in
                    guard let context else { return }
                    RestingListeners.wake(OpaquePointer(context))
                },
                UnsafeMutableRawPointer(listener), &pause)
        }
    }

    static func forget(_ listener: OpaquePointer?) {
        guard let listener else { return }
        let address = UInt(bitPattern: listener)
        known.withLock { _ = $0.remove(address) }
    }

    private static func wake(_ listener: OpaquePointer) {
        let address = UInt(bitPattern: listener)
        guard known.withLock({ $0.contains(address) }) else { return }
        evconnlistener_enable(listener)
    }
}
