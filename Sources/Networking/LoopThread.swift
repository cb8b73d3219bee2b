// SPDX-License-Identifier: Apache-2.0
import Glibc

/// An event loop on a thread of its own, for libraries that live in someone else's process.
package final class LoopThread: Sendable {
    /// The way onto the loop.
    package let poster: LoopPoster
    private let loop: LoopBound<EventLoop>

    /// Starts the thread; `setUp` is the first to run on it, and makes what lives on the loop.
    ///
    /// - Parameters:
    ///   - name: At most 15 bytes of it show in `top`.
    ///   - setUp: Called once, on the new thread.
    /// - Throws: What ``EventLoop/init()`` throws.
    package init(
        name: String, setUp: @escaping @Sendable (EventLoop) -> Void
    ) throws(NetworkingError) {
        let loop = try EventLoop()
        poster = loop.poster
        self.loop = LoopBound(loop, loop: loop)
        // Safe because this thread does not touch the loop again, and the other starts after it.
        nonisolated(unsafe) let handedOver = loop
        let queue = JobQueue(name: name)
        queue.append {
            handedOver.identity.adopt()
            setUp(handedOver)
            handedOver.run()
        }
        queue.close()
        pthread_detach(queue.startThread())
    }

    /// Ends the loop and its thread, after what has been posted before.
    ///
    /// From any thread.
    package func stop() {
        poster.post { [loop] in loop.value.stop() }
    }
}
